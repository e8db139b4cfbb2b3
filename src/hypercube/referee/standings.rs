//! Points and places: what the games of a tournament add up to.

use std::{
    cmp::{Ordering, Reverse},
    collections::{HashMap, HashSet},
};

use serde::Serialize;

use super::{
    determinism::Disagreement,
    record::{GameRecord, Reason},
    schedule::{Pairing, schedule},
};
use crate::hypercube::{board::Board, position::Stone};

/// The points of a round: to who wins more of its games, and to both when neither does.
const WIN: u32 = 3;
const TIE: u32 = 1;

/// A table of a tournament, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The players.
    #[serde(rename = "standings")]
    pub rows: Vec<Row>,
    /// Each player's rounds against each other one, in the order of the rows.
    pub cross: Vec<Cross>,
    /// How many games count.
    pub games: usize,
    /// The games that were not played, or whose records aren't here. A round counts when both of its games are there.
    pub missing: Vec<Missing>,
    /// Which share of the tournament this is, if it isn't the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The moves that came out otherwise when they were asked for again; none where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreements: Option<Vec<Disagreement>>,
}

/// What a player has reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The place, from 1; equal players share it.
    pub rank: usize,
    /// The player.
    pub name: String,
    /// The points of its rounds.
    pub points: u32,
    /// Its rounds.
    pub rounds: RoundTally,
    /// Its games.
    pub games: GameTally,
    /// The games that it lost by fault.
    pub faults: Faults,
    /// Its slowest move, in milliseconds.
    pub slowest_ms: f64,
}

/// How many rounds went which way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RoundTally {
    pub won: u32,
    pub tied: u32,
    pub lost: u32,
}

/// How many games went which way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct GameTally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// How many games were lost by which fault.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[expect(missing_docs, reason = "Reason says what they are")]
pub struct Faults {
    pub illegal: u32,
    pub output: u32,
    pub time: u32,
    pub crash: u32,
}

impl Faults {
    /// Returns how many there are of all kinds.
    #[must_use]
    pub const fn sum(self) -> u32 {
        self.illegal + self.output + self.time + self.crash
    }
}

/// The rounds between two players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cross {
    /// Who won, tied or lost them.
    pub name: String,
    /// Against whom.
    pub against: String,
    /// How many.
    pub rounds: RoundTally,
}

/// A share of a tournament that was played on its own. Its points mean little: only those of all shares together do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Share {
    /// Which one, as `K/N`.
    pub shard: String,
    /// How many of its games were played.
    pub played: usize,
    /// How many it has.
    pub games: usize,
}

/// A game without a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Missing {
    /// The board.
    pub board: Board,
    /// Who would move first.
    pub x: String,
    /// The other player.
    pub o: String,
}

impl Standings {
    /// Adds up the games between these players on these boards. Other games don't count, and of two records of one game
    /// the first does.
    #[must_use]
    pub fn of(names: &[String], boards: &[Board], games: &[GameRecord]) -> Self {
        let mut records = HashMap::new();
        for game in games {
            records.entry(game.pairing()).or_insert(game);
        }
        let places: HashMap<_, _> = names.iter().zip(0..).collect();
        let mut rows: Vec<_> = names.iter().map(|name| Row::new(name)).collect();
        let mut cross = vec![RoundTally::default(); names.len() * names.len()];
        let mut missing = Vec::new();
        let mut counted = 0;

        // Each two games in a row of the schedule are a round.
        for round in schedule(names, boards).chunks_exact(2) {
            let played: Vec<_> = round.iter().map(|game| records.get(game)).collect();
            for (game, record) in round.iter().zip(&played) {
                match record {
                    None => missing.push(Missing::of(game)),
                    Some(record) => {
                        counted += 1;
                        rows[places[&game.x]].add_game(record, Stone::X);
                        rows[places[&game.o]].add_game(record, Stone::O);
                    }
                }
            }
            if let [Some(there), Some(back)] = played[..] {
                let (first, second) = (places[&round[0].x], places[&round[0].o]);
                let first_won = wins(there, Stone::X) + wins(back, Stone::O);
                let second_won = wins(there, Stone::O) + wins(back, Stone::X);
                for (own, other, won, lost) in [
                    (first, second, first_won, second_won),
                    (second, first, second_won, first_won),
                ] {
                    rows[own].add_round(won, lost);
                    cross[own * names.len() + other].add(won, lost);
                }
            }
        }

        rank(&mut rows);
        let mut pairs = Vec::new();
        for own in &rows {
            for other in rows.iter().filter(|other| other.name != own.name) {
                pairs.push(Cross {
                    name: own.name.clone(),
                    against: other.name.clone(),
                    rounds: cross[places[&own.name] * names.len() + places[&other.name]],
                });
            }
        }
        Self {
            rows,
            cross: pairs,
            games: counted,
            missing,
            share: None,
            disagreements: None,
        }
    }

    /// Returns the names and the boards that games are between and on, in order.
    #[must_use]
    pub fn found_in(games: &[GameRecord]) -> (Vec<String>, Vec<Board>) {
        let names: HashSet<_> = games.iter().flat_map(|game| [&game.x, &game.o]).collect();
        let boards: HashSet<_> = games.iter().map(|game| game.board).collect();
        let mut names: Vec<_> = names.into_iter().cloned().collect();
        let mut boards: Vec<_> = boards.into_iter().collect();
        names.sort_unstable();
        boards.sort_unstable_by_key(|board| (board.width(), board.dimensions()));
        (names, boards)
    }
}

impl Row {
    fn new(name: &str) -> Self {
        Self {
            rank: 0,
            name: name.to_owned(),
            points: 0,
            rounds: RoundTally::default(),
            games: GameTally::default(),
            faults: Faults::default(),
            slowest_ms: 0.0,
        }
    }

    fn add_game(&mut self, game: &GameRecord, own: Stone) {
        match game.winner {
            Some(winner) if winner == own => self.games.won += 1,
            Some(_) => self.lose(game.reason),
            None => self.games.drawn += 1,
        }
        let first = usize::from(own == Stone::O);
        let times = game.milliseconds.iter().skip(first).step_by(2);
        self.slowest_ms = times.copied().fold(self.slowest_ms, f64::max);
    }

    fn lose(&mut self, reason: Reason) {
        self.games.lost += 1;
        match reason {
            Reason::Line | Reason::Draw => {}
            Reason::Illegal => self.faults.illegal += 1,
            Reason::Output => self.faults.output += 1,
            Reason::Time => self.faults.time += 1,
            Reason::Crash => self.faults.crash += 1,
        }
    }

    fn add_round(&mut self, won: u32, lost: u32) {
        self.rounds.add(won, lost);
        self.points += match won.cmp(&lost) {
            Ordering::Greater => WIN,
            Ordering::Equal => TIE,
            Ordering::Less => 0,
        };
    }

    /// Most points first; among equals, the fewest games lost.
    fn merit(&self) -> (Reverse<u32>, u32) {
        (Reverse(self.points), self.games.lost)
    }
}

impl RoundTally {
    fn add(&mut self, won: u32, lost: u32) {
        match won.cmp(&lost) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.tied += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

impl Missing {
    fn of(game: &Pairing) -> Self {
        Self {
            board: game.board,
            x: game.x.clone(),
            o: game.o.clone(),
        }
    }
}

fn wins(game: &GameRecord, stone: Stone) -> u32 {
    u32::from(game.winner == Some(stone))
}

/// Sorts the best first, and equals by name. Only merit makes a rank.
fn rank(rows: &mut [Row]) {
    rows.sort_by(|a, b| (a.merit(), &a.name).cmp(&(b.merit(), &b.name)));
    for place in 0..rows.len() {
        rows[place].rank = match place.checked_sub(1) {
            Some(before) if rows[before].merit() == rows[place].merit() => rows[before].rank,
            _ => place + 1,
        };
    }
}

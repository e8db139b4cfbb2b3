//! The standings of a tournament.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeSet, HashMap, HashSet},
    hash::Hash,
};

use serde::Serialize;

use super::{
    determinism::Disagreement,
    record::{GameRecord, Reason},
    schedule::{Pairing, schedule},
};
use crate::hypercube::{board::Board, position::Stone};

/// The points of a round: for winning more of its games, or for each player if neither does.
const WIN: u32 = 3;
const TIE: u32 = 1;

/// A table of a tournament, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The players.
    #[serde(rename = "standings")]
    pub rows: Vec<Row>,
    /// Each player's rounds against each other one that it has played rounds against, in the order of the rows.
    pub cross: Vec<Cross>,
    /// How many games count.
    pub games: usize,
    /// How many games have no record here. A round counts when both of its games are there.
    pub missing: u64,
    /// Which games these are, unless they are most of the schedule.
    pub missing_games: Vec<Pairing>,
    /// Which share of the tournament this is, if it isn't the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The moves that came out differently when asked for again, if any was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreements: Option<Vec<Disagreement>>,
}

/// A player's results.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
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
#[expect(missing_docs, reason = "the names say it")]
pub struct Cross {
    pub name: String,
    pub against: String,
    pub rounds: RoundTally,
}

/// A share of a tournament that was played on its own. Only the points of all shares together count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Share {
    pub shard: String,
    pub played: usize,
    pub games: usize,
}

impl Standings {
    /// Adds up the games between these players on these boards. Other games don't count, nor do those with an opening;
    /// of two records of one game the first counts. A name or a board that is given twice counts once.
    #[must_use]
    pub fn of(names: &[String], boards: &[Board], games: &[GameRecord]) -> Self {
        let (names, boards) = (distinct(names), distinct(boards));
        let places: HashMap<_, _> = names.iter().map(String::as_str).zip(0..).collect();
        let is_player = |name: &String| places.contains_key(name.as_str());
        let counts = |game: &&GameRecord| {
            let are_players = is_player(&game.x) && is_player(&game.o) && game.x != game.o;
            are_players && boards.contains(&game.board) && game.opening == 0
        };
        let mut played = HashMap::new();
        for game in games.iter().filter(counts) {
            played.entry(game.pairing()).or_insert(game);
        }
        let row = |name: &String| Row {
            name: name.clone(),
            ..Row::default()
        };
        let mut rows: Vec<_> = names.iter().map(row).collect();
        let mut cross: HashMap<_, RoundTally> = HashMap::new();
        for (pairing, game) in &played {
            let [x, o] = [&game.x, &game.o].map(|name| places[name.as_str()]);
            rows[x].add_game(game, Stone::X);
            rows[o].add_game(game, Stone::O);
            // X's part in the round; O's comes with the other game.
            if let Some(back) = played.get(&pairing.reversed()) {
                let won = wins(game, Stone::X) + wins(back, Stone::O);
                let lost = wins(game, Stone::O) + wins(back, Stone::X);
                rows[x].rounds.add(won, lost);
                cross
                    .entry([&*game.x, &*game.o])
                    .or_default()
                    .add(won, lost);
            }
        }
        for row in &mut rows {
            row.points = WIN * row.rounds.won + TIE * row.rounds.tied;
        }
        rank(&mut rows);
        let ranked: HashMap<_, _> = rows.iter().map(|row| row.name.as_str()).zip(0..).collect();
        let mut cross: Vec<_> = cross.into_iter().collect();
        cross.sort_by_key(|(names, _)| names.map(|name| ranked[name]));
        let cross = cross.into_iter().map(|([name, against], rounds)| Cross {
            name: name.to_string(),
            against: against.to_string(),
            rounds,
        });
        let cross = cross.collect();

        let players = names.len() as u64;
        let scheduled = (players * players.saturating_sub(1)).saturating_mul(boards.len() as u64);
        let missing = scheduled - played.len() as u64;
        // So the list is never longer than the games are many.
        let mut missing_games = Vec::new();
        if missing > 0 && missing <= played.len() as u64 {
            missing_games = schedule(&names, &boards);
            missing_games.retain(|game| !played.contains_key(game));
        }
        Self {
            rows,
            cross,
            games: played.len(),
            missing,
            missing_games,
            share: None,
            disagreements: None,
        }
    }

    /// Returns the names and the boards in some games, sorted.
    #[must_use]
    pub fn found_in(games: &[GameRecord]) -> (Vec<String>, Vec<Board>) {
        let names: BTreeSet<_> = games.iter().flat_map(|game| [&game.x, &game.o]).collect();
        let boards: BTreeSet<_> = games.iter().map(|game| game.board).collect();
        (
            names.into_iter().cloned().collect(),
            boards.into_iter().collect(),
        )
    }
}

impl Row {
    fn add_game(&mut self, game: &GameRecord, own: Stone) {
        self.games.add(game.winner, own);
        if game.winner == Some(own.other()) {
            match game.reason {
                Reason::Line | Reason::Draw => {}
                Reason::Illegal => self.faults.illegal += 1,
                Reason::Output => self.faults.output += 1,
                Reason::Time => self.faults.time += 1,
                Reason::Crash => self.faults.crash += 1,
            }
        }
        let first = usize::from(own == Stone::O);
        let times = game.milliseconds.iter().skip(first).step_by(2);
        self.slowest_ms = times.copied().fold(self.slowest_ms, f64::max);
    }

    /// Most points first; among equals, the fewest games lost.
    fn merit(&self) -> (Reverse<u32>, u32) {
        (Reverse(self.points), self.games.lost)
    }
}

impl GameTally {
    pub(super) fn add(&mut self, winner: Option<Stone>, own: Stone) {
        match winner {
            Some(winner) if winner == own => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
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

/// Returns each value once, in order of first occurrence.
fn distinct<T: Clone + Eq + Hash>(values: &[T]) -> Vec<T> {
    let mut seen = HashSet::new();
    values
        .iter()
        .filter(|value| seen.insert(*value))
        .cloned()
        .collect()
}

fn wins(game: &GameRecord, stone: Stone) -> u32 {
    u32::from(game.winner == Some(stone))
}

/// Sorts by merit, best first, and then by name. Equal merit shares a rank.
fn rank(rows: &mut [Row]) {
    rows.sort_by(|a, b| (a.merit(), &a.name).cmp(&(b.merit(), &b.name)));
    for place in 0..rows.len() {
        rows[place].rank = match place.checked_sub(1) {
            Some(before) if rows[before].merit() == rows[place].merit() => rows[before].rank,
            _ => place + 1,
        };
    }
}

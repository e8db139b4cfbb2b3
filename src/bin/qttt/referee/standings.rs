//! The standings of a tournament.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, HashMap},
};

use qttt::{Player, hypercube::Board};
use serde::Serialize;

use super::{
    Round,
    game_record::{Cause, GameRecord},
};

/// The points of a round: for winning more of its games, or for each player if neither does.
const WIN: i32 = 3;
const TIE: i32 = 1;

/// The points of a player who is disqualified.
const DISQUALIFIED: i32 = -1;

/// A table of a tournament, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Standings {
    /// The players.
    #[serde(rename = "standings")]
    pub(crate) rows: Vec<Row>,
    /// The number of games that count.
    pub(crate) games: u32,
    /// The number of games without a record. A round counts if both of its games have one.
    pub(crate) missing: u32,
}

/// A player's results.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub(crate) struct Row {
    /// The rank, from 1, which equal players share.
    pub(crate) rank: usize,
    pub(crate) name: String,
    /// The points of its rounds.
    pub(crate) points: i32,
    /// Whether none of its games counts, whoever played it.
    pub(crate) disqualified: bool,
    pub(crate) rounds: Tally,
    /// The numbers of rounds by margin: games won minus games lost, from -2 to 2.
    #[serde(skip)]
    pub(super) margins: [u32; 5],
    pub(crate) games: Tally,
    /// The number of games that it lost by each fault.
    pub(crate) faults: BTreeMap<Cause, u32>,
    /// Its slowest move, in milliseconds.
    pub(crate) slowest_ms: f64,
    /// The rounds against each other player.
    pub(crate) against: BTreeMap<String, Tally>,
}

/// The numbers of games or rounds by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl Standings {
    /// Adds up the games between these players in these rounds.
    pub(crate) fn of(
        names: &[String],
        rounds: &[Round],
        games: &[GameRecord],
        disqualified: &[String],
    ) -> Self {
        let rounds = rounds
            .iter()
            .filter(|[game, _]| !game.has_any(disqualified));
        let (mut rows, [games, missing]) = add_up(names, rounds, games);
        for row in &mut rows {
            if disqualified.contains(&row.name) {
                row.disqualified = true;
                row.points = DISQUALIFIED;
            }
        }
        Self {
            rows: rank(rows),
            games,
            missing,
        }
    }

    /// Returns the names and the boards in some games, sorted.
    pub(crate) fn found_in(games: &[GameRecord]) -> (Vec<String>, Vec<Board>) {
        let (mut names, mut boards) = (BTreeSet::new(), BTreeSet::new());
        for GameRecord { fixture, .. } in games {
            names.extend(fixture.players.clone());
            boards.insert(fixture.board);
        }
        (names.into_iter().collect(), boards.into_iter().collect())
    }
}

/// Adds up the games of rounds by player, and counts those that have a record and those that have none. Other games,
/// and further records of a game, don't count.
pub(super) fn add_up<'r>(
    names: &[String],
    rounds: impl Iterator<Item = &'r Round>,
    games: &[GameRecord],
) -> (Vec<Row>, [u32; 2]) {
    let records: HashMap<_, _> = games.iter().map(|game| (&game.fixture, game)).collect();
    let row = |name: &String| Row {
        name: name.clone(),
        ..Row::default()
    };
    let mut rows: HashMap<_, _> = names.iter().map(|name| (name, row(name))).collect();
    let (mut played, mut missing) = (0, 0);
    for round in rounds {
        let games = round.each_ref().map(|fixture| records.get(fixture));
        let recorded = games.iter().flatten().count() as u32;
        played += recorded;
        missing += 2 - recorded;
        let [first, second] = &round[0].players;
        for (name, opponent, sides) in [
            (first, second, [Player::X, Player::O]),
            (second, first, [Player::O, Player::X]),
        ] {
            let Some(row) = rows.get_mut(name) else {
                continue;
            };
            for (game, side) in games.iter().zip(sides) {
                if let Some(game) = game {
                    row.add_game(game, side);
                }
            }
            if let [Some(there), Some(back)] = games {
                row.add_round(opponent, margin(there, sides[0]) + margin(back, sides[1]));
            }
        }
    }
    let rows = names.iter().filter_map(|name| rows.remove(name));
    (rows.collect(), [played, missing])
}

impl Row {
    fn add_game(&mut self, game: &GameRecord, own: Player) {
        self.games.add(margin(game, own));
        if let Some(fault) = game.fault.as_ref().filter(|_| game.winner != Some(own)) {
            *self.faults.entry(fault.cause).or_default() += 1;
        }
        let first = usize::from(own == Player::O);
        let times = game.milliseconds.iter().skip(first).step_by(2);
        self.slowest_ms = times.copied().fold(self.slowest_ms, f64::max);
    }

    fn add_round(&mut self, opponent: &str, margin: i32) {
        self.rounds.add(margin);
        self.margins[(margin + 2) as usize] += 1;
        let against = self.against.entry(opponent.to_string());
        against.or_default().add(margin);
        self.points = WIN * self.rounds.won as i32 + TIE * self.rounds.drawn as i32;
    }

    /// Returns the number of games that it forfeited.
    pub(super) fn forfeited(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Most points first; among equals, the fewest games lost.
    fn merit(&self) -> (Reverse<i32>, u32) {
        (Reverse(self.points), self.games.lost)
    }
}

impl Tally {
    fn add(&mut self, margin: i32) {
        match margin.cmp(&0) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

/// Returns 1 if a player has won, 0 after a draw, and -1 if the opponent has won.
pub(super) fn margin(game: &GameRecord, player: Player) -> i32 {
    match game.winner {
        Some(winner) if winner == player => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// Sorts by merit, best first, and then by name. Equal merit shares a rank.
fn rank(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|a, b| (a.merit(), &a.name).cmp(&(b.merit(), &b.name)));
    for place in 0..rows.len() {
        let is_better = |other: &&Row| other.merit() < rows[place].merit();
        rows[place].rank = 1 + rows.iter().filter(is_better).count();
    }
    rows
}

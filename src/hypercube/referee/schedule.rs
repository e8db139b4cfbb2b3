//! The games of a tournament, and a machine's share of them.

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::hypercube::board::{Board, Cell};

/// A game to be played, as a record of it is recognised.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Pairing {
    pub board: Board,
    pub x: String,
    pub o: String,
    /// The moves that no player makes. A tournament has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Cell>,
}

impl Pairing {
    /// Returns the game with the colours exchanged.
    pub(super) fn reversed(&self) -> Self {
        Self {
            x: self.o.clone(),
            o: self.x.clone(),
            ..self.clone()
        }
    }
}

/// Lists the games between players: on each board, each pair plays a round, two games with each of them as X once.
///
/// The boards come first in the order, so that the games of a share are on all of them.
#[must_use]
pub fn schedule(names: &[String], boards: &[Board]) -> Vec<Pairing> {
    let mut games = Vec::new();
    for &board in boards {
        for (place, x) in names.iter().enumerate() {
            for o in &names[place + 1..] {
                let there = Pairing {
                    board,
                    x: x.clone(),
                    o: o.clone(),
                    opening: Vec::new(),
                };
                let back = there.reversed();
                games.extend([there, back]);
            }
        }
    }
    games
}

/// One of so many shares of a tournament, counted from 1. The two games of a round are in the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    place: usize,
    count: usize,
}

/// The text names no share.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a share K/N with K from 1 to N, such as 1/4; found {0:?}")]
pub struct ShardError(String);

impl Shard {
    /// Takes one of each N rounds of a schedule: a later one each time, so that no share has the same players on every
    /// board.
    #[must_use]
    pub fn of(self, games: &[Pairing]) -> Vec<Pairing> {
        let is_ours = |&(i, _): &(usize, _)| (i + i / self.count) % self.count == self.place - 1;
        let rounds = games.chunks(2).enumerate().filter(is_ours);
        rounds.flat_map(|(_, round)| round).cloned().collect()
    }
}

/// Writes `K/N`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.place, self.count)
    }
}

/// Reads `K/N`.
impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let shard = text.split_once('/').and_then(|(place, count)| {
            let (place, count) = (place.parse().ok()?, count.parse().ok()?);
            (1 <= place && place <= count).then_some(Self { place, count })
        });
        shard.ok_or_else(|| ShardError(text.to_string()))
    }
}

//! The games of a tournament, and the share of one machine.

use std::str::FromStr;

use qttt::hypercube::{Board, Cell};

/// A game to play. It also identifies a recorded game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pairing {
    pub(crate) board: Board,
    pub(crate) x: String,
    pub(crate) o: String,
    /// The moves that no player makes. A tournament has none.
    pub(crate) opening: Vec<Cell>,
}

impl Pairing {
    /// Returns the game, and the one with the sides swapped.
    pub(super) fn round(self) -> [Self; 2] {
        let back = self.reversed();
        [self, back]
    }

    /// Returns the game with the sides swapped.
    pub(super) fn reversed(&self) -> Self {
        Self {
            x: self.o.clone(),
            o: self.x.clone(),
            ..self.clone()
        }
    }
}

/// Lists the games between players: on each board, each pair plays a round of two games, each player once as X.
///
/// Games are ordered by board first, so that a share has games on all boards.
pub(crate) fn schedule(names: &[String], boards: &[Board]) -> Vec<Pairing> {
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
                games.extend(there.round());
            }
        }
    }
    games
}

/// The K-th of N shares of a tournament, counted from 1. The two games of a round are in the same share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    place: usize,
    count: usize,
}

impl Shard {
    /// Takes one of each N rounds of a schedule, a later one each time, so that no share has the same players on every
    /// board.
    pub(crate) fn of(self, games: &[Pairing]) -> Vec<Pairing> {
        let is_ours = |&(i, _): &(usize, _)| (i + i / self.count) % self.count == self.place - 1;
        let rounds = games.chunks(2).enumerate().filter(is_ours);
        rounds.flat_map(|(_, round)| round).cloned().collect()
    }
}

/// Reads `K/N`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .map(|(place, count)| (place.parse(), count.parse()));
        match numbers {
            Some((Ok(place), Ok(count))) if 1 <= place && place <= count => {
                Ok(Self { place, count })
            }
            _ => Err("write a share as K/N with K from 1 to N, for example 1/4".to_string()),
        }
    }
}

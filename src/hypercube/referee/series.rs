//! A match of many games between two players, and its score.

use std::collections::HashMap;

use serde::Serialize;

use super::{
    openings::{OpeningError, draw_openings},
    rating::PairCounts,
    record::GameRecord,
    schedule::Pairing,
    standings::GameTally,
};
use crate::hypercube::{
    board::{Board, Cell},
    position::Stone,
};

/// Lists pairs of games: two from each opening, in the first of which the first player is X. The boards take turns.
///
/// # Errors
///
/// When a board has too few openings.
pub fn series(
    [x, o]: [&str; 2],
    boards: &[Board],
    pairs: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<Pairing>, OpeningError> {
    let mut openings = Vec::new();
    for (place, &board) in boards.iter().enumerate() {
        let share = pairs.saturating_sub(place).div_ceil(boards.len());
        openings.push(draw_openings(board, plies, share, seed)?.into_iter());
    }
    let mut games = Vec::new();
    for place in (0..boards.len()).cycle().take(pairs) {
        let Some(opening) = openings[place].next() else {
            continue;
        };
        let there = Pairing {
            board: boards[place],
            x: x.to_string(),
            o: o.to_string(),
            opening,
        };
        let back = there.reversed();
        games.extend([there, back]);
    }
    Ok(games)
}

/// The score of a match, as one of the players sees it.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct SeriesScore {
    /// The player.
    pub name: String,
    /// The other one.
    pub against: String,
    /// The games.
    pub games: GameTally,
    /// How many of the games won were lost by the other's fault.
    pub won_by_fault: u32,
    /// How many were lost by fault.
    pub lost_by_fault: u32,
    /// The pairs of which both games are finished.
    pub pairs: PairCounts,
    /// The half points from openings of which only one game is finished.
    #[serde(skip)]
    half_pairs: HashMap<(Board, Vec<Cell>), usize>,
}

impl SeriesScore {
    /// Begins with no games.
    #[must_use]
    pub fn new([name, against]: [&str; 2]) -> Self {
        Self {
            name: name.to_string(),
            against: against.to_string(),
            ..Self::default()
        }
    }

    /// Adds a game of the series.
    pub fn add(&mut self, game: &GameRecord) {
        let own = match game.x == self.name {
            true => Stone::X,
            false => Stone::O,
        };
        self.games.add(game.winner, own);
        let by_fault = u32::from(game.reason.is_fault());
        let half_points = match game.winner {
            Some(winner) if winner == own => {
                self.won_by_fault += by_fault;
                2
            }
            Some(_) => {
                self.lost_by_fault += by_fault;
                0
            }
            None => 1,
        };
        let opening = (game.board, game.pairing().opening);
        match self.half_pairs.remove(&opening) {
            Some(earlier) => self.pairs.0[earlier + half_points] += 1,
            None => {
                self.half_pairs.insert(opening, half_points);
            }
        }
    }
}

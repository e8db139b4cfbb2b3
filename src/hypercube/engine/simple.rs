//! Simple players, for comparison.

use std::cmp::Reverse;

use crate::Rng;
use crate::hypercube::line_counts::LineCounts;
use crate::hypercube::table::CellId;
use crate::hypercube::{Cell, Position};

/// Chooses a free cell by a hash of the moves so far, always the same cell for the same position; `None` if the game is
/// over.
#[must_use]
pub fn pseudorandom(position: &Position) -> Option<Cell> {
    if position.is_over() {
        return None;
    }
    let board = position.board();
    let start = (u64::from(board.width()) << 32) | u64::from(board.dimensions());
    let coordinates = position.moves().iter().flat_map(|cell| &cell.0);
    let seed = coordinates.fold(start, |seed, &x| {
        Rng::from_seed(seed ^ u64::from(x)).next_u64()
    });
    let rng = &mut Rng::from_seed(seed);
    loop {
        let cell = board.random_cell(rng);
        if position.stone(&cell).is_none() {
            return Some(cell);
        }
    }
}

/// Completes a line, or blocks one, or takes the first of the cells on the most lines that the player can still
/// complete; `None` if the game is over. If the board is too large for a table of all lines, the choice is
/// [`pseudorandom`].
#[must_use]
pub fn greedy(position: &Position) -> Option<Cell> {
    let counts = LineCounts::of(position);
    if !counts.table().is_whole() {
        return pseudorandom(position);
    }
    let player = position.turn()?;
    let urgent = [player, player.opponent()].map(|side| counts.winning_cell(side));
    let best = || {
        let open = |&cell: &CellId| Reverse(counts.open_through(cell, player));
        counts.free_cells().min_by_key(open)
    };
    let cell = urgent.into_iter().flatten().next().or_else(best)?;
    Some(counts.table().cell(cell))
}

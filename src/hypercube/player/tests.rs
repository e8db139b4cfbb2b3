//! The strategy for width 4 as the player plays it: threat sequences, blocks and the book, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use super::*;
use crate::hypercube::{
    Board,
    sub_board::SubBoard,
    testing::{Chance, all_cells, empty_cells},
};

mod qubic_games;
mod qubic_outside;
mod qubic_walk;

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// Returns X's move without any search but for threat sequences.
fn sure_move(position: &Position) -> Option<Cell> {
    let lines = Lines::select(position);
    let cell = Thinker::new(position, &lines, tuning::WORK).sure_move()?;
    Some(lines.cell(cell))
}

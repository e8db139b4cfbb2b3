//! Pseudorandom cells, for players and openings.

use crate::hypercube::{Board, Cell, Position, mix::mix};

/// Pseudorandom cells of a board.
#[derive(Debug)]
pub struct RandomCells {
    board: Board,
    state: u64,
}

impl RandomCells {
    /// Seeds the generator with the board and some numbers.
    pub fn of_board(board: Board, seeds: impl Iterator<Item = u64>) -> Self {
        let start = (u64::from(board.width()) << 32) | u64::from(board.dimensions());
        let state = seeds.fold(start, |state, seed| mix(state ^ seed));
        Self { board, state }
    }

    /// Draws cells until one is free. That takes few draws, and no list of the cells of a huge board.
    pub fn free_in(&mut self, position: &Position) -> Cell {
        loop {
            let cell = self.next();
            if position.stone(&cell).is_none() {
                return cell;
            }
        }
    }

    fn next(&mut self) -> Cell {
        let coordinate = |_| {
            self.state = mix(self.state);
            (self.state % u64::from(self.board.width())) as u32
        };
        Cell((0..self.board.dimensions()).map(coordinate).collect())
    }
}

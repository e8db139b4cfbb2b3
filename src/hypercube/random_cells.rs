//! Pseudorandom cells, for players and openings.

use super::{Board, Cell, Position};
use crate::Rng;

/// Pseudorandom cells of a board, without end: the same for the same board and seeds.
#[derive(Clone, Debug)]
pub struct RandomCells {
    board: Board,
    rng: Rng,
}

impl RandomCells {
    /// Seeds the generator with any numbers.
    pub fn new(board: Board, seeds: impl IntoIterator<Item = u64>) -> Self {
        let start = (u64::from(board.width()) << 32) | u64::from(board.dimensions());
        let seeds = seeds.into_iter();
        let seed = seeds.fold(start, |seed, next| Rng::from_seed(seed ^ next).next());
        let rng = Rng::from_seed(seed);
        Self { board, rng }
    }

    /// Draws cells until one is empty; `None` if no cell is empty. It takes few draws, and needs no list of the cells
    /// even on a huge board. The position must be on the same board.
    pub fn empty_in(&mut self, position: &Position) -> Option<Cell> {
        if position.is_full() {
            return None;
        }
        self.find(|cell| position.stone(cell).is_none())
    }
}

impl Iterator for RandomCells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let coordinate = |_| self.rng.below(self.board.width());
        Some(Cell((0..self.board.dimensions()).map(coordinate).collect()))
    }
}

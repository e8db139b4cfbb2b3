//! Numbers that look random, without a table of them.

use super::{
    board::{Board, Cell},
    position::Position,
};

/// Spreads a number over 64 bits: one step of SplitMix64, after Guy Steele, Doug Lea and Christine Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014.
#[inline]
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Cells of a board that look random.
pub(super) struct RandomCells {
    board: Board,
    state: u64,
}

impl RandomCells {
    /// Begins the cells that follow from the board and some numbers.
    pub(super) fn of_board(board: Board, seeds: impl Iterator<Item = u64>) -> Self {
        let start = (u64::from(board.width()) << 32) | u64::from(board.dimensions());
        let state = seeds.fold(start, |state, seed| mix(state ^ seed));
        Self { board, state }
    }

    /// Draws cells until one is free, which ends soon even when few are: it needs no list of the cells of an endless
    /// board.
    pub(super) fn free_in(&mut self, position: &Position) -> Cell {
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

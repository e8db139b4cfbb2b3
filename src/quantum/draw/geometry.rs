//! Where things stand: cells on the board, and marks in their cells. Everything is counted in columns and rows from the
//! top left; the drawings choose the size of a column and a row.

use crate::{Cell, CellSet, Mark};

/// A column and a row, each 0 to 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub(super) column: usize,
    pub(super) row: usize,
}

impl Spot {
    const fn nth(index: usize) -> Self {
        Self {
            column: index % 3,
            row: index / 3,
        }
    }
}

/// Returns the spot of a cell on the board.
pub(super) const fn spot_of_cell(cell: Cell) -> Spot {
    Spot::nth(cell.index())
}

/// Returns the spot of a spooky mark in its cells: each number has its own, the same in every cell and at every step.
pub(super) const fn spot_of_mark(mark: Mark) -> Spot {
    Spot::nth(mark.number() as usize - 1)
}

/// Returns the cells at both ends of a line.
pub(super) fn ends(line: CellSet) -> Option<[Cell; 2]> {
    Some([line.iter().next()?, line.iter().last()?])
}

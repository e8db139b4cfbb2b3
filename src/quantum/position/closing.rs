//! Closing a cycle and measuring it in one step, which is what the search needs.
//!
//! When a new mark closes a cycle in a component, what becomes of the component depends only on the cell in which the new
//! mark settles, not on its other cell.

use super::Position;
use crate::quantum::{
    cell::{Cell, CellSet},
    mark::Mark,
    per_cell::PerCell,
    score::Score,
};

impl Position {
    /// Returns the cells of the component of a free cell.
    pub(in crate::quantum) const fn component_of(&self, cell: Cell) -> CellSet {
        self.entanglement.component_of(cell)
    }

    /// Returns the position after a move that closes a cycle in the component of a free cell, and a measurement that puts
    /// the new mark into that cell.
    ///
    /// Unlike a move by the rules, it may close a component of one cell, and go on after a line.
    #[inline]
    #[must_use]
    pub(in crate::quantum) fn closed_in(&self, cell: Cell) -> Self {
        let mut position = *self;
        position.moves += 1;
        let outcome = self.collapse_in(cell, Mark::new_in_range(position.moves));
        position.entanglement.release(cell);
        position.settle(outcome);
        position
    }

    /// Returns the classical marks of a component in which a new mark closes a cycle and settles in this cell.
    pub(in crate::quantum) const fn collapse_in(&self, cell: Cell, mark: Mark) -> PerCell {
        self.entanglement.collapse_in(cell, mark)
    }

    /// Returns the score with more classical marks.
    #[inline]
    pub(in crate::quantum) fn score_with(&self, marks: PerCell) -> Score {
        let mut position = *self;
        position.classical = self.classical.or(marks);
        position.score()
    }
}

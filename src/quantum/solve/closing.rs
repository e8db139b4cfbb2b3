//! Closing a cycle and measuring it in one step, for the search.
//!
//! When a new mark closes a cycle in a component, the outcome depends only on the cell in which the new mark settles,
//! not on its other cell.

use crate::{Cell, Mark, Position, Score};

impl Position {
    /// Returns the position after a move that closes a cycle in the component of `cell`, which must be free, and a
    /// measurement that settles the new mark in `cell`.
    ///
    /// Unlike [`play`](Self::play), this accepts a component of one cell while others are free, and a game that is
    /// over.
    #[inline]
    pub(super) fn closed_in(&self, cell: Cell) -> Self {
        let mut position = *self;
        position.moves += 1;
        let mark = Mark::new(position.moves).expect("no more marks than cells");
        let outcome = self.entanglement.collapse_in(cell, mark);
        position.entanglement.release(cell);
        position.add_classical(outcome);
        position
    }

    /// Returns the score after [`closed_in`](Self::closed_in) with the last mark. It doesn't release the marks, because
    /// no move follows.
    #[inline]
    pub(super) fn score_closed_in(&self, cell: Cell) -> Score {
        let mut position = *self;
        let outcome = self.entanglement.collapse_in(cell, Mark::ALL[8]);
        position.classical = self.classical.or(outcome);
        position.score()
    }
}

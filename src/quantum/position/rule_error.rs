//! The reasons why an action is illegal.

use crate::Player;
use crate::quantum::{
    cell::{Cell, CellSet},
    mark::{Choices, Mark},
    score::Score,
};

/// Why an action is illegal. The message says what would be legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A move into a cell that holds a classical mark.
    #[error("{cell} is taken by the classical mark {mark:?}; free cells: {free}")]
    CellTaken {
        /// The cell.
        cell: Cell,
        /// Its classical mark.
        mark: Mark,
        /// The free cells.
        free: CellSet,
    },

    /// A move into one cell twice while others are free.
    #[error("a move can use {cell} twice only if no other cell is free; free cells: {free}")]
    DoubledCell {
        /// The cell.
        cell: Cell,
        /// The free cells.
        free: CellSet,
    },

    /// A move while a measurement is due.
    #[error("a measurement is due: {by} must first choose which mark fills {cell}, {choices}")]
    MeasurementDue {
        /// The player who must measure.
        by: Player,
        /// The alphabetically first cell of the cycle.
        cell: Cell,
        /// The marks that can fill `cell`.
        choices: Choices,
    },

    /// A measurement while no cycle is closed.
    #[error("there is no cycle to measure: {turn} must move; free cells: {free}")]
    NoMeasurementDue {
        /// The player to move.
        turn: Player,
        /// The free cells.
        free: CellSet,
    },

    /// A measurement with a mark that can't fill the first cell of the cycle.
    #[error("{mark} cannot fill {cell}, the first cell of the cycle: choose {choices}")]
    NotAChoice {
        /// The chosen mark.
        mark: Mark,
        /// The alphabetically first cell of the cycle.
        cell: Cell,
        /// The marks that can fill `cell`.
        choices: Choices,
    },

    /// An action after the end of a game with this score.
    #[error("the game is already over, with a score of {0}")]
    GameOver(Score),
}

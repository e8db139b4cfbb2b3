//! Why the rules forbid a move or a measurement.

use std::fmt;

use crate::quantum::{
    cell::{Cell, CellSet},
    mark::{Choices, Mark, Player},
    score::Score,
};

/// A move or a measurement that the rules forbid. Its message says what was expected and what would be legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A spooky mark was put into a cell that has become classical.
    #[error(
        "expected a free cell, found {cell}, which holds the classical mark {mark:?}; free: {}",
        Listed(*free)
    )]
    CellTaken {
        /// The cell.
        cell: Cell,
        /// The mark that it holds.
        mark: Mark,
        /// The free cells.
        free: CellSet,
    },

    /// Both marks were put into one cell although others are free.
    #[error(
        "expected two different cells, found {cell} twice; only the last free cell is doubled, and {} are free: {}",
        free.len(),
        Listed(*free)
    )]
    DoubledCell {
        /// The cell.
        cell: Cell,
        /// The free cells.
        free: CellSet,
    },

    /// A move was made while a measurement is due.
    #[error(
        "expected a measurement, found a move; a cycle is closed, and {by} must first choose the mark that fills {cell}: \
         {choices}"
    )]
    MeasurementDue {
        /// Who must measure.
        by: Player,
        /// The first cell of the cycle.
        cell: Cell,
        /// The marks that can fill it.
        choices: Choices,
    },

    /// A measurement was made, but no cycle is closed.
    #[error(
        "expected a move, found a measurement; no cycle is closed, and {turn} is to entangle free cells: {}",
        Listed(*free)
    )]
    NoMeasurementDue {
        /// Whose turn it is.
        turn: Player,
        /// The free cells.
        free: CellSet,
    },

    /// The mark that was chosen can't fill the first cell of the cycle.
    #[error("expected {choices} to fill {cell}, the first cell of the cycle; found {mark}")]
    NotAChoice {
        /// The mark that was chosen.
        mark: Mark,
        /// The first cell of the cycle.
        cell: Cell,
        /// The marks that can fill it.
        choices: Choices,
    },

    /// Something was played after the end, which has this score.
    #[error("expected nothing more; the game is over, and its score is {0}")]
    GameOver(Score),
}

/// Writes the cells with a space between them: `C D E`.
pub(in crate::quantum) struct Listed(pub(in crate::quantum) CellSet);

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One write instead of many: reporting invalid records should take little longer than scoring valid ones.
        let mut text = [b' '; 18];
        for (i, cell) in self.0.iter().enumerate() {
            text[2 * i] = cell.letter() as u8;
        }
        let len = (2 * self.0.len()).saturating_sub(1);
        f.write_str(std::str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
    }
}

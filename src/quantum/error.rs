//! What can be wrong with a move or a measurement, and with the text of a record.

use std::{fmt, ops::Range};

use super::{
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
    #[error(
        "expected {choices}, found {mark}; these marks can fill {cell}, the first cell of the cycle"
    )]
    NotAChoice {
        /// The mark that was chosen.
        mark: Mark,
        /// The first cell of the cycle.
        cell: Cell,
        /// The marks that can fill it.
        choices: Choices,
    },

    /// Something was played after the end.
    #[error("expected nothing more; the game is over, and its score is {score}")]
    GameOver {
        /// The final score.
        score: Score,
    },
}

/// What is wrong with the text of a record. Its message says what was expected and what was found there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that is neither a cell nor a mark.
    #[error("expected a cell (A to I) or a mark (1 to 9), found {found}")]
    UnknownCharacter {
        /// What was found.
        found: Found,
        /// Where it was found.
        at: Place,
    },

    /// One cell only, where a move takes two, side by side.
    #[error(
        "expected a second cell right after {cell}, found {found}; free: {}",
        Listed(*free)
    )]
    HalfMove {
        /// The first cell.
        cell: Cell,
        /// What was found instead of the second.
        found: Found,
        /// The cells that could be the second.
        free: CellSet,
        /// Where the first cell is.
        at: Place,
    },

    /// A move or a measurement that the rules forbid.
    #[error("{rule}")]
    Illegal {
        /// Why they forbid it.
        rule: RuleError,
        /// Where it was found.
        at: Place,
    },

    /// A record longer than any game needs to be. It was not read.
    #[error("expected at most {most} bytes, found a longer record")]
    TooLong {
        /// The most bytes that a record can have.
        most: usize,
        /// The first byte too many.
        at: Place,
    },
}

/// A text or number that isn't the cell, mark, player, action or score it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct ParseError {
    expected: &'static str,
    found: String,
}

impl ParseError {
    pub(super) fn new(expected: &'static str, found: impl Into<String>) -> Self {
        Self {
            expected,
            found: found.into(),
        }
    }
}

/// Where in a record something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The wrong bytes, at least one, counted from 0.
    pub bytes: Range<usize>,
    /// The number of the move being read, 1 to 10, or of the move that closed the cycle; 1 before the first move, and if
    /// nothing was read.
    pub move_number: u8,
}

/// What was found where something else was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The record ends.
    End,
    /// White space.
    Space,
    /// A character.
    Char(char),
    /// Two characters outside ASCII, side by side where a move could be: the Cyrillic `АВ` looks like one.
    Pair([char; 2]),
    /// A byte that isn't UTF-8.
    Byte(u8),
}

impl RecordError {
    /// Returns where the mistake is.
    #[must_use]
    pub const fn place(&self) -> &Place {
        match self {
            Self::UnknownCharacter { at, .. }
            | Self::HalfMove { at, .. }
            | Self::Illegal { at, .. }
            | Self::TooLong { at, .. } => at,
        }
    }

    /// Returns a name for what is wrong, for programs: `unknown_character`, `half_move`, `cell_taken`, `doubled_cell`,
    /// `measurement_due`, `no_measurement_due`, `not_a_choice`, `game_over` or `too_long`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnknownCharacter { .. } => "unknown_character",
            Self::HalfMove { .. } => "half_move",
            Self::TooLong { .. } => "too_long",
            Self::Illegal { rule, .. } => match rule {
                RuleError::CellTaken { .. } => "cell_taken",
                RuleError::DoubledCell { .. } => "doubled_cell",
                RuleError::MeasurementDue { .. } => "measurement_due",
                RuleError::NoMeasurementDue { .. } => "no_measurement_due",
                RuleError::NotAChoice { .. } => "not_a_choice",
                RuleError::GameOver { .. } => "game_over",
            },
        }
    }

    /// Returns the byte column of the mistake, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.place().bytes.start + 1
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the end of the record"),
            Self::Space => f.write_str("white space"),
            Self::Char(c) if c.is_ascii() => write!(f, "{:?}", c.encode_utf8(&mut [0; 4])),
            // Many letters look like others: the Cyrillic А is no A.
            Self::Char(c) => write!(f, "{:?} (U+{:04X})", c.encode_utf8(&mut [0; 4]), *c as u32),
            Self::Pair(pair) => {
                let [a, b] = pair.map(u32::from);
                write!(f, "{:?} (U+{a:04X} U+{b:04X})", String::from_iter(pair))
            }
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x}"),
        }
    }
}

/// Writes the cells with a space between them: `C D E`.
struct Listed(CellSet);

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

//! Errors in the text of a record.

use std::{num::NonZeroU8, ops::Range};

use crate::quantum::{
    cell::{Cell, CellSet},
    position::{RuleError, Status},
};

/// An error in the text of a record, with its span. The message says what is wrong and what would be valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that is neither a cell nor a mark.
    #[error("expected {}, found {found}", expected(*status))]
    UnknownCharacter {
        /// The status of the position before it.
        status: Status,
        /// What was found, in words, with a hint if it is often put between moves.
        found: String,
        /// Where it was found.
        at: Span,
    },

    /// A cell without a second one right after it.
    #[error("expected a second cell directly after {cell}, found {found}; free cells: {free}")]
    HalfMove {
        /// The first cell.
        cell: Cell,
        /// What was found instead of the second cell, in words.
        found: String,
        /// The cells that can be the second.
        free: CellSet,
        /// Where the first cell is.
        at: Span,
    },

    /// An illegal action.
    #[error("{0}")]
    Illegal(RuleError, Span),
}

/// The place of an error in the text of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The wrong bytes, counted from 0; at least one.
    pub bytes: Range<usize>,
    /// The number of the move, 1 to 10; for a measurement, of the move before it.
    pub move_number: NonZeroU8,
    /// Whether the error is in a measurement after that move.
    pub is_measurement: bool,
}

fn expected(status: Status) -> String {
    match status {
        Status::Move(_) => "a cell (A to I) or a mark (1 to 9)".to_string(),
        Status::Measure { cell, choices, .. } => {
            format!("a measurement, {choices} to fill {cell}")
        }
        Status::Over => "the end of the record, because the game is over".to_string(),
    }
}

impl RecordError {
    /// Returns the place of the error.
    #[must_use]
    pub const fn span(&self) -> &Span {
        match self {
            Self::UnknownCharacter { at, .. }
            | Self::HalfMove { at, .. }
            | Self::Illegal(_, at) => at,
        }
    }

    /// Returns the kind of error, for programs: `unknown_character`, `half_move`, `cell_taken`, `doubled_cell`,
    /// `measurement_due`, `no_measurement_due`, `not_a_choice`, or `game_over`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnknownCharacter { .. } => "unknown_character",
            Self::HalfMove { .. } => "half_move",
            Self::Illegal(rule, _) => match rule {
                RuleError::CellTaken { .. } => "cell_taken",
                RuleError::DoubledCell { .. } => "doubled_cell",
                RuleError::MeasurementDue { .. } => "measurement_due",
                RuleError::NoMeasurementDue { .. } => "no_measurement_due",
                RuleError::NotAChoice { .. } => "not_a_choice",
                RuleError::GameOver(_) => "game_over",
            },
        }
    }

    /// Returns the column of the error in bytes, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.span().bytes.start + 1
    }
}

/// Describes the character at the start of a text, `"J"`, `whitespace`, or `the end of the record`, and returns its
/// length in bytes.
pub(super) fn found(text: &[u8]) -> (String, usize) {
    let Some(&byte) = text.first() else {
        return ("the end of the record".to_string(), 0);
    };
    if byte.is_ascii_whitespace() {
        return ("whitespace".to_string(), 1);
    }
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut characters = valid.chars();
    let Some(first) = characters.next() else {
        return (format!("the byte 0x{byte:02x}"), 1);
    };
    let mut found = String::from(first);
    if first.is_ascii() {
        return (format!("{found:?}"), 1);
    }
    // Two characters outside ASCII can look like a move, for example the Cyrillic `АВ`. Code points show that they
    // aren't.
    found.extend(
        characters
            .next()
            .filter(|next| !next.is_ascii() && !next.is_whitespace()),
    );
    let codes: Vec<_> = found
        .chars()
        .map(|c| format!("U+{:04X}", u32::from(c)))
        .collect();
    (format!("{found:?} ({})", codes.join(" ")), found.len())
}

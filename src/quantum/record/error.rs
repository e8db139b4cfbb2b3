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
    #[error("expected {}, found {found}{}", expected(*status, at), at.note())]
    UnknownCharacter {
        /// The status of the position before it.
        status: Status,
        /// What was found, in words.
        found: String,
        /// Where it was found.
        at: Span,
    },

    /// A cell without a second one right after it.
    #[error(
        "expected a second cell directly after {cell}, found {found}; free cells: {free}{}", at.note()
    )]
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
    #[error("{0}{note}", note = .1.note())]
    Illegal(RuleError, Span),

    /// A step of a state string that is not written as such, or contradicts the moves before it.
    #[error("expected {expected}, found {found}{}", at.note())]
    StateString {
        /// What would be valid, in words.
        expected: String,
        /// What was found, in words.
        found: String,
        /// Where it was found.
        at: Span,
    },
}

/// The kinds of mistakes in the text of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeKind {
    /// A character that is neither a cell nor a mark.
    UnknownCharacter,
    /// A cell without a second one right after it.
    HalfMove,
    /// A move into a cell that holds a classical mark.
    CellTaken,
    /// A move into one cell twice while others are free.
    DoubledCell,
    /// A move while a measurement is due.
    MeasurementDue,
    /// A measurement while no cycle is closed.
    NoMeasurementDue,
    /// A measurement with a mark that can't fill the first cell of the cycle.
    NotAChoice,
    /// An action after the end of the game.
    GameOver,
    /// A step of a state string that is not written as such, or contradicts the moves before it.
    StateString,
}

impl MistakeKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::UnknownCharacter,
        Self::HalfMove,
        Self::CellTaken,
        Self::DoubledCell,
        Self::MeasurementDue,
        Self::NoMeasurementDue,
        Self::NotAChoice,
        Self::GameOver,
        Self::StateString,
    ];

    /// Returns the name of the kind for programs, for example `half_move`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownCharacter => "unknown_character",
            Self::HalfMove => "half_move",
            Self::CellTaken => "cell_taken",
            Self::DoubledCell => "doubled_cell",
            Self::MeasurementDue => "measurement_due",
            Self::NoMeasurementDue => "no_measurement_due",
            Self::NotAChoice => "not_a_choice",
            Self::GameOver => "game_over",
            Self::StateString => "state_string",
        }
    }
}

/// The location of an error in the text of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The wrong bytes, counted from 0; at least one.
    pub bytes: Range<usize>,
    /// The number of the move, 1 to 10; for a measurement, of the move before it.
    pub move_number: NonZeroU8,
    /// Whether the error is in a measurement after that move.
    pub is_measurement: bool,
    /// Whether the record has numbers for cells. The message, as all output, has letters, and says so.
    pub is_numbered: bool,
}

impl Span {
    const fn note(&self) -> &'static str {
        if self.is_numbered {
            ". Cells 1 to 9 are A to I."
        } else {
            ""
        }
    }
}

fn expected(status: Status, at: &Span) -> String {
    match status {
        Status::Move(_) if at.is_numbered => "a cell (1 to 9)".to_string(),
        Status::Move(_) => "a cell (A to I) or a mark (1 to 9)".to_string(),
        Status::Measure { cell, choices, .. } => {
            format!("a measurement, {choices} to fill {cell}")
        }
        Status::Over => "the end of the record, because the game is over".to_string(),
    }
}

impl RecordError {
    /// Returns the location of the error.
    #[must_use]
    pub const fn span(&self) -> &Span {
        match self {
            Self::UnknownCharacter { at, .. }
            | Self::HalfMove { at, .. }
            | Self::StateString { at, .. }
            | Self::Illegal(_, at) => at,
        }
    }

    /// Returns the kind of mistake.
    #[must_use]
    pub const fn kind(&self) -> MistakeKind {
        match self {
            Self::UnknownCharacter { .. } => MistakeKind::UnknownCharacter,
            Self::HalfMove { .. } => MistakeKind::HalfMove,
            Self::StateString { .. } => MistakeKind::StateString,
            Self::Illegal(rule, _) => match rule {
                RuleError::CellTaken { .. } => MistakeKind::CellTaken,
                RuleError::DoubledCell { .. } => MistakeKind::DoubledCell,
                RuleError::MeasurementDue { .. } => MistakeKind::MeasurementDue,
                RuleError::NoMeasurementDue { .. } => MistakeKind::NoMeasurementDue,
                RuleError::NotAChoice { .. } => MistakeKind::NotAChoice,
                RuleError::GameOver(_) => MistakeKind::GameOver,
            },
        }
    }

    /// Returns the column of the error in bytes, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.span().bytes.start + 1
    }
}

/// Describes the first character of the text, for example `"J"`, `whitespace`, or `the end of the record`, and returns
/// its length in bytes.
pub(super) fn found(text: &[u8]) -> (String, usize) {
    let Some(&byte) = text.first() else {
        return ("the end of the record".to_string(), 0);
    };
    match byte {
        0 => {
            let found = "a NUL byte (tr '\\0' '\\n' ends records with newlines, iconv -f utf-16 converts UTF-16)";
            return (found.to_string(), 1);
        }
        0xfe | 0xff => {
            let found = format!("the byte 0x{byte:02x} (iconv -f utf-16 converts UTF-16)");
            return (found, 1);
        }
        _ if byte.is_ascii_whitespace() => return ("whitespace".to_string(), 1),
        _ => {}
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

//! Errors in the text of a record.

use std::{fmt, num::NonZeroU8, ops::Range};

use crate::quantum::{
    cell::{Cell, CellSet},
    position::{RuleError, Status},
};

/// An error in the text of a record, with its span. The message says what is wrong and what would be valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that is neither a cell nor a mark.
    #[error("expected {}, found {found}{}", expected(*status), separator_hint(*found))]
    UnknownCharacter {
        /// The status of the position before it.
        status: Status,
        /// What was found.
        found: Found,
        /// Where it was found.
        at: Span,
    },

    /// A cell without a second one right after it.
    #[error("expected a second cell directly after {cell}, found {found}; free cells: {free}")]
    HalfMove {
        /// The first cell.
        cell: Cell,
        /// What was found instead of the second cell.
        found: Found,
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

/// The character found where another was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The end of the record.
    End,
    /// Whitespace.
    Space,
    /// A character.
    Char(char),
    /// Two adjacent characters outside ASCII, which can look like a move: the Cyrillic `АВ`.
    Pair([char; 2]),
    /// A byte that isn't UTF-8.
    Byte(u8),
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

const fn separator_hint(found: Found) -> &'static str {
    match found {
        Found::Char(',' | ';') => "; separate moves with spaces",
        _ => "",
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
    /// `measurement_due`, `no_measurement_due`, `not_a_choice` or `game_over`.
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

impl Found {
    /// Returns the character at the start of a text.
    pub(super) fn at_start(text: &[u8]) -> Self {
        let Some(&byte) = text.first() else {
            return Self::End;
        };
        if byte.is_ascii_whitespace() {
            return Self::Space;
        }
        let start = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let mut chars = start.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Self::Byte(byte),
            (Some(a), Some(b)) if !a.is_ascii() && !b.is_ascii() && !b.is_whitespace() => {
                Self::Pair([a, b])
            }
            (Some(c), _) => Self::Char(c),
        }
    }

    /// Returns the number of bytes.
    pub(super) const fn len(self) -> usize {
        match self {
            Self::End => 0,
            Self::Space | Self::Byte(_) => 1,
            Self::Char(c) => c.len_utf8(),
            Self::Pair([a, b]) => a.len_utf8() + b.len_utf8(),
        }
    }
}

/// Writes a description: `"J"`, `whitespace` or `the end of the record`.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the end of the record"),
            Self::Space => f.write_str("whitespace"),
            Self::Char(c) if c.is_ascii() => write!(f, "{:?}", c.encode_utf8(&mut [0; 4])),
            // The code point distinguishes letters that look alike: the Cyrillic А isn't A.
            Self::Char(c) => write!(f, "{:?} (U+{:04X})", c.encode_utf8(&mut [0; 4]), *c as u32),
            Self::Pair(pair) => {
                let [a, b] = pair.map(u32::from);
                write!(f, "{:?} (U+{a:04X} U+{b:04X})", String::from_iter(pair))
            }
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x}"),
        }
    }
}

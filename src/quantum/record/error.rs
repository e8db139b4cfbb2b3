//! What can be wrong with the text of a record.

use std::{fmt, num::NonZeroU8, ops::Range};

use crate::quantum::{
    cell::{Cell, CellSet},
    position::{Listed, PositionError, RuleError, Status},
};

/// What is wrong with the text of a record. Its message says what was expected and what was found there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that is neither a cell nor a mark.
    #[error("expected {}, found {found}{}", expected(*status), separator_hint(*found))]
    UnknownCharacter {
        /// What could be played there.
        status: Status,
        /// What was found.
        found: Found,
        /// Where it was found.
        at: Span,
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
        at: Span,
    },

    /// A move or a measurement that the rules forbid, and its place.
    #[error("{0}")]
    Illegal(RuleError, Span),

    /// A text that looks like a position, but is none. All of it is wrong.
    #[error("{0}")]
    Position(PositionError, Span),

    /// A position where the moves that led to it are wanted. All of it is wrong.
    #[error("expected a record, found a position, which has no history")]
    NoHistory(Span),

    /// A record longer than any game needs to be. It was not read. The wrong byte is the first one too many.
    #[error("expected at most {} bytes, found a longer record", .0.bytes.start)]
    TooLong(Span),
}

/// Where in a record something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The wrong bytes, at least one, counted from 0.
    pub bytes: Range<usize>,
    /// The number of the move being read, 1 to 10, or of the move that closed the cycle; `None` in a position, which has no
    /// moves.
    pub move_number: Option<NonZeroU8>,
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

fn expected(status: Status) -> String {
    match status {
        Status::Move(_) => "a cell (A to I) or a mark (1 to 9)".to_string(),
        Status::Measure { cell, choices, .. } => {
            format!("a measurement, {choices} to fill {cell}")
        }
        Status::Over => "nothing more after the end of the game".to_string(),
    }
}

const fn separator_hint(found: Found) -> &'static str {
    match found {
        Found::Char(',' | ';') => "; white space separates moves",
        _ => "",
    }
}

impl RecordError {
    /// Returns where the mistake is.
    #[must_use]
    pub const fn span(&self) -> &Span {
        match self {
            Self::UnknownCharacter { at, .. }
            | Self::HalfMove { at, .. }
            | Self::Illegal(_, at)
            | Self::Position(_, at)
            | Self::NoHistory(at)
            | Self::TooLong(at) => at,
        }
    }

    /// Returns a name for what is wrong, for programs: `unknown_character`, `half_move`, `cell_taken`, `doubled_cell`,
    /// `measurement_due`, `no_measurement_due`, `not_a_choice`, `game_over`, `position`, `no_history` or `too_long`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnknownCharacter { .. } => "unknown_character",
            Self::HalfMove { .. } => "half_move",
            Self::Position(..) => "position",
            Self::NoHistory(_) => "no_history",
            Self::TooLong(_) => "too_long",
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

    /// Returns the byte column of the mistake, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.span().bytes.start + 1
    }
}

impl Found {
    /// Says what a text begins with.
    pub(super) fn at_the_start_of(text: &[u8]) -> Self {
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

    /// Returns how many bytes it takes.
    pub(super) const fn len(self) -> usize {
        match self {
            Self::End => 0,
            Self::Space | Self::Byte(_) => 1,
            Self::Char(c) => c.len_utf8(),
            Self::Pair([a, b]) => a.len_utf8() + b.len_utf8(),
        }
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

//! Errors in the text of a game, with their places.

use std::ops::Range;

use super::MAX_TEXT;
use super::notation::Notation;
use crate::{Action, Cell, CellSet, Position, PositionError, RuleError};

/// An error in the text of a game. The message says what is wrong and what would be valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}{}", notation.note())]
pub struct GameError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The wrong bytes, counted from 0: at least one in a record, and the whole text if it is a position.
    pub bytes: Range<usize>,
    /// The part of the game in which the error is.
    pub place: Place,
    /// How the text writes cells.
    pub(super) notation: Notation,
}

impl GameError {
    /// Returns the column where the error begins, in bytes, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.bytes.start + 1
    }

    /// Creates an error in a text as a whole.
    pub(crate) const fn in_text(kind: ErrorKind, bytes: Range<usize>) -> Self {
        Self {
            kind,
            bytes,
            place: Place::Text,
            notation: Notation::Letters,
        }
    }

    /// Returns the error as it is in a text with more bytes before this one.
    pub(crate) fn after(mut self, bytes: usize) -> Self {
        self.bytes.start += bytes;
        self.bytes.end += bytes;
        self
    }
}

/// What is wrong in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that is neither a cell nor a mark.
    #[error("expected {expected}, found {found}")]
    UnknownCharacter {
        /// What is valid in its place, in English.
        expected: String,
        /// The character, or a byte that isn't UTF-8, in English.
        found: String,
    },

    /// A carriage return without a line feed, which other programs read as the end of a line.
    #[error(
        r"expected a line feed after the carriage return; to convert line endings, use tr '\r' '\n'"
    )]
    LoneCarriageReturn,

    /// A cell without a second one directly after it.
    #[error("expected a second cell directly after {cell}, found {found}; free cells: {free}")]
    HalfMove {
        /// The first cell.
        cell: Cell,
        /// What follows it, in English.
        found: String,
        /// The free cells that can be the second one.
        free: CellSet,
    },

    /// A step of a state string that can't be read, or contradicts the steps before it: what is expected
    /// instead, in English.
    #[error("expected {0}")]
    StateString(String),

    /// An illegal action.
    #[error(transparent)]
    Rule(RuleError),

    /// Text that looks like a position, but isn't one.
    #[error(transparent)]
    Position(PositionError),

    /// A position where a record is required.
    #[error("expected a record, not a position, because a position has no history")]
    NoHistory,

    /// A link without a game.
    #[error("this link contains no game")]
    NoGame,

    /// A text of more than 64 KiB.
    #[error("the record is longer than {} KiB", MAX_TEXT >> 10)]
    TooLong,
}

impl ErrorKind {
    /// Returns the name of the kind for programs, for example `half_move`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnknownCharacter { .. } | Self::LoneCarriageReturn => "unknown_character",
            Self::HalfMove { .. } => "half_move",
            Self::Rule(RuleError::CellTaken { .. }) => "cell_taken",
            Self::Rule(RuleError::DoubledCell { .. }) => "doubled_cell",
            Self::Rule(RuleError::MeasurementDue { .. }) => "measurement_due",
            Self::Rule(RuleError::NoMeasurementDue { .. }) => "no_measurement_due",
            Self::Rule(RuleError::NotAChoice { .. }) => "not_a_choice",
            Self::Rule(RuleError::GameOver(_)) => "game_over",
            Self::StateString(_) => "state_string",
            Self::Position(_) => "position",
            Self::NoHistory => "no_history",
            Self::NoGame => "no_game",
            Self::TooLong => "too_long",
        }
    }
}

/// Describes what is at the start of a text, and returns its length in bytes.
pub(super) fn found_at_start(text: &[u8]) -> (String, usize) {
    let Some(chunk) = text.utf8_chunks().next() else {
        return ("the end of the record".to_string(), 0);
    };
    let Some(c) = chunk.valid().chars().next() else {
        return (format!("the byte 0x{:02x}", text[0]), 1);
    };
    let quoted = format!("{:?}", c.to_string());
    let found = match c {
        _ if c.is_ascii_whitespace() => "whitespace".to_string(),
        _ if c.is_ascii_graphic() => quoted,
        // The character can be invisible, or look like a cell, for example the Cyrillic letter А.
        _ => format!("{quoted} (U+{:04X})", u32::from(c)),
    };
    (found, c.len_utf8())
}

/// The part of a game in which an error is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The move with this number, 1 to 10, or a measurement before the first move.
    Move(u8),
    /// A measurement after the move with this number, 1 to 9.
    MeasurementAfter(u8),
    /// The text as a whole: it is a position, a link, or not a text of one line.
    Text,
}

impl Place {
    /// Returns the place of the move that follows a position.
    pub(super) const fn next_move(position: &Position) -> Self {
        Self::Move(position.move_count() + 1)
    }

    /// Returns the place of an action that follows a position.
    pub(super) const fn of(action: Action, position: &Position) -> Self {
        match (action, position.move_count()) {
            (Action::Measure(_), last @ 1..) => Self::MeasurementAfter(last),
            _ => Self::next_move(position),
        }
    }

    /// Returns the number of the move; for a measurement, of the move before it; `None` for the text as a whole.
    #[must_use]
    pub const fn move_number(self) -> Option<u8> {
        match self {
            Self::Move(number) | Self::MeasurementAfter(number) => Some(number),
            Self::Text => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    const KINDS: usize = 13;

    /// Numbers the kinds. A new kind does not compile here: give it the next number, and raise `KINDS`.
    const fn number(kind: &ErrorKind) -> usize {
        match kind {
            ErrorKind::UnknownCharacter { .. } | ErrorKind::LoneCarriageReturn => 0,
            ErrorKind::HalfMove { .. } => 1,
            ErrorKind::StateString(_) => 2,
            ErrorKind::Rule(RuleError::CellTaken { .. }) => 3,
            ErrorKind::Rule(RuleError::DoubledCell { .. }) => 4,
            ErrorKind::Rule(RuleError::MeasurementDue { .. }) => 5,
            ErrorKind::Rule(RuleError::NoMeasurementDue { .. }) => 6,
            ErrorKind::Rule(RuleError::NotAChoice { .. }) => 7,
            ErrorKind::Rule(RuleError::GameOver(_)) => 8,
            ErrorKind::Position(_) => 9,
            ErrorKind::NoHistory => 10,
            ErrorKind::NoGame => 11,
            ErrorKind::TooLong => 12,
        }
    }

    #[test]
    fn every_kind_of_error_has_a_row_with_an_example_in_the_documentation() {
        let page = include_str!("../../../docs/output.md");
        let (_, table) = page
            .split_once("\n| kind | meaning |\n| --- | --- |\n")
            .expect("a table");
        let (table, _) = table.split_once("\n\n").expect("an end");
        let mut rows = [0; KINDS];
        for row in table.lines() {
            let example = match row.rsplit_once(": `") {
                Some((_, example)) => example.trim_end_matches("` |").to_string(),
                // The example would be too long for the documentation.
                None => " ".repeat(100_000),
            };
            let error = example.parse::<Record>().expect_err(row);
            assert!(row.starts_with(&format!("| `{}` | ", error.kind.name())));
            rows[number(&error.kind)] += 1;
        }
        assert_eq!(rows, [1; KINDS]);
    }
}

//! The notations of actions, and all that differs between them: docs/notation.md describes them.

use std::ops::Range;

use super::SEPARATORS;
use super::error::{ErrorKind, found_at_start};
use crate::{Action, Cell, CellSet, Mark, Position, RuleError, Status};

/// How actions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::quantum) enum Notation {
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: numbers in reading order. When a measurement is due, a
    /// digit is a mark.
    Numbers,
    /// `AB BE DE AE 4`: every digit is a measurement.
    Letters,
}

impl Notation {
    /// Decides the notation of a record by its beginning.
    #[inline]
    pub(in crate::quantum) fn of(record: &[u8]) -> Self {
        match record.trim_ascii_start() {
            [b'0'..=b'9', ..] => Self::Numbers,
            _ => Self::Letters,
        }
    }

    /// Reads the token at the start of a text and returns its action and its length: a cell or a mark is one byte.
    /// Returns `None` if the text doesn't begin with a token.
    #[inline]
    pub(super) fn token(self, position: &Position, text: &[u8]) -> Option<(Action, usize)> {
        let first = text.first();
        let is_mark = match self {
            Self::Numbers => matches!(position.status(), Status::Measure { .. }),
            Self::Letters => self.cell(first).is_none(),
        };
        if is_mark {
            return Some((Action::Measure(Mark::from_digit(*first?)?), 1));
        }
        Some((Action::Move(self.cell(first)?, self.cell(text.get(1))?), 2))
    }

    #[inline]
    fn cell(self, byte: Option<&u8>) -> Option<Cell> {
        match self {
            Self::Numbers => Cell::from_digit(*byte?),
            Self::Letters => Cell::from_letter(*byte?),
        }
    }

    /// Returns the error at the start of a text that doesn't begin with a token, and its bytes; a cell is one byte. A
    /// cell is half of a move if the text ends after it, or a separator or mark follows; otherwise, the character after
    /// it is unknown. Errors cover at least one byte.
    #[cold]
    pub(super) fn error(self, position: &Position, text: &[u8]) -> (ErrorKind, Range<usize>) {
        let Some(cell) = self.cell(text.first()) else {
            return self.unknown_character(position, text, 0);
        };
        let can_follow = |byte: &u8| {
            let is_mark = Mark::from_digit(*byte).is_some();
            is_mark || byte.is_ascii_whitespace() || SEPARATORS.contains(byte)
        };
        if !text.get(1).is_none_or(can_follow) {
            return self.unknown_character(position, text, 1);
        }
        // If the first cell is illegal, so is the move with any second cell.
        let kind = match position.after(Action::Move(cell, cell)) {
            Ok(_) | Err(RuleError::DoubledCell { .. }) => {
                let free = position.free();
                let others = free - CellSet::EMPTY.with(cell);
                ErrorKind::HalfMove {
                    cell,
                    found: found_at_start(&text[1..]).0,
                    free: if others.is_empty() { free } else { others },
                }
            }
            Err(rule) => ErrorKind::Rule(rule),
        };
        (kind, 0..1)
    }

    /// Returns the error of an unknown character at a place in a text, and its bytes.
    fn unknown_character(
        self,
        position: &Position,
        text: &[u8],
        at: usize,
    ) -> (ErrorKind, Range<usize>) {
        let expected = match (position.status(), self) {
            (Status::Move(_), Self::Numbers) => "a cell (1 to 9)".to_string(),
            (Status::Move(_), Self::Letters) => "a cell (A to I) or a mark (1 to 9)".to_string(),
            (Status::Measure { cell, choices, .. }, _) => {
                format!("a measurement ({cell} becomes {choices})")
            }
            (Status::Over, _) => "the end of the record (the game is over)".to_string(),
        };
        let (found, len) = found_at_start(&text[at..]);
        let kind = ErrorKind::UnknownCharacter { expected, found };
        (kind, at..at + len)
    }

    /// Returns the end of each message: like all output, messages use letters for cells.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Numbers => "; cells 1 to 9 are A to I",
            Self::Letters => "",
        }
    }
}

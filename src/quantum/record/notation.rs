//! The notations of actions, and all that differs between them: docs/notation.md describes them.

use std::ops::Range;

use super::SEPARATORS;
use super::error::{ErrorKind, Expected, Found};
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

    /// Reads the token at the start of a text and returns its action and its length, at least one byte; `None` if there
    /// is not a token.
    #[inline]
    pub(super) fn token(self, position: &Position, text: &[u8]) -> Option<(Action, usize)> {
        let is_mark = match self {
            Self::Numbers => matches!(position.status(), Status::Measure { .. }),
            Self::Letters => self.cell(text).is_none(),
        };
        if is_mark {
            let (mark, len) = self.mark(text)?;
            return Some((Action::Measure(mark), len));
        }
        let (first, len) = self.cell(text)?;
        let (second, len_of_second) = self.cell(&text[len..])?;
        Some((Action::Move(first, second), len + len_of_second))
    }

    /// Returns the cell at the start of a text and its length in bytes.
    #[inline]
    fn cell(self, text: &[u8]) -> Option<(Cell, usize)> {
        let &byte = text.first()?;
        let cell = match self {
            Self::Numbers => Cell::from_digit(byte),
            Self::Letters => Cell::from_letter(byte),
        };
        Some((cell?, 1))
    }

    /// Returns the mark at the start of a text and its length in bytes.
    #[inline]
    fn mark(self, text: &[u8]) -> Option<(Mark, usize)> {
        Some((Mark::from_digit(*text.first()?)?, 1))
    }

    /// Returns the bytes of a token that break a rule, counted from its start.
    pub(super) fn illegal_bytes(
        self,
        token: &[u8],
        action: Action,
        rule: RuleError,
    ) -> Range<usize> {
        match (rule, action, self.cell(token)) {
            // Only the cell that isn't free is wrong.
            (RuleError::CellTaken { cell, .. }, Action::Move(a, _), Some((_, len))) => {
                if cell == a { 0..len } else { len..token.len() }
            }
            _ => 0..token.len(),
        }
    }

    /// Returns the error at the start of a text without a token there, and its bytes. A cell is half of a move if the
    /// text ends after it, or a separator or mark follows; otherwise, the character after it is unknown. Errors cover
    /// at least one byte.
    #[cold]
    pub(super) fn error(self, position: &Position, text: &[u8]) -> (ErrorKind, Range<usize>) {
        let Some((cell, len)) = self.cell(text) else {
            return self.unknown_character(position, text, 0);
        };
        let rest = &text[len..];
        let separates = |byte: &u8| byte.is_ascii_whitespace() || SEPARATORS.contains(byte);
        if !rest.first().is_none_or(separates) && self.mark(rest).is_none() {
            return self.unknown_character(position, text, len);
        }
        // If the first cell is illegal, so is the move with any second cell.
        let kind = match position.after(Action::Move(cell, cell)) {
            Ok(_) | Err(RuleError::DoubledCell { .. }) => {
                let free = position.free();
                let others = free - CellSet::EMPTY.with(cell);
                ErrorKind::HalfMove {
                    cell,
                    found: Found::at_start(rest),
                    free: if others.is_empty() { free } else { others },
                }
            }
            Err(rule) => ErrorKind::Rule(rule),
        };
        (kind, 0..len)
    }

    /// Returns the error of an unknown character at a place in a text, and its bytes.
    fn unknown_character(
        self,
        position: &Position,
        text: &[u8],
        at: usize,
    ) -> (ErrorKind, Range<usize>) {
        let expected = match (position.status(), self) {
            (Status::Move(_), Self::Numbers) => Expected::CellAsDigit,
            (Status::Move(_), Self::Letters) => Expected::CellOrMark,
            (Status::Measure { cell, choices, .. }, _) => Expected::Measurement { cell, choices },
            (Status::Over, _) => Expected::End,
        };
        let found = Found::at_start(&text[at..]);
        let kind = ErrorKind::UnknownCharacter { expected, found };
        (kind, at..at + found.len())
    }

    /// Returns the end of each message: like all output, messages use letters for cells.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Numbers => "; cells 1 to 9 are A to I",
            Self::Letters => "",
        }
    }
}

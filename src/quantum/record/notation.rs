//! The notations of records, and all that differs between them. [`Record`](crate::Record) describes them.

mod goff;

use std::ops::Range;

use super::SEPARATORS;
use crate::{Action, Cell, CellSet, ErrorKind, GameError, Mark, Position, RuleError, Status};

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::quantum) enum Notation {
    /// `X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2)`, a state string of Goff's page of 2026
    /// (github.com/aldgoff/paradigmsage): steps, separated by semicolons.
    Goff,
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
            start if goff::begins(start) => Self::Goff,
            _ => Self::Letters,
        }
    }

    /// Returns the part of a record that contains actions. It begins where the record does, because errors count bytes
    /// from there.
    pub(super) fn actions(self, record: &[u8]) -> &[u8] {
        match self {
            Self::Goff => goff::without_score(record),
            Self::Numbers | Self::Letters => record,
        }
    }

    /// Reads the token at the start of a text and returns its action and its length, at least one byte; `None` if there
    /// is not a token.
    #[inline]
    pub(super) fn token(self, position: &Position, text: &[u8]) -> Option<(Action, usize)> {
        let is_mark = match self {
            Self::Goff => return goff::token(position, text),
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

    /// Returns the cell at the start of a text and its length in bytes. State strings have no cells outside their
    /// steps.
    #[inline]
    fn cell(self, text: &[u8]) -> Option<(Cell, usize)> {
        let &byte = text.first()?;
        let cell = match self {
            Self::Goff => None,
            Self::Numbers => Cell::from_digit(byte),
            Self::Letters => Cell::from_letter(byte),
        };
        Some((cell?, 1))
    }

    /// Returns the mark at the start of a text and its length in bytes.
    #[inline]
    fn mark(self, text: &[u8]) -> Option<(Mark, usize)> {
        match self {
            Self::Goff => None,
            Self::Numbers | Self::Letters => Some((Mark::from_digit(*text.first()?)?, 1)),
        }
    }

    /// Returns the bytes of the two cells of a move, counted from the start of its token.
    pub(super) fn cells(self, token: &[u8]) -> [Range<usize>; 2] {
        match self.cell(token) {
            Some((_, len)) => [0..len, len..token.len()],
            None => [0..token.len(), 0..token.len()],
        }
    }

    /// Returns the error at the start of a text without a token there. A cell is half of a move if the text ends after
    /// it, or a separator or mark follows; otherwise, the character after it is unknown. Errors cover at least one byte.
    #[cold]
    pub(super) fn error(self, position: &Position, text: &[u8]) -> GameError {
        let expected = match self {
            Self::Goff => return goff::error(position, text),
            Self::Numbers => "a cell (1 to 9)",
            Self::Letters => "a cell (A to I) or a mark (1 to 9)",
        };
        let Some((cell, len)) = self.cell(text) else {
            return unknown_character(position, text, 0, expected);
        };
        let rest = &text[len..];
        let separates = |byte: &u8| byte.is_ascii_whitespace() || SEPARATORS.contains(byte);
        if !rest.first().is_none_or(separates) && self.mark(rest).is_none() {
            return unknown_character(position, text, len, expected);
        }
        // If the first cell is illegal, so is the move with any second cell.
        let (kind, message) = match position.after(Action::Move(cell, cell)) {
            Ok(_) | Err(RuleError::DoubledCell { .. }) => {
                let free = position.free();
                let others = free - CellSet::EMPTY.with(cell);
                let seconds = if others.is_empty() { free } else { others };
                let found = found(rest).0;
                let message = format!(
                    "expected a second cell directly after {cell}, found {found}; free cells: {seconds}"
                );
                (ErrorKind::HalfMove, message)
            }
            Err(rule) => (ErrorKind::Rule(rule), rule.to_string()),
        };
        GameError::new(kind, message, 0..len)
    }

    /// Returns the end of each message: like all output, messages use letters for cells.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Goff | Self::Numbers => "; cells 1 to 9 are A to I",
            Self::Letters => "",
        }
    }
}

fn unknown_character(position: &Position, text: &[u8], at: usize, expected: &str) -> GameError {
    let expected = match position.status() {
        Status::Move(_) => expected,
        Status::Measure { cell, choices, .. } => {
            &format!("a measurement ({choices}, to fill {cell})")
        }
        Status::Over => "the end of the record (the game is over)",
    };
    let (found, len) = found(&text[at..]);
    let message = format!("expected {expected}, found {found}");
    GameError::new(ErrorKind::UnknownCharacter, message, at..at + len)
}

/// Describes the first character of the text, for example `"J"`, `whitespace`, or `the end of the record`, and returns
/// its length in bytes.
fn found(text: &[u8]) -> (String, usize) {
    let Some(&byte) = text.first() else {
        return ("the end of the record".to_string(), 0);
    };
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let found = match valid.chars().next() {
        Some(c) if c.is_ascii_whitespace() => "whitespace".to_string(),
        Some(c) if c.is_ascii_graphic() => format!("{:?}", c.to_string()),
        // The character can be invisible, or look like a cell, for example the Cyrillic letter А.
        Some(c) => {
            let found = format!("{:?} (U+{:04X})", c.to_string(), u32::from(c));
            return (found, c.len_utf8());
        }
        None => format!("the byte 0x{byte:02x}"),
    };
    (found, 1)
}

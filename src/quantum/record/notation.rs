//! The notations of records, and all that differs between them. [`Record`](crate::Record) describes them.

mod goff;
mod short;

use std::ops::Range;

use crate::{Action, Cell, GameError, Position, Status};

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
    /// Every notation. A record is in the first one in which it [begins](Self::begins).
    pub(in crate::quantum) const ALL: [Self; 3] = [Self::Goff, Self::Numbers, Self::Letters];

    /// Returns `true` if a record that begins with this text can be in this notation.
    pub(in crate::quantum) fn begins(self, text: &[u8]) -> bool {
        match self {
            Self::Goff => goff::begins(text),
            Self::Numbers => text.first().is_some_and(u8::is_ascii_digit),
            Self::Letters => true,
        }
    }

    /// Returns the part of a record that contains actions.
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
        match self {
            Self::Goff => goff::token(position, text),
            Self::Numbers => {
                let is_mark = !matches!(position.status(), Status::Move(_));
                short::token(text, Cell::from_digit, is_mark)
            }
            Self::Letters => {
                let is_mark = Cell::from_letter(text[0]).is_none();
                short::token(text, Cell::from_letter, is_mark)
            }
        }
    }

    /// Returns the bytes of the two cells of a move, counted from the start of its token.
    pub(super) fn cells(self, token: &[u8]) -> [Range<usize>; 2] {
        match self {
            Self::Goff => [0..token.len(), 0..token.len()],
            Self::Numbers | Self::Letters => [0..1, 1..2],
        }
    }

    /// Returns the error at the start of a text without a token there.
    #[cold]
    pub(super) fn error(self, position: &Position, text: &[u8]) -> GameError {
        match self {
            Self::Goff => goff::error(position, text),
            Self::Numbers => {
                let first = Cell::from_digit(text[0]);
                short::error(position, text, first, "a cell (1 to 9)")
            }
            Self::Letters => {
                let first = Cell::from_letter(text[0]);
                short::error(position, text, first, "a cell (A to I) or a mark (1 to 9)")
            }
        }
    }

    /// Returns the end of each message: like all output, messages use letters for cells.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Goff | Self::Numbers => "; cells 1 to 9 are A to I",
            Self::Letters => "",
        }
    }
}

//! The notations of records: letters, numbers, and state strings.

use std::ops::Range;

use super::state_string;
use crate::quantum::{
    action::Action,
    cell::Cell,
    mark::Mark,
    position::{Position, Status},
};

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// `AB BE DE AE 4`: every digit is a measurement.
    Letters,
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: numbers in reading order. When a measurement is due, a
    /// digit is a mark.
    Numbers,
    /// `X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2)`, a [state string](state_string) of Goff's page.
    StateString,
}

/// An action and its location in the text.
pub(super) struct Token {
    pub(super) action: Action,
    /// The location: at least one byte.
    pub(super) bytes: Range<usize>,
}

impl Notation {
    /// Returns the notation of a whole record. Text that is not a record counts as letters.
    pub(super) fn of(text: &[u8]) -> Self {
        let start = text.trim_ascii_start();
        // The first word of a position contains slashes.
        let is_position = || {
            let mut words = start.split(u8::is_ascii_whitespace);
            words.next().is_some_and(|word| word.contains(&b'/'))
        };
        match start {
            [b'0'..=b'9', ..] if !is_position() => Self::Numbers,
            [b'X' | b'x', ..] if state_string::begins(start) => Self::StateString,
            _ => Self::Letters,
        }
    }

    pub(super) const fn cell(self, byte: u8) -> Option<Cell> {
        match self {
            Self::Letters => Cell::from_letter(byte),
            Self::Numbers | Self::StateString => {
                Cell::from_index((byte as usize).wrapping_sub(b'1' as usize))
            }
        }
    }

    /// Reads the token that begins at `at`; `None` if the text there isn't a token.
    #[inline]
    pub(super) fn token(self, position: &Position, text: &[u8], at: usize) -> Option<Token> {
        match self {
            Self::Letters | Self::Numbers => self.short_token(position, text, at),
            Self::StateString => state_string::token(position, text, at).ok(),
        }
    }

    /// Reads a token of one or two bytes.
    #[inline]
    fn short_token(self, position: &Position, text: &[u8], at: usize) -> Option<Token> {
        let is_mark_next = match self {
            Self::Letters => Cell::from_letter(text[at]).is_none(),
            _ => !matches!(position.status(), Status::Move(_)),
        };
        let (action, len) = if is_mark_next {
            (Action::Measure(Mark::from_digit(text[at])?), 1)
        } else {
            let second = *text.get(at + 1)?;
            (Action::Move(self.cell(text[at])?, self.cell(second)?), 2)
        };
        Some(Token {
            action,
            bytes: at..at + len,
        })
    }
}

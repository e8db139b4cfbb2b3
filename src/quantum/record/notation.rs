//! The notations of records: letters, numbers, and state strings.

use super::state_string;
use crate::{Action, Cell, Mark, Position, Status};

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::quantum) enum Notation {
    /// `AB BE DE AE 4`: every digit is a measurement.
    Letters,
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: numbers in reading order. When a measurement is due, a
    /// digit is a mark.
    Numbers,
    /// `X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2)`, a [state string](state_string) of Goff's page.
    StateString,
}

impl Notation {
    pub(super) const fn cell(self, byte: u8) -> Option<Cell> {
        match self {
            Self::Letters => Cell::from_letter(byte),
            Self::Numbers | Self::StateString => Cell::from_digit(byte),
        }
    }

    /// Reads the token that begins at `at` and returns its action and its length, at least one byte; `None` if the text
    /// there isn't a token.
    #[inline]
    pub(super) fn token(
        self,
        position: &Position,
        text: &[u8],
        at: usize,
    ) -> Option<(Action, usize)> {
        let is_mark_next = match self {
            Self::Letters => Cell::from_letter(text[at]).is_none(),
            Self::Numbers => !matches!(position.status(), Status::Move(_)),
            Self::StateString => return state_string::token(position, &text[at..]),
        };
        Some(if is_mark_next {
            (Action::Measure(Mark::from_digit(text[at])?), 1)
        } else {
            let second = *text.get(at + 1)?;
            (Action::Move(self.cell(text[at])?, self.cell(second)?), 2)
        })
    }
}

//! The notations of a record: what people bring is translated into actions here.

use crate::quantum::{
    action::Action,
    cell::Cell,
    mark::Mark,
    position::{Position, Status},
};

#[derive(Clone, Copy)]
pub(super) enum Notation {
    /// `AB BE DE AE 4`: cells are letters, and every digit is a measurement.
    Letters,
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: cells are numbers in reading order. When a measurement
    /// is due, a digit is a mark.
    Numbers,
    /// `X1+(1,2); O2+(2,5)`.
    StateString,
}

impl Notation {
    /// Returns the notation of a whole record. Texts that are not records count as letters.
    pub(super) fn of(text: &[u8]) -> Self {
        match text.trim_ascii_start() {
            start @ [b'0'..=b'9', ..] => {
                let mut word = start.split(u8::is_ascii_whitespace);
                // A position has slashes in its first word.
                let is_position = word.next().is_some_and(|word| word.contains(&b'/'));
                if is_position {
                    Self::Letters
                } else {
                    Self::Numbers
                }
            }
            start @ [b'X' | b'x', ..] => {
                let bytes = start.iter().filter(|byte| !byte.is_ascii_whitespace());
                if bytes.take(4).map(u8::to_ascii_uppercase).eq(*b"X1+(") {
                    Self::StateString
                } else {
                    Self::Letters
                }
            }
            _ => Self::Letters,
        }
    }

    /// Returns the cell that a character stands for.
    pub(super) const fn cell(self, byte: u8) -> Option<Cell> {
        match self {
            Self::Letters => Cell::from_letter(byte),
            Self::Numbers | Self::StateString => match Mark::from_digit(byte) {
                Some(mark) => Cell::from_index(mark.index()),
                None => None,
            },
        }
    }

    /// Parses the action that `text` begins with, or returns `None` if there is none.
    #[inline]
    pub(super) fn action(self, position: &Position, text: &[u8]) -> Option<Action> {
        let is_mark_next = match self {
            Self::Letters => Cell::from_letter(text[0]).is_none(),
            Self::Numbers | Self::StateString => !matches!(position.status(), Status::Move(_)),
        };
        if is_mark_next {
            return Mark::from_digit(text[0]).map(Action::Measure);
        }
        let second = *text.get(1)?;
        Some(Action::Move(self.cell(text[0])?, self.cell(second)?))
    }
}

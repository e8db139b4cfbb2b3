//! The names of cells in a record: letters or numbers.

use crate::quantum::{
    action::Action,
    cell::Cell,
    mark::Mark,
    position::{Position, Status},
};

#[derive(Clone, Copy)]
pub(super) enum CellNames {
    /// `AB BE DE AE 4`: every digit is a measurement.
    Letters,
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: numbers in reading order. When a measurement is due, a
    /// digit is a mark.
    Numbers,
}

impl CellNames {
    /// Returns the names in a whole record. Texts that are not records count as letters.
    pub(super) fn of(text: &[u8]) -> Self {
        let start = text.trim_ascii_start();
        // A position has slashes in its first word.
        let is_position = || {
            let mut words = start.split(u8::is_ascii_whitespace);
            words.next().is_some_and(|word| word.contains(&b'/'))
        };
        match start {
            [b'0'..=b'9', ..] if !is_position() => Self::Numbers,
            _ => Self::Letters,
        }
    }

    pub(super) const fn cell(self, byte: u8) -> Option<Cell> {
        match self {
            Self::Letters => Cell::from_letter(byte),
            Self::Numbers => Cell::from_index((byte as usize).wrapping_sub(b'1' as usize)),
        }
    }

    /// Parses the action that `text` begins with, or returns `None` if there is none.
    #[inline]
    pub(super) fn action(self, position: &Position, text: &[u8]) -> Option<Action> {
        let is_mark_next = match self {
            Self::Letters => Cell::from_letter(text[0]).is_none(),
            Self::Numbers => !matches!(position.status(), Status::Move(_)),
        };
        if is_mark_next {
            return Mark::from_digit(text[0]).map(Action::Measure);
        }
        let second = *text.get(1)?;
        Some(Action::Move(self.cell(text[0])?, self.cell(second)?))
    }
}

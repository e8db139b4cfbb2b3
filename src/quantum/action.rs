//! What a player can do, and its text.

use std::fmt::{self, Write};

use super::{cell::Cell, mark::Mark};

/// Something a player can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Entangle two cells, in either order; the same cell twice if it is the last free one.
    Move(Cell, Cell),
    /// Have the first cell of the cycle filled by this mark.
    Measure(Mark),
}

impl Action {
    /// Reads the action at the beginning of a text.
    #[inline]
    pub(super) fn read(text: &[u8]) -> Result<Self, TokenError> {
        let cell_at = |at: usize| text.get(at).copied().and_then(Cell::from_letter);
        match (cell_at(0), cell_at(1)) {
            (Some(a), Some(b)) => Ok(Self::Move(a, b)),
            (Some(a), None) => Err(TokenError::HalfMove(a)),
            (None, _) => match text.first().copied().and_then(Mark::from_digit) {
                Some(mark) => Ok(Self::Measure(mark)),
                None => Err(TokenError::UnknownCharacter),
            },
        }
    }

    /// Appends the action as records write it, and a space. Formatting would take half of the time that a game takes.
    pub(crate) fn append_to(self, text: &mut Vec<u8>) {
        match self {
            Self::Move(a, b) => text.extend_from_slice(&[a.letter() as u8, b.letter() as u8, b' ']),
            Self::Measure(mark) => text.extend_from_slice(&[mark.digit() as u8, b' ']),
        }
    }

    /// Returns how many bytes the action takes in a record: 2 for a move, 1 for a measurement.
    pub(super) const fn len(self) -> usize {
        match self {
            Self::Move(..) => 2,
            Self::Measure(_) => 1,
        }
    }
}

/// Why a text does not begin with an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenError {
    /// One cell only, where a move takes two.
    HalfMove(Cell),
    /// A character that is neither a cell nor a mark.
    UnknownCharacter,
}

/// Writes the action as records do: `AB` or `4`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(a, b) => {
                f.write_char(a.letter())?;
                f.write_char(b.letter())
            }
            Self::Measure(mark) => f.write_char(mark.digit()),
        }
    }
}

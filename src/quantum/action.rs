//! Actions of a player: moves and measurements, and their text.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use super::{
    cell::{Cell, ParseError},
    mark::Mark,
};

/// A move or a measurement.
///
/// `Move(B, A)` is the same move as `Move(A, B)`, but not equal to it: compare actions [in reading
/// order](Self::in_reading_order).
///
/// ```
/// use qttt::{Action, Position};
///
/// let action: Action = "BA".parse()?;
/// assert!(!Position::new().legal_actions().contains(&action));
/// assert!(Position::new().legal_actions().contains(&action.in_reading_order()));
/// # Ok::<(), qttt::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Entangles two cells, in either order, or the last free cell with itself.
    Move(Cell, Cell),
    /// Fills the alphabetically first cell of the cycle with this mark.
    Measure(Mark),
}

impl Action {
    /// Returns the same action, with the cells of a move in reading order, as in [`Position::legal_actions`].
    ///
    /// [`Position::legal_actions`]: crate::Position::legal_actions
    #[must_use]
    pub fn in_reading_order(self) -> Self {
        match self {
            Self::Move(a, b) => Self::Move(a.min(b), a.max(b)),
            Self::Measure(_) => self,
        }
    }
}

/// Writes the action as in a record: `AB` or `4`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(a, b) => write!(f, "{a}{b}"),
            Self::Measure(mark) => write!(f, "{mark}"),
        }
    }
}

/// Parses an action as in a record: `AB`, `ab`, or `4`.
impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let action = match *text.as_bytes() {
            [a, b] => Cell::from_letter(a)
                .zip(Cell::from_letter(b))
                .map(|(a, b)| Self::Move(a, b)),
            [digit] => Mark::from_digit(digit).map(Self::Measure),
            _ => None,
        };
        action.ok_or(ParseError("two cells, A to I, or a mark, 1 to 9"))
    }
}

/// Serializes as text: `AB` or `4`.
impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

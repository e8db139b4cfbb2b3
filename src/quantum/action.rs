//! Actions of a player: moves and measurements, and their text.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{cell::Cell, mark::Mark};

/// A move or a measurement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Entangles two cells, in either order, or the last free cell with itself.
    Move(Cell, Cell),
    /// Fills the alphabetically first cell of the cycle with this mark.
    Measure(Mark),
}

impl Action {
    /// Returns the text of several actions, as in a record: `AB BE DE AE 4`.
    #[must_use]
    pub fn join(actions: impl IntoIterator<Item = Self>) -> String {
        // This is enough for every game. The text is built from bytes, because `write!` would take as long as playing
        // the actions.
        let mut text = Vec::with_capacity(48);
        for action in actions {
            // The next action is unpredictable, and copying three bytes of any takes no branch.
            let [a, b] = action.bytes();
            text.extend_from_slice(&[a, b, b' ']);
            text.truncate(text.len() - 2 + action.len());
        }
        text.pop();
        String::from_utf8(text).expect("actions are ASCII")
    }

    /// Returns the number of bytes of the action in a record: 2 for a move, 1 for a measurement.
    pub(super) const fn len(self) -> usize {
        match self {
            Self::Move(..) => 2,
            Self::Measure(_) => 1,
        }
    }

    /// Returns the action as in a record, followed by a space if it has one byte.
    const fn bytes(self) -> [u8; 2] {
        match self {
            Self::Move(a, b) => [a.letter() as u8, b.letter() as u8],
            Self::Measure(mark) => [mark.digit() as u8, b' '],
        }
    }

    fn text(self, buffer: &mut [u8; 2]) -> &str {
        *buffer = self.bytes();
        str::from_utf8(&buffer[..self.len()]).expect("actions are ASCII")
    }
}

/// Writes the action as in a record: `AB` or `4`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(&mut [0; 2]))
    }
}

/// Serializes as text: `AB` or `4`.
impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // `collect_str` would take several times as long.
        serializer.serialize_str(self.text(&mut [0; 2]))
    }
}

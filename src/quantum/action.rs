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
        // This is enough for every game.
        let mut text = String::with_capacity(48);
        for action in actions {
            if !text.is_empty() {
                text.push(' ');
            }
            match action {
                Self::Move(a, b) => {
                    text.push(a.letter());
                    text.push(b.letter());
                }
                Self::Measure(mark) => text.push(mark.digit()),
            }
        }
        text
    }
}

/// Writes the action as in a record: `AB` or `4`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::join([*self]))
    }
}

/// Serializes as text: `AB` or `4`.
impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Self::join([*self]))
    }
}

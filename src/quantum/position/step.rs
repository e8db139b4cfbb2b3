//! Actions with the positions around them.

use super::{Position, Status};
use crate::{Action, Cell, Mark, Player};

/// An action with the positions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The position before the action.
    pub before: Position,
    /// The action.
    pub action: Action,
    /// The position after the action.
    pub after: Position,
}

impl Step {
    /// Returns the player who acted.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.before.next_to_move()
    }

    /// Iterates over the marks that the action made classical, each with its cell, in the order of the cells.
    pub fn collapsed(&self) -> impl Iterator<Item = (Cell, Mark)> {
        let cells = self.before.free() - self.after.free();
        cells
            .iter()
            .filter_map(|cell| Some((cell, self.after.classical(cell)?)))
    }
}

impl Position {
    /// Returns the outcomes of the measurement, each with the chosen mark: two, or one for a doubled cell. If no
    /// measurement is due, the list is empty.
    #[must_use]
    pub fn outcomes(&self) -> Vec<(Mark, Step)> {
        let Status::Measure { choices, .. } = self.status() else {
            return Vec::new();
        };
        let outcome = |choice| {
            let action = Action::Measure(choice);
            let step = Step {
                before: *self,
                action,
                after: self.after(action).expect("a choice is legal"),
            };
            (choice, step)
        };
        choices.iter().map(outcome).collect()
    }
}

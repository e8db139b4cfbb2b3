//! The steps of a game.

use crate::{Action, Cell, Mark, Player, Position, RuleError, Status};

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
    /// Creates the step that an action makes from a position.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Position::act`] if the action is illegal.
    pub fn new(before: Position, action: Action) -> Result<Self, RuleError> {
        let after = before.after(action)?;
        Ok(Self {
            before,
            action,
            after,
        })
    }

    /// Returns the player who acted.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.before.actor()
    }

    /// Returns the number of the move, 1 to 9; for a measurement, of the move before it.
    #[must_use]
    pub const fn move_number(&self) -> u8 {
        self.after.moves()
    }

    /// Returns the cell that a measurement is named by, and the mark that was chosen for it; `None` for a move.
    #[must_use]
    pub fn chosen(&self) -> Option<(Cell, Mark)> {
        match (self.before.status(), self.action) {
            (Status::Measure { cell, .. }, Action::Measure(mark)) => Some((cell, mark)),
            _ => None,
        }
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
    /// Returns the measurements that can be made: two, or one for a doubled cell; none if no measurement is due.
    #[must_use]
    pub fn measurements(&self) -> Vec<Step> {
        let Status::Measure { choices, .. } = self.status() else {
            return Vec::new();
        };
        let step = |mark| Step::new(*self, Action::Measure(mark)).expect("a choice is legal");
        choices.iter().map(step).collect()
    }
}

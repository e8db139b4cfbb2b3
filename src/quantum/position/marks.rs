//! Spooky marks, their part in a measurement, and the marks that an action makes classical.

use crate::{Action, Cell, CellSet, Mark, Player, Position, Status};

/// A pair of spooky marks: their subscript, their cells, and their part in the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spooky {
    /// The subscript.
    pub mark: Mark,
    /// The two cells, or the last free cell twice.
    pub cells: [Cell; 2],
    /// The part in the measurement, if one is due.
    pub part: Part,
}

/// The part of a pair of spooky marks in a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// On the cycle: its classical mark depends on the choice.
    Cycle,
    /// Attached to the cycle: its classical mark is the same for either choice.
    Attached,
    /// In another component, or no measurement is due: the marks stay spooky.
    Free,
}

impl Position {
    /// Iterates over the spooky marks, the lowest subscript first.
    ///
    /// ```
    /// use qttt::{Part, Record};
    ///
    /// let position = "AB BC CD BC".parse::<Record>()?.position();
    /// let parts = position.spooky_marks().map(|spooky| spooky.part);
    /// assert!(parts.eq([Part::Attached, Part::Cycle, Part::Attached, Part::Cycle]));
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    pub fn spooky_marks(&self) -> impl Iterator<Item = Spooky> + use<> {
        let position = *self;
        let count = usize::from(self.moves()) + self.free().len() - 9;
        let cycle = self.cycle();
        let component = cycle
            .first()
            .map_or(CellSet::EMPTY, |cell| self.component_of(cell));
        let spooky = move |mark| {
            let cells = position.spooky(mark)?;
            // A component has only one cycle, so a mark with both cells on the cycle is part of it.
            let part = if cells.iter().all(|&cell| cycle.contains(cell)) {
                Part::Cycle
            } else if component.contains(cells[0]) {
                Part::Attached
            } else {
                Part::Free
            };
            Some(Spooky { mark, cells, part })
        };
        Mark::ALL.into_iter().filter_map(spooky).take(count)
    }
}

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

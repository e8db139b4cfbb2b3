//! What drawings show of a position, and what its own methods don't say.

use crate::{Action, Cell, CellSet, Mark, Position, Status, Step};

/// A pair of spooky marks: their subscript, their cells, and their part in the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spooky {
    /// The subscript.
    pub mark: Mark,
    /// The two cells, or the last free cell twice.
    pub cells: [Cell; 2],
    /// The part in the measurement that is due.
    pub part: Part,
}

/// The part of a pair of spooky marks in the measurement that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// On the cycle: its classical mark depends on the choice.
    Cycle,
    /// Attached to the cycle: its classical mark is the same for either choice.
    Attached,
    /// In another component, or no measurement is due: the marks stay spooky.
    Free,
}

/// Returns the spooky marks of a position, the lowest subscript first.
///
/// ```
/// use qttt::{Record, draw::{self, Part}};
///
/// let position = "AB BC CD BC".parse::<Record>()?.position();
/// let parts = draw::spooky_marks(&position).into_iter().map(|spooky| spooky.part);
/// assert!(parts.eq([Part::Attached, Part::Cycle, Part::Attached, Part::Cycle]));
/// # Ok::<(), qttt::RecordError>(())
/// ```
#[must_use]
pub fn spooky_marks(position: &Position) -> Vec<Spooky> {
    let cycle = position.cycle();
    let component = cycle
        .first()
        .map_or(CellSet::EMPTY, |cell| position.component_of(cell));
    let spooky = position.spooky_marks().map(|(mark, cells)| {
        // A component has only one cycle, so a mark with both cells on the cycle is part of it.
        let part = if cells.iter().all(|&cell| cycle.contains(cell)) {
            Part::Cycle
        } else if component.contains(cells[0]) {
            Part::Attached
        } else {
            Part::Free
        };
        Spooky { mark, cells, part }
    });
    spooky.collect()
}

pub(super) fn with_part(position: &Position, part: Part) -> Vec<Spooky> {
    let mut spooky = spooky_marks(position);
    spooky.retain(|spooky| spooky.part == part);
    spooky
}

/// Returns the outcomes of a measurement that is due, each with the mark that is chosen: two, or one for a doubled
/// cell; none if no measurement is due.
#[must_use]
pub fn outcomes(position: &Position) -> Vec<(Mark, Step)> {
    let Status::Measure { choices, .. } = position.status() else {
        return Vec::new();
    };
    let outcome = |choice| {
        let (before, action) = (*position, Action::Measure(choice));
        let after = before.after(action).expect("a choice is legal");
        let step = Step {
            before,
            action,
            after,
        };
        (choice, step)
    };
    choices.iter().map(outcome).collect()
}

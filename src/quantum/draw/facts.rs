//! What drawings show of a position, and what its own methods don't say.

use crate::{Action, Cell, CellSet, Mark, Player, Position, Status};

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
    let part_of = |cells: [Cell; 2]| {
        // A component has only one cycle, so a mark with both cells on the cycle is part of it.
        if cells.iter().all(|&cell| cycle.contains(cell)) {
            Part::Cycle
        } else if component.contains(cells[0]) {
            Part::Attached
        } else {
            Part::Free
        }
    };
    let spooky = position.spooky_marks().map(|(mark, cells)| Spooky {
        mark,
        cells,
        part: part_of(cells),
    });
    spooky.collect()
}

pub(super) fn with_part(position: &Position, part: Part) -> Vec<Spooky> {
    let mut spooky = spooky_marks(position);
    spooky.retain(|spooky| spooky.part == part);
    spooky
}

/// Iterates over the lines of three, X's first.
pub(super) fn lines(position: &Position) -> impl Iterator<Item = (Player, CellSet)> {
    let lines_of = |player| {
        let lines = position.cells_of(player).lines();
        lines.map(move |line| (player, line))
    };
    Player::ALL.into_iter().flat_map(lines_of)
}

/// An outcome of a measurement that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The first cell of the cycle.
    pub cell: Cell,
    /// The choice: the mark that fills it.
    pub choice: Mark,
    /// The marks that become classical, each with its cell, in the order of the cells.
    pub collapsed: Vec<(Cell, Mark)>,
    /// The position after it.
    pub after: Position,
}

/// Returns the two outcomes of a measurement that is due, or the only one; none if no measurement is due.
#[must_use]
pub fn outcomes(position: &Position) -> Vec<Outcome> {
    let Status::Measure { cell, choices, .. } = position.status() else {
        return Vec::new();
    };
    let outcome = |choice| {
        let after = position.after(Action::Measure(choice));
        let after = after.expect("a choice is legal");
        let is_new = |cell: &Cell| position.classical(*cell).is_none();
        let cells = Cell::ALL.into_iter().filter(is_new);
        Outcome {
            cell,
            choice,
            collapsed: cells
                .filter_map(|cell| Some((cell, after.classical(cell)?)))
                .collect(),
            after,
        }
    };
    choices.iter().map(outcome).collect()
}

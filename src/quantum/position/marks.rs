//! Spooky marks, and their part in a measurement.

use crate::{Cell, CellSet, Mark, Position};

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
        let classical = CellSet::FULL - self.free();
        let still_spooky = usize::from(self.moves) - classical.len();
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
        Mark::ALL.into_iter().filter_map(spooky).take(still_spooky)
    }
}

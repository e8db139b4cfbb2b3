//! Positions built from the places of their marks, without a history.

use super::{Position, PositionError, Spooky};
use crate::quantum::{
    cell::{Cell, Symmetry},
    mark::Mark,
    per_cell::PerCell,
};

/// The place of a mark.
#[derive(Clone, Copy)]
pub(in crate::quantum) enum Place {
    Classical(Cell),
    Spooky(Cell, Cell),
}

/// The place of each mark, by its subscript.
#[derive(Clone, Copy, Default)]
pub(in crate::quantum) struct Marks([Option<Place>; 9]);

impl Marks {
    pub(in crate::quantum) fn put(
        &mut self,
        mark: Mark,
        place: Place,
    ) -> Result<(), PositionError> {
        match self.0[mark.index()].replace(place) {
            Some(_) => Err(PositionError::Repeated(mark)),
            None => Ok(()),
        }
    }

    /// Builds the position, or returns why no game can lead to it.
    pub(in crate::quantum) fn into_position(self) -> Result<Position, PositionError> {
        let moves = self.0.iter().flatten().count();
        if let Some(missing) = self.0[..moves].iter().position(Option::is_none) {
            return Err(PositionError::Missing(Mark::ALL[missing]));
        }
        let mut position = Position::new();
        position.moves = moves as u8;
        let (mut classical, mut outcome) = (Vec::new(), PerCell::ZERO);
        for (mark, place) in Mark::ALL.into_iter().zip(self.0) {
            if let Some(Place::Classical(cell)) = place {
                outcome.exchange(cell, mark.number());
                classical.push(mark);
            }
        }
        // One measurement can make any number of classical marks, except one.
        if let [alone] = classical[..] {
            return Err(PositionError::Alone(alone));
        }
        position.add_classical(outcome);
        for (mark, place) in Mark::ALL.into_iter().zip(self.0) {
            if let Some(Place::Spooky(a, b)) = place {
                position.add_spooky(mark, a, b)?;
            }
        }
        Ok(position)
    }
}

impl Position {
    /// Returns the image of the position under a symmetry of the board.
    ///
    /// ```
    /// use qttt::{Record, Symmetry};
    ///
    /// let corner: Record = "AB".parse()?;
    /// let images = Symmetry::ALL.map(|symmetry| corner.position().transform(symmetry).to_string());
    /// assert_eq!(images[1], ".../.../... 1CF");
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        let mut marks = Marks::default();
        for cell in Cell::ALL {
            if let Some(mark) = self.classical(cell) {
                marks.0[mark.index()] = Some(Place::Classical(symmetry.apply(cell)));
            }
        }
        for Spooky { mark, cells, .. } in self.spooky_marks() {
            let [a, b] = cells.map(|cell| symmetry.apply(cell));
            marks.0[mark.index()] = Some(Place::Spooky(a, b));
        }
        marks
            .into_position()
            .expect("the image of a position that a game leads to is another")
    }

    /// Adds a spooky mark to a position that has the classical marks and the earlier spooky ones.
    fn add_spooky(&mut self, mark: Mark, a: Cell, b: Cell) -> Result<(), PositionError> {
        let free = self.free();
        let is_last = mark.number() == self.moves;
        if is_last && self.over {
            return Err(PositionError::AfterEnd(mark));
        }
        if !(free.contains(a) && free.contains(b)) || (a == b && free.len() > 1) {
            return Err(PositionError::Cells(mark, a, b));
        }
        self.collapse = self.entanglement.entangle(mark, a, b);
        if self.collapse.is_some() && !is_last {
            return Err(PositionError::OldCycle(mark));
        }
        Ok(())
    }
}

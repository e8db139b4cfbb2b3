//! Positions built from their marks, without a history.

use super::{Position, PositionError, Spooky};
use crate::quantum::{
    cell::{Cell, Symmetry},
    mark::Mark,
    per_cell::PerCell,
};

impl Position {
    /// Builds the position with these marks, or returns why no game can lead to it.
    pub(in crate::quantum) fn with_marks(
        classical: &[(Mark, Cell)],
        mut spooky: Vec<(Mark, [Cell; 2])>,
    ) -> Result<Self, PositionError> {
        let mut marks: Vec<Mark> = classical.iter().map(|&(mark, _)| mark).collect();
        marks.extend(spooky.iter().map(|&(mark, _)| mark));
        marks.sort_unstable();
        if let Some(pair) = marks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PositionError::Repeated(pair[0]));
        }
        let mut marks_and_moves = marks.iter().zip(Mark::ALL);
        if let Some((_, missing)) = marks_and_moves.find(|&(&mark, next)| mark != next) {
            return Err(PositionError::Missing(missing));
        }
        // One measurement can make any number of classical marks, except one.
        if let [(alone, _)] = *classical {
            return Err(PositionError::Alone(alone));
        }
        let mut position = Self {
            moves: marks.len() as u8,
            ..Self::new()
        };
        let mut outcome = PerCell::ZERO;
        for &(mark, cell) in classical {
            outcome.exchange(cell, mark.number());
        }
        position.add_classical(outcome);
        spooky.sort_unstable();
        for (mark, [a, b]) in spooky {
            position.add_spooky(mark, a, b)?;
        }
        Ok(position)
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

    /// Returns the image of the position under a symmetry of the board.
    ///
    /// ```
    /// use qttt::{Record, Symmetry};
    ///
    /// let corner: Record = "AB".parse()?;
    /// let images = Symmetry::ALL.map(|symmetry| corner.position().transform(symmetry).to_string());
    /// assert_eq!(images[1], ".../.../... 1CF");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |cell| symmetry.apply(cell);
        let classical = |cell| Some((self.classical(cell)?, image(cell)));
        let classical: Vec<_> = Cell::ALL.into_iter().filter_map(classical).collect();
        let spooky = |Spooky { mark, cells, .. }| (mark, cells.map(image));
        Self::with_marks(&classical, self.spooky_marks().map(spooky).collect())
            .expect("the image of a position that a game leads to is another")
    }
}

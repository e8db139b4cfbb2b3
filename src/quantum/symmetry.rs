//! The eight symmetries of the board, and what they make of cells and positions.

use super::{
    cell::{Cell, CellSet},
    position::Position,
};

/// One of the eight ways to turn or mirror the board onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry([Cell; 9]);

impl Symmetry {
    /// Every symmetry: the four turns, then the same after a mirror. The first is the identity.
    pub const ALL: [Self; 8] = {
        let mut all = [Self(Cell::ALL); 8];
        let mut k = 0;
        while k < 8 {
            let mut cell = 0;
            while cell < 9 {
                let (mut column, mut row) = (cell % 3, cell / 3);
                if k >= 4 {
                    column = 2 - column;
                }
                let mut quarter_turns = k % 4;
                while quarter_turns > 0 {
                    (column, row) = (2 - row, column);
                    quarter_turns -= 1;
                }
                all[k].0[cell] = Cell::ALL[3 * row + column];
                cell += 1;
            }
            k += 1;
        }
        all
    };

    /// Returns where `cell` ends up.
    #[must_use]
    pub const fn apply(self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }
}

impl Position {
    /// Returns the position on the turned or mirrored board.
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
        self.map_cells(|cell| symmetry.apply(cell))
    }
}

impl CellSet {
    /// Returns the cells as they are on the turned or mirrored board.
    #[must_use]
    pub const fn transform(self, symmetry: Symmetry) -> Self {
        let mut image = Self::EMPTY;
        let mut i = 0;
        while i < 9 {
            if self.contains(Cell::ALL[i]) {
                image = image.with(symmetry.apply(Cell::ALL[i]));
            }
            i += 1;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LINES;

    #[test]
    fn symmetries_are_eight_different_permutations_that_keep_the_lines() {
        for (i, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(CellSet::FULL.transform(symmetry), CellSet::FULL);
            assert!(
                LINES
                    .iter()
                    .all(|line| LINES.contains(&line.transform(symmetry)))
            );
            assert!(!Symmetry::ALL[..i].contains(&symmetry));
        }
        assert!(Cell::ALL.iter().all(|&c| Symmetry::ALL[0].apply(c) == c));
    }
}

//! The eight symmetries of the board.

use super::cell::{Cell, CellSet};

/// A symmetry of the board: a rotation, or a reflection followed by a rotation.
///
/// [`Position::transform`](crate::Position::transform) applies it to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry([Cell; 9]);

impl Symmetry {
    /// Every symmetry: the identity and the other three rotations, then each of the four after a reflection.
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

    /// Returns the image of `cell`.
    #[must_use]
    pub const fn apply(self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }
}

impl CellSet {
    pub(super) fn transform(self, symmetry: Symmetry) -> Self {
        let images = self.iter().map(|cell| symmetry.apply(cell));
        images.fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LINES;

    #[test]
    fn symmetries_are_eight_different_permutations_that_preserve_lines() {
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

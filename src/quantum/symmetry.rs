//! The eight symmetries of the board.

use super::cell::{Cell, CellSet};

/// A symmetry of the board: a rotation, or a reflection followed by a rotation.
///
/// [`Position::transform`](crate::Position::transform) applies it to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(
    /// The image of each cell.
    [Cell; 9],
);

impl Symmetry {
    /// Every symmetry: the identity and the other three rotations, then each of the four after a reflection.
    pub const ALL: [Self; 8] = {
        use Cell::*;
        [
            Self([A, B, C, D, E, F, G, H, I]),
            Self([C, F, I, B, E, H, A, D, G]),
            Self([I, H, G, F, E, D, C, B, A]),
            Self([G, D, A, H, E, B, I, F, C]),
            Self([C, B, A, F, E, D, I, H, G]),
            Self([I, F, C, H, E, B, G, D, A]),
            Self([G, H, I, D, E, F, A, B, C]),
            Self([A, D, G, B, E, H, C, F, I]),
        ]
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

//! Positions as their least image under the 192 symmetries of the board.

use super::sets::{Cells, Place};
use crate::hypercube::{Board, symmetries};

/// The symmetries of the board.
pub(super) struct Symmetries {
    all: Vec<[Place; 64]>,
}

/// The least image of a position, and the symmetry that leads to it.
#[derive(Clone, Copy)]
pub(super) struct Canonical<'a> {
    pub x: Cells,
    pub o: Cells,
    to: &'a [Place; 64],
}

impl Symmetries {
    pub(super) fn new() -> Self {
        let board = Board::new(4, 3).ok();
        let narrow = |symmetry: Vec<u32>| std::array::from_fn(|from| symmetry[from] as Place);
        Self {
            all: board
                .map(symmetries)
                .unwrap_or_default()
                .into_iter()
                .map(narrow)
                .collect(),
        }
    }

    /// Returns the image with the least set of X, and among those the least set of O.
    pub(super) fn canonical(&self, x: Cells, o: Cells) -> Canonical<'_> {
        let mut least = Canonical {
            x,
            o,
            to: &self.all[0],
        };
        for to in &self.all[1..] {
            let image = Canonical {
                x: carry(to, x),
                o,
                to,
            };
            if image.x > least.x {
                continue;
            }
            let image = Canonical {
                o: carry(to, o),
                ..image
            };
            if (image.x, image.o) < (least.x, least.o) {
                least = image;
            }
        }
        least
    }
}

impl Canonical<'_> {
    /// Returns the cell that is carried to a cell of the image.
    pub(super) fn original(&self, image: Place) -> Option<Place> {
        let from = self.to.iter().position(|&to| to == image)?;
        Some(from as Place)
    }
}

fn carry(to: &[Place; 64], cells: Cells) -> Cells {
    cells.map(|place| to[place as usize]).collect()
}

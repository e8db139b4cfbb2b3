//! Positions as their least image under the 192 symmetries of the board.

use super::sets::{Cells, Place};
use qttt::hypercube::{Board, symmetries};

/// The symmetries of the board.
pub(super) struct Symmetries {
    all: Vec<[Place; 64]>,
}

/// The least image of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Canonical {
    pub x: Cells,
    pub o: Cells,
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
    pub(super) fn canonical(&self, x: Cells, o: Cells) -> Canonical {
        let mut least = Canonical { x, o };
        for to in &self.all[1..] {
            let image = carry(to, x);
            if image <= least.x {
                least = least.min(Canonical {
                    x: image,
                    o: carry(to, o),
                });
            }
        }
        least
    }
}

fn carry(to: &[Place; 64], cells: Cells) -> Cells {
    cells.map(|place| to[place as usize]).collect()
}

//! Positions of a board as their least image under its symmetries.

use std::fmt;

use crate::hypercube::{Board, Cell, Position, Stone, Symmetry};

/// The cells of X and those of O, by their numbers.
pub(crate) type Stones = [Vec<u32>; 2];

/// The least image of a position, and the symmetry that leads to it.
pub(crate) struct LeastImage {
    board: Board,
    /// The numbers of the cells, the highest first.
    pub(crate) stones: Stones,
    symmetry: Symmetry,
}

impl LeastImage {
    /// Returns the image in which the cells of X are the least, and among those the one in which those of O are: where
    /// two images differ in some cells, the one that lacks the highest of these.
    pub(crate) fn of(board: Board, stones: &[Vec<Cell>; 2]) -> Option<Self> {
        let image = |symmetry: Symmetry| Self {
            board,
            stones: stones.each_ref().map(|own| {
                let cells = own.iter().map(|cell| symmetry.index(board, cell));
                let mut cells: Vec<u32> = cells.collect();
                cells.sort_unstable_by(|a, b| b.cmp(a));
                cells
            }),
            symmetry,
        };
        let less = |a: &Self, b: &Self| a.stones.cmp(&b.stones);
        Symmetry::all(board).map(image).min_by(less)
    }

    /// Returns the least image of a game, whatever the order of its moves.
    pub(crate) fn of_game(game: &Position) -> Option<Self> {
        let own = |stone| game.cells_of(stone).cloned().collect();
        Self::of(game.board(), &[Stone::X, Stone::O].map(own))
    }

    /// Returns the cell that is carried to a cell of the image.
    pub(crate) fn original(&self, image: u32) -> Option<Cell> {
        let cells = self.board.cells()? as usize;
        let mut cells = (0..cells).map(|index| self.board.cell(index));
        cells.find(|cell| self.symmetry.index(self.board, cell) == image)
    }
}

/// Writes the dimensions of the board, the cells of X and those of O, by their numbers: `4|42,0|3|`.
impl fmt::Display for LeastImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|", self.board.dimensions())?;
        self.stones.iter().try_for_each(|own| {
            let cells: Vec<_> = own.iter().map(u32::to_string).collect();
            write!(f, "{}|", cells.join(","))
        })
    }
}

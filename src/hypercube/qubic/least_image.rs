//! The least image of a position under the symmetries of the board.

use crate::hypercube::{Board, Cell, Symmetry};

/// The indices of X's cells and of O's cells, the lowest first.
pub(crate) type Stones = [Vec<u32>; 2];

/// The least image of a position, and the symmetry that maps the position to it.
pub(crate) struct LeastImage {
    board: Board,
    pub(crate) stones: Stones,
    symmetry: Symmetry,
}

impl LeastImage {
    /// Returns the least of the images in which a stone of X (for example its opening) is in the middle; `None` without
    /// such an image. All images of a position have the same least image.
    pub(crate) fn of(board: Board, stones: &[Vec<Cell>; 2]) -> Option<Self> {
        let middle = board.index(&board.center()) as u32;
        let [x, _] = stones;
        let opens = |symmetry: &Symmetry| {
            let mut images = x.iter().map(|cell| symmetry.index(board, cell));
            images.any(|image| image == middle)
        };
        let image = |symmetry: Symmetry| Self {
            board,
            stones: stones.each_ref().map(|own| {
                let cells = own.iter().map(|cell| symmetry.index(board, cell));
                let mut cells: Vec<u32> = cells.collect();
                cells.sort_unstable();
                cells
            }),
            symmetry,
        };
        let images = Symmetry::all(board).filter(opens).map(image);
        images.min_by(|a, b| a.stones.cmp(&b.stones))
    }

    /// Returns the cell of the position that is mapped to a cell of the image.
    pub(crate) fn original(&self, image: u32) -> Option<Cell> {
        let mut cells = (0..).map_while(|index| self.board.cell(index));
        cells.find(|cell| self.symmetry.index(self.board, cell) == image)
    }
}

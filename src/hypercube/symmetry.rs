//! The symmetries of a board: the permutations of its cells that map lines to lines.

use super::{Board, Cell, Position};

/// A symmetry: the axes are permuted, some of them mirrored, and the layers of all renamed.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    axes: Vec<usize>,
    /// A bit for each axis.
    mirrored: usize,
    layers: Vec<usize>,
}

impl Symmetry {
    /// Returns every symmetry, the identity first.
    ///
    /// There are 2^(d − 1 + ⌊n/2⌋) · d! · ⌊n/2⌋! of them, which is too many to list on a large board. The axes can be
    /// permuted and mirrored. The layers of all axes together can be renamed, if opposite layers stay opposite: each
    /// coordinate of a line is then still constant, ascending, or descending, in another order. (Mirroring all axes
    /// swaps every layer with its opposite, which is counted once.)
    pub(super) fn all(board: Board) -> impl Iterator<Item = Self> {
        let (n, d) = (board.width() as usize, board.dimensions() as usize);
        layer_names(n).into_iter().flat_map(move |layers| {
            permutations(d).into_iter().flat_map(move |axes| {
                let layers = layers.clone();
                // Mirroring the last axis is the same as mirroring the other axes, and then all.
                (0..1_usize << (d - 1)).map(move |mirrored| Self {
                    axes: axes.clone(),
                    mirrored,
                    layers: layers.clone(),
                })
            })
        })
    }

    /// Returns the symmetries that map a position to itself, each player's stones to its own.
    pub(super) fn preserving(position: &Position) -> Vec<Self> {
        let keeps = |symmetry: &Self| {
            let mut cells = position.moves().iter();
            cells.all(|cell| position.stone(&symmetry.image(cell)) == position.stone(cell))
        };
        Self::all(position.board()).filter(keeps).collect()
    }

    /// Returns the image of a cell.
    pub(super) fn image(&self, cell: &Cell) -> Cell {
        Cell(self.coordinates(cell).collect())
    }

    /// Returns the [`Board::index`] of the image of a cell.
    pub(super) fn index(&self, board: Board, cell: &Cell) -> u32 {
        let digits = self.coordinates(cell).rev();
        digits.fold(0, |index, x| index * board.width() + x)
    }

    /// Returns the cell whose image has an index.
    pub(super) fn original(&self, board: Board, image: u32) -> Option<Cell> {
        let mut cells = (0..).map_while(|index| board.cell(index));
        cells.find(|cell| self.index(board, cell) == image)
    }

    fn coordinates(&self, cell: &Cell) -> impl DoubleEndedIterator<Item = u32> {
        let n = self.layers.len();
        self.axes.iter().enumerate().map(move |(axis, &from)| {
            let x = self.layers[cell.0[from] as usize];
            let is_mirrored = self.mirrored >> axis & 1 == 1;
            (if is_mirrored { n - 1 - x } else { x }) as u32
        })
    }
}

/// Returns every permutation of the layers 0 to n − 1 that keeps opposite layers opposite.
fn layer_names(n: usize) -> Vec<Vec<usize>> {
    let half = n / 2;
    let mut all = Vec::new();
    for order in permutations(half) {
        for swapped in 0..1_usize << half {
            // The middle layer of an odd board stays.
            let mut names: Vec<usize> = (0..n).collect();
            for (layer, &other) in order.iter().enumerate() {
                let (low, high) = (other, n - 1 - other);
                let swap = swapped >> layer & 1 == 1;
                (names[layer], names[n - 1 - layer]) = if swap { (high, low) } else { (low, high) };
            }
            all.push(names);
        }
    }
    all
}

/// Returns every permutation of the numbers below `len`, the identity first.
fn permutations(len: usize) -> Vec<Vec<usize>> {
    let Some(last) = len.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for shorter in permutations(last) {
        for place in (0..=last).rev() {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            all.push(longer);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::hypercube::testing::table_of;

    /// Returns a board with its symmetries, each as the index of the image of each cell.
    fn symmetries(n: u32, d: u32) -> (Board, Vec<Vec<u32>>) {
        let board = Board::new(n, d).expect("a board");
        let images = |symmetry: Symmetry| {
            board
                .cells()
                .map(|cell| symmetry.index(board, &cell))
                .collect()
        };
        (board, Symmetry::all(board).map(images).collect())
    }

    /// Larger boards have too many symmetries to list here.
    const BOARDS: [(u32, u32, usize); 9] = [
        (3, 2, 8),
        (4, 2, 32),
        (5, 2, 32),
        (6, 2, 192),
        (3, 3, 48),
        (4, 3, 192),
        (5, 3, 192),
        (3, 4, 384),
        (4, 4, 1536),
    ];

    #[test]
    fn the_number_of_symmetries_matches_the_formula() {
        for (n, d, expected) in BOARDS {
            let (_, symmetries) = symmetries(n, d);
            assert_eq!(symmetries.len(), expected, "{n}^{d}");
            let distinct: HashSet<_> = symmetries.iter().collect();
            assert_eq!(distinct.len(), expected, "{n}^{d}");
            assert!(
                symmetries[0].is_sorted(),
                "{n}^{d} begins with the identity"
            );
        }
    }

    #[test]
    fn symmetries_map_lines_to_lines() {
        for (n, d, _) in BOARDS {
            let (board, symmetries) = symmetries(n, d);
            let table = table_of(board);
            let sorted = |cells: &mut dyn Iterator<Item = u32>| {
                let mut cells: Vec<u32> = cells.collect();
                cells.sort_unstable();
                cells
            };
            let cells = |line| table.on_line(line).iter().map(|cell| cell.index() as u32);
            let all = table.lines().map(|line| sorted(&mut cells(line)));
            let all: HashSet<_> = all.collect();
            // On boards with many symmetries, only some of the symmetries are tried.
            for symmetry in symmetries.iter().step_by(symmetries.len().div_ceil(384)) {
                let image =
                    |line: &Vec<u32>| sorted(&mut line.iter().map(|&cell| symmetry[cell as usize]));
                assert_eq!(
                    all.iter().map(image).collect::<HashSet<_>>(),
                    all,
                    "{n}^{d}"
                );
            }
        }
    }
}

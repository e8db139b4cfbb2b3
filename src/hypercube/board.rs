//! Boards of any size, and their cells.

use std::fmt;
use std::str::FromStr;

use super::Line;
use crate::Rng;
use crate::lines::excerpt;

/// A d-dimensional cube of width n. Boards are ordered by width, and then by dimensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    width: u32,
    dimensions: u32,
}

/// Why a board or a cell is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The width is less than 3.
    #[error("expected a width of at least 3, found {0}")]
    TooNarrow(u32),
    /// The board has fewer than two dimensions.
    #[error("expected at least 2 dimensions, found {0}")]
    TooFewDimensions(u32),
    /// The board has more dimensions than [`Board::MAX_DIMENSIONS`].
    #[error("expected at most {most} dimensions, found {0}", most = Board::MAX_DIMENSIONS)]
    TooManyDimensions(u32),
    /// The text, which begins like this, is not a board.
    #[error("expected the board as n,d, both below 2^32, for example 3,2; found {0:?}")]
    NotABoard(String),
    /// The text is not a cell.
    #[error("expected a cell: coordinates below 2^32, separated by commas (for example 2,0)")]
    NotACell,
}

/// A cell: its coordinates, each from 0 to n − 1. The first goes from left to right, the second from top to bottom.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub Box<[u32]>);

impl Board {
    /// The maximum number of dimensions. A cell has a coordinate for each dimension, so with more, a few moves would
    /// fill the memory.
    pub const MAX_DIMENSIONS: u32 = 1 << 19;

    /// Creates a board of width `n`, 3 or more, and `d` dimensions, 2 to [`MAX_DIMENSIONS`](Self::MAX_DIMENSIONS).
    ///
    /// # Errors
    ///
    /// If one of them is out of range.
    pub const fn new(n: u32, d: u32) -> Result<Self, BoardError> {
        if n < 3 {
            return Err(BoardError::TooNarrow(n));
        }
        if d < 2 {
            return Err(BoardError::TooFewDimensions(d));
        }
        if d > Self::MAX_DIMENSIONS {
            return Err(BoardError::TooManyDimensions(d));
        }
        Ok(Self {
            width: n,
            dimensions: d,
        })
    }

    /// Returns the width n.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the number d of dimensions.
    #[must_use]
    pub const fn dimensions(self) -> u32 {
        self.dimensions
    }

    /// Returns the number of cells, n^d, if it is below 2^64.
    #[must_use]
    pub const fn cell_count(self) -> Option<u64> {
        (self.width as u64).checked_pow(self.dimensions)
    }

    /// Returns the number of lines, ((n + 2)^d − n^d) / 2, if (n + 2)^d is below 2^64.
    ///
    /// Extended by a cell at both ends, each line ends in two cells of the shell around the board, and no two lines
    /// share such a cell.
    ///
    /// ```
    /// use qttt::hypercube::Board;
    ///
    /// assert_eq!(Board::new(4, 3)?.line_count(), Some(76));
    /// # Ok::<(), qttt::hypercube::BoardError>(())
    /// ```
    #[must_use]
    pub fn line_count(self) -> Option<u64> {
        let with_shell = (u64::from(self.width) + 2).checked_pow(self.dimensions)?;
        Some((with_shell - self.cell_count()?) / 2)
    }

    /// Iterates over all lines.
    ///
    /// ```
    /// use qttt::hypercube::Board;
    ///
    /// let board = Board::new(4, 3)?;
    /// assert_eq!(board.lines().count(), 76);
    /// assert_eq!(board.lines_through(&board.center()).count(), 7);
    /// # Ok::<(), qttt::hypercube::BoardError>(())
    /// ```
    pub fn lines(self) -> impl Iterator<Item = Line> {
        let last = self.width - 1;
        // Two more values of a coordinate stand for one that ascends and one that descends.
        let wider = Self {
            width: self.width.saturating_add(2),
            ..self
        };
        wider.cells().filter_map(move |pattern| {
            let ends = pattern.0.iter().rev().map(|&x| match x.checked_sub(last) {
                None | Some(0) => (x, x),
                Some(1) => (0, last),
                Some(_) => (last, 0),
            });
            Line::of_ends(self.width, ends.collect())
        })
    }

    /// Iterates over the lines through a cell; there are none if it isn't on this board.
    pub fn lines_through(self, cell: &Cell) -> impl Iterator<Item = Line> {
        let last = self.width - 1;
        // The coordinates of a pattern stand for one that is constant, one that ascends, and one that descends.
        let patterns = Self { width: 3, ..self }.cells();
        let lines = patterns.filter_map(move |pattern| {
            let pairs = cell.0.iter().zip(&pattern.0);
            let ends = pairs.map(|(&x, kind)| [(x, x), (0, last), (last, 0)][*kind as usize]);
            Line::of_ends(self.width, ends.collect())
        });
        lines.filter(move |line| self.contains(cell) && line.contains(cell))
    }

    /// Returns `true` if a cell is on this board.
    #[must_use]
    pub fn contains(self, cell: &Cell) -> bool {
        cell.0.len() == self.dimensions as usize && cell.0.iter().all(|&x| x < self.width)
    }

    /// Parses a cell with as many coordinates as this board has, even if some are too high; `None` for any other text.
    #[must_use]
    pub fn read_cell(self, text: &str) -> Option<Cell> {
        let cell: Cell = text.parse().ok()?;
        (cell.0.len() == self.dimensions as usize).then_some(cell)
    }

    /// Returns the index of a cell, from 0; the first coordinate varies fastest.
    ///
    /// # Panics
    ///
    /// If the cell isn't on this board, or the index doesn't fit in a `usize`.
    #[must_use]
    pub fn index(self, cell: &Cell) -> usize {
        assert!(self.contains(cell), "{cell} is not on the board {self}");
        let mut digits = cell.0.iter().map(|&x| x as usize).rev();
        let add = |index: usize, x| index.checked_mul(self.width as usize)?.checked_add(x);
        digits.try_fold(0, add).expect("the index fits in a usize")
    }

    /// Returns the cell with an index, the reverse of [`index`](Self::index), or `None` if no cell of this board has
    /// the index.
    #[must_use]
    pub fn cell(self, mut index: usize) -> Option<Cell> {
        if self.cell_count().is_some_and(|all| index as u64 >= all) {
            return None;
        }
        let n = self.width as usize;
        let digit = |_| {
            let x = index % n;
            index /= n;
            x as u32
        };
        Some(Cell((0..self.dimensions).map(digit).collect()))
    }

    /// Iterates over the cells in the order of their indices.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..).map_while(move |index| self.cell(index))
    }

    /// Returns a random cell. Every cell is equally likely.
    pub fn random_cell(self, rng: &mut Rng) -> Cell {
        let coordinates = 0..self.dimensions;
        Cell(coordinates.map(|_| rng.below(self.width)).collect())
    }

    /// Returns the cell in the middle; if the width is even, the last of the middle cells.
    #[must_use]
    pub fn center(self) -> Cell {
        Cell(vec![self.width / 2; self.dimensions as usize].into())
    }
}

/// Parses `n,d`: the reverse of `Display`.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        match text.parse::<Cell>().as_ref().map(|numbers| &numbers.0[..]) {
            Ok(&[n, d]) => Self::new(n, d),
            _ => Err(BoardError::NotABoard(excerpt(text))),
        }
    }
}

/// Parses the coordinates, separated by commas and nothing else: the reverse of `Display`. The cell need not be on any
/// particular board.
impl FromStr for Cell {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let number = |digits: &str| {
            // A sign is not a digit.
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        let numbers: Option<_> = text.split(',').map(number).collect();
        numbers.map(Self).ok_or(BoardError::NotACell)
    }
}

/// Writes `n,d`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.width, self.dimensions)
    }
}

/// Writes the coordinates, separated by commas: `2,0`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<_> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

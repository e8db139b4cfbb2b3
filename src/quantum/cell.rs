//! The board: nine cells, sets of them, and the eight lines.

use std::{
    fmt, iter,
    ops::{BitAnd, BitOr, Not, Sub},
};

/// One of the nine cells of the board, named in reading order.
///
/// ```text
/// A B C
/// D E F
/// G H I
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[expect(missing_docs, reason = "the picture above says it")]
pub enum Cell {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
}

impl Cell {
    /// Every cell, in reading order.
    pub const ALL: [Self; 9] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
        Self::I,
    ];

    /// Returns the cell at `index` in reading order, 0 to 8.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        // A match, unlike a lookup in `ALL`, is compiled to no memory access.
        Some(match index {
            0 => Self::A,
            1 => Self::B,
            2 => Self::C,
            3 => Self::D,
            4 => Self::E,
            5 => Self::F,
            6 => Self::G,
            7 => Self::H,
            8 => Self::I,
            _ => return None,
        })
    }

    /// Returns the cell named by an ASCII letter: `A` to `I`, in either case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Self::from_index(letter.to_ascii_uppercase().wrapping_sub(b'A') as usize)
    }

    /// Returns the place in reading order, 0 to 8.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name, `'A'` to `'I'`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A set of cells, a bit for each.
///
/// ```
/// use qttt::{Cell, CellSet, LINES};
///
/// let [top, .., antidiagonal] = LINES;
/// assert_eq!(top & antidiagonal, CellSet::EMPTY.with(Cell::C));
/// assert_eq!((top | antidiagonal).len(), 5);
/// assert!((top - antidiagonal).iter().eq([Cell::A, Cell::B]));
/// assert_eq!(!CellSet::EMPTY, CellSet::FULL);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct CellSet(u16);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All nine cells.
    pub const FULL: Self = Self(0b1_1111_1111);

    /// Makes a set from the low nine bits: bit 0 is A, bit 8 is I. Higher bits are ignored.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Returns the set as nine bits: bit 0 is A, bit 8 is I.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the number of cells, 0 to 9.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if `cell` is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell as u16 & 1 != 0
    }

    /// Returns the set with `cell` in it.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell as u16)
    }

    /// Returns the alphabetically first cell.
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        Cell::from_index(self.0.trailing_zeros() as usize)
    }

    /// Iterates over the lines within the set.
    pub fn lines(self) -> impl Iterator<Item = Self> + Clone {
        let mut within = LINES_WITHIN[self.0 as usize];
        iter::from_fn(move || {
            let line = LINES.get(within.trailing_zeros() as usize)?;
            within &= within - 1;
            Some(*line)
        })
    }

    /// Returns the number of lines within the set, 0 to 8.
    #[must_use]
    pub const fn count_lines(self) -> usize {
        LINES_WITHIN[self.0 as usize].count_ones() as usize
    }

    /// Iterates over the cells in reading order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        let mut rest = self;
        iter::from_fn(move || {
            let cell = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(cell)
        })
    }
}

/// The cells not in the set.
impl Not for CellSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ Self::FULL.0)
    }
}

/// The cells of both sets.
impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The cells of either set.
impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The cells of the first set only.
impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The eight lines: three rows, three columns, two diagonals.
pub const LINES: [CellSet; 8] = [
    CellSet(0b000_000_111),
    CellSet(0b000_111_000),
    CellSet(0b111_000_000),
    CellSet(0b001_001_001),
    CellSet(0b010_010_010),
    CellSet(0b100_100_100),
    CellSet(0b100_010_001),
    CellSet(0b001_010_100),
];

/// For each set of cells, a bit for each line within it: a lookup is faster than trying all eight.
const LINES_WITHIN: [u8; 512] = {
    let mut all = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            if LINES[i].0 & !(set as u16) == 0 {
                all[set] |= 1 << i;
            }
            i += 1;
        }
        set += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_three_cells_and_every_pair_of_cells_shares_at_most_one_line() {
        assert!(LINES.iter().all(|line| line.len() == 3));
        for (i, a) in LINES.iter().enumerate() {
            for b in &LINES[..i] {
                assert!((*a & *b).len() <= 1);
            }
        }
    }
}

//! The board: nine cells, sets of them, and the eight lines.

use std::{
    fmt,
    iter::{self, FusedIterator},
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign},
    str::FromStr,
};

use super::parse_error::ParseError;

/// One of the nine cells of the board, named in reading order.
///
/// ```text
/// A B C
/// D E F
/// G H I
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

#[expect(missing_docs, reason = "the picture above says it")]
impl Cell {
    pub const A: Self = Self(0);
    pub const B: Self = Self(1);
    pub const C: Self = Self(2);
    pub const D: Self = Self(3);
    pub const E: Self = Self(4);
    pub const F: Self = Self(5);
    pub const G: Self = Self(6);
    pub const H: Self = Self(7);
    pub const I: Self = Self(8);
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
        if index < 9 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the cell at an index that is known to be 0 to 8.
    #[inline]
    pub(super) const fn from_small_index(index: u8) -> Self {
        debug_assert!(index < 9);
        Self(index)
    }

    /// Returns the cell named by an ASCII letter: `A` to `I`, in either case.
    #[inline]
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        // This bit is set in lower case only.
        match (letter | 0x20).wrapping_sub(b'a') {
            index @ 0..9 => Some(Self(index)),
            _ => None,
        }
    }

    /// Returns the place in reading order, 0 to 8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name, `'A'` to `'I'`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// Reads a letter, in either case.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [letter] => Self::from_letter(*letter),
            _ => None,
        }
        .ok_or_else(|| ParseError::new("a cell (A to I)", text))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells, a bit for each.
///
/// ```
/// use qttt::{Cell, CellSet, LINES};
///
/// let [top, .., antidiagonal] = LINES;
/// assert_eq!(top & antidiagonal, CellSet::from(Cell::C));
/// assert_eq!((top | antidiagonal).len(), 5);
/// assert!((top - antidiagonal).into_iter().eq([Cell::A, Cell::B]));
/// assert_eq!(!CellSet::EMPTY, CellSet::FULL);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u16);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All nine cells.
    pub const FULL: Self = Self(0b1_1111_1111);

    /// Makes a set from the low nine bits: bit 0 is A, bit 8 is I. Higher bits are ignored.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Returns the set as nine bits: bit 0 is A, bit 8 is I.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the number of cells, 0 to 9.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if `cell` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    /// Returns `true` if every cell of `other` is in this set too.
    #[inline]
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns `true` if no cell is in both sets.
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a cell; returns `false` if it was there already.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let was_there = self.contains(cell);
        *self = self.with(cell);
        !was_there
    }

    /// Removes a cell; returns `true` if it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let was_there = self.contains(cell);
        *self -= cell.into();
        was_there
    }

    /// Returns the set with `cell` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// Returns the cells not in the set.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(self.0 ^ Self::FULL.0)
    }

    /// Returns the alphabetically first cell.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        Cell::from_index(self.0.trailing_zeros() as usize)
    }

    /// Iterates over the lines within the set.
    #[inline]
    pub fn lines(self) -> impl Iterator<Item = Self> + Clone {
        let mut within = LINES_WITHIN[self.0 as usize];
        iter::from_fn(move || {
            let line = LINES.get(within.trailing_zeros() as usize)?;
            within &= within - 1;
            Some(*line)
        })
    }

    /// Returns the number of lines within the set, 0 to 8.
    #[inline]
    #[must_use]
    pub const fn count_lines(self) -> usize {
        LINES_WITHIN[self.0 as usize].count_ones() as usize
    }

    /// Iterates over the cells in reading order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

/// The cells of a [`CellSet`], in reading order.
#[derive(Clone, Debug)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Cells {
    #[inline]
    fn next_back(&mut self) -> Option<Cell> {
        let cell = Cell::from_index(self.0.0.checked_ilog2()? as usize)?;
        self.0.remove(cell);
        Some(cell)
    }
}

impl ExactSizeIterator for Cells {}

impl FusedIterator for Cells {}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> Self {
        Self::EMPTY.with(cell)
    }
}

/// The cells not in the set.
impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

/// Implements an operator of sets and its assignment by one of bits.
macro_rules! set_operator {
    ($doc:literal, $Operator:ident $operator:ident, $Assign:ident $assign:ident, $bits:expr) => {
        #[doc = $doc]
        impl $Operator for CellSet {
            type Output = Self;

            #[inline]
            fn $operator(self, other: Self) -> Self {
                let bits: fn(u16, u16) -> u16 = $bits;
                Self(bits(self.0, other.0))
            }
        }

        impl $Assign for CellSet {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.$operator(other);
            }
        }
    };
}

set_operator!("The cells of both sets.", BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!("The cells of either set.", BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!("The cells of one set only.", BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!("The cells of the first set only.", Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl FromIterator<Cell> for CellSet {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
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
            if CellSet(set as u16).is_superset(LINES[i]) {
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

    #[test]
    fn cells_come_from_either_end() {
        let set = CellSet::from_iter([Cell::B, Cell::E, Cell::I]);
        assert!(set.iter().rev().eq([Cell::I, Cell::E, Cell::B]));
        let mut cells = set.iter();
        assert_eq!(
            (cells.next(), cells.next_back()),
            (Some(Cell::B), Some(Cell::I))
        );
        assert_eq!(
            (cells.len(), cells.next_back(), cells.next()),
            (1, Some(Cell::E), None)
        );
    }

    #[test]
    fn cells_come_and_go_one_by_one() {
        let mut set = CellSet::EMPTY;
        assert!(set.insert(Cell::C) && !set.insert(Cell::C));
        assert!(set.is_disjoint(!set) && !set.is_disjoint(CellSet::FULL));
        assert!(set.remove(Cell::C) && !set.remove(Cell::C) && set.is_empty());
    }
}

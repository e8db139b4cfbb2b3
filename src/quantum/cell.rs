//! The board: nine cells, sets of them, the eight lines, and the eight symmetries.

use std::fmt::{self, Write};
use std::ops::{BitAnd, BitOr, Sub};

/// One of the nine cells of the board, named in reading order.
///
/// ```text
/// A B C
/// D E F
/// G H I
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[expect(missing_docs, reason = "the diagram shows them")]
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
    pub const ALL: [Self; 9] = {
        use Cell::*;
        [A, B, C, D, E, F, G, H, I]
    };

    /// Returns the cell at `index` in reading order, or `None` if `index` is greater than 8.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// Returns the cell named by an ASCII letter, `A` to `I` in either case, or `None` for any other byte.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Self::from_index(letter.to_ascii_uppercase().wrapping_sub(b'A') as usize)
    }

    /// Returns the cell numbered by an ASCII digit, `1` to `9` in reading order, or `None` for any other byte.
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Self> {
        Self::from_index((digit as usize).wrapping_sub(b'1' as usize))
    }

    /// Returns the index in reading order, 0 to 8.
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

/// Writes the name, `A` to `I`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A set of cells, with one bit per cell.
///
/// ```
/// use qttt::{Cell, CellSet, LINES};
///
/// let [top, .., antidiagonal] = LINES;
/// assert_eq!(top & antidiagonal, CellSet::EMPTY.with(Cell::C));
/// assert_eq!((top | antidiagonal).len(), 5);
/// assert_eq!((top - antidiagonal).to_string(), "A B");
/// assert_eq!((CellSet::FULL - top).into_iter().next(), Some(Cell::D));
/// assert_eq!([Cell::B, Cell::A, Cell::C].into_iter().collect::<CellSet>(), top);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct CellSet(u16);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All nine cells.
    pub const FULL: Self = Self(0b1_1111_1111);

    /// Creates a set from the low nine bits: bit 0 is A, bit 8 is I. Higher bits are ignored.
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Returns the set as nine bits: bit 0 is A, bit 8 is I.
    pub(super) const fn bits(self) -> u16 {
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

    /// Returns the set with `cell` added.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell as u16)
    }

    /// Returns the alphabetically first cell, or `None` if the set is empty.
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        Cell::from_index(self.0.trailing_zeros() as usize)
    }

    /// Iterates over the lines within the set, in the order of [`LINES`].
    pub fn lines(self) -> impl Iterator<Item = Self> + Clone {
        let is_within = move |line: &Self| (*line - self).is_empty();
        LINES.into_iter().filter(is_within)
    }

    /// Returns the number of lines within the set, 0 to 8.
    #[must_use]
    pub const fn count_lines(self) -> usize {
        LINE_COUNTS[self.0 as usize] as usize
    }

    pub(super) fn transform(self, symmetry: Symmetry) -> Self {
        self.iter().map(|cell| symmetry.apply(cell)).collect()
    }

    /// Returns the letters of the cells in reading order, without spaces: `AEI`.
    #[must_use]
    pub fn letters(self) -> String {
        self.iter().map(Cell::letter).collect()
    }

    /// Iterates over the cells in reading order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

/// An iterator over the cells of a set, in reading order.
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
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Writes the cells in reading order with spaces between them: `A B I`.
impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: String = self.iter().flat_map(|cell| [cell.letter(), ' ']).collect();
        f.write_str(names.trim_end())
    }
}

/// Returns the cells in both sets.
impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Returns the cells in either set.
impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Returns the cells in the first set but not in the second.
impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
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

/// The number of lines within each set of cells: a lookup is faster than eight comparisons.
const LINE_COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            if LINES[i].0 & !(set as u16) == 0 {
                counts[set] += 1;
            }
            i += 1;
        }
        set += 1;
    }
    counts
};

/// A symmetry of the board: a rotation, or a reflection followed by a rotation.
///
/// [`Position::transform`](crate::Position::transform) applies it to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry([Cell; 9]);

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

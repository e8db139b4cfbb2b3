//! A certificate as text: positions with X to move, X's moves, and X's sequences.

use std::{collections::BTreeMap, fmt};

use super::cube::{Cell, Position};

/// The digits to base 64: one for each cell of 4×4×4.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

/// What X plays in a position.
#[derive(Clone, Default)]
pub(super) struct Entry {
    /// X's moves, until O is free or X wins.
    pub(super) moves: Vec<Cell>,
    /// X's after O's next stone.
    pub(super) sequences: Vec<Vec<Cell>>,
}

/// Positions of a board, by their least image.
pub(super) struct Section {
    pub(super) dimensions: usize,
    /// Whether O may also play on a larger board that this one is a sub-board of.
    pub(super) may_leave: bool,
    pub(super) entries: BTreeMap<Position, Entry>,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.may_leave { "+" } else { "" };
        writeln!(f, "4^{}{plus}", self.dimensions)?;
        let digits = |cells: &[Cell]| write(cells, self.dimensions);
        for ([x, o], entry) in &self.entries {
            write!(f, "{}/{} {}", digits(x), digits(o), digits(&entry.moves))?;
            for sequence in &entry.sequences {
                write!(f, " {}", digits(sequence))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Writes cells, each with a digit for every three coordinates.
pub(super) fn write(cells: &[Cell], dimensions: usize) -> String {
    let digits = |&cell: &Cell| {
        let places = (0..dimensions).step_by(3);
        places.map(move |axis| char::from(DIGITS[usize::from(cell >> (2 * axis) & 63)]))
    };
    cells.iter().flat_map(digits).collect()
}

/// Reads cells.
pub(super) fn cells(text: &str, dimensions: usize) -> Option<Vec<Cell>> {
    let value = |digit: &u8| DIGITS.iter().position(|other| other == digit);
    let cell = |digits: &[u8]| {
        let mut digits = digits.iter().rev();
        digits.try_fold(0, |cell, digit| Some(cell << 6 | value(digit)? as Cell))
    };
    text.as_bytes()
        .chunks(dimensions.div_ceil(3))
        .map(cell)
        .collect()
}

/// Reads a position, such as `g/0`.
pub(super) fn position(text: &str, dimensions: usize) -> Option<Position> {
    let (x, o) = text.split_once('/')?;
    Some([cells(x, dimensions)?, cells(o, dimensions)?])
}

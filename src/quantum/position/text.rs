//! A position as text, a line without its history: what FEN is to chess.
//!
//! ```text
//! 41./32./... 5CF 6GH
//! ```
//!
//! The classical marks come first, row by row with a slash between two rows, and a dot for a free cell. Each spooky mark
//! follows, lowest subscript first, with its two cells (a doubled cell twice). Nothing else needs to be said: the number
//! of marks is the number of moves, and so tells whose turn it is; a cycle is due to be measured if there is one.
//!
//! No record has a slash, so the two can't be confused.

use std::{fmt, str::FromStr};

use super::Position;
use crate::quantum::{cell::Cell, mark::Mark, per_cell::PerCell};

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The classical marks are not three rows of three cells.
    #[error(
        "expected three rows of three cells, a classical mark or a dot each, as in 41./32./..., found {0:?}"
    )]
    Board(String),
    /// A spooky mark is not a subscript and two cells.
    #[error("expected a spooky mark and its two cells, such as 5CF, found {0:?}")]
    SpookyMark(String),
    /// A mark is in the position twice.
    #[error("expected each mark once, found {0} twice")]
    Repeated(Mark),
    /// A mark is not in the position, but a later one is.
    #[error("expected all marks up to the last move's, found none with the subscript {0}")]
    Missing(Mark),
    /// One classical mark: every measurement but the last makes at least two.
    #[error("expected no classical mark or more than one, found {0:?} alone")]
    Alone(Mark),
    /// A spooky mark in a cell that holds a classical one, or twice in a cell that isn't the only free one.
    #[error("expected {0:?} in two different free cells, found it in {1} and {2}")]
    Cells(Mark, Cell, Cell),
    /// Spooky marks close a cycle, but the last move did not.
    #[error("expected a cycle only where the last move closed it, found one that {0:?} closes")]
    OldCycle(Mark),
    /// There is a line, but the last mark is spooky: it was played after the end.
    #[error("expected nothing after the end, found {0:?} as a spooky mark beside a line")]
    AfterEnd(Mark),
}

/// Writes the position: `41./32./... 5CF 6GH`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::ALL {
            if matches!(cell, Cell::D | Cell::G) {
                f.write_str("/")?;
            }
            match self.classical(cell) {
                Some(mark) => write!(f, "{mark}")?,
                None => f.write_str(".")?,
            }
        }
        for (mark, [a, b]) in self.spooky_marks() {
            write!(f, " {mark}{a}{b}")?;
        }
        Ok(())
    }
}

/// Writes the position, and what happens next: `12./.../... 3CD Move(O)`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.status())
    }
}

/// Reads a position that a game can lead to. Of a record, which has its history, use [`Record`](crate::Record).
///
/// ```
/// use qttt::{Position, Record};
///
/// let record: Record = "AB BE DE AE 4 CF GH".parse()?;
/// let position = record.position().to_string();
/// assert_eq!(position, "41./32./... 5CF 6GH");
/// assert_eq!(position.parse::<Position>()?, record.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace();
        let mut marks = Marks::default();
        read_board(words.next().unwrap_or_default(), &mut marks)?;
        for word in words {
            let (mark, a, b) = read_spooky(word)?;
            marks.put(mark, Place::Spooky(a, b))?;
        }
        marks.into_position()
    }
}

/// Where a mark is.
#[derive(Clone, Copy)]
pub(in crate::quantum) enum Place {
    Classical(Cell),
    Spooky(Cell, Cell),
}

/// The place of each mark, by its subscript: a position as it is written.
#[derive(Clone, Copy, Default)]
pub(in crate::quantum) struct Marks([Option<Place>; 9]);

impl Marks {
    fn of(position: &Position) -> Self {
        let mut marks = Self::default();
        for cell in (!position.free()).iter() {
            if let Some(mark) = position.classical(cell) {
                marks.0[mark.index()] = Some(Place::Classical(cell));
            }
        }
        for (mark, [a, b]) in position.spooky_marks() {
            marks.0[mark.index()] = Some(Place::Spooky(a, b));
        }
        marks
    }

    pub(in crate::quantum) fn put(
        &mut self,
        mark: Mark,
        place: Place,
    ) -> Result<(), PositionError> {
        match self.0[mark.index()].replace(place) {
            Some(_) => Err(PositionError::Repeated(mark)),
            None => Ok(()),
        }
    }

    /// Sets the marks up as a position that a game can lead to.
    pub(in crate::quantum) fn into_position(self) -> Result<Position, PositionError> {
        let mut position = Position::new();
        let (mut classical, mut outcome) = (Vec::new(), PerCell::ZERO);
        for (mark, place) in Mark::ALL.into_iter().zip(self.0) {
            match place {
                Some(_) if usize::from(position.moves) < mark.index() => {
                    return Err(PositionError::Missing(Mark::new_in_range(
                        position.moves + 1,
                    )));
                }
                Some(Place::Classical(cell)) => {
                    outcome.exchange(cell, mark.number());
                    classical.push(mark);
                }
                Some(Place::Spooky(..)) => {}
                None => continue,
            }
            position.moves += 1;
        }
        // All the classical marks there are can come from one measurement, but not a single one.
        if let [alone] = classical[..] {
            return Err(PositionError::Alone(alone));
        }
        position.settle(outcome);
        for (mark, place) in Mark::ALL.into_iter().zip(self.0) {
            if let Some(Place::Spooky(a, b)) = place {
                position.entangle_again(mark, a, b)?;
            }
        }
        Ok(position)
    }
}

impl Position {
    /// Returns the position with every cell moved elsewhere.
    pub(in crate::quantum) fn map_cells(&self, image: impl Fn(Cell) -> Cell) -> Self {
        let marks = Marks::of(self).0.map(|place| {
            place.map(|place| match place {
                Place::Classical(cell) => Place::Classical(image(cell)),
                Place::Spooky(a, b) => Place::Spooky(image(a), image(b)),
            })
        });
        Marks(marks)
            .into_position()
            .expect("the cells of a legal position have changed places")
    }

    /// Puts the spooky marks of a move back, after all earlier ones.
    fn entangle_again(&mut self, mark: Mark, a: Cell, b: Cell) -> Result<(), PositionError> {
        let free = self.free();
        let is_last = mark.number() == self.moves;
        if is_last && self.over {
            return Err(PositionError::AfterEnd(mark));
        }
        if !(free.contains(a) && free.contains(b)) || (a == b && free.len() > 1) {
            return Err(PositionError::Cells(mark, a, b));
        }
        self.collapse = self.entanglement.entangle(mark, a, b);
        match self.collapse {
            Some(_) if !is_last => Err(PositionError::OldCycle(mark)),
            _ => Ok(()),
        }
    }
}

/// Reads the classical marks.
fn read_board(word: &str, marks: &mut Marks) -> Result<(), PositionError> {
    let error = || PositionError::Board(word.to_string());
    let rows: Vec<_> = word.split('/').map(str::as_bytes).collect();
    if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
        return Err(error());
    }
    for (cell, &byte) in Cell::ALL.into_iter().zip(rows.concat().iter()) {
        match Mark::from_digit(byte) {
            Some(mark) => marks.put(mark, Place::Classical(cell))?,
            None if byte == b'.' => {}
            None => return Err(error()),
        }
    }
    Ok(())
}

/// Reads a spooky mark with its cells.
fn read_spooky(word: &str) -> Result<(Mark, Cell, Cell), PositionError> {
    let error = || PositionError::SpookyMark(word.to_string());
    let &[digit, a, b] = word.as_bytes() else {
        return Err(error());
    };
    let mark = Mark::from_digit(digit).ok_or_else(error)?;
    let [a, b] = [a, b].map(Cell::from_letter);
    Ok((mark, a.ok_or_else(error)?, b.ok_or_else(error)?))
}

//! A position as one line of text, described in the documentation of [`Position`].

use std::fmt;
use std::str::FromStr;

use super::{ClassicalBoard, Phase};
use crate::lines::excerpt;
use crate::quantum::per_cell::PerCell;
use crate::{Cell, Mark, Position, Spooky, Symmetry};

/// Why text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text, which begins like this, does not begin with three rows of three cells.
    #[error(
        "expected three rows of three cells, each a classical mark or a dot (for example 41./32./...), found {0:?}"
    )]
    Board(String),
    /// A spooky mark, which begins like this, is not a subscript and two cells.
    #[error("expected the number and the two cells of a pair (for example 5CF), found {0:?}")]
    SpookyMark(String),
    /// A mark occurs twice.
    #[error("{0} occurs twice")]
    Repeated(Mark),
    /// A mark is missing, but a later one is present.
    #[error("{0} is missing, but a later mark is present")]
    Missing(Mark),
    /// There is only one classical mark. The first measurement of a game makes at least two.
    #[error("{0} is the only classical mark, but the first measurement always makes at least two")]
    Alone(Mark),
    /// A spooky mark is in a cell that holds a classical mark, or twice in a cell that isn't the only free one.
    #[error("{0} is in {1} and {2}, but must be in two different free cells")]
    Cells(Mark, Cell, Cell),
    /// A spooky mark closes a cycle, but is not the last move.
    #[error("{0} closes a cycle, which must be measured before any later move")]
    OldCycle(Mark),
    /// There is a line, but the last move is a spooky mark: it was made after the end.
    #[error("{0} is spooky, but a line ended the game before that move")]
    AfterEnd(Mark),
}

/// Writes the position: `41./32./... 5CF 6GH`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = ClassicalBoard(self.classical).to_string();
        write!(f, "{}/{}/{}", &board[..3], &board[3..6], &board[6..])?;
        for Spooky { mark, cells, .. } in self.spooky_marks() {
            let [a, b] = cells;
            write!(f, " {}{a}{b}", mark.number())?;
        }
        Ok(())
    }
}

/// Writes the position and its status: `12./.../... 3CD Move(O)`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.status())
    }
}

/// Parses a position that a game can lead to. For a record, use [`Record`](crate::Record).
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
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        let classical = parse_board(board).ok_or_else(|| PositionError::Board(excerpt(board)))?;
        let spooky = fields.map(|field| {
            parse_spooky(field).ok_or_else(|| PositionError::SpookyMark(excerpt(field)))
        });
        Self::with_marks(&classical, spooky.collect::<Result<_, _>>()?)
    }
}

fn parse_board(field: &str) -> Option<Vec<(Mark, Cell)>> {
    let &[a, b, c, b'/', d, e, f, b'/', g, h, i] = field.as_bytes() else {
        return None;
    };
    let mut marks = Vec::new();
    for (cell, byte) in Cell::ALL.into_iter().zip([a, b, c, d, e, f, g, h, i]) {
        if byte != b'.' {
            marks.push((Mark::from_digit(byte)?, cell));
        }
    }
    Some(marks)
}

fn parse_spooky(field: &str) -> Option<(Mark, [Cell; 2])> {
    let &[digit, a, b] = field.as_bytes() else {
        return None;
    };
    let cells = [Cell::from_letter(a)?, Cell::from_letter(b)?];
    Some((Mark::from_digit(digit)?, cells))
}

impl Position {
    /// Builds the position with these marks, or returns why no game can lead to it.
    pub(in crate::quantum) fn with_marks(
        classical: &[(Mark, Cell)],
        mut spooky: Vec<(Mark, [Cell; 2])>,
    ) -> Result<Self, PositionError> {
        let mut marks: Vec<Mark> = classical.iter().map(|&(mark, _)| mark).collect();
        marks.extend(spooky.iter().map(|&(mark, _)| mark));
        marks.sort_unstable();
        if let Some(pair) = marks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PositionError::Repeated(pair[0]));
        }
        let mut marks_and_moves = marks.iter().zip(Mark::ALL);
        if let Some((_, missing)) = marks_and_moves.find(|&(&mark, next)| mark != next) {
            return Err(PositionError::Missing(missing));
        }
        // One measurement can make any number of classical marks, except one.
        if let [(alone, _)] = *classical {
            return Err(PositionError::Alone(alone));
        }
        let mut position = Self {
            moves: marks.len() as u8,
            ..Self::new()
        };
        let mut outcome = PerCell::ZERO;
        for &(mark, cell) in classical {
            outcome.exchange(cell, mark.number());
        }
        position.add_classical(outcome);
        spooky.sort_unstable();
        for (mark, [a, b]) in spooky {
            position.add_spooky(mark, a, b)?;
        }
        Ok(position)
    }

    /// Adds a spooky mark to a position that has the classical marks and the earlier spooky ones.
    fn add_spooky(&mut self, mark: Mark, a: Cell, b: Cell) -> Result<(), PositionError> {
        let is_last = mark.number() == self.moves;
        if is_last && self.is_over() {
            return Err(PositionError::AfterEnd(mark));
        }
        self.check_cells(a, b)
            .map_err(|_| PositionError::Cells(mark, a, b))?;
        if let Some(collapse) = self.entanglement.entangle(mark, a, b) {
            if !is_last {
                return Err(PositionError::OldCycle(mark));
            }
            self.phase = Phase::Measure(collapse);
        }
        Ok(())
    }

    /// Returns the image of the position under a symmetry of the board.
    ///
    /// ```
    /// use qttt::{Record, Symmetry};
    ///
    /// let corner: Record = "AB".parse()?;
    /// let images = Symmetry::ALL.map(|symmetry| corner.position().transform(symmetry).to_string());
    /// assert_eq!(images[1], ".../.../... 1CF");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |cell| symmetry.apply(cell);
        let mut classical = Vec::new();
        for cell in Cell::ALL {
            classical.extend(self.classical(cell).map(|mark| (mark, image(cell))));
        }
        let spooky = self.spooky_marks();
        let spooky = spooky.map(|Spooky { mark, cells, .. }| (mark, cells.map(image)));
        Self::with_marks(&classical, spooky.collect())
            .expect("the image of a position that a game leads to is another")
    }
}

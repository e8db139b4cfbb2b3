//! The contest's protocol: parses and writes positions.
//!
//! A bot reads two lines: the board as `n,d`, and the moves so far, oldest first, as `x,y,…;x,y,…`. It prints its move
//! as `x,y,…`.

use std::fmt;
use std::str::FromStr;

use super::{Board, BoardError, Cell, Position, RuleError};
use crate::lines::excerpt;

/// An error in the text of a position. Lines and columns are counted from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct PositionError {
    /// The line.
    pub line: usize,
    /// The byte column at which the wrong part begins.
    pub column: usize,
    /// The problem.
    pub kind: Problem,
}

/// A problem with part of the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The first line is not a board.
    #[error(transparent)]
    Board(BoardError),
    /// The text, which begins like this, is not a move on this board.
    #[error("expected {} coordinates from 0 to {}, separated by commas; found {:?}", .0.dimensions(), .0.width() - 1, .1)]
    NotAMove(Board, String),
    /// A move is illegal.
    #[error(transparent)]
    Move(RuleError),
}

/// Parses a position from the first two lines of `text`. The second may be missing, lines may end with CR LF, and
/// whitespace around numbers is ignored.
///
/// ```
/// use qttt::hypercube::protocol;
///
/// let position = protocol::read(b"3,2\n1,1;0,0\n")?;
/// assert_eq!(position.moves().len(), 2);
/// assert_eq!(protocol::write(&position), "3,2\n1,1;0,0\n");
/// # Ok::<(), qttt::hypercube::PositionError>(())
/// ```
///
/// # Errors
///
/// Returns an error at the first part that can't be parsed, or that breaks the rules.
pub fn read(text: &[u8]) -> Result<Position, PositionError> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split('\n');
    let board = trimmed(lines.next().unwrap_or_default()).parse();
    let board = board.map_err(|error| PositionError {
        line: 1,
        column: 1,
        kind: Problem::Board(error),
    })?;
    replay(board, lines.next().unwrap_or_default())
        .map_err(|error| PositionError { line: 2, ..error })
}

/// Plays moves on the empty board, from one line of text as [`write_moves`] writes it.
///
/// # Errors
///
/// Returns an error at the first part that can't be parsed, or that breaks the rules.
pub fn replay(board: Board, moves: &str) -> Result<Position, PositionError> {
    let mut position = Position::new(board);
    let moves = moves.trim_ascii_end();
    let mut column = 1;
    for part in moves.split(';').filter(|_| !moves.is_empty()) {
        let played = match board.read_cell(&trimmed(part)) {
            Some(cell) => position.play(cell).map_err(Problem::Move),
            None => Err(Problem::NotAMove(board, excerpt(part))),
        };
        played.map_err(|kind| PositionError {
            line: 1,
            column,
            kind,
        })?;
        column += part.len() + 1;
    }
    Ok(position)
}

/// Removes whitespace around numbers separated by commas.
fn trimmed(numbers: &str) -> String {
    let numbers: Vec<_> = numbers.split(',').map(str::trim_ascii).collect();
    numbers.join(",")
}

/// Writes a position in the form that [`read`] parses, each line with its newline.
#[must_use]
pub fn write(position: &Position) -> String {
    format!("{position}\n")
}

/// Writes the two lines of the protocol, without the last newline.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.board(), write_moves(self.moves()))
    }
}

/// Parses the two lines of the protocol, as [`read`] does.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read(text.as_bytes())
    }
}

/// Writes moves alone, separated by semicolons.
#[must_use]
pub fn write_moves(moves: &[Cell]) -> String {
    let moves: Vec<_> = moves.iter().map(Cell::to_string).collect();
    moves.join(";")
}

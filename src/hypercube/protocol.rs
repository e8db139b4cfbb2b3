//! The text of the tournament's protocol, both ways.
//!
//! A player program reads two lines: the board as `n,d`, and the moves so far, oldest first, as `x,y,…;x,y,…`. It
//! prints its move as `x,y,…`.

use super::{
    board::{Board, Cell, ParseBoardError, excerpt},
    position::{Position, PositionError},
};

/// What is wrong with the text of a position. Lines and columns are counted from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct ProtocolError {
    /// The line.
    pub line: usize,
    /// The byte column where the part that is wrong begins.
    pub column: usize,
    /// What is wrong.
    pub kind: Problem,
}

/// What can be wrong with part of the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The first line is not a board.
    #[error("{0}")]
    Board(ParseBoardError),
    /// A move is not a list of numbers separated by commas.
    #[error("expected a move as {} numbers below {} with commas between; found {found:?}", board.dimensions(), board.width())]
    NotAMove {
        /// The board.
        board: Board,
        /// The beginning of what was found.
        found: String,
    },
    /// A move is against the rules.
    #[error("{0}")]
    Move(PositionError),
}

/// Reads a position from the first two lines of a text. The second may be missing, and CR LF ends lines as well. White
/// space around numbers doesn't matter.
///
/// ```
/// use qttt::hypercube::protocol;
///
/// let position = protocol::read(b"3,2\n1,1;0,0\n")?;
/// assert_eq!(position.moves().len(), 2);
/// assert_eq!(protocol::write(&position), "3,2\n1,1;0,0\n");
/// # Ok::<(), protocol::ProtocolError>(())
/// ```
///
/// # Errors
///
/// At the first part that can't be read, or that breaks the rules.
pub fn read(text: &[u8]) -> Result<Position, ProtocolError> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let board = lines.next().unwrap_or_default();
    let board = Board::from_ascii(&trimmed(board)).map_err(|error| ProtocolError {
        line: 1,
        column: 1,
        kind: Problem::Board(error),
    })?;
    replay(board, lines.next().unwrap_or_default())
}

/// Plays the moves of the second line on an empty board.
///
/// # Errors
///
/// At the first part that can't be read, or that breaks the rules.
pub(crate) fn replay(board: Board, moves: &[u8]) -> Result<Position, ProtocolError> {
    let mut position = Position::new(board);
    let moves = moves.trim_ascii_end();
    let mut column = 1;
    for part in moves
        .split(|&byte| byte == b';')
        .filter(|_| !moves.is_empty())
    {
        let fail = |kind| ProtocolError {
            line: 2,
            column,
            kind,
        };
        let not_a_move = || {
            fail(Problem::NotAMove {
                board,
                found: excerpt(part),
            })
        };
        let cell = board.read_cell(&trimmed(part)).ok_or_else(not_a_move)?;
        position
            .play(cell)
            .map_err(|error| fail(Problem::Move(error)))?;
        column += part.len() + 1;
    }
    Ok(position)
}

/// Removes white space around numbers that are separated by commas.
fn trimmed(numbers: &[u8]) -> Vec<u8> {
    let numbers: Vec<_> = numbers
        .split(|&byte| byte == b',')
        .map(<[u8]>::trim_ascii)
        .collect();
    numbers.join(&b',')
}

/// Writes a position as [`read`] takes it.
#[must_use]
pub fn write(position: &Position) -> String {
    format!("{}\n{}\n", position.board(), write_moves(position))
}

/// Writes the moves alone.
pub(crate) fn write_moves(position: &Position) -> String {
    let moves: Vec<_> = position.moves().iter().map(Cell::to_string).collect();
    moves.join(";")
}

//! Lists of boards as text: `3..6,2..5`.

use std::ops::RangeInclusive;

use crate::hypercube::board::{Board, BoardError};

/// Why a text names no boards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// It has another form.
    #[error(
        "expected boards such as 4,3 or 3..6,2..5, all below 2^32, with ; between several; found {0:?}"
    )]
    Form(String),
    /// A range is empty.
    #[error("expected a range from the lower to the higher number, found {0:?}")]
    Reversed(String),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There are more than a tournament can play.
    #[error("expected at most {MAX_BOARDS} boards, found more")]
    TooMany,
}

const MAX_BOARDS: usize = 1000;

/// Reads boards: a width and a number of dimensions separated by a comma, each a number or an inclusive range; several
/// such are separated by semicolons. A board that is named twice counts once.
///
/// ```
/// use qttt::hypercube::referee::parse_boards;
///
/// assert_eq!(parse_boards("3..6,2..5")?.len(), 16);
/// assert_eq!(parse_boards("4,3; 3..4,2")?.len(), 3);
/// # Ok::<(), qttt::hypercube::referee::BoardsError>(())
/// ```
///
/// # Errors
///
/// When the text is in another form, when there is no such board, or when there are more than 1000.
pub fn parse_boards(text: &str) -> Result<Vec<Board>, BoardsError> {
    let mut boards = Vec::new();
    for part in text.split(';').map(str::trim) {
        let form = || BoardsError::Form(part.to_string());
        let (widths, dimensions) = part.split_once(',').ok_or_else(form)?;
        let widths = parse_range(widths).ok_or_else(form)?;
        let dimensions = parse_range(dimensions).ok_or_else(form)?;
        if widths.is_empty() || dimensions.is_empty() {
            return Err(BoardsError::Reversed(part.to_string()));
        }
        for n in widths {
            for d in dimensions.clone() {
                let board = Board::new(n, d)?;
                if !boards.contains(&board) {
                    boards.push(board);
                }
                if boards.len() > MAX_BOARDS {
                    return Err(BoardsError::TooMany);
                }
            }
        }
    }
    Ok(boards)
}

fn parse_range(text: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.trim().parse().ok();
    match text.split_once("..") {
        None => number(text).map(|number| number..=number),
        Some((from, to)) => Some(number(from)?..=number(to)?),
    }
}

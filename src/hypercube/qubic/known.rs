//! X's moves where O has played outside the sub-board for the first time, and later ones that are as hard to find.

use super::{SubBoard, least_image::LeastImage};
use crate::hypercube::{Cell, Position};

/// On each line a position by its least image, and the move as the number of a cell.
pub(crate) const MOVES: &str = include_str!("outside.txt");

/// How many stones there are in those positions at most.
const MOST_STONES: usize = 20;

/// Returns X's move, if it is known on one of the [`sub_boards`].
pub(crate) fn find(position: &Position) -> Option<Cell> {
    if position.moves().len() > MOST_STONES {
        return None;
    }
    sub_boards(position).find_map(|sub_board| {
        let image = LeastImage::of_game(&sub_board.game(position)?)?;
        let key = image.to_string();
        let line = MOVES.lines().find_map(|line| line.strip_prefix(&key))?;
        Some(sub_board.cell(&image.original(line.parse().ok()?)?))
    })
}

/// Iterates over the boards of four dimensions to six that hold all stones, the least first: there X looks for moves that
/// win where O has played outside. Beyond, none are needed.
pub(crate) fn sub_boards(position: &Position) -> impl Iterator<Item = SubBoard> {
    (4..=6).flat_map(|dimensions| SubBoard::holding(position.moves(), dimensions))
}

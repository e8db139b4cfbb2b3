//! X's moves where O has played outside the sub-board for the first time, and later ones that are as hard to find.

use super::{
    least_image::LeastImage,
    sub_board::{DIMENSIONS, SubBoard},
};
use crate::hypercube::{Cell, Position};

/// On each line a position by its least image, and the move as the number of a cell.
pub(crate) const MOVES: &str = include_str!("outside.txt");

/// How many stones there are in those positions at most.
const MOST_STONES: usize = 14;

/// Returns X's move, if it is known: on a board of four dimensions to six that holds all stones.
pub(crate) fn find(position: &Position) -> Option<Cell> {
    if position.moves().len() > MOST_STONES {
        return None;
    }
    let boards = DIMENSIONS.into_iter();
    let mut sub_boards = boards.flat_map(|d| SubBoard::holding(position.moves(), d));
    sub_boards.find_map(|sub_board| {
        let image = LeastImage::of_game(&sub_board.game(position)?)?;
        let key = image.to_string();
        let line = MOVES.lines().find_map(|line| line.strip_prefix(&key))?;
        Some(sub_board.cell(&image.original(line.parse().ok()?)?))
    })
}

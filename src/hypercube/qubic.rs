//! X's strategy for 4^3, and for 4^d: the moves for positions without a threat sequence.
//!
//! Oren Patashnik proved in 1980 that X wins 4^3. Victor Allis proved it again, with threat sequences and proof-number
//! search. This strategy is of the same kind: X completes a line or blocks one, otherwise follows a threat sequence if
//! there is one, and otherwise plays the move from a table.
//!
//! On a larger board of width 4, X plays by this strategy in the sub-board that contains its opening and O's first
//! reply. A move of O outside is a pass inside, after which X nearly always has a threat sequence. If X has none, the
//! table has a move: inside, or on the least sub-board that holds all stones. Therefore, X wins 4^d for every d ≥ 3.
//! `docs/qubic/PROOF.md` is the proof. A program beside it, which shares no code with this crate, checks it from the
//! table.
//!
//! ```text
//!  Position ─→ sub-board ─→ least image ─→ strategy ─→ Cell
//! ```

mod strategy;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use self::{strategy::least_image, tests::positions};
use super::sub_board::SubBoard;
use super::{Cell, Position};
use crate::Player;

/// Returns X's move, if it is X's turn, in the sub-board that X plays in, without regard to stones outside.
pub(super) fn move_inside(position: &Position) -> Option<Cell> {
    let sub_board = of_x(position)?;
    strategy::find(&sub_board, &sub_board.stones(position))
}

/// The maximum number of stones in a position of the table. Positions with more stones are not looked up, because a
/// lookup takes longer with each stone.
const MAX_STONES: usize = 32;

/// Returns X's move, if it is X's turn and O has played outside that sub-board, on the least sub-board that holds all
/// stones.
///
/// The lookups aren't counted as nodes. They compare the position with all images on at most 64 sub-boards, each with
/// up to 184,320 symmetries.
pub(super) fn move_on_whole(position: &Position) -> Option<Cell> {
    let stones = position.moves().len();
    let [x, o] = of_x(position)?.stones(position);
    if x.len() + o.len() == stones || stones > MAX_STONES {
        return None;
    }
    let mut boards = (4..=6).flat_map(|dimensions| SubBoard::holding(position.moves(), dimensions));
    boards.find_map(|sub_board| strategy::find(&sub_board, &sub_board.stones(position)))
}

/// Returns the sub-board that X, who is to move, plays in.
fn of_x(position: &Position) -> Option<SubBoard> {
    let is_x = position.turn() == Player::X;
    is_x.then(|| SubBoard::of(position)).flatten()
}

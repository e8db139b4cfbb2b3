//! The 4×4×4 board, won: a book that fills the gap that threat sequences leave; and the same on 4^d.
//!
//! Oren Patashnik proved in 1980 that X wins; Victor Allis proved it again, with threat sequences and proof-number
//! search. This is a proof by the same means, found by the program itself (`examples/qubic`): X completes a line or
//! blocks one, else follows a threat sequence if there is one, else plays the move of the book. The book holds only
//! what can't be searched for in a moment.
//!
//! On a larger board of width 4, X plays so in the sub-board that holds its opening and O's first reply. What O
//! plays outside is a pass inside. Nearly always X has a threat sequence then: with one stone outside, O has no line of
//! three but inside, so the sequence wins, in every dimension. That was walked through: it holds in all but 34 of the
//! 12,029 positions, up to symmetry, that O can leave. There X makes moves inside that win for nearly all of the ways in
//! which O's stone may lie (`passes.bin`), and else plays on the whole board, and wins by quiet moves (`outside.txt`). So
//! X wins 4^d for every d from three on: the proof is `examples/qubic/PROOF.md`.
//!
//! ```text
//!  Position ─→ sub-board ─→ least image ─┬─→ book ───┬─→ Cell
//!              sub_board    least_image  └─→ known ──┘
//!                                            moves outside
//! ```

mod book;
mod known;
mod least_image;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use self::known::MOVES as KNOWN_MOVES;
pub(super) use self::{
    known::{find as known_move, sub_boards},
    least_image::LeastImage,
};
use super::{
    board::Cell,
    position::{Position, Stone},
    sub_board::SubBoard,
};

/// Returns X's move from the book, if it is X's turn in a position that the book has.
pub(super) fn book_move(position: &Position) -> Option<Cell> {
    if position.next() != Stone::X {
        return None;
    }
    let sub_board = SubBoard::of(position)?;
    let image = LeastImage::of(sub_board.board(), &sub_board.stones(position))?;
    let cell = image.original(book::find(&image.stones)?)?;
    Some(sub_board.cell(&cell))
}

/// Returns how many stones lie outside the sub-board that the book is about.
pub(super) fn stones_outside(position: &Position) -> usize {
    let inside = SubBoard::of(position).map(|sub_board| sub_board.stones(position));
    inside.map_or(0, |[x, o]| position.moves().len() - x.len() - o.len())
}

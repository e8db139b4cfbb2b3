//! The 4×4×4 board, won: X's move in every position that the strategy leads to.
//!
//! Oren Patashnik proved in 1980 that X wins; Victor Allis proved it again, with threat sequences and proof-number search.
//! This is a proof by the same means, found by the program itself: a threat sequence where there is one, else a block where
//! O threatens, else the move of the book. The book holds only what can't be searched for in a moment.
//!
//! ```text
//!  Position ─→ least image ─→ win, block ─→ book ─→ threat sequence ─→ Cell
//!                 canonical      board                  threats
//!                                  prover ─→ book       (replies: what O can do about the sequences)
//! ```

mod board;
mod book;
mod canonical;
#[cfg(test)]
mod prover;
#[cfg(test)]
mod replies;
#[cfg(test)]
mod tests;
mod threats;

use self::{
    board::{Cells, Place, Stones},
    canonical::Symmetries,
    threats::{Outcome, Searcher},
};
use super::{
    board::{Board, Cell},
    position::{Position, Stone},
};

/// The positions without a sequence that are remembered during a search, as a power of two.
const TABLE_BITS: u32 = 16;

/// The most nodes of a search; those of the strategy need far less. It takes half a second.
const NODES: u64 = 4_000_000;

/// Returns a move that wins by the strategy; none when X is not to move on 4×4×4, or has left the strategy.
///
/// All is decided on the position's least image, so symmetric positions get symmetric moves.
pub(crate) fn winning_move(position: &Position) -> Option<Cell> {
    let board = position.board();
    if Ok(board) != Board::new(4, 3) || position.next() != Stone::X || position.winner().is_some() {
        return None;
    }
    let stones_of = |stone: Stone| {
        let cells = position.moves().iter();
        let cells = cells.filter(|cell| position.stone(cell) == Some(stone));
        cells.fold(Cells::default(), |all, cell| {
            all | Cells::of(board.index(cell) as Place)
        })
    };
    if position.moves().is_empty() {
        return Some(board.center());
    }
    let symmetries = Symmetries::new();
    let image = symmetries.canonical(stones_of(Stone::X), stones_of(Stone::O));
    let mut searcher = Searcher::new(TABLE_BITS, NODES);
    let place = decide(&mut searcher, &Stones::new(image.x, image.o))?;
    Some(board.cell(image.original(place)?.into()))
}

/// Returns X's move in a position that is its own least image.
fn decide(searcher: &mut Searcher, stones: &Stones) -> Option<Place> {
    if let Some(win) = stones.x_wins().first() {
        return Some(win);
    }
    let threatened = stones.o_wins();
    if !threatened.is_empty() {
        return threatened.only();
    }
    if let Some(place) = book::find(stones.x.cells, stones.o.cells) {
        return Some(place);
    }
    match searcher.search(stones) {
        Outcome::Won => searcher.found().moves().first().copied(),
        Outcome::None | Outcome::GivenUp => None,
    }
}

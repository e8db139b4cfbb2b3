//! The 4×4×4 board, won: X's move in every position that the strategy leads to.
//!
//! Oren Patashnik proved in 1980 that X wins; Victor Allis proved it again, with threat sequences and proof-number
//! search. This is a proof by the same means, found by the program itself: a threat sequence where there is one, else a
//! block where O threatens, else the move of the book. The book holds only what can't be searched for in a moment.
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

/// The cell that X opens with: one of the middle. The corners would do as well, a symmetry swaps them.
const FIRST: Place = 42;

/// The positions without a sequence that are remembered during a search, as a power of two.
const TABLE_BITS: u32 = 16;

/// The most nodes of a search: a tenth of a second. Those of the strategy need far less.
const SEARCH_NODES: u64 = 1_000_000;

/// The book, and what it takes to play where it is silent.
struct Strategy {
    symmetries: Symmetries,
    searcher: Searcher,
}

/// Returns a move that wins by the strategy; none when X is not to move on 4×4×4, or has left the strategy.
///
/// It is decided on the position's least image, so symmetric positions get symmetric moves.
pub(crate) fn winning_move(position: &Position) -> Option<Cell> {
    let board = position.board();
    if Ok(board) != Board::new(4, 3) || position.next() != Stone::X || position.winner().is_some() {
        return None;
    }
    let stones = |stone| {
        let cells = position.moves().iter();
        let places = cells
            .filter(|cell| position.stone(cell) == Some(stone))
            .map(|cell| Cells::of(board.index(cell) as Place));
        places.fold(Cells::default(), |all, cell| all | cell)
    };
    let place = Strategy::new().choose(stones(Stone::X), stones(Stone::O))?;
    Some(board.cell(place.into()))
}

impl Strategy {
    fn new() -> Self {
        Self {
            symmetries: Symmetries::new(),
            searcher: Searcher::new(TABLE_BITS, SEARCH_NODES),
        }
    }

    /// Returns X's move.
    fn choose(&mut self, x: Cells, o: Cells) -> Option<Place> {
        let image = self.symmetries.canonical(x, o);
        let place = choose_on_image(&mut self.searcher, &Stones::new(image.x, image.o))?;
        image.original(place)
    }
}

fn choose_on_image(searcher: &mut Searcher, stones: &Stones) -> Option<Place> {
    if stones.x.cells.is_empty() {
        return stones.o.cells.is_empty().then_some(FIRST);
    }
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

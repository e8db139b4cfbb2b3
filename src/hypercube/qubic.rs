//! The 4×4×4 board, won: X's move in every position that the strategy leads to; and the same strategy on 4^d.
//!
//! Oren Patashnik proved in 1980 that X wins; Victor Allis proved it again, with threat sequences and proof-number
//! search. This is a proof by the same means, found by the program itself (`examples/qubic`): a threat sequence where
//! there is one, else a block where O threatens, else the move of the book. The book holds only what can't be searched
//! for in a moment.
//!
//! On a larger board of width 4, X plays the strategy in the sub-board that holds its opening and O's first reply. What O
//! plays outside is a pass inside. Nearly always X has a threat sequence then: with one stone outside, O has no line of
//! three but inside, so the sequence wins, in every dimension. That was walked through: it holds in all but 34 of the
//! 12,931 positions, up to symmetry, that O can leave. In 25 of the 34 one more move inside leads to a sequence whatever
//! O does, in every dimension too (`passes.bin`). In the other 9 it was shown for 7,657 of the 8,640 ways in which O's
//! stone may lie; for the others it is open, so 4^d is not proven. They are those from which O's stones, inside and out,
//! can threaten on and on.
//!
//! ```text
//!  Position ─→ sub-board ─→ least image ─→ win, block ─→ book ─→ threat sequence ─→ Cell
//!              sub_board     canonical     board, outside         threats
//! ```

mod board;
mod book;
mod canonical;
mod outside;
#[cfg(test)]
#[path = "../../examples/qubic/replies.rs"]
mod replies;
mod sub_board;
#[cfg(test)]
mod tests;
mod threats;

use self::{
    board::{Cells, Place, Stones},
    canonical::Symmetries,
    outside::Outside,
    sub_board::{MIDDLE, SubBoard},
    threats::{Outcome, Searcher},
};
use super::{
    board::Cell,
    field::Field,
    lines::Lines,
    position::{Position, Stone},
    threats::{Found, Limits, Threats},
};

/// The positions without a sequence that are remembered during a search, as a power of two.
const TABLE_BITS: u32 = 16;

/// The most nodes of a search: a tenth of a second. Those of the strategy need far less.
const SEARCH_NODES: u64 = 1_000_000;

/// How far a threat sequence of O is looked for that X's move would leave.
const O_LIMITS: Limits = Limits {
    threats: 30,
    nodes: 100_000,
};

/// The most stones of O outside that the strategy reckons with.
const MOST_OUTSIDE: usize = 100;

/// The book, and what it takes to play where it is silent.
struct Strategy {
    symmetries: Symmetries,
    searcher: Searcher,
}

/// Returns a move that wins by the strategy; none when X is not to move on a board of width 4 and three dimensions or
/// more, or the strategy has no move.
///
/// It is decided on the least image of what is in the sub-board, so symmetric positions on 4×4×4 get symmetric moves.
pub(crate) fn winning_move(position: &Position) -> Option<Cell> {
    let board = position.board();
    if board.width() != 4 || board.dimensions() < 3 {
        return None;
    }
    if position.next() != Stone::X || position.winner().is_some() {
        return None;
    }
    let middle = Cell(vec![MIDDLE; board.dimensions() as usize].into());
    let sub_board = match position.moves() {
        [] => return Some(middle),
        // On 4×4×4 the sub-board is the whole, and any opening that a symmetry carries to the middle will do.
        [opening, reply, ..] if *opening == middle || board.dimensions() == 3 => {
            SubBoard::holding(reply)
        }
        _ => return None,
    };
    let (mut inside, mut outside) = ([Cells::default(); 2], Vec::new());
    for (turn, cell) in position.moves().iter().enumerate() {
        match (sub_board.place(cell), Stone::of_move(turn)) {
            (Some(place), stone) => {
                inside[stone as usize] = inside[stone as usize] | Cells::of(place)
            }
            (None, Stone::O) => outside.push(cell),
            (None, Stone::X) => {}
        }
    }
    if outside.len() > MOST_OUTSIDE {
        return None;
    }
    let is_all_inside = outside.is_empty();
    let outside = Outside::of(position, &sub_board, &outside);
    let stones = Stones::new(inside[0], inside[1]);
    let cell = Strategy::new().choose(&sub_board, &stones, &outside)?;
    (is_all_inside || !leaves_a_sequence(position, &cell)).then_some(cell)
}

/// Tells whether O has a threat sequence on the whole board after a move of X: that is where the strategy has gaps.
fn leaves_a_sequence(position: &Position, cell: &Cell) -> bool {
    let mut after = position.clone();
    if after.play(cell.clone()).is_err() || after.winner().is_some() {
        return false;
    }
    let lines = Lines::that_matter(&after);
    let found = Threats::new(O_LIMITS.nodes).find(&mut Field::new(&lines), Stone::O, O_LIMITS);
    matches!(found, Found::Win(_))
}

impl Strategy {
    fn new() -> Self {
        Self {
            symmetries: Symmetries::new(),
            searcher: Searcher::new(TABLE_BITS, SEARCH_NODES),
        }
    }

    fn choose(&mut self, sub_board: &SubBoard, stones: &Stones, outside: &Outside) -> Option<Cell> {
        let image = self.symmetries.canonical(stones.x.cells, stones.o.cells);
        let stones = Stones::new(image.x, image.o);
        let original = |place| image.original(place).map(|place| sub_board.cell(place));
        if let Some(win) = stones.x_wins().first() {
            return original(win);
        }
        let mut threatened: Vec<Cell> = stones.o_wins().filter_map(original).collect();
        threatened.extend(outside.wins.iter().cloned());
        threatened.sort_unstable();
        threatened.dedup();
        match &threatened[..] {
            [] => choose_freely(&mut self.searcher, &stones, image.image(outside.hot))
                .and_then(original),
            [block] => Some(block.clone()),
            _ => None,
        }
    }
}

/// Returns X's move inside where O threatens nothing.
fn choose_freely(searcher: &mut Searcher, stones: &Stones, hot: Cells) -> Option<Place> {
    if let Some(place) = book::find(stones.x.cells, stones.o.cells) {
        return Some(place);
    }
    match searcher.search_avoiding(stones, hot) {
        Outcome::Won => searcher.found().moves().first().copied(),
        Outcome::None | Outcome::GivenUp => None,
    }
}

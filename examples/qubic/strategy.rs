//! The strategy for 4×4×4, walked through for the positions in which O may play outside.

use std::collections::HashSet;

use super::{
    board::{Cells, Place, Stones},
    book,
    canonical::Symmetries,
    threats::{Outcome, Searcher},
};

/// What the walk has met.
pub(super) struct Strategy {
    symmetries: Symmetries,
    searcher: Searcher,
    met: HashSet<(Cells, Cells)>,
    /// Positions after a move of the book or a block in which X has no three: O is free to play outside.
    pub(super) free: HashSet<(Cells, Cells)>,
    /// Those of them in which X, were it to move again, has no threat sequence.
    pub(super) exceptions: Vec<(Cells, Cells)>,
}

impl Strategy {
    /// Walks through every reply of O inside. What begins a threat sequence is not walked further: O's replies to it
    /// are forced.
    pub(super) fn walk(reply_to: Cells) -> Self {
        let mut strategy = Self {
            symmetries: Symmetries::new(),
            searcher: Searcher::new(20, 1_000_000),
            met: HashSet::new(),
            free: HashSet::new(),
            exceptions: Vec::new(),
        };
        // O's first reply is inside: the sub-board is chosen by it.
        for reply in !reply_to {
            strategy.x_to_move(reply_to, Cells::of(reply));
        }
        strategy.exceptions.sort_unstable();
        strategy
    }

    fn x_to_move(&mut self, x: Cells, o: Cells) {
        let least = self.symmetries.canonical(x, o);
        let (x, o) = (least.x, least.o);
        let stones = Stones::new(x, o);
        if !self.met.insert((x, o)) || !stones.x_wins().is_empty() {
            return;
        }
        let threatened = stones.o_wins();
        let place = match threatened.len() {
            0 => book::find(&[x, o].map(Cells::listed)).map(|place| place as Place),
            _ => threatened.only(),
        };
        match place {
            Some(place) => self.o_to_move(x | Cells::of(place), o),
            None => assert!(
                threatened.is_empty() && self.searcher.search(&stones) == Outcome::Won,
                "no move: {x:?} {o:?}"
            ),
        }
    }

    fn o_to_move(&mut self, x: Cells, o: Cells) {
        let stones = Stones::new(x, o);
        let must = stones.x_wins();
        if must.is_empty() {
            let least = self.symmetries.canonical(x, o);
            let key = (least.x, least.o);
            if self.free.insert(key)
                && self.searcher.search(&Stones::new(key.0, key.1)) != Outcome::Won
            {
                self.exceptions.push(key);
            }
        }
        let replies = match must.len() {
            0 => stones.empty(),
            1 => must,
            _ => return,
        };
        for reply in replies {
            self.x_to_move(x, o | Cells::of(reply));
        }
    }
}

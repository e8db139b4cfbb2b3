//! Threat sequences: X makes a three, O must block, X makes the next, until two at once can't be blocked.
//!
//! The search is exact: O's blocks may make threes of O's own, which X's next move must block and still go on. Whoever
//! follows a sequence that was found wins, whatever O does.

use super::board::{Cells, LineSet, Place, Stones, cells_of, through};

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// X wins; the searcher has the moves.
    Won,
    /// There is no winning sequence.
    None,
    /// The search was given up.
    GivenUp,
}

/// The moves of X in a winning sequence, up to the one that makes two threes. O's are forced.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sequence {
    moves: [Place; 32],
    len: usize,
}

/// Searches for sequences, and remembers where there is none.
pub(super) struct Searcher {
    /// Stones of positions without a winning sequence, each where its hash says; a later one takes the place.
    failed: Vec<(Cells, Cells)>,
    /// The most nodes of a search.
    limit: u64,
    left: u64,
    /// All nodes so far.
    pub nodes: u64,
    found: Sequence,
}

impl Sequence {
    pub(super) fn moves(&self) -> &[Place] {
        &self.moves[..self.len]
    }

    fn push(&mut self, place: Place) {
        self.moves[self.len] = place;
        self.len += 1;
    }
}

impl Searcher {
    /// Makes a searcher with a table of 2^`bits` positions that gives a search up after some nodes.
    pub(super) fn new(bits: u32, limit: u64) -> Self {
        Self {
            failed: vec![Default::default(); 1 << bits],
            limit,
            left: 0,
            nodes: 0,
            found: Sequence::default(),
        }
    }

    /// Searches for a winning sequence of X, who is to move.
    pub(super) fn search(&mut self, stones: &Stones) -> Outcome {
        self.left = self.limit;
        self.found.len = 0;
        if !stones.x_wins().is_empty() {
            return Outcome::Won;
        }
        let outcome = self.visit(stones, LineSet::default());
        self.nodes += self.limit - self.left;
        outcome
    }

    /// Returns the sequence that the last search found.
    pub(super) const fn found(&self) -> Sequence {
        self.found
    }

    /// X has no three. `fresh` are the lines through X's last move: sequences mostly go on where they were.
    fn visit(&mut self, stones: &Stones, fresh: LineSet) -> Outcome {
        if self.left == 0 {
            return Outcome::GivenUp;
        }
        self.left -= 1;
        let threatened = stones.o_wins();
        let twos = stones.twos();
        if !threatened.is_empty() {
            return match threatened.only() {
                Some(forced) => self.visit_forced(stones, twos, forced),
                None => Outcome::None,
            };
        }
        let empty = stones.empty();
        let (mut once, mut twice) = (Cells::default(), Cells::default());
        for line in twos {
            let cells = cells_of(line) & empty;
            twice = twice | (once & cells);
            once = once | cells;
        }
        if let Some(fork) = twice.first() {
            self.found.push(fork);
            return Outcome::Won;
        }
        let slot = self.slot(stones);
        let key = (stones.x.cells, stones.o.cells);
        if self.failed[slot] == key {
            return Outcome::None;
        }
        let depth = self.found.len;
        let dead = stones.x.one & stones.o.one;
        for lines in [twos & fresh, twos & !fresh] {
            for line in lines {
                let open = cells_of(line) & empty;
                for gain in open {
                    // The stone must be of use on another line: for X, or against O.
                    if (through(gain) & !dead).len() < 2 {
                        continue;
                    }
                    let cost = (open & !Cells::of(gain)).first().unwrap_or(gain);
                    match self.visit_after(stones, gain, cost) {
                        Outcome::None => self.found.len = depth,
                        outcome => return outcome,
                    }
                }
            }
        }
        self.failed[slot] = key;
        Outcome::None
    }

    /// O has a three, which X must block, by making a three.
    fn visit_forced(&mut self, stones: &Stones, twos: LineSet, forced: Place) -> Outcome {
        let lines = twos & through(forced);
        match lines.len() {
            0 => Outcome::None,
            1 => {
                let open = lines
                    .into_iter()
                    .fold(Cells::default(), |_, line| cells_of(line));
                let cost = (open & stones.empty() & !Cells::of(forced)).first();
                self.visit_after(stones, forced, cost.unwrap_or(forced))
            }
            _ => {
                self.found.push(forced);
                Outcome::Won
            }
        }
    }

    fn visit_after(&mut self, stones: &Stones, gain: Place, cost: Place) -> Outcome {
        let mut after = *stones;
        after.x.play(gain);
        after.o.play(cost);
        self.found.push(gain);
        self.visit(&after, through(gain))
    }

    fn slot(&self, stones: &Stones) -> usize {
        // Fibonacci hashing: the high bits of a product with an odd number depend on all bits.
        let (x, o) = (stones.x.cells.0, stones.o.cells.0);
        let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let o = o.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let hash = (x ^ o.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.failed.len().trailing_zeros())) as usize
    }
}

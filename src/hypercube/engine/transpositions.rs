//! The transposition table: scores of visited positions.

use super::bands::{loses, wins};
use crate::hypercube::table::CellId;
use crate::{ByPlayer, Player};

/// A position in the tree of the search.
pub(super) struct Node {
    pub(super) player: Player,
    pub(super) depth: i8,
    /// The distance from the root in plies.
    pub(super) ply: i64,
    /// The hash of the stones. Their number implies the player to move.
    pub(super) hash: u64,
    /// How thorough the searches that found no sequence were, for X and for O.
    pub(super) searched: ByPlayer<u8>,
    /// The best move so far.
    pub(super) best: Option<CellId>,
}

impl Node {
    pub(super) const fn new(player: Player, depth: i8, ply: i64, hash: u64) -> Self {
        Self {
            player,
            depth,
            ply,
            hash,
            searched: ByPlayer([0; 2]),
            best: None,
        }
    }
}

pub(super) struct Transpositions {
    entries: Vec<Stored>,
    /// The number of the iteration, from 1. An entry of an earlier iteration may be replaced.
    pub(super) iteration: u8,
}

/// The result of searching a position. The default is an empty entry.
#[derive(Clone, Copy, Default)]
pub(super) struct Stored {
    hash: u64,
    score: i64,
    /// The best move.
    pub(super) best: Option<CellId>,
    /// How thorough the searches that found no sequence were, for X and for O.
    pub(super) searched: ByPlayer<u8>,
    depth: i8,
    bound: Bound,
    iteration: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

impl Stored {
    /// Returns the score, if the position was searched to the depth of the node and the score decides within the
    /// bounds.
    pub(super) fn score_within(self, (alpha, beta): (i64, i64), node: &Node) -> Option<i64> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        };
        (self.depth >= node.depth && is_enough).then_some(self.score)
    }
}

impl Transpositions {
    /// Creates a table. The number of entries must be a power of two.
    pub(super) fn new(entries: usize) -> Self {
        Self {
            entries: vec![Stored::default(); entries],
            iteration: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Stored::default());
    }

    pub(super) fn probe(&self, hash: u64) -> Option<Stored> {
        let entry = self.entries[self.slot(hash)];
        (entry.hash == hash).then_some(entry)
    }

    /// Stores the score of a node, searched with these bounds, unless the slot holds a deeper entry of this iteration.
    pub(super) fn store(&mut self, node: &Node, score: i64, bounds: (i64, i64)) {
        let (alpha, beta) = bounds;
        let bound = match score {
            _ if score >= beta => Bound::AtLeast,
            _ if score > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        // A proven win or loss holds at any depth.
        let is_proven =
            wins(score) && bound != Bound::AtMost || loses(score) && bound != Bound::AtLeast;
        let depth = if is_proven { i8::MAX } else { node.depth };
        let slot = self.slot(node.hash);
        let old = &mut self.entries[slot];
        if old.iteration == self.iteration && old.depth > depth {
            return;
        }
        *old = Stored {
            hash: node.hash,
            score,
            best: node.best,
            searched: node.searched,
            depth,
            bound,
            iteration: self.iteration,
        };
    }

    const fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }
}

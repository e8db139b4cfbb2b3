//! Alpha-beta search with threat sequences at every position.
//!
//! Principal variation search with iterative deepening and a transposition table. A position in which a player has a
//! winning threat sequence is not looked into any further; one in which the opponent would have one, could it move
//! twice, is only left by a move that may break it. The search stops at a count of positions, never at a clock.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{tuning, weights::Weights};
use crate::hypercube::{
    line_counts::{LineCounts, Wins, with_turn},
    position::Stone,
    threats::{Limits, Sequence, Threats},
};

/// What a position is worth in which the player to move completes a line at once. Each ply that it takes longer is
/// worth 1 less.
const WIN: i64 = 1 << 60;
/// All that is worth more is a win.
const CERTAIN: i64 = WIN - 100_000;

/// A search, with what it has learnt.
pub(super) struct Search<'f, 'l> {
    counts: &'f mut LineCounts<'l>,
    weights: Weights,
    threats: Threats,
    table: Vec<Entry>,
    /// How much work may still be done.
    left: i64,
    is_unneeded: &'f AtomicBool,
    stopped: bool,
    moves: Vec<Candidate>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    worth: i64,
    best: u32,
    depth: i8,
    bound: Bound,
}

impl Entry {
    /// Returns the worth, if it was searched deep enough and the bounds need no more.
    fn worth_within(self, (alpha, beta): (i64, i64), node: &Node) -> Option<i64> {
        let worth = after_plies(self.worth, node.ply);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => worth >= beta,
            Bound::AtMost => worth <= alpha,
        };
        (self.depth >= node.depth && is_enough).then_some(worth)
    }
}

/// A position that is visited.
struct Node {
    player: Stone,
    depth: i8,
    /// How many plies it is after the one that is searched.
    ply: i64,
    /// The hash, with the player to move.
    hash: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Candidate {
    cell: u32,
    promise: i64,
}

/// What a search says of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) cell: u32,
    pub(super) worth: i64,
}

impl Judged {
    pub(super) const fn wins(&self) -> bool {
        self.worth > CERTAIN
    }

    pub(super) const fn loses(&self) -> bool {
        self.worth < -CERTAIN
    }
}

const NO_CELL: u32 = u32::MAX;

impl<'f, 'l> Search<'f, 'l> {
    /// Prepares a search that goes on until so much work is done, or it is told that nobody needs it any more.
    pub(super) fn new(
        counts: &'f mut LineCounts<'l>,
        work: u64,
        is_unneeded: &'f AtomicBool,
    ) -> Self {
        let empty = Entry {
            hash: 0,
            worth: 0,
            best: NO_CELL,
            depth: i8::MIN,
            bound: Bound::Exact,
        };
        Self {
            weights: Weights::of(counts, tuning::GROWTH),
            counts,
            threats: Threats::new(work),
            table: vec![
                empty;
                work.clamp(1 << 8, tuning::MOST_REMEMBERED)
                    .next_power_of_two() as usize
            ],
            left: i64::try_from(work).unwrap_or(i64::MAX),
            is_unneeded,
            stopped: false,
            moves: Vec::new(),
        }
    }

    /// Judges some moves, the most promising first, and returns them with the best first. The player has no line to
    /// complete.
    pub(super) fn rank(&mut self, player: Stone, cells: &[u32]) -> Vec<Judged> {
        let cells = cells.iter();
        let mut ranked: Vec<Judged> = cells.map(|&cell| Judged { cell, worth: 0 }).collect();
        for depth in 1..=tuning::MOST_DEPTH {
            let mut best = None;
            for place in 0..ranked.len() {
                let alpha = best.map_or(-WIN, |best: usize| ranked[best].worth);
                let Some(worth) = self.judge(player, ranked[place].cell, depth, alpha) else {
                    break;
                };
                ranked[place].worth = worth;
                if worth > alpha || best.is_none() {
                    best = Some(place);
                }
            }
            let Some(best) = best else { break };
            ranked[..=best].rotate_right(1);
            let is_decided = ranked[0].wins() || ranked[0].loses();
            if self.stopped || is_decided || depth as usize >= self.counts.empty() {
                break;
            }
        }
        ranked
    }

    /// Says what a move is worth, as far as it is more than `alpha`; nothing if the search has stopped.
    fn judge(&mut self, player: Stone, cell: u32, depth: i8, alpha: i64) -> Option<i64> {
        self.place(cell, player);
        let mut worth = -self.visit(player.other(), depth - 1, (-alpha - 1, -alpha), 1);
        if worth > alpha && !self.stopped {
            worth = -self.visit(player.other(), depth - 1, (-WIN, -alpha), 1);
        }
        self.remove(cell, player);
        (!self.stopped).then_some(worth)
    }

    #[inline]
    fn place(&mut self, cell: u32, player: Stone) {
        self.weights.place(self.counts, cell, player);
        self.counts.place(cell, player);
    }

    #[inline]
    fn remove(&mut self, cell: u32, player: Stone) {
        self.counts.remove(cell, player);
        self.weights.remove(self.counts, cell, player);
    }

    /// Says what a position is worth to the player to move, between the bounds.
    fn visit(&mut self, player: Stone, depth: i8, bounds: (i64, i64), ply: i64) -> i64 {
        self.left -= 1;
        if self.left < 0 || self.is_unneeded.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if self.counts.winning_cell(player).is_some() {
            return WIN - ply - 1;
        }
        let forced = match self.counts.wins(player.other()) {
            Wins::None => None,
            Wins::One(cell) => Some(cell),
            Wins::Several(_) => return ply + 2 - WIN,
        };
        if self.counts.empty() == 0 {
            return 0;
        }
        let node = Node {
            player,
            depth,
            ply,
            hash: with_turn(self.counts.hash(), player),
        };
        let known = self.recall(&node);
        if let Some(worth) = known.and_then(|entry| entry.worth_within(bounds, &node)) {
            return worth;
        }
        if let Some(sequence) = self.sequence(player, depth) {
            let worth = WIN - ply - sequence.plies() as i64;
            self.remember(&node, worth, Bound::Exact, sequence.first());
            return worth;
        }
        if let Some(cell) = forced {
            // A forced reply costs no depth, unless both sides force each other on and on.
            let costs = i8::from(ply >= tuning::MOST_FORCED);
            return self.visit_after(cell, &node, depth - costs, bounds);
        }
        let danger = self.sequence(player.other(), depth);
        if depth <= 0 && (danger.is_none() || depth <= -tuning::MOST_CHECKS) {
            let worth = self.weights.of_position(player);
            // To be in danger costs about a move.
            return worth - danger.map_or(0, |_| worth.abs() / 4);
        }
        let preferred = known.map_or(NO_CELL, |entry| entry.best);
        let first = self.moves.len();
        self.list_moves(player, depth, danger.as_ref(), preferred);
        let worth = if self.moves.len() == first {
            // Nothing breaks the sequence.
            let plies = danger.map_or(0, |sequence| sequence.plies());
            ply + 1 + plies as i64 - WIN
        } else {
            self.visit_moves(&node, bounds, first)
        };
        self.moves.truncate(first);
        worth
    }

    /// Says what a position is worth after a move, to the player who makes it.
    fn visit_after(&mut self, cell: u32, node: &Node, depth: i8, bounds: (i64, i64)) -> i64 {
        let (alpha, beta) = bounds;
        self.place(cell, node.player);
        let worth = -self.visit(node.player.other(), depth, (-beta, -alpha), node.ply + 1);
        self.remove(cell, node.player);
        worth
    }

    /// Tries the moves that were listed last, from a place on.
    fn visit_moves(&mut self, node: &Node, bounds: (i64, i64), first: usize) -> i64 {
        let (mut alpha, beta) = bounds;
        let (mut best, mut best_cell) = (-WIN, NO_CELL);
        for place in first..self.moves.len() {
            let cell = self.moves[place].cell;
            // Those after the first only have to be shown to be no better.
            let beta_first = if place == first { beta } else { alpha + 1 };
            let mut worth = self.visit_after(cell, node, node.depth - 1, (alpha, beta_first));
            if place != first && worth > alpha && worth < beta {
                worth = self.visit_after(cell, node, node.depth - 1, (alpha, beta));
            }
            if self.stopped {
                return best;
            }
            if worth > best {
                (best, best_cell) = (worth, cell);
            }
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > bounds.0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.remember(node, best, bound, best_cell);
        best
    }

    /// Returns what is known of a position.
    fn recall(&self, node: &Node) -> Option<Entry> {
        let entry = self.table[self.slot(node)];
        (entry.hash == node.hash).then_some(entry)
    }

    fn remember(&mut self, node: &Node, worth: i64, bound: Bound, best: u32) {
        let slot = self.slot(node);
        // A threat sequence is there at any depth.
        let is_proven = bound == Bound::Exact && worth > CERTAIN;
        self.table[slot] = Entry {
            hash: node.hash,
            worth: after_plies(worth, -node.ply),
            best,
            depth: if is_proven { i8::MAX } else { node.depth },
            bound,
        };
    }

    const fn slot(&self, node: &Node) -> usize {
        node.hash as usize & (self.table.len() - 1)
    }

    /// Finds a sequence that wins for a player, were it to move.
    fn sequence(&mut self, player: Stone, depth: i8) -> Option<Sequence> {
        let limits = Limits {
            threats: tuning::LONGEST_IN_TREE,
            nodes: tuning::NODES_AT_LEAF << (2 * depth.clamp(0, 5)),
        };
        let before = self.threats.nodes();
        let found = self.threats.find(self.counts, player, limits);
        self.left -= (self.threats.nodes() - before) as i64;
        found.win()
    }

    /// Lists the moves to try, the most promising first: all, or those that may break a sequence.
    fn list_moves(&mut self, player: Stone, depth: i8, danger: Option<&Sequence>, preferred: u32) {
        let most = match depth {
            _ if danger.is_some() => tuning::DEFENCES,
            tuning::LAST_DEPTH.. => tuning::MOVES,
            _ => tuning::LAST_MOVES,
        };
        let mut list = Best::new(&mut self.moves, most);
        if let Some(sequence) = danger {
            for cell in sequence.defences(self.counts, player) {
                let promise = self.weights.of_cell(cell, player);
                list.add(cell, if cell == preferred { i64::MAX } else { promise });
            }
            return;
        }
        if preferred != NO_CELL && self.counts.is_empty(preferred) {
            list.add(preferred, i64::MAX);
        }
        for (cell, promise) in self.weights.of_cells(player) {
            // Nearly all fail this: the rest is looked at after it.
            if promise > list.least && cell != preferred && self.counts.is_empty(cell) {
                list.add(cell, promise);
            }
        }
        self.left -= (self.counts.lines.board_cells() / tuning::CELLS_PER_UNIT) as i64;
    }
}

/// The most promising of some moves at the end of a list, the best first; equal ones in the order they came.
struct Best<'m> {
    moves: &'m mut Vec<Candidate>,
    first: usize,
    most: usize,
    /// What a move must promise more than to be listed.
    least: i64,
}

impl<'m> Best<'m> {
    const fn new(moves: &'m mut Vec<Candidate>, most: usize) -> Self {
        Self {
            first: moves.len(),
            moves,
            most,
            least: i64::MIN,
        }
    }

    fn add(&mut self, cell: u32, promise: i64) {
        if promise <= self.least {
            return;
        }
        let listed = &self.moves[self.first..];
        let place = listed.partition_point(|other| other.promise >= promise);
        self.moves
            .insert(self.first + place, Candidate { cell, promise });
        self.moves.truncate(self.first + self.most);
        if let Some(last) = self.moves.get(self.first + self.most - 1) {
            self.least = last.promise;
        }
    }
}

/// Counts a win or loss from a position so many plies later.
const fn after_plies(worth: i64, plies: i64) -> i64 {
    if worth > CERTAIN {
        worth - plies
    } else if worth < -CERTAIN {
        worth + plies
    } else {
        worth
    }
}

#[cfg(test)]
mod tests;

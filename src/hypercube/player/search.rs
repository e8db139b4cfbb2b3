//! Alpha-beta search with threat sequences at every position.
//!
//! Principal variation search with iterative deepening and a transposition table. A position in which a player has a
//! winning threat sequence is not looked into any further; one in which the opponent would have one, could it move
//! twice, is only left by a move that may break it. The search stops at a count of positions, never at a clock.

use super::tuning;
use crate::hypercube::{
    line_counts::{LineCounts, Wins, with_turn},
    position::Stone,
    scores::Scores,
    threats::{Limits, Sequence, Threats},
};

/// The score of a position in which the player to move completes a line at once. Each ply that it takes longer takes 1
/// away.
const WIN: i64 = 1 << 60;
/// Every higher score is a win.
const CERTAIN: i64 = WIN - 100_000;

/// A search, with what it has learnt.
pub(super) struct Search<'l> {
    counts: LineCounts<'l>,
    scores: Scores,
    /// The searches for sequences, and the work that may still be done.
    threats: Threats,
    table: Vec<Entry>,
    /// Moves of the positions on the path, one after the other.
    moves: Vec<Candidate>,
    /// How many times as many moves are listed as at first.
    breadth: usize,
    /// The work that a visit of a position takes, its sequences not counted.
    work_of_visit: u64,
}

/// What a search says of some moves: the one that is best, and the best score at each depth.
pub(super) struct Judgement {
    pub(super) best: u32,
    pub(super) scores: Vec<i64>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    score: i64,
    best: u32,
    depth: i8,
    bound: Bound,
}

/// A position that is visited.
struct Node {
    player: Stone,
    depth: i8,
    /// How many plies it is after the one that is searched.
    ply: i64,
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
    score: i32,
}

const NO_CELL: u32 = u32::MAX;

impl Entry {
    const EMPTY: Self = Self {
        hash: 0,
        score: 0,
        best: NO_CELL,
        depth: i8::MIN,
        bound: Bound::Exact,
    };

    /// Returns the score, if it was searched deep enough and the bounds need no more.
    fn score_within(self, (alpha, beta): (i64, i64), node: &Node) -> Option<i64> {
        let score = after_plies(self.score, node.ply);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (self.depth >= node.depth && is_enough).then_some(score)
    }
}

impl<'l> Search<'l> {
    /// Prepares a search that goes on until so much work is done.
    pub(super) fn new(counts: LineCounts<'l>, work: u64) -> Self {
        let remembered = work
            .clamp(1 << 8, tuning::MAX_REMEMBERED)
            .next_power_of_two();
        Self {
            scores: Scores::new(&counts, tuning::weights(counts.lines.board())),
            work_of_visit: 1 + counts.lines.board_cells() as u64 / tuning::CELLS_A_UNIT,
            counts,
            threats: Threats::new(work),
            table: vec![Entry::EMPTY; remembered as usize],
            moves: Vec::new(),
            breadth: 1,
        }
    }

    /// Judges some moves, those that score most first. The player has no line to complete.
    pub(super) fn judge(&mut self, player: Stone, cells: &[u32]) -> Judgement {
        let mut cells = cells.to_vec();
        let mut scores = Vec::new();
        let mut depth = 1;
        while depth <= tuning::MAX_DEPTH && scores.len() < self.counts.empty() {
            let best = self.best_of(player, &cells, depth);
            if let Some((place, _)) = best {
                cells[..=place].rotate_right(1);
            }
            let Some((_, score)) = best.filter(|_| !self.is_stopped()) else {
                break;
            };
            if loses(score) && self.breadth < self.counts.empty() {
                // Not all moves were tried: so it is no proof.
                self.breadth *= 2;
                self.table.fill(Entry::EMPTY);
                continue;
            }
            scores.push(score);
            depth += 1;
            if wins(score) || loses(score) {
                break;
            }
        }
        Judgement {
            best: cells[0],
            scores,
        }
    }

    /// Returns the place of the best of some moves, and its score: of those that were tried before the search stopped.
    fn best_of(&mut self, player: Stone, cells: &[u32], depth: i8) -> Option<(usize, i64)> {
        let node = Node {
            player,
            depth,
            ply: 0,
            hash: 0,
        };
        let mut best = None;
        for (place, &cell) in cells.iter().enumerate() {
            let alpha = best.map_or(-WIN, |(_, score)| score);
            let score = self.visit_move(cell, &node, (alpha, WIN), place == 0);
            if self.is_stopped() {
                break;
            }
            if score > alpha || place == 0 {
                best = Some((place, score));
            }
        }
        best
    }

    const fn is_stopped(&self) -> bool {
        self.threats.left() == 0
    }

    #[inline]
    fn place(&mut self, cell: u32, player: Stone) {
        self.scores.place(&self.counts, cell, player);
        self.counts.place(cell, player);
    }

    #[inline]
    fn remove(&mut self, cell: u32, player: Stone) {
        self.counts.remove(cell, player);
        self.scores.remove(&self.counts, cell, player);
    }

    /// Returns the score of a position for the player to move, between the bounds; any if the search has stopped.
    fn visit(&mut self, player: Stone, depth: i8, bounds: (i64, i64), ply: i64) -> i64 {
        self.threats.spend(self.work_of_visit);
        if self.is_stopped() {
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
        if let Some(score) = known.and_then(|entry| entry.score_within(bounds, &node)) {
            return score;
        }
        if let Some(sequence) = self.sequence(player, depth) {
            let score = WIN - ply - sequence.plies() as i64;
            self.remember(&node, score, Bound::Exact, sequence.first());
            return score;
        }
        if let Some(cell) = forced {
            // A forced reply costs no depth, unless both sides force each other on and on.
            let costs = i8::from(ply >= tuning::MAX_FORCED);
            return self.visit_after(cell, &node, depth - costs, bounds);
        }
        let danger = self.sequence(player.other(), depth);
        if depth <= 0 && (danger.is_none() || depth <= -tuning::MAX_CHECKS) {
            let score = self.evaluate(player);
            // To be in danger costs about a move.
            return score - danger.map_or(0, |_| score.abs() / 4);
        }
        let preferred = known.map_or(NO_CELL, |entry| entry.best);
        let first = self.moves.len();
        self.list_moves(&node, danger.as_ref(), preferred);
        let score = if self.moves.len() == first {
            // Nothing breaks the sequence.
            let plies = danger.map_or(0, |sequence| sequence.plies());
            ply + 1 + plies as i64 - WIN
        } else {
            self.visit_moves(&node, bounds, first)
        };
        self.moves.truncate(first);
        score
    }

    /// Returns how much the player's lines lead, and part of what its next move gains.
    fn evaluate(&self, player: Stone) -> i64 {
        let best = self.scores.cells(player).iter().copied().max();
        self.scores.lead(player) + i64::from(best.unwrap_or(0)) / tuning::TEMPO
    }

    /// Returns the score of a position after a move, for the player who makes it.
    fn visit_after(&mut self, cell: u32, node: &Node, depth: i8, bounds: (i64, i64)) -> i64 {
        let (alpha, beta) = bounds;
        self.place(cell, node.player);
        let score = -self.visit(node.player.other(), depth, (-beta, -alpha), node.ply + 1);
        self.remove(cell, node.player);
        score
    }

    /// Returns the score of a move. Those after the first mostly only have to be shown to be no better.
    fn visit_move(&mut self, cell: u32, node: &Node, bounds: (i64, i64), is_first: bool) -> i64 {
        let (alpha, beta) = bounds;
        if !is_first {
            let score = self.visit_after(cell, node, node.depth - 1, (alpha, alpha + 1));
            if score <= alpha || score >= beta || self.is_stopped() {
                return score;
            }
        }
        self.visit_after(cell, node, node.depth - 1, bounds)
    }

    /// Tries the moves that were listed last, from a place on.
    fn visit_moves(&mut self, node: &Node, bounds: (i64, i64), first: usize) -> i64 {
        let (mut alpha, beta) = bounds;
        let (mut best, mut best_cell) = (-WIN, NO_CELL);
        for place in first..self.moves.len() {
            let cell = self.moves[place].cell;
            let score = self.visit_move(cell, node, (alpha, beta), place == first);
            if self.is_stopped() {
                return best;
            }
            if score > best {
                (best, best_cell) = (score, cell);
            }
            alpha = alpha.max(score);
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

    fn remember(&mut self, node: &Node, score: i64, bound: Bound, best: u32) {
        let slot = self.slot(node);
        // A threat sequence is there at any depth.
        let is_proven = bound == Bound::Exact && wins(score);
        self.table[slot] = Entry {
            hash: node.hash,
            score: after_plies(score, -node.ply),
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
            nodes: tuning::NODES_AT_LEAF << depth.clamp(0, 3),
        };
        self.threats.find(&mut self.counts, player, limits).win()
    }

    /// Lists the moves to try, those that score most first: all, or those that may break a sequence.
    fn list_moves(&mut self, node: &Node, danger: Option<&Sequence>, preferred: u32) {
        let most = match node.depth {
            _ if danger.is_some() => tuning::DEFENCES,
            tuning::LAST_DEPTH.. => tuning::MOVES,
            _ => tuning::LAST_MOVES,
        };
        let mut list = Best::new(&mut self.moves, most * self.breadth);
        let scores = self.scores.cells(node.player);
        if let Some(sequence) = danger {
            for cell in sequence.defences(&self.counts, node.player) {
                let score = scores[cell as usize];
                list.add(cell, if cell == preferred { i32::MAX } else { score });
            }
            return;
        }
        if preferred != NO_CELL && self.counts.is_empty(preferred) {
            list.add(preferred, i32::MAX);
        }
        for (chunk, first) in scores.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            // Nearly all fail this: the rest is looked at after it.
            if chunk
                .iter()
                .fold(false, |any, &score| any | (score > list.least))
            {
                for (&score, cell) in chunk.iter().zip(first..) {
                    if score > list.least && cell != preferred {
                        list.add(cell, score);
                    }
                }
            }
        }
    }
}

/// How many scores are compared at once.
const CHUNK: usize = 16;

/// The moves that score most at the end of a list, the best first; equal ones in the order they came.
struct Best<'m> {
    moves: &'m mut Vec<Candidate>,
    first: usize,
    most: usize,
    /// A move is listed if its score is above this: that of a taken cell never is.
    least: i32,
}

impl<'m> Best<'m> {
    const fn new(moves: &'m mut Vec<Candidate>, most: usize) -> Self {
        Self {
            first: moves.len(),
            moves,
            most,
            least: -1,
        }
    }

    fn add(&mut self, cell: u32, score: i32) {
        if score <= self.least {
            return;
        }
        let listed = &self.moves[self.first..];
        let place = listed.partition_point(|other| other.score >= score);
        self.moves
            .insert(self.first + place, Candidate { cell, score });
        self.moves.truncate(self.first + self.most);
        if let Some(last) = self.moves.get(self.first + self.most - 1) {
            self.least = last.score;
        }
    }
}

/// Returns `true` if a score is that of a win.
pub(super) const fn wins(score: i64) -> bool {
    score > CERTAIN
}

/// Returns `true` if a score is that of a loss.
pub(super) const fn loses(score: i64) -> bool {
    score < -CERTAIN
}

/// Counts a win or loss from a position so many plies later.
const fn after_plies(score: i64, plies: i64) -> i64 {
    if wins(score) {
        score - plies
    } else if loses(score) {
        score + plies
    } else {
        score
    }
}

#[cfg(test)]
mod tests;

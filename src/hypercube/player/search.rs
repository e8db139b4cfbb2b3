//! Alpha-beta search with threat sequences at every position.
//!
//! Principal variation search with iterative deepening and a transposition table. A position in which the player to
//! move has a winning threat sequence is not searched further. If the opponent has a null-move threat, a sequence that
//! it would have if it were to move, only moves that may break it are tried. The search stops at a count of nodes,
//! never at a time.

use super::{
    table::{NO_CELL, Table},
    tuning,
};
use crate::Player;
use crate::hypercube::{
    line_counts::{Wins, with_turn},
    scores::Scores,
    threats::{Found, Limits, Sequence, Threats},
};

/// The score of a position in which the player to move completes a line at once, less 1 for each ply until then.
const WIN: i64 = 1 << 60;
/// Scores above this are proven wins: every reply was tried.
const CERTAIN: i64 = WIN - 100_000;
/// Scores above this are wins unless a reply that wasn't tried refutes them; they are half as high as the scores of
/// proven wins.
const LIKELY: i64 = CERTAIN / 2 - 100_000;

/// A search, with its transposition table.
pub(super) struct Search<'l> {
    scores: Scores<'l>,
    /// The searches for sequences, and the nodes left.
    threats: Threats,
    table: Table,
    /// Moves of the positions on the path, one after the other.
    moves: Vec<Candidate>,
    /// The factor by which more moves are listed than at first.
    breadth: usize,
    /// The nodes that a visit counts as, without its searches for sequences.
    nodes_of_visit: u64,
}

/// A position that is visited.
pub(super) struct Node {
    player: Player,
    pub(super) depth: i8,
    /// Its distance from the root in plies.
    pub(super) ply: i64,
    pub(super) hash: u64,
    /// How thorough the vain searches for a sequence were, for X and O.
    pub(super) searched: [u8; 2],
}

#[derive(Clone, Copy)]
struct Candidate {
    cell: u32,
    score: i32,
}

impl<'l> Search<'l> {
    /// Prepares a search that visits up to `nodes` nodes.
    pub(super) fn new(scores: Scores<'l>, nodes: u64) -> Self {
        let entries = nodes.clamp(1 << 8, tuning::MAX_ENTRIES).next_power_of_two();
        let cells = scores.counts.lines.cell_count() as u64;
        Self {
            scores,
            nodes_of_visit: 1 + cells / tuning::CELLS_PER_NODE,
            threats: Threats::new(nodes),
            table: Table::new(entries as usize),
            moves: Vec::new(),
            breadth: 1,
        }
    }

    /// Returns the best of some moves, given in the order of their scores, and its score at the last depth that was
    /// completed. The player has no line to complete.
    pub(super) fn best_move(mut self, player: Player, cells: &[u32]) -> (u32, i64) {
        let mut cells = cells.to_vec();
        let mut last_score = 0;
        let empty = self.scores.counts.empty();
        let mut depth = 1;
        while depth <= tuning::MAX_DEPTH && depth as usize <= empty {
            self.table.start_iteration();
            let best = self.best_of(player, &cells, depth);
            if let Some((place, _)) = best {
                cells[..=place].rotate_right(1);
            }
            let Some((_, score)) = best.filter(|_| !self.is_stopped()) else {
                break;
            };
            last_score = score;
            if wins(score) || loses(score) {
                break;
            }
            if score.abs() > LIKELY && self.breadth < empty {
                self.breadth *= 2;
                self.table.clear();
            } else {
                depth += 1;
            }
        }
        (cells[0], last_score)
    }

    /// Returns the place and the score of the best move among those that were tried before the search stopped.
    fn best_of(&mut self, player: Player, cells: &[u32], depth: i8) -> Option<(usize, i64)> {
        let node = Node {
            player,
            depth,
            ply: 0,
            hash: 0,
            searched: [0; 2],
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

    /// Returns the score of a position for the player to move, within the bounds; meaningless if the search has
    /// stopped.
    fn visit(&mut self, player: Player, depth: i8, bounds: (i64, i64), ply: i64) -> i64 {
        self.threats.spend(self.nodes_of_visit);
        if self.is_stopped() {
            return 0;
        }
        let counts = &self.scores.counts;
        if counts.winning_cell(player).is_some() {
            return WIN - ply - 1;
        }
        let forced = match counts.wins(player.opponent()) {
            Wins::None => None,
            Wins::One(cell) => Some(cell),
            Wins::Several(_) => return ply + 2 - WIN,
        };
        if counts.empty() == 0 {
            return 0;
        }
        let hash = with_turn(counts.hash(), player);
        let known = self.table.probe(hash);
        let mut node = Node {
            player,
            depth,
            ply,
            hash,
            searched: known.map_or([0; 2], |entry| entry.searched),
        };
        if let Some(score) = known.and_then(|entry| entry.score_within(bounds, &node)) {
            return score;
        }
        let (score, best) = if let Some(sequence) = self.sequence(&mut node, player) {
            let score = WIN - ply - sequence.plies() as i64;
            self.table
                .store(&node, score, (-WIN, WIN), sequence.first());
            return score;
        } else if let Some(cell) = forced {
            // A forced reply costs no depth, up to a ply: both sides may force each other for long.
            let costs = i8::from(ply >= tuning::MAX_FORCED);
            (self.visit_after(cell, &node, depth - costs, bounds), cell)
        } else {
            let threat = self.sequence(&mut node, player.opponent());
            if depth <= 0 && (threat.is_none() || depth <= -tuning::MAX_CHECKS) {
                let score = self.evaluate(player);
                // The answer to a null-move threat costs about a move.
                let score = score - threat.map_or(0, |_| score.abs() / 4);
                self.table.store(&node, score, (-WIN, WIN), NO_CELL);
                return score;
            }
            let preferred = known.map_or(NO_CELL, |entry| entry.best);
            self.visit_moves(&node, bounds, threat.as_ref(), preferred)
        };
        if !self.is_stopped() {
            self.table.store(&node, score, bounds, best);
        }
        score
    }

    /// Returns the lead of the player's lines, plus a fraction of the gain of its next move.
    fn evaluate(&self, player: Player) -> i64 {
        let best = self.scores.cells(player).iter().copied().max();
        self.scores.lead(player) + i64::from(best.unwrap_or(0)) / tuning::TEMPO
    }

    /// Returns the score of the position after a move, for the player who makes it.
    fn visit_after(&mut self, cell: u32, node: &Node, depth: i8, bounds: (i64, i64)) -> i64 {
        let (alpha, beta) = bounds;
        self.scores.place(cell, node.player);
        let score = -self.visit(node.player.opponent(), depth, (-beta, -alpha), node.ply + 1);
        self.scores.remove(cell, node.player);
        score
    }

    /// Returns the score of a move. Moves after the first are searched with a null window, and again if they are
    /// better.
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

    /// Tries the moves of a node, and returns the best score and its move.
    fn visit_moves(
        &mut self,
        node: &Node,
        bounds: (i64, i64),
        threat: Option<&Sequence>,
        preferred: u32,
    ) -> (i64, u32) {
        let first = self.moves.len();
        let are_all = self.list_moves(node, threat, preferred);
        let (mut alpha, beta) = bounds;
        // Without moves, the opponent's sequence wins.
        let plies = threat.map_or(0, |sequence| sequence.plies());
        let mut best = (node.ply + 1 + plies as i64 - WIN, NO_CELL);
        for place in first..self.moves.len() {
            let cell = self.moves[place].cell;
            let score = self.visit_move(cell, node, (alpha, beta), place == first);
            if self.is_stopped() {
                break;
            }
            if place == first || score > best.0 {
                best = (score, cell);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        if loses(best.0) && !are_all {
            best.0 /= 2;
        }
        best
    }

    /// Looks for a winning sequence of a player, as if it were to move, unless an earlier search was as thorough.
    fn sequence(&mut self, node: &mut Node, player: Player) -> Option<Sequence> {
        let depth = node.depth.clamp(0, tuning::MAX_DOUBLINGS);
        let thoroughness = 1 + depth as u8;
        let searched = &mut node.searched[player as usize];
        if *searched >= thoroughness {
            return None;
        }
        let limits = Limits {
            threats: tuning::LONGEST_IN_TREE,
            nodes: tuning::NODES_AT_LEAF << depth,
            shortest: false,
        };
        match self.threats.find(&mut self.scores.counts, player, limits) {
            Found::Win(sequence) => return Some(sequence),
            Found::Nothing => *searched = u8::MAX,
            Found::GivenUp => *searched = thoroughness,
        }
        None
    }

    /// Lists the moves to try, the highest scores first, from all moves or from those that may break a sequence.
    /// Returns `true` if none is left out.
    fn list_moves(&mut self, node: &Node, threat: Option<&Sequence>, preferred: u32) -> bool {
        let most = match node.depth {
            _ if threat.is_some() => tuning::DEFENCES,
            tuning::LAST_DEPTH.. => tuning::MOVES,
            _ => tuning::LAST_MOVES,
        };
        let most = most * self.breadth;
        let mut list = Best::new(&mut self.moves, most);
        let scores = self.scores.cells(node.player);
        if let Some(sequence) = threat {
            let defences = sequence.defences(&self.scores.counts, node.player);
            for &cell in &defences {
                let score = scores[cell as usize];
                list.add(cell, if cell == preferred { i32::MAX } else { score });
            }
            return defences.len() <= most;
        }
        if preferred != NO_CELL && self.scores.counts.is_empty(preferred) {
            list.add(preferred, i32::MAX);
        }
        for (chunk, first) in scores.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            // Nearly all chunks fail this test.
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
        self.scores.counts.empty() <= most
    }
}

/// How many scores are compared at once.
const CHUNK: usize = 16;

/// The moves with the highest scores, the best first, at the end of a list. Equal ones stay in order.
struct Best<'m> {
    moves: &'m mut Vec<Candidate>,
    first: usize,
    most: usize,
    /// A move is listed if its score is higher; that of a taken cell never is.
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

/// Returns `true` if a score is that of a proven win.
pub(super) const fn wins(score: i64) -> bool {
    score > CERTAIN
}

/// Returns `true` if a score is that of a proven loss.
pub(super) const fn loses(score: i64) -> bool {
    score < -CERTAIN
}

#[cfg(test)]
mod tests;

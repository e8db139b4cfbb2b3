//! Alpha-beta search with threat sequences at every position.
//!
//! Principal variation search with iterative deepening and a transposition table. A position in which the player to
//! move has a winning threat sequence is not searched further. If the opponent has a null-move threat, a sequence that
//! it would have if it were to move, only moves that may break it are tried. The search stops after a number of nodes,
//! never at a time.

use super::bands::{PROVEN, is_decisive, likely, loses, wins};
use super::transpositions::{Node, Transpositions};
use super::tuning;
use crate::Player;
use crate::hypercube::scores::Scores;
use crate::hypercube::table::CellId;
use crate::hypercube::threats::{Failure, Sequence, ThreatSearch};

pub(super) struct Search {
    scores: Scores,
    threat_search: ThreatSearch,
    /// The nodes left.
    nodes: u64,
    transpositions: Transpositions,
    /// Moves of the positions on the path, one after the other, each with its score.
    moves: Vec<(i32, CellId)>,
    /// The factor by which the number of listed moves has grown.
    breadth: usize,
    /// The nodes that a visit counts as, without its searches for sequences.
    nodes_of_visit: u64,
}

/// The lowest and the highest score of interest.
type Bounds = (i64, i64);

/// The bounds of all scores.
const ALL: Bounds = (-PROVEN, PROVEN);

impl Search {
    /// Prepares a search that visits up to `nodes` nodes.
    pub(super) fn new(scores: Scores, nodes: u64) -> Self {
        let entries = nodes.clamp(1 << 8, tuning::MAX_ENTRIES).next_power_of_two();
        let cells = scores.counts().table().cells().len() as u64;
        Self {
            scores,
            nodes_of_visit: 1 + cells / tuning::CELLS_PER_NODE,
            threat_search: ThreatSearch::new(nodes),
            nodes,
            transpositions: Transpositions::new(entries as usize),
            moves: Vec::new(),
            breadth: 1,
        }
    }

    /// Returns the best of some moves, given in the order of their scores, and its score at the last completed depth.
    /// There must be a move, and the player can't complete a line.
    pub(super) fn best_move(mut self, player: Player, cells: &[CellId]) -> (CellId, i64) {
        self.moves = cells.iter().map(|&cell| (0, cell)).collect();
        let mut last_score = 0;
        let free = self.scores.counts().free();
        let mut depth = 1;
        while depth <= tuning::MAX_DEPTH && depth as usize <= free {
            self.transpositions.iteration += 1;
            let root = Node::new(player, depth, 0, 0);
            let best = self.best_of(&root, 0, ALL);
            if let Some((place, _)) = best {
                self.moves[..=place].rotate_right(1);
            }
            let Some((_, score)) = best.filter(|_| !self.is_stopped()) else {
                break;
            };
            last_score = score;
            if wins(score) || loses(score) {
                break;
            }
            if is_decisive(score) && self.breadth < free {
                self.breadth *= 2;
                self.transpositions.clear();
            } else {
                depth += 1;
            }
        }
        (self.moves[0].1, last_score)
    }

    /// Returns the index and the score of the best of the listed moves from `first` on, among the moves tried before
    /// the search stopped.
    fn best_of(
        &mut self,
        node: &Node,
        first: usize,
        (mut alpha, beta): Bounds,
    ) -> Option<(usize, i64)> {
        let mut best = None;
        for place in first..self.moves.len() {
            let (_, cell) = self.moves[place];
            let score = self.visit_move(cell, node, (alpha, beta), place == first);
            if self.is_stopped() {
                break;
            }
            if best.is_none_or(|(_, highest)| score > highest) {
                best = Some((place, score));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    const fn is_stopped(&self) -> bool {
        self.nodes == 0
    }

    /// Returns the score of a position for the player to move, within the bounds; meaningless if the search has
    /// stopped.
    fn visit(&mut self, player: Player, depth: i8, bounds: Bounds, ply: i64) -> i64 {
        self.nodes = self.nodes.saturating_sub(self.nodes_of_visit);
        if self.is_stopped() {
            return 0;
        }
        let counts = self.scores.counts();
        if counts.winning_cell(player).is_some() {
            return PROVEN - ply - 1;
        }
        if counts.wins_in_two_cells(player.opponent()) {
            return ply + 2 - PROVEN;
        }
        let forced = counts.winning_cell(player.opponent());
        if counts.free() == 0 {
            return 0;
        }
        let mut node = Node::new(player, depth, ply, counts.hash());
        let known = self.transpositions.probe(node.hash);
        if let Some(entry) = known {
            (node.searched, node.best) = (entry.searched, entry.best);
        }
        if let Some(score) = known.and_then(|entry| entry.score_within(bounds, &node)) {
            return score;
        }
        let (score, best, bounds) = if let Some(sequence) = self.sequence(&mut node, player) {
            let score = PROVEN - ply - sequence.plies() as i64;
            (score, Some(sequence.first()), ALL)
        } else if let Some(cell) = forced {
            let score = self.visit_after(cell, &node, depth.saturating_sub(1), bounds);
            (score, Some(cell), bounds)
        } else if depth <= 0 {
            // The lead of the player's lines, plus a fraction of the gain of its next move.
            let best = self.scores.cells(player).iter().copied().max();
            let tempo = i64::from(best.unwrap_or(0)) / tuning::TEMPO;
            (self.scores.lead(player) + tempo, None, ALL)
        } else {
            let sequence = self.sequence(&mut node, player.opponent());
            let (score, best) = self.visit_moves(&node, bounds, sequence.as_ref());
            (score, best, bounds)
        };
        if !self.is_stopped() {
            node.best = best;
            self.transpositions.store(&node, score, bounds);
        }
        score
    }

    /// Returns the score of the position after a move, for the player who makes it.
    fn visit_after(&mut self, cell: CellId, node: &Node, depth: i8, bounds: Bounds) -> i64 {
        let (alpha, beta) = bounds;
        self.scores.place(cell, node.player);
        let score = -self.visit(node.player.opponent(), depth, (-beta, -alpha), node.ply + 1);
        self.scores.remove(cell, node.player);
        score
    }

    /// Returns the score of a move. Moves after the first are searched with a null window, and again if they are
    /// better.
    fn visit_move(&mut self, cell: CellId, node: &Node, bounds: Bounds, is_first: bool) -> i64 {
        let (alpha, beta) = bounds;
        if !is_first {
            let score = self.visit_after(cell, node, node.depth - 1, (alpha, alpha + 1));
            if score <= alpha || score >= beta || self.is_stopped() {
                return score;
            }
        }
        self.visit_after(cell, node, node.depth - 1, bounds)
    }

    fn visit_moves(
        &mut self,
        node: &Node,
        bounds: Bounds,
        sequence: Option<&Sequence>,
    ) -> (i64, Option<CellId>) {
        let first = self.moves.len();
        let are_all = self.list_moves(node, sequence);
        let best = self.best_of(node, first, bounds);
        let best = best.map(|(place, score)| (score, Some(self.moves[place].1)));
        self.moves.truncate(first);
        // Without moves, the opponent's sequence wins.
        let plies = sequence.map_or(0, Sequence::plies);
        let (score, cell) = best.unwrap_or((node.ply + 1 + plies as i64 - PROVEN, None));
        if loses(score) && !are_all {
            (likely(score), cell)
        } else {
            (score, cell)
        }
    }

    /// Looks for a winning sequence of a player, as if it were to move, unless an earlier search was as thorough.
    fn sequence(&mut self, node: &mut Node, player: Player) -> Option<Sequence> {
        let depth = node.depth.clamp(0, tuning::MAX_DOUBLINGS);
        let thoroughness = 1 + depth as u8;
        let searched = &mut node.searched[player];
        if *searched >= thoroughness {
            return None;
        }
        let longest = tuning::MAX_THREATS;
        let nodes = tuning::NODES_AT_LEAF << depth;
        let (search, left) = (&mut self.threat_search, &mut self.nodes);
        let found = self
            .scores
            .explore(|counts| search.find(counts, player, longest..=longest, nodes, left));
        *searched = match found {
            Ok(sequence) => return Some(sequence),
            Err(Failure::Nothing) => u8::MAX,
            Err(_) => thoroughness,
        };
        None
    }

    /// Lists the moves to try, the highest scores first, from all moves or from those that may break a sequence.
    /// Returns `true` if all are listed.
    fn list_moves(&mut self, node: &Node, sequence: Option<&Sequence>) -> bool {
        let (first, most) = (self.moves.len(), tuning::MOVES * self.breadth);
        let (moves, counts) = (&mut self.moves, self.scores.counts());
        let scores = self.scores.cells(node.player);
        // A move is listed if its score is higher than this. The score of a taken cell never is.
        let lowest =
            |moves: &[(i32, CellId)]| moves.get(first + most - 1).map_or(-1, |last| last.0);
        // Moves with equal scores stay in order.
        let add = |moves: &mut Vec<(i32, CellId)>, cell, score| {
            if score > lowest(moves) {
                let place = moves[first..].partition_point(|&(other, _)| other >= score);
                moves.insert(first + place, (score, cell));
                moves.truncate(first + most);
            }
        };
        if let Some(sequence) = sequence {
            let defences = sequence.defences(counts, node.player);
            for &cell in &defences {
                let is_best = Some(cell) == node.best;
                let score = scores[cell.index()];
                add(moves, cell, if is_best { i32::MAX } else { score });
            }
            return defences.len() <= most;
        }
        if let Some(cell) = node.best.filter(|&cell| counts.is_free(cell)) {
            add(moves, cell, i32::MAX);
        }
        for (chunk, start) in scores.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            // Nearly all chunks fail this test.
            let lowest = lowest(moves);
            if chunk
                .iter()
                .fold(false, |any, &score| any | (score > lowest))
            {
                for (&score, cell) in chunk.iter().zip((start..).map(CellId::new)) {
                    if Some(cell) != node.best {
                        add(moves, cell, score);
                    }
                }
            }
        }
        counts.free() <= most
    }
}

/// The number of scores that are compared at a time.
const CHUNK: usize = 16;

#[cfg(test)]
mod tests;

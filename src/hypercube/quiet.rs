//! Quiet moves that win (λ², Thomsen's "Lambda-search in game trees", 2000): an attack in which every move threatens a
//! threat sequence, so that only replies that defend against the sequence are tried.
//!
//! The attacker's moves are quiet ones that make a winning sequence, threats, and blocks that a threat of the
//! defender's forces. The defender's replies are those that [`Sequence::defences`] lists against the sequence: any
//! other loses to it. So a win that is found is a win against every reply.
//!
//! This is a depth-first proof-number search that keeps all positions: df-pn, with φ and δ as in Ayumu Nagai, "Df-pn
//! algorithm for searching AND/OR trees and its applications" (2002). It is expensive to find out whether a move
//! threatens a sequence. So the position after a move of the attacker starts with an estimate, and is searched only
//! when no other looks more promising.

use std::collections::HashMap;

use super::{
    Player,
    line_counts::{LineCounts, Wins, key},
    scores::{Scores, Weights},
    threats::{Sequence, Threats, try_replies},
};

// Scores are of 300 games on 4^4, as in `player::tuning`: 150 openings of four random stones, each played by both
// sides, with 40,000 nodes a move. "1 scored 150:150" means that a player with 1 instead won 150 games and lost 150.
// None of these scores differs from 150:150 by more than one standard deviation, so the values without a score are
// guesses.

/// The most threats in a sequence: a guess.
const MAX_THREATS: u8 = 30;
/// The most nodes of the search for a sequence: 200 scored 151:149.
const NODES_OF_SEQUENCE: u64 = 1_000;
/// Stands for infinitely many positions.
const HOPELESS: u32 = 1 << 30;
/// The initial proof number of a move that threatens a line: a guess.
const THREAT: u32 = 1;
/// The initial proof number of the quiet move with the highest score: 1 scored 150:150. Each further quiet move has
/// one more.
const BEST_QUIET: u32 = 6;
/// The most quiet moves that are tried in a position, those with the highest scores: 25 scored 150:150.
const MAX_QUIET: usize = 100;
/// The weights of the scores of quiet moves. With 4 for the opponent's lines: 151:149. The growth is a guess.
const WEIGHTS: Weights = Weights {
    growth: 5,
    own: 5,
    opponent: 1,
};
/// The most positions that are kept: about 60 MiB.
const MAX_NODES: usize = 1 << 20;
/// The disproof number for the attacker's moves is that of the hardest move, plus one for every `SAME` other moves. A
/// sum would count positions that several moves lead to more than once. 1, nearly a sum, scored 150:150.
const SAME: u32 = 16;
/// A move is searched until its number is higher than that of the second best move by one part in this many, which is
/// 1 / ε in Jakub Pawlewicz and Łukasz Lew, "Improving depth-first PN-search: 1 + ε trick", Computers and Games 2006,
/// LNCS 4630 (2007). Without ε: 150:150.
const INVERSE_EPSILON: u32 = 4;

type NodeId = u32;

/// A position.
struct Node {
    /// Roughly how many more positions must be decided before the player to move succeeds: the attacker by winning, the
    /// defender by preventing the win. With the attacker to move, it is the proof number.
    phi: u32,
    /// The same for the player who is not to move.
    delta: u32,
    /// The positions after the moves to try; `None` until they are listed.
    children: Option<Box<[Child]>>,
}

#[derive(Clone, Copy)]
struct Child {
    cell: u32,
    node: NodeId,
}

pub(super) struct Quiet {
    attacker: Player,
    scores: Scores,
    /// The searches for sequences, and the nodes left.
    threats: Threats,
    nodes: Vec<Node>,
    known: HashMap<u64, NodeId>,
}

impl Quiet {
    /// Prepares a search that visits up to `nodes` nodes.
    pub(super) fn new(counts: LineCounts, attacker: Player, nodes: u64) -> Self {
        Self {
            attacker,
            scores: Scores::new(counts, WEIGHTS),
            threats: Threats::new(nodes),
            nodes: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Looks for a win of the attacker, who is to move, and returns its first move.
    pub(super) fn find(&mut self) -> Option<u32> {
        if let Some(sequence) = self.sequence() {
            return Some(sequence.first());
        }
        let root = self.node(self.scores.counts.hash(), 1);
        self.visit(root, self.attacker, (HOPELESS, HOPELESS));
        self.proven_move(root)
    }

    /// Returns the attacker's move in a position that is proven to win, if there is one.
    fn proven_move(&self, id: NodeId) -> Option<u32> {
        let mut moves = self.nodes[id as usize].children.iter().flatten();
        let won = moves.find(|child| self.nodes[child.node as usize].delta == 0);
        won.map(|child| child.cell)
    }

    fn is_exhausted(&self) -> bool {
        self.threats.left() == 0 || self.nodes.len() > MAX_NODES
    }

    /// Searches a position until it is proven or disproven, or its limits are reached.
    fn visit(&mut self, id: NodeId, player: Player, limits: (u32, u32)) {
        if self.nodes[id as usize].children.is_none() {
            let moves = if player == self.attacker {
                Some(self.attacks())
            } else {
                self.replies()
            };
            let Some(moves) = moves else {
                let node = &mut self.nodes[id as usize];
                (node.phi, node.delta) = (0, HOPELESS);
                return;
            };
            let child = |(cell, delta)| {
                let hash = self.scores.counts.hash() ^ key(cell, player);
                let node = self.node(hash, delta);
                Child { cell, node }
            };
            let children = moves.into_iter().map(child).collect();
            self.nodes[id as usize].children = Some(children);
        }
        let is_attacker = player == self.attacker;
        while let Some((child, limits)) = self.most_proving(id, is_attacker, limits) {
            self.scores.place(child.cell, player);
            self.visit(child.node, player.opponent(), limits);
            self.scores.remove(child.cell, player);
        }
    }

    /// Updates φ and δ of a position, and returns the move to search next, with its limits for φ and δ; `None` if the
    /// position is decided or its own limits are reached.
    fn most_proving(
        &mut self,
        id: NodeId,
        is_attacker: bool,
        limits: (u32, u32),
    ) -> Option<(Child, (u32, u32))> {
        let (mut phi, mut second, mut best) = (HOPELESS, HOPELESS, None);
        let (mut delta, mut hardest, mut open) = (0_u32, 0, 0);
        for &child in self.nodes[id as usize].children.iter().flatten() {
            // After a move, the other player is to move: its δ is our φ.
            let node = &self.nodes[child.node as usize];
            delta = HOPELESS.min(delta + node.phi);
            hardest = hardest.max(node.phi);
            open += u32::from(node.phi > 0);
            if node.delta < phi {
                (second, phi, best) = (phi, node.delta, Some((child, node.phi)));
            } else {
                second = second.min(node.delta);
            }
        }
        if is_attacker && open > 0 {
            delta = HOPELESS.min(hardest + (open - 1) / SAME);
        }
        let node = &mut self.nodes[id as usize];
        (node.phi, node.delta) = (phi, delta);
        let is_decided = phi == 0 || delta == 0;
        if is_decided || phi >= limits.0 || delta >= limits.1 || self.is_exhausted() {
            return None;
        }
        let (child, its_phi) = best?;
        let its_delta = limits.0.min(second + second / INVERSE_EPSILON + 1);
        Some((child, (limits.1 - delta.saturating_sub(its_phi), its_delta)))
    }

    /// Lists the attacker's moves, each with the δ of a new position after it. Threats of lines are among them: a stone
    /// that forces a reply may also block lines of the defender's.
    fn attacks(&self) -> Vec<(u32, u32)> {
        match self.scores.counts.wins(self.attacker.opponent()) {
            Wins::One(cell) => vec![(cell, THREAT)],
            Wins::Several => Vec::new(),
            Wins::None => self.threats_and_quiet_moves(),
        }
    }

    /// Lists the replies that defend against the attacker's last move, in the same way; `None` if that move threatens
    /// nothing.
    fn replies(&mut self) -> Option<Vec<(u32, u32)>> {
        let (attacker, defender) = (self.attacker, self.attacker.opponent());
        let replies = match self.scores.counts.wins(attacker) {
            Wins::Several => Vec::new(),
            Wins::One(cell) => vec![cell],
            Wins::None => self.sequence()?.defences(&self.scores.counts, defender),
        };
        let threats = &mut self.threats;
        let find = |counts: &mut LineCounts, _| find(threats, counts, attacker);
        let tried = try_replies(&mut self.scores.counts, defender, replies, find);
        let met = tried.into_iter().filter(|(_, sequence)| sequence.is_none());
        Some(met.map(|(cell, _)| (cell, 1)).collect())
    }

    fn sequence(&mut self) -> Option<Sequence> {
        find(&mut self.threats, &mut self.scores.counts, self.attacker)
    }

    /// Lists the attacker's moves if no threat must be blocked: those that threaten a line, then quiet ones, the
    /// highest scores first.
    fn threats_and_quiet_moves(&self) -> Vec<(u32, u32)> {
        let counts = &self.scores.counts;
        let open = counts.open_lines(self.attacker).iter();
        let threats = open.flat_map(|&line| counts.gaps(line));
        let mut moves: Vec<_> = threats.map(|cell| (cell, THREAT)).collect();
        moves.sort_unstable();
        moves.dedup();
        let is_quiet = |&cell: &u32| moves.binary_search(&(cell, THREAT)).is_err();
        let score = |cell: u32| -self.scores.cells(self.attacker)[cell as usize];
        let quiet = counts.empty_cells().filter(is_quiet);
        let mut quiet: Vec<_> = quiet.map(|cell| (score(cell), cell)).collect();
        if quiet.len() > MAX_QUIET {
            quiet.select_nth_unstable(MAX_QUIET);
            quiet.truncate(MAX_QUIET);
        }
        quiet.sort_unstable();
        moves.extend(quiet.into_iter().map(|(_, cell)| cell).zip(BEST_QUIET..));
        moves
    }

    /// Returns the position with a hash, whose number of stones implies the player to move. If it is new, its δ starts
    /// at `delta`.
    fn node(&mut self, hash: u64, delta: u32) -> NodeId {
        let nodes = &mut self.nodes;
        *self.known.entry(hash).or_insert_with(|| {
            nodes.push(Node {
                phi: 1,
                delta,
                children: None,
            });
            nodes.len() as NodeId - 1
        })
    }
}

fn find(threats: &mut Threats, counts: &mut LineCounts, attacker: Player) -> Option<Sequence> {
    let found = threats.find(counts, attacker, 1..=MAX_THREATS, NODES_OF_SEQUENCE);
    found.ok()
}

#[cfg(test)]
mod tests;

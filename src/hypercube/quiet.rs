//! Quiet moves that win (λ², Thomsen's "Lambda-search in game trees", 2000): an attack in which every move threatens a
//! threat sequence, so that only the replies count that meet it.
//!
//! The attacker's moves are quiet ones that make a winning sequence, threats, and blocks that a threat of the
//! defender's forces. The defender's replies are those that [`Sequence::defences`] lists against the sequence: any
//! other loses to it. So what is called won is won against everything.
//!
//! It is a proof-number search, depth first (df-pn, Nagai 2002), that keeps the positions it has met. What a move
//! threatens is expensive to find out: a position after one of the attacker's moves starts with an estimate, and is looked
//! into when no other looks better.

use std::collections::HashMap;

use super::{
    line_counts::{LineCounts, Wins, with_turn},
    position::Stone,
    scores::{Scores, Weights},
    threats::{Limits, Sequence, Threats},
};

/// How far the search for each sequence goes.
const SEQUENCE: Limits = Limits {
    threats: 30,
    nodes: 1_000,
};
/// The same where one is known to be there.
const KNOWN_SEQUENCE: Limits = Limits {
    threats: 30,
    nodes: 1_000_000,
};
/// The proof number of what can't be proven.
const HOPELESS: u32 = 1 << 30;
/// The proof number of a move that threatens a line, and of the quiet move that looks best, before they are looked into;
/// each quiet move that looks worse has one more.
const THREAT: u32 = 1;
const BEST_QUIET: u32 = 6;
/// How many quiet moves are tried in a position, those that score most first.
const MAX_QUIET: usize = 100;
/// By what quiet moves are scored.
const WEIGHTS: Weights = Weights {
    growth: 5,
    own: 5,
    opponent: 1,
};
/// The most positions that are kept: about 60 MiB.
const MAX_NODES: usize = 1 << 20;
/// Of the attacker's moves, one in so many counts as one to disprove besides the hardest: many lead to the same
/// positions, which would be counted again and again.
const SAME: u32 = 16;

type NodeId = u32;

/// A position, and what is known of it.
struct Node {
    /// How many positions must still be proven, about, and how many disproven.
    proof: u32,
    disproof: u32,
    /// The positions after the moves that count; none before they were looked for.
    children: Option<Box<[Child]>>,
}

#[derive(Clone, Copy)]
struct Child {
    cell: u32,
    node: NodeId,
}

/// A search for one attacker, with the positions that it has met.
pub(super) struct Quiet {
    attacker: Stone,
    /// The searches for sequences, and the work that may still be done.
    threats: Threats,
    nodes: Vec<Node>,
    known: HashMap<u64, NodeId>,
}

impl Quiet {
    pub(super) fn new(attacker: Stone, work: u64) -> Self {
        Self {
            attacker,
            threats: Threats::new(work),
            nodes: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Returns how much work may still be done.
    pub(super) const fn left(&self) -> u64 {
        self.threats.left()
    }

    /// Returns how many positions have been met.
    #[cfg(test)]
    fn met(&self) -> usize {
        self.nodes.len()
    }

    /// Looks for a win of the attacker, who is to move, and returns its first move: of the moves that could be, every
    /// `step`-th is tried, from `first` on.
    pub(super) fn find(
        &mut self,
        counts: &mut LineCounts<'_>,
        first: usize,
        step: usize,
    ) -> Option<u32> {
        if let Some(sequence) = self.sequence(counts) {
            return Some(sequence.first());
        }
        let root = self.before_attacker(counts);
        let attacks = self.attacks(counts).into_iter().skip(first).step_by(step);
        self.nodes[root as usize].children = Some(attacks.collect());
        self.visit(counts, root, self.attacker, (HOPELESS, HOPELESS));
        match self.nodes[root as usize].proof {
            0 => self.next(counts),
            _ => None,
        }
    }

    /// Returns the attacker's move in a position that was proven to be won: the root, or one that it may lead to while
    /// the attacker makes these moves, whatever the defender does.
    pub(super) fn next(&mut self, counts: &mut LineCounts<'_>) -> Option<u32> {
        let known = self.known.get(&with_turn(counts.hash(), self.attacker));
        let moves = known.and_then(|&id| self.nodes[id as usize].children.as_deref());
        let mut moves = moves.into_iter().flatten();
        let won = moves.find(|child| self.nodes[child.node as usize].proof == 0);
        won.map(|child| child.cell).or_else(|| {
            let found = self.threats.find(counts, self.attacker, KNOWN_SEQUENCE);
            found.win().map(|sequence| sequence.first())
        })
    }

    fn is_exhausted(&self) -> bool {
        self.left() == 0 || self.nodes.len() > MAX_NODES
    }

    /// Works on a position until it is proven, disproven, or not the most proving one any more.
    fn visit(
        &mut self,
        counts: &mut LineCounts<'_>,
        id: NodeId,
        player: Stone,
        limits: (u32, u32),
    ) {
        if self.nodes[id as usize].children.is_none() {
            let children = if player == self.attacker {
                Some(self.attacks(counts))
            } else {
                self.replies(counts)
            };
            let node = &mut self.nodes[id as usize];
            node.children = children.map(Vec::into);
            if node.children.is_none() {
                (node.proof, node.disproof) = (HOPELESS, 0);
                return;
            }
        }
        while let Some((child, limits)) = self.most_proving(id, player, limits) {
            counts.place(child.cell, player);
            self.visit(counts, child.node, player.other(), limits);
            counts.remove(child.cell, player);
        }
    }

    /// Sums up what the moves are known to lead to, and returns the one to work on, with its limits; none if the
    /// position's own are reached.
    fn most_proving(
        &mut self,
        id: NodeId,
        player: Stone,
        limits: (u32, u32),
    ) -> Option<(Child, (u32, u32))> {
        // As the player sees it: what is one's proof is the other's disproof.
        let is_attacker = player == self.attacker;
        let seen = |(proof, disproof)| {
            if is_attacker {
                (proof, disproof)
            } else {
                (disproof, proof)
            }
        };
        let (mut least, mut second, mut best) = (HOPELESS, HOPELESS, None);
        let (mut sum, mut most, mut open) = (0_u32, 0, 0);
        for &child in self.nodes[id as usize].children.iter().flatten() {
            let node = &self.nodes[child.node as usize];
            let (own, other) = seen((node.proof, node.disproof));
            sum = HOPELESS.min(sum + other);
            most = most.max(other);
            open += u32::from(other > 0);
            if own < least {
                (second, least, best) = (least, own, Some((child, other)));
            } else {
                second = second.min(own);
            }
        }
        if is_attacker && open > 0 {
            sum = HOPELESS.min(most + (open - 1) / SAME);
        }
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = seen((least, sum));
        let limits = seen(limits);
        let is_decided = least == 0 || sum == 0;
        if is_decided || least >= limits.0 || sum >= limits.1 || self.is_exhausted() {
            return None;
        }
        let (child, other) = best?;
        let own = limits.0.min(second + second / 4 + 1);
        Some((child, seen((own, limits.1 - sum.saturating_sub(other)))))
    }

    /// Returns the positions after the attacker's moves. Threats of lines are among them: a stone gained with tempo may be
    /// in the way of the defender's own.
    fn attacks(&mut self, counts: &LineCounts<'_>) -> Vec<Child> {
        let attacker = self.attacker;
        let moves = match counts.wins(attacker.other()) {
            Wins::One(cell) => vec![(cell, THREAT)],
            Wins::Several(_) => Vec::new(),
            Wins::None => threats_and_quiet_moves(counts, attacker),
        };
        let mut child = |(cell, proof)| {
            let key = with_turn(counts.hash_with(cell, attacker), attacker.other());
            let node = self.node(key, proof);
            Child { cell, node }
        };
        moves.into_iter().map(&mut child).collect()
    }

    /// Returns the replies that meet what the attacker's last move threatens.
    fn meeting(&mut self, counts: &mut LineCounts<'_>) -> Option<Vec<u32>> {
        match counts.wins(self.attacker) {
            Wins::Several(_) => Some(Vec::new()),
            Wins::One(cell) => Some(vec![cell]),
            Wins::None => {
                let sequence = self.sequence(counts)?;
                Some(sequence.defences(counts, self.attacker.other()))
            }
        }
    }

    /// Returns the positions after the defender's replies that meet what the attacker's last move threatens; none if it
    /// threatens nothing.
    fn replies(&mut self, counts: &mut LineCounts<'_>) -> Option<Vec<Child>> {
        let defender = self.attacker.other();
        let mut replies = self.meeting(counts)?;
        let mut children = Vec::new();
        while let Some(cell) = replies.pop() {
            counts.place(cell, defender);
            let sequence = self.sequence(counts);
            let node = sequence.is_none().then(|| self.before_attacker(counts));
            counts.remove(cell, defender);
            if let Some(node) = node {
                children.push(Child { cell, node });
            }
            // What doesn't meet this sequence loses to it, too.
            if let Some(sequence) = sequence {
                let defences = sequence.defences(counts, defender);
                replies.retain(|reply| defences.contains(reply));
            }
        }
        Some(children)
    }

    /// Returns the position, the attacker to move.
    fn before_attacker(&mut self, counts: &LineCounts<'_>) -> NodeId {
        self.node(with_turn(counts.hash(), self.attacker), 1)
    }

    fn sequence(&mut self, counts: &mut LineCounts<'_>) -> Option<Sequence> {
        self.threats.find(counts, self.attacker, SEQUENCE).win()
    }

    /// Returns the position with a key; one that wasn't met before has this proof number.
    fn node(&mut self, key: u64, proof: u32) -> NodeId {
        let nodes = &mut self.nodes;
        *self.known.entry(key).or_insert_with(|| {
            nodes.push(Node {
                proof,
                disproof: 1,
                children: None,
            });
            nodes.len() as NodeId - 1
        })
    }
}

/// Lists the attacker's moves where nothing is to be blocked, each with its proof number: those that threaten a line,
/// then quiet ones, those that score most first.
fn threats_and_quiet_moves(counts: &LineCounts<'_>, attacker: Stone) -> Vec<(u32, u32)> {
    let open = counts.open_lines(attacker).iter();
    let threats = open.flat_map(|&line| counts.gaps(line));
    let mut moves: Vec<_> = threats.map(|cell| (cell, THREAT)).collect();
    moves.sort_unstable();
    moves.dedup();
    let is_quiet = |&cell: &u32| moves.binary_search(&(cell, THREAT)).is_err();
    let scores = Scores::new(counts, WEIGHTS);
    let score = |cell: u32| -scores.cells(attacker)[cell as usize];
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

#[cfg(test)]
mod tests;

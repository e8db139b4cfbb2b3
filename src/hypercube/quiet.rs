//! Quiet moves that win (λ², Thomsen's "Lambda-search in game trees", 2000): an attack in which every move threatens a
//! threat sequence, so that only the replies count that meet it.
//!
//! The attacker's moves are quiet ones that make a winning sequence, threats, and blocks that a threat of the
//! defender's forces. The defender's replies are those that [`Sequence::defences`] lists against the sequence: any
//! other loses to it. So what is called won is won against everything.
//!
//! It is a proof-number search, depth first (df-pn, Nagai 2002), that keeps the positions it has met: what their moves
//! threaten is dear to find out, and is found out once.

use std::collections::{HashMap, HashSet};

use super::{
    field::{Field, Wins},
    position::Stone,
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
/// How many quiet moves are tried in each position, those of most worth first: so many, then more.
const WIDTHS: [usize; 2] = [24, usize::MAX];
/// The proof number of what can't be proven.
const HOPELESS: u32 = 1 << 30;

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A move that wins.
    Win(u32),
    /// No quiet moves win, as far as the searches for sequences went.
    Nothing,
    /// The work was used up.
    GivenUp,
}

type NodeId = u32;

/// A position, and what is known of it.
struct Node {
    /// How many positions must still be proven, about, and how many disproven.
    proof: u32,
    disproof: u32,
    /// The replies to be looked at, where the defender is to move.
    replies: Box<[u32]>,
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
    width: usize,
    threats: Threats,
    nodes: Vec<Node>,
    known: HashMap<u64, NodeId>,
    /// How much work may still be done.
    left: u64,
}

impl Quiet {
    pub(super) fn new(attacker: Stone, work: u64) -> Self {
        Self {
            attacker,
            width: 0,
            threats: Threats::new(work),
            nodes: Vec::new(),
            known: HashMap::new(),
            left: work,
        }
    }

    /// Returns how many positions have been met.
    #[cfg(test)]
    fn met(&self) -> usize {
        self.nodes.len()
    }

    /// Looks for a win of the attacker, who is to move.
    pub(super) fn find(&mut self, field: &mut Field<'_>) -> Found {
        if let Some(sequence) = self.sequence(field) {
            return Found::Win(sequence.first());
        }
        for width in WIDTHS {
            self.width = width;
            self.nodes.clear();
            self.known.clear();
            let root = self.before_attacker(field);
            self.visit(field, root, self.attacker, (HOPELESS, HOPELESS));
            if self.nodes[root as usize].proof == 0 {
                return self.next(field).map_or(Found::Nothing, Found::Win);
            }
            if self.left == 0 {
                return Found::GivenUp;
            }
        }
        Found::Nothing
    }

    /// Returns the attacker's move in a position that was proven to be won: the root, or one that it may lead to while
    /// the attacker makes these moves, whatever the defender does.
    pub(super) fn next(&mut self, field: &mut Field<'_>) -> Option<u32> {
        let known = self.known.get(&key(field, self.attacker));
        let moves = known.and_then(|&id| self.nodes[id as usize].children.as_deref());
        let mut moves = moves.into_iter().flatten();
        let won = moves.find(|child| self.nodes[child.node as usize].proof == 0);
        won.map(|child| child.cell).or_else(|| {
            let found = self.threats.find(field, self.attacker, KNOWN_SEQUENCE);
            found.win().map(|sequence| sequence.first())
        })
    }

    /// Works on a position until it is proven, disproven, or not the most promising any more.
    fn visit(&mut self, field: &mut Field<'_>, id: NodeId, player: Stone, limits: (u32, u32)) {
        if self.nodes[id as usize].children.is_none() {
            let children = if player == self.attacker {
                self.attacks(field)
            } else {
                self.replies(field, id)
            };
            self.nodes[id as usize].children = Some(children.into());
        }
        while let Some((child, limits)) = self.most_promising(id, player, limits) {
            field.place(child.cell, player);
            self.visit(field, child.node, player.other(), limits);
            field.remove(child.cell, player);
        }
    }

    /// Sums up what the moves are known to lead to, and returns the one to work on, with its limits; none if the
    /// position's own are reached.
    fn most_promising(
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
        let (mut least, mut second, mut sum, mut best) = (HOPELESS, HOPELESS, 0_u32, None);
        for &child in self.nodes[id as usize].children.iter().flatten() {
            let node = &self.nodes[child.node as usize];
            let (own, other) = seen((node.proof, node.disproof));
            sum = HOPELESS.min(sum + other);
            if own < least {
                (second, least, best) = (least, own, Some((child, other)));
            } else {
                second = second.min(own);
            }
        }
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = seen((least, sum));
        let limits = seen(limits);
        if self.left == 0 || least >= limits.0 || sum >= limits.1 || least == 0 || sum == 0 {
            return None;
        }
        let (child, other) = best?;
        let own = limits.0.min(second + second / 4 + 1);
        Some((child, seen((own, limits.1 - (sum - other)))))
    }

    /// Returns the positions after the attacker's moves that threaten a line or a sequence. Threats of lines are all
    /// tried: a stone gained with tempo may be in the way of the defender's own.
    fn attacks(&mut self, field: &mut Field<'_>) -> Vec<Child> {
        let attacker = self.attacker;
        let moves = match field.wins(attacker.other()) {
            Wins::One(cell) => vec![cell],
            Wins::Several(_) => Vec::new(),
            Wins::None => {
                let mut moves: Vec<u32> = field.empty_cells().collect();
                moves.sort_by_cached_key(|&cell| (-worth(field, cell, attacker), cell));
                moves.truncate(self.width);
                for &line in field.open_lines(attacker) {
                    moves.extend(field.gaps(line));
                }
                let mut listed = HashSet::new();
                moves.retain(|&cell| listed.insert(cell));
                moves
            }
        };
        let mut children = Vec::new();
        for cell in moves {
            field.place(cell, attacker);
            if let Some(node) = self.after_attack(field) {
                children.push(Child { cell, node });
            }
            field.remove(cell, attacker);
        }
        children
    }

    /// Returns the position after a move of the attacker; none if the move threatens nothing.
    fn after_attack(&mut self, field: &mut Field<'_>) -> Option<NodeId> {
        let defender = self.attacker.other();
        if let Some(&id) = self.known.get(&key(field, defender)) {
            return Some(id);
        }
        self.left = self.left.saturating_sub(1);
        let replies = match field.wins(self.attacker) {
            Wins::Several(_) => Vec::new(),
            Wins::One(cell) => vec![cell],
            Wins::None => {
                let sequence = self.sequence(field)?;
                let mut replies = sequence.defences(field, defender);
                replies.sort_unstable();
                replies.dedup();
                replies
            }
        };
        let proof = (replies.len() as u32).div_ceil(4);
        Some(self.remember(key(field, defender), (proof, 1), replies))
    }

    /// Returns the positions after the defender's replies that meet what is threatened.
    fn replies(&mut self, field: &mut Field<'_>, id: NodeId) -> Vec<Child> {
        let defender = self.attacker.other();
        let mut replies = std::mem::take(&mut self.nodes[id as usize].replies).into_vec();
        let mut children = Vec::new();
        while let Some(cell) = replies.pop() {
            field.place(cell, defender);
            let sequence = self.sequence(field);
            let node = sequence.is_none().then(|| self.before_attacker(field));
            field.remove(cell, defender);
            if let Some(node) = node {
                children.push(Child { cell, node });
            }
            // What doesn't meet this sequence loses to it, too.
            if let Some(sequence) = sequence {
                let defences = sequence.defences(field, defender);
                replies.retain(|reply| defences.contains(reply));
            }
        }
        children
    }

    /// Returns the position, the attacker to move.
    fn before_attacker(&mut self, field: &mut Field<'_>) -> NodeId {
        let key = key(field, self.attacker);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        self.remember(key, (1, 1), Vec::new())
    }

    fn sequence(&mut self, field: &mut Field<'_>) -> Option<Sequence> {
        let before = self.threats.nodes();
        let found = self.threats.find(field, self.attacker, SEQUENCE);
        self.left = self.left.saturating_sub(self.threats.nodes() - before);
        found.win()
    }

    fn remember(&mut self, key: u64, (proof, disproof): (u32, u32), replies: Vec<u32>) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            proof,
            disproof,
            replies: replies.into(),
            children: None,
        });
        self.known.insert(key, id);
        id
    }
}

/// A number for a position and the player to move.
fn key(field: &Field<'_>, player: Stone) -> u64 {
    field.hash() ^ (player as u64).wrapping_neg()
}

/// Weighs a cell by what the lines through it hold.
fn worth(field: &Field<'_>, cell: u32, attacker: Stone) -> i64 {
    let mut worth = 0;
    for &line in field.lines.through(cell as usize) {
        if field.lacks(line, attacker).is_some() {
            worth += 5_i64.pow(field.count(line, attacker).min(12).into()) * 5;
        } else if field.lacks(line, attacker.other()).is_some() {
            worth += 5_i64.pow(field.count(line, attacker.other()).min(12).into());
        }
    }
    worth
}

#[cfg(test)]
mod tests;

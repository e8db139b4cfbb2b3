//! Threat sequences: an attack in which every move threatens to complete a line, so that every reply is forced, until
//! one move makes two threats at once.
//!
//! After Allis, van den Herik and Huntjens, "Go-Moku solved by new search techniques", Computational Intelligence 12
//! (1996).

use super::field::Field;
use crate::hypercube::Stone;

/// A threat sequence that wins whatever the opponent does.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// The attacker's first move.
    pub(super) first: u32,
    /// Every cell that the sequence needs: to take one of them breaks it.
    pub(super) cells: Vec<u32>,
    /// The cells that the opponent is forced to take.
    pub(super) replies: Vec<u32>,
}

/// A search for threat sequences, with what it has learnt.
pub(super) struct Threats {
    /// Positions without a winning sequence of so many threats, by their hash.
    failed: Vec<(u64, u8)>,
    /// How many positions may still be looked at.
    budget: u64,
    /// How many have been looked at, in all searches.
    nodes: u64,
    /// The moves and replies that lead to the position that is looked at.
    path: Vec<(u32, u32)>,
}

const TABLE_BITS: u32 = 18;

impl Threats {
    pub(super) fn new() -> Self {
        Self {
            failed: vec![(0, 0); 1 << TABLE_BITS],
            budget: 0,
            nodes: 0,
            path: Vec::new(),
        }
    }

    /// Returns how many positions have been looked at, in all searches.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds a shortest winning sequence of at most `longest` threats for the player, who is to move, if looking at
    /// `budget` positions is enough for it.
    pub(super) fn find(
        &mut self,
        field: &mut Field<'_>,
        attacker: Stone,
        longest: u8,
        budget: u64,
    ) -> Option<Sequence> {
        self.budget = budget;
        for threats in 1..=longest {
            self.path.clear();
            let before = self.budget;
            if let Some(sequence) = self.attack(field, attacker, threats) {
                return Some(sequence);
            }
            if self.budget == 0 || before - self.budget <= 1 {
                break;
            }
        }
        None
    }

    fn attack(&mut self, field: &mut Field<'_>, attacker: Stone, threats: u8) -> Option<Sequence> {
        if self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        self.nodes += 1;
        if let Some(cell) = field.winning_cell(attacker) {
            return Some(self.sequence(&[cell]));
        }
        // The opponent's reply may have been a threat itself: then only a threat that blocks it will do.
        let block = match only_gap(field, attacker.other()) {
            Gap::None => None,
            Gap::One(cell) => Some(cell),
            Gap::Several => return None,
        };
        if field.open_lines(attacker).is_empty() {
            return None;
        }
        if let Some(sequence) = self.double_threat(field, attacker, block) {
            return Some(sequence);
        }
        let hash = field.hash() ^ attacker as u64;
        let slot = (hash >> (64 - TABLE_BITS)) as usize;
        if threats <= 1 || self.failed[slot].0 == hash && self.failed[slot].1 >= threats {
            return None;
        }
        for (gain, reply) in self.candidates(field, attacker, block) {
            field.place(gain, attacker);
            field.place(reply, attacker.other());
            self.path.push((gain, reply));
            let sequence = self.attack(field, attacker, threats - 1);
            self.path.pop();
            field.remove(reply, attacker.other());
            field.remove(gain, attacker);
            if sequence.is_some() {
                return sequence;
            }
        }
        if self.budget > 0 {
            self.failed[slot] = (hash, threats);
        }
        None
    }

    /// Finds a cell where two open lines cross: a move there makes two threats, and only one can be answered.
    fn double_threat(
        &self,
        field: &Field<'_>,
        attacker: Stone,
        block: Option<u32>,
    ) -> Option<Sequence> {
        let crossing = |cell: u32| {
            let mut gaps = field
                .lines
                .through(cell as usize)
                .iter()
                .filter(|&&line| is_open(field, line, attacker))
                .filter_map(|&line| field.gaps(line).find(|&gap| gap != cell));
            let first = gaps.next()?;
            let second = gaps.find(|&gap| gap != first)?;
            Some(self.sequence(&[cell, first, second]))
        };
        if let Some(cell) = block {
            return crossing(cell);
        }
        let lines = field.open_lines(attacker);
        lines
            .iter()
            .flat_map(|&line| field.gaps(line))
            .find_map(crossing)
    }

    /// Lists the threats and the replies that they force: first those that go on from the last one.
    fn candidates(
        &self,
        field: &Field<'_>,
        attacker: Stone,
        block: Option<u32>,
    ) -> Vec<(u32, u32)> {
        let last = self.path.last().map(|&(gain, _)| gain);
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for &line in field.open_lines(attacker) {
            let mut gaps = field.gaps(line);
            let (Some(a), Some(b)) = (gaps.next(), gaps.next()) else {
                continue;
            };
            let cells = field.lines.cells_of(line as usize);
            let list = match last {
                Some(last) if cells.contains(&last) => &mut first,
                _ => &mut later,
            };
            for (gain, reply) in [(a, b), (b, a)] {
                if block.is_none_or(|block| block == gain) {
                    list.push((gain, reply));
                }
            }
        }
        // The order of the open lines depends on the moves that were tried before.
        first.sort_unstable();
        later.sort_unstable();
        first.append(&mut later);
        first
    }

    fn sequence(&self, end: &[u32]) -> Sequence {
        let path = self.path.iter().flat_map(|&(gain, reply)| [gain, reply]);
        let cells: Vec<u32> = path.chain(end.iter().copied()).collect();
        Sequence {
            first: cells[0],
            cells,
            replies: self.path.iter().map(|&(_, reply)| reply).collect(),
        }
    }
}

#[inline]
fn is_open(field: &Field<'_>, line: u32, player: Stone) -> bool {
    field.is_live(line, player) && usize::from(field.count(line, player)) + 2 == field.width()
}

/// The cells that complete a line.
pub(super) enum Gap {
    None,
    One(u32),
    Several,
}

/// Tells where a player can complete a line.
pub(super) fn only_gap(field: &Field<'_>, player: Stone) -> Gap {
    let mut gaps = field
        .threats(player)
        .iter()
        .filter_map(|&line| field.gaps(line).next());
    match gaps.next() {
        None => Gap::None,
        Some(first) if gaps.all(|gap| gap == first) => Gap::One(first),
        Some(_) => Gap::Several,
    }
}

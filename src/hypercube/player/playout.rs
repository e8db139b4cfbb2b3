//! Playouts: a move is tried by playing the game on, both sides by simple rules, to see who wins.
//!
//! The rules are those of a plain threat-sequence program: win, block, start a winning sequence, break the opponent's,
//! else take the cell of most worth. Several growths of worth stand for opponents of several tempers.

use super::{
    field::Field,
    quiet::may_break,
    threats::{Gap, Sequence, Threats, only_gap},
    weights::Weights,
};
use crate::hypercube::Stone;

/// The growths of worth that are played with.
const GROWTHS: [u64; 5] = [2, 4, 6, 10, 20];
/// How many moves are tried.
pub(super) const MOST_MOVES: usize = 20;
/// How long a playout may be, and all together.
const MOST_PLIES: u32 = 120;
const ALL_PLIES: usize = 16_000;
/// How many positions all searches for sequences may look at.
const ALL_NODES: u64 = 1_000_000;
const LONGEST: u8 = 12;
const SEQUENCE_BUDGET: u64 = 1_000;
/// How many cells are tried to break a sequence.
const BREAKS: usize = 8;

/// Chooses the candidate that fares best; the first of equal ones.
pub(super) fn best(
    field: &mut Field<'_>,
    player: Stone,
    threats: &mut Threats,
    candidates: &[u32],
) -> Option<u32> {
    let weights = GROWTHS.map(|growth| Weights::of(field, growth));
    let (mut plies, mut best) = (0, None);
    let last_node = threats.nodes() + ALL_NODES;
    for &cell in candidates.iter().take(MOST_MOVES) {
        if plies > ALL_PLIES || threats.nodes() > last_node {
            break;
        }
        let mut result = 0;
        for weights in &weights {
            let mut playout = Playout {
                field,
                threats,
                weights: weights.clone(),
                moves: Vec::new(),
            };
            result += playout.run(cell, player);
            plies += playout.moves.len();
            playout.undo();
        }
        if best.is_none_or(|(_, least)| result > least) {
            best = Some((cell, result));
        }
    }
    best.map(|(cell, _)| cell)
}

struct Playout<'p, 'l> {
    field: &'p mut Field<'l>,
    threats: &'p mut Threats,
    weights: Weights,
    moves: Vec<(u32, Stone)>,
}

impl Playout<'_, '_> {
    /// Plays on from a first move, and returns how good that was for its player: the sooner it wins the better, the
    /// later it loses the better.
    fn run(&mut self, first: u32, player: Stone) -> i32 {
        let (mut cell, mut mover) = (first, player);
        for ply in 0..MOST_PLIES {
            let wins = self
                .field
                .threats(mover)
                .iter()
                .any(|&line| self.field.gaps(line).any(|gap| gap == cell));
            self.place(cell, mover);
            if wins {
                let worth = 1_000 - ply as i32;
                return if mover == player { worth } else { -worth };
            }
            mover = mover.other();
            match self.choose(mover) {
                Some(next) => cell = next,
                None => break,
            }
        }
        0
    }

    fn choose(&mut self, mover: Stone) -> Option<u32> {
        if let Some(cell) = self.field.winning_cell(mover) {
            return Some(cell);
        }
        if let Gap::One(cell) = only_gap(self.field, mover.other()) {
            return Some(cell);
        }
        if let Some(cell) = self.field.winning_cell(mover.other()) {
            return Some(cell);
        }
        if let Some(sequence) = self.find(mover) {
            return Some(sequence.first);
        }
        if let Some(sequence) = self.find(mover.other())
            && let Some(cell) = self.breaking(&sequence, mover)
        {
            return Some(cell);
        }
        self.weights.best(self.field, mover)
    }

    fn breaking(&mut self, sequence: &Sequence, mover: Stone) -> Option<u32> {
        let breaking = self
            .field
            .empty_cells()
            .filter(|&cell| may_break(self.field, sequence, cell, mover));
        let breaking = self.weights.sorted(breaking, mover);
        breaking.into_iter().take(BREAKS).find(|&cell| {
            self.field.place(cell, mover);
            let broken = self.find(mover.other()).is_none();
            self.field.remove(cell, mover);
            broken
        })
    }

    fn find(&mut self, player: Stone) -> Option<Sequence> {
        self.threats
            .find(self.field, player, LONGEST, SEQUENCE_BUDGET)
    }

    fn place(&mut self, cell: u32, player: Stone) {
        self.weights.place(self.field, cell, player);
        self.field.place(cell, player);
        self.moves.push((cell, player));
    }

    fn undo(&mut self) {
        while let Some((cell, player)) = self.moves.pop() {
            self.field.remove(cell, player);
        }
    }
}

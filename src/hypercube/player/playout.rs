//! Playouts: a game is played on, both sides by simple rules, to see who wins.
//!
//! The rules are those of a plain threat-sequence program: win, block, start a winning sequence, break the opponent's,
//! else take the cell of most worth.

use super::{
    field::Field,
    quiet::may_break,
    threats::{Sequence, Threats},
    weights::Weights,
};
use crate::hypercube::Stone;

/// How long a playout may be.
const MOST_PLIES: usize = 120;
const LONGEST: u8 = 12;
const SEQUENCE_BUDGET: u64 = 1_000;
/// How many cells are tried to break a sequence.
const BREAKS: usize = 8;

/// What a win is worth less for each ply that it takes: the sooner the better, and a loss the later the better.
const PER_PLY: f64 = 0.002;

/// A game that is played on from a position, and taken back when it is dropped.
pub(super) struct Playout<'p, 'l> {
    field: &'p mut Field<'l>,
    threats: &'p mut Threats,
    weights: Weights,
    /// Whose turn it is.
    mover: Stone,
    moves: Vec<u32>,
}

impl<'p, 'l> Playout<'p, 'l> {
    pub(super) const fn new(
        field: &'p mut Field<'l>,
        threats: &'p mut Threats,
        weights: Weights,
        mover: Stone,
    ) -> Self {
        Self {
            field,
            threats,
            weights,
            mover,
            moves: Vec::new(),
        }
    }

    /// Returns the number of moves so far.
    pub(super) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Plays on after a first move, and returns what that was worth to its player: from 1, a win at once, to -1.
    pub(super) fn run(&mut self, first: u32) -> f64 {
        let player = self.mover;
        let mut next = Some(first);
        while let Some(cell) = next.filter(|_| self.moves.len() < MOST_PLIES) {
            let mover = self.mover;
            if self.place(cell) {
                let worth = self.worth_of_win();
                return if mover == player { worth } else { -worth };
            }
            next = self.choose();
        }
        0.0
    }

    /// Places a stone, and tells whether it completes a line.
    pub(super) fn place(&mut self, cell: u32) -> bool {
        let threats = self.field.threats(self.mover).iter();
        let wins = threats
            .flat_map(|&line| self.field.gaps(line))
            .any(|gap| gap == cell);
        self.weights.place(self.field, cell, self.mover);
        self.field.place(cell, self.mover);
        self.moves.push(cell);
        self.mover = self.mover.other();
        wins
    }

    /// Returns what a win with the last move is worth to who made it.
    pub(super) fn worth_of_win(&self) -> f64 {
        1.0 - PER_PLY * self.moves.len() as f64
    }

    /// Lists the moves that come into question, at most so many, the best first.
    pub(super) fn candidates(&mut self, most: usize) -> Vec<u32> {
        if let Some(cell) = self.only_move() {
            return vec![cell];
        }
        let mut cells = self.weights.sorted(self.field.empty_cells(), self.mover);
        if let Some(sequence) = self.find(self.mover.other()) {
            let may_break = |&cell: &u32| may_break(self.field, &sequence, cell, self.mover);
            let breaking: Vec<_> = cells.iter().copied().filter(may_break).collect();
            if !breaking.is_empty() {
                cells = breaking;
            }
        }
        cells.truncate(most);
        cells
    }

    fn choose(&mut self) -> Option<u32> {
        if let Some(cell) = self.only_move() {
            return Some(cell);
        }
        if let Some(sequence) = self.find(self.mover.other())
            && let Some(cell) = self.breaking(&sequence)
        {
            return Some(cell);
        }
        self.weights.best(self.field, self.mover)
    }

    /// Returns the move that needs no choice: a win, a block, or the start of a winning sequence.
    fn only_move(&mut self) -> Option<u32> {
        let urgent = self.field.urgent_cell(self.mover);
        urgent.or_else(|| Some(self.find(self.mover)?.first))
    }

    fn breaking(&mut self, sequence: &Sequence) -> Option<u32> {
        let mover = self.mover;
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
}

impl Drop for Playout<'_, '_> {
    fn drop(&mut self) {
        while let Some(cell) = self.moves.pop() {
            self.mover = self.mover.other();
            self.field.remove(cell, self.mover);
        }
    }
}

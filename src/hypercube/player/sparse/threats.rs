//! Sequences of threats: each forces its answer, and the last is two at once.

use super::{spots, stones::Stones};
use crate::hypercube::{Cell, Stone};

/// Looks for a sequence of one player.
pub(super) struct Search<'s> {
    stones: &'s mut Stones,
    attacker: Stone,
    /// The steps left to take.
    steps: u64,
}

/// A sequence that wins.
pub(super) struct Attack {
    /// The attacker's cells and the answers in turn, the first cell first; last, where the lines can be completed.
    pub(super) cells: Vec<Cell>,
}

/// The most threats in a sequence.
const LONGEST: u32 = 12;

impl<'s> Search<'s> {
    pub(super) const fn new(stones: &'s mut Stones, attacker: Stone, steps: u64) -> Self {
        Self {
            stones,
            attacker,
            steps,
        }
    }

    /// Returns a shortest sequence that is found, the attacker to move. Nobody can complete a line, but for the opponent in
    /// the cell that the attacker must take, if there is one.
    pub(super) fn attack(&mut self, open: &[[Cell; 2]], must: Option<&Cell>) -> Option<Attack> {
        (1..=LONGEST)
            .find_map(|longest| self.within(open, must, longest))
            .map(|mut cells| {
                cells.reverse();
                Attack { cells }
            })
    }

    /// Returns the cells of a sequence of so many threats at most, last first.
    fn within(
        &mut self,
        open: &[[Cell; 2]],
        must: Option<&Cell>,
        longest: u32,
    ) -> Option<Vec<Cell>> {
        for cell in self.candidates(open, must) {
            let look = self.stones.placed().len() + self.stones.board().dimensions() as usize;
            self.steps = self.steps.checked_sub(look as u64)?;
            let mut threats = self.stones.threats_by(&cell, self.attacker);
            threats.sort_unstable();
            threats.dedup();
            match &threats[..] {
                [answer] if longest > 1 => {
                    if let Some(mut cells) = self.after(open, &cell, answer, longest - 1) {
                        cells.extend([answer.clone(), cell]);
                        return Some(cells);
                    }
                }
                [] | [_] => {}
                [one, other, ..] => return Some(vec![one.clone(), other.clone(), cell]),
            }
        }
        None
    }

    /// Goes on after a threat and its answer.
    fn after(
        &mut self,
        open: &[[Cell; 2]],
        cell: &Cell,
        answer: &Cell,
        longest: u32,
    ) -> Option<Vec<Cell>> {
        let defender = self.attacker.other();
        let is_open = |pair: &&[Cell; 2]| !pair.contains(cell) && !pair.contains(answer);
        let mut left: Vec<_> = open.iter().filter(is_open).cloned().collect();
        self.stones.place(answer.clone(), defender);
        left.extend(self.stones.pairs_opened_by(cell, self.attacker));
        self.stones.place(cell.clone(), self.attacker);
        // The answer may be a threat itself.
        let must = self.stones.threats_by(answer, defender);
        let found = match &must[..] {
            [] => self.within(&left, None, longest),
            [must] => self.within(&left, Some(must), longest),
            _ => None,
        };
        self.stones.remove_last();
        self.stones.remove_last();
        found
    }

    /// Returns the cells in which a threat can be made. In lines of three, one stone and an empty cell are enough: there
    /// are too many, and a choice must do.
    fn candidates(&self, open: &[[Cell; 2]], must: Option<&Cell>) -> Vec<Cell> {
        if let Some(must) = must {
            return vec![must.clone()];
        }
        if self.stones.board().width() == 3 {
            return spots::in_line_with(self.stones, self.attacker);
        }
        let mut cells: Vec<_> = open.iter().flatten().cloned().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

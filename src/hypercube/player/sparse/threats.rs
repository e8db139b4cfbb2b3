//! Sequences of threats: each forces its answer, and the last is two at once.

use super::{spots, stones::Stones};
use crate::hypercube::{Cell, Stone};

/// Looks for a sequence of one player.
pub(super) struct Search<'s> {
    stones: &'s mut Stones,
    attacker: Stone,
    /// Pairs of cells that are all the attacker lacks in a line, as long as both are empty. The newest are the last.
    open: Vec<[Cell; 2]>,
    /// Whether each threat must go on from the one before.
    is_chained: bool,
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
    pub(super) fn new(stones: &'s mut Stones, attacker: Stone, open: &[[Cell; 2]]) -> Self {
        Self {
            stones,
            attacker,
            open: open.to_vec(),
            is_chained: true,
            steps: 0,
        }
    }

    /// Returns a sequence, the attacker to move, that is found in so many steps. Nobody can complete a line, but for
    /// the opponent in the cell that the attacker must take, if there is one.
    ///
    /// Where many lines are open, threats that have nothing to do with each other can be made in too many orders; so
    /// the first half of the steps goes into sequences in which each threat needs the stone before.
    pub(super) fn attack(&mut self, must: Option<&Cell>, steps: u64) -> Option<Attack> {
        for is_chained in [true, false] {
            self.is_chained = is_chained;
            self.steps = steps / 2;
            let mut lengths = 1..=LONGEST;
            if let Some(mut cells) = lengths.find_map(|longest| self.within(0, must, longest)) {
                cells.reverse();
                return Some(Attack { cells });
            }
        }
        None
    }

    /// Returns the cells of a sequence of so many threats at most, last first. The lines from `fresh` on are open since
    /// the last threat.
    fn within(&mut self, fresh: usize, must: Option<&Cell>, longest: u32) -> Option<Vec<Cell>> {
        for cell in self.candidates(fresh, must, longest) {
            let look = self.stones.placed().len() + self.stones.board().dimensions() as usize;
            self.take_steps(look)?;
            let mut threats = self.stones.threats_by(&cell, self.attacker);
            threats.sort_unstable();
            threats.dedup();
            match &threats[..] {
                [answer] if longest > 1 => {
                    if let Some(mut cells) = self.after(&cell, answer, longest - 1) {
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

    fn take_steps(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(steps as u64)?;
        Some(())
    }

    /// Goes on after a threat and its answer.
    fn after(&mut self, cell: &Cell, answer: &Cell, longest: u32) -> Option<Vec<Cell>> {
        let defender = self.attacker.other();
        let fresh = self.open.len();
        self.stones.place(answer.clone(), defender);
        let opened = self.stones.pairs_opened_by(cell, self.attacker);
        self.open.extend(opened);
        self.stones.place(cell.clone(), self.attacker);
        // The answer may be a threat itself.
        let must = self.stones.threats_by(answer, defender);
        let found = match &must[..] {
            [] => self.within(fresh, None, longest),
            [must] => self.within(fresh, Some(must), longest),
            _ => None,
        };
        self.stones.remove_last();
        self.stones.remove_last();
        self.open.truncate(fresh);
        found
    }

    /// Returns the cells in which a threat can be made, or where only one more is allowed, in which two can.
    fn candidates(&mut self, fresh: usize, must: Option<&Cell>, longest: u32) -> Vec<Cell> {
        if let Some(must) = must {
            return vec![must.clone()];
        }
        // In lines of three, a stone and an empty cell are enough for a threat: there are too many, a choice must do.
        if self.stones.board().width() == 3 {
            return spots::in_line_with(self.stones, self.attacker);
        }
        let is_first = fresh == 0;
        let from = if self.is_chained || longest == 1 {
            fresh
        } else {
            0
        };
        let mut cells = self.open_cells(from);
        if longest == 1 && !is_first {
            // Two lines cross there that are open; had both been so before, that would have been seen then.
            let mut counts = vec![0_u32; cells.len()];
            for cell in self.open_pairs(0).flatten() {
                if let Ok(place) = cells.binary_search(cell) {
                    counts[place] += 1;
                }
            }
            let looks = self.open.len();
            let mut counts = counts.into_iter();
            cells.retain(|_| counts.next() > Some(1));
            if self.take_steps(looks).is_none() {
                cells.clear();
            }
        }
        cells
    }

    fn open_pairs(&self, from: usize) -> impl Iterator<Item = &[Cell; 2]> {
        let is_open = |pair: &&[Cell; 2]| pair.iter().all(|cell| self.stones.is_empty(cell));
        self.open[from..].iter().filter(is_open)
    }

    /// Returns the cells of open lines, each once.
    fn open_cells(&self, from: usize) -> Vec<Cell> {
        let mut cells: Vec<_> = self.open_pairs(from).flatten().cloned().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

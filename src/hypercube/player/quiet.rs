//! Quiet moves: they make no threat, but would start a winning threat sequence with the next move. If whatever the
//! opponent does leaves a winning sequence, or another such move, they win.

use super::{
    field::Field,
    threats::{Gap, Sequence, Threats, only_gap},
    weights::Weights,
};
use crate::hypercube::Stone;

const GROWTH: u64 = 6;

/// How many quiet moves in a row are looked at, and how many moves at each point.
const DEPTH: u32 = 3;
const WIDTH: [usize; 4] = [1, 6, 12, 20];
const LONGEST: u8 = 16;
const SEQUENCE_BUDGET: u64 = 4_000;
/// How many positions all searches for sequences may look at.
const ALL_NODES: u64 = 500_000;

/// Finds a quiet move that wins.
pub(super) fn winning_move(
    field: &mut Field<'_>,
    attacker: Stone,
    threats: &mut Threats,
    candidates: &[u32],
) -> Option<u32> {
    let last_node = threats.nodes() + ALL_NODES;
    let mut search = Search {
        field,
        attacker,
        threats,
        last_node,
    };
    (1..=DEPTH).find_map(|depth| search.quiet_win(depth, candidates))
}

/// Tells whether a move of the defender could break a sequence: it takes one of its cells, makes a threat of its own,
/// or gets a line so far that a forced reply makes one.
pub(super) fn may_break(
    field: &Field<'_>,
    sequence: &Sequence,
    cell: u32,
    defender: Stone,
) -> bool {
    if sequence.cells.contains(&cell) {
        return true;
    }
    let lines = field.lines.through(cell as usize).iter();
    lines
        .filter(|&&line| field.is_live(line, defender))
        .any(|&line| {
            let cells = field.lines.cells_of(line as usize);
            let forced = cells
                .iter()
                .filter(|cell| sequence.replies.contains(cell))
                .count();
            usize::from(field.count(line, defender)) + forced + 2 >= field.width()
        })
}

struct Search<'s, 'l> {
    field: &'s mut Field<'l>,
    attacker: Stone,
    threats: &'s mut Threats,
    last_node: u64,
}

impl Search<'_, '_> {
    /// Finds a move after which every defence fails, within so many quiet moves.
    fn quiet_win(&mut self, depth: u32, candidates: &[u32]) -> Option<u32> {
        let width = WIDTH[depth as usize];
        candidates
            .iter()
            .copied()
            .take(width.max(20))
            .find(|&cell| {
                self.field.place(cell, self.attacker);
                let wins = self.beats_every_defence(depth);
                self.field.remove(cell, self.attacker);
                wins
            })
    }

    /// Tells whether the attacker, who has made a quiet move, wins whatever the defender does.
    fn beats_every_defence(&mut self, depth: u32) -> bool {
        let defender = self.attacker.other();
        // A defender with a sequence of its own needs no defence.
        let Some(sequence) = self.find(self.attacker) else {
            return false;
        };
        if self.find(defender).is_some() {
            return false;
        }
        let defences = self
            .field
            .empty_cells()
            .filter(|&cell| may_break(self.field, &sequence, cell, defender));
        let defences = Weights::of(self.field, GROWTH).sorted(defences, defender);
        defences.into_iter().all(|cell| {
            self.field.place(cell, defender);
            let wins = self.wins_after(depth);
            self.field.remove(cell, defender);
            wins
        })
    }

    /// Tells whether the attacker, who is to move, wins.
    fn wins_after(&mut self, depth: u32) -> bool {
        if self.find(self.attacker).is_some() {
            return true;
        }
        let defender = self.attacker.other();
        // A threat of the defender has to be answered first; that may be the quiet move, too.
        let forced = match only_gap(self.field, defender) {
            Gap::None => None,
            Gap::One(cell) => Some(cell),
            Gap::Several => return false,
        };
        if let Some(cell) = forced {
            self.field.place(cell, self.attacker);
            let wins = self.beats_every_defence(depth);
            self.field.remove(cell, self.attacker);
            return wins;
        }
        if depth <= 1 {
            return false;
        }
        let candidates =
            Weights::of(self.field, GROWTH).sorted(self.field.empty_cells(), self.attacker);
        candidates
            .into_iter()
            .take(WIDTH[depth as usize - 1])
            .any(|cell| {
                self.field.place(cell, self.attacker);
                let wins = self.beats_every_defence(depth - 1);
                self.field.remove(cell, self.attacker);
                wins
            })
    }

    fn find(&mut self, player: Stone) -> Option<Sequence> {
        if self.threats.nodes() > self.last_node {
            return None;
        }
        self.threats
            .find(self.field, player, LONGEST, SEQUENCE_BUDGET)
    }
}

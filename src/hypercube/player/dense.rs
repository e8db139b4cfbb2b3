//! The player for boards that fit in memory: one layer after the other, the surest first. Each stops at a count of
//! positions, never at a clock.

use super::{
    field::Field,
    pairing, quiet,
    threats::{Sequence, Threats},
    tree,
    weights::Weights,
};
use crate::hypercube::{Cell, Lines, Position, Stone};

/// How hard the player thinks.
#[derive(Clone, Copy)]
pub(super) struct Skill {
    /// The most threats in a sequence that is looked for.
    pub(super) longest: u8,
    /// The positions to look at for a sequence of its own, and for one of the opponent's.
    pub(super) attack_budget: u64,
    pub(super) defence_budget: u64,
    /// Whether it looks for quiet moves that win, and for pairings that hold.
    pub(super) is_deep: bool,
    /// How much more a line is worth with a stone more in it.
    pub(super) growth: u64,
}

pub(super) const CHAMPION: Skill = Skill {
    longest: 30,
    attack_budget: 300_000,
    defence_budget: 60_000,
    is_deep: true,
    growth: 6,
};

pub(super) const SPARRING: Skill = Skill {
    longest: 12,
    attack_budget: 100_000,
    defence_budget: 20_000,
    is_deep: false,
    growth: 6,
};

pub(super) fn choose(position: &Position, lines: &Lines, skill: Skill) -> Option<Cell> {
    let board = position.board();
    if position.moves().is_empty() {
        return Some(board.center());
    }
    let mut field = Field::new(lines);
    for (i, cell) in position.moves().iter().enumerate() {
        field.place(board.index(cell) as u32, Stone::of_move(i));
    }
    let mut thinker = Thinker {
        field,
        me: position.next(),
        last: board.index(position.moves().last()?) as u32,
        threats: Threats::new(),
        skill,
    };
    Some(board.cell(thinker.choose()? as usize))
}

/// How many positions may be looked at to find the moves that refute a sequence.
const REFUTATION_NODES: u64 = 600_000;

struct Thinker<'l> {
    field: Field<'l>,
    me: Stone,
    /// The opponent's last move.
    last: u32,
    threats: Threats,
    skill: Skill,
}

impl Thinker<'_> {
    fn choose(&mut self) -> Option<u32> {
        if let Some(cell) = self.field.urgent_cell(self.me) {
            return Some(cell);
        }
        if let Some(sequence) = self.sequence(self.me, self.skill.attack_budget) {
            return Some(sequence.first);
        }
        if !self.is_anything_live() {
            return self.field.empty_cells().next();
        }
        let candidates = self.candidates();
        if !self.skill.is_deep {
            return candidates.first().copied();
        }
        if let Some(cell) =
            quiet::winning_move(&mut self.field, self.me, &mut self.threats, &candidates)
        {
            return Some(cell);
        }
        let safe = self.pairing_moves(&candidates);
        let candidates = if safe.is_empty() { candidates } else { safe };
        tree::best(&mut self.field, self.me, &mut self.threats, &candidates)
    }

    /// Finds a winning threat sequence for a player, were it to move.
    fn sequence(&mut self, player: Stone, budget: u64) -> Option<Sequence> {
        self.threats
            .find(&mut self.field, player, self.skill.longest, budget)
    }

    fn is_anything_live(&self) -> bool {
        let live = |line| {
            [Stone::X, Stone::O]
                .iter()
                .any(|&player| self.field.is_live(line, player))
        };
        (0..self.field.lines.len() as u32).any(live)
    }

    /// Lists the moves to choose from, those of most worth first: all, or if the opponent threatens a sequence, those
    /// that refute it.
    fn candidates(&mut self) -> Vec<u32> {
        let all =
            Weights::of(&self.field, self.skill.growth).sorted(self.field.empty_cells(), self.me);
        let opponent = self.me.other();
        let Some(sequence) = self.sequence(opponent, self.skill.defence_budget) else {
            return all;
        };
        let refuting = self.refuting(&all, sequence);
        if refuting.is_empty() { all } else { refuting }
    }

    fn refuting(&mut self, all: &[u32], sequence: Sequence) -> Vec<u32> {
        let opponent = self.me.other();
        let mut against = vec![sequence];
        let mut refuting = Vec::new();
        let last_node = self.threats.nodes() + REFUTATION_NODES;
        for &cell in all {
            if self.threats.nodes() > last_node {
                break;
            }
            let may_refute = against
                .iter()
                .all(|sequence| quiet::may_break(&self.field, sequence, cell, self.me));
            if !may_refute {
                continue;
            }
            self.field.place(cell, self.me);
            let found = self.sequence(opponent, self.skill.defence_budget);
            self.field.remove(cell, self.me);
            match found {
                None => refuting.push(cell),
                Some(sequence) => against.push(sequence),
            }
        }
        refuting
    }

    /// Lists some of the moves after which no line of the opponent can be completed any more; if each of them will do,
    /// all.
    fn pairing_moves(&mut self, candidates: &[u32]) -> Vec<u32> {
        // A stone of one's own breaks no pair.
        if pairing::holds(&self.field, self.me) {
            return candidates.to_vec();
        }
        // If the pairs held before the opponent's last move, they hold again after one in a line that it made use of.
        let last_lines = self.field.lines.through(self.last as usize);
        let beside = |cell: &&u32| {
            last_lines
                .iter()
                .any(|&line| self.field.lines.cells_of(line as usize).contains(cell))
        };
        let (beside, others): (Vec<u32>, Vec<u32>) = candidates.iter().partition(beside);
        let me = self.me;
        let holds = |&cell: &u32| {
            self.field.place(cell, me);
            let holds = pairing::holds(&self.field, me);
            self.field.remove(cell, me);
            holds
        };
        let tried = beside
            .into_iter()
            .chain(others.into_iter().take(tree::MOST_MOVES));
        tried.filter(holds).take(tree::MOST_MOVES).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypercube::Board;

    /// As long as pairs hold after each move of ours, the opponent never gets a line; that they do after the first is
    /// what makes 5^2 and 6^2 safe.
    #[test]
    fn pairs_hold_from_the_first_move_on_5x5_and_6x6() {
        for n in [5, 6] {
            let board = Board::new(n, 2).expect("a board");
            let lines = Lines::of(board).expect("small");
            let cells = board.cells().expect("small") as usize;
            for reply in 0..cells {
                for opening in [Vec::new(), vec![board.center()]] {
                    let mut position = Position::new(board);
                    let moves = opening.into_iter().chain([board.cell(reply)]);
                    if moves.into_iter().all(|cell| position.play(cell).is_ok()) {
                        let me = position.next();
                        let cell = choose(&position, &lines, CHAMPION).expect("a move");
                        position.play(cell).expect("legal");
                        let mut field = Field::new(&lines);
                        for (i, cell) in position.moves().iter().enumerate() {
                            field.place(board.index(cell) as u32, Stone::of_move(i));
                        }
                        assert!(pairing::holds(&field, me), "{:?}", position.moves());
                    }
                }
            }
        }
    }
}

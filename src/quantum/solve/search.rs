//! The search: is the value of a position at least the goal?
//!
//! Each search has one of five goals, so that every answer is yes or no and one good reply refutes a move (null windows).
//! What makes it fast, most important first: few positions differ (see [`key`](super::key)); a cycle is closed once for
//! each cell of a component, not for each pair; the last two moves need no search (see [`ending`](super::ending)); moves
//! that close a cycle come first, then those that were good elsewhere in the search.

use super::{
    ending,
    key::{ALIKE, Node},
    table::{Bounds, Table},
};
use crate::{Action, Cell, CellSet, Player, Score, Status};

/// For each pair of cells, how much a move in them has refuted.
type History = [[u64; 9]; 9];

/// The number of pairs of cells.
const PAIRS: usize = 36;

pub(super) struct Search<'t> {
    table: &'t Table,
    /// Of X and of O.
    history: [History; 2],
}

impl<'t> Search<'t> {
    pub(super) const fn new(table: &'t Table) -> Self {
        Self {
            table,
            history: [[[0; 9]; 9]; 2],
        }
    }

    /// Returns the value of a position, or the nearer of two bounds where it isn't between them.
    pub(super) fn value(&mut self, node: &Node, low: Score, high: Score) -> Score {
        if node.position.moves() > ALIKE {
            return ending::value(&node.position).clamp(low, high);
        }
        let (mut low, mut high) = (low as usize, high as usize);
        if let Status::Move(_) = node.position.status() {
            let known = self.table.probe(node.key());
            let clamp = |bound: Score| (bound as usize).clamp(low, high);
            (low, high) = (clamp(known.low), clamp(known.high));
        }
        // Halve the range until one score is left.
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.at_least(node, Score::ALL[middle]) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Score::ALL[low]
    }

    /// Returns `true` if X can get a score of at least `goal`, which is more than the lowest.
    pub(super) fn at_least(&mut self, node: &Node, goal: Score) -> bool {
        if node.position.moves() > ALIKE {
            return ending::value(&node.position) >= goal;
        }
        match node.position.status() {
            Status::Over => node.position.score() >= goal,
            Status::Measure { by, choices, .. } => {
                let wanted = by == Player::X;
                let gets_it = choices
                    .iter()
                    .any(|mark| self.at_least(&node.after(Action::Measure(mark)), goal) == wanted);
                gets_it == wanted
            }
            Status::Move(player) => {
                let key = node.key();
                let Bounds { low, high } = self.table.probe(key);
                if low >= goal || high < goal {
                    return low >= goal;
                }
                let holds = self.has_good_move(node, goal, player) == (player == Player::X);
                self.table.store(key, goal, holds);
                holds
            }
        }
    }

    /// Returns `true` if a move gets the player what they want: X a score of at least `goal`, O a lower one.
    fn has_good_move(&mut self, node: &Node, goal: Score, player: Player) -> bool {
        let wanted = player == Player::X;
        let components = Components::of(node);
        // To close a cycle is to leave the opponent a choice between two cells for the new mark, of which both must be
        // good. What the component becomes depends on the cell alone, so two good cells of a component make a good move.
        let closes_well = |component: &CellSet| {
            let good = component
                .iter()
                .filter(|&cell| self.at_least(&node.closed_in(cell), goal) == wanted);
            component.len() > 1 && good.take(2).count() == 2
        };
        if components.all().iter().any(closes_well) {
            return true;
        }
        let mut moves = Moves::that_join(&components, node, player, &self.history[player as usize]);
        let good =
            moves.find(|&(a, b)| self.at_least(&node.after(Action::Move(a, b)), goal) == wanted);
        if let Some((a, b)) = good {
            // The earlier in the game, the more it saved.
            let moves_to_come = 9 - u64::from(node.position.moves());
            self.history[player as usize][a.index()][b.index()] += moves_to_come.pow(4);
        }
        good.is_some()
    }
}

/// The components of the entanglement, those of a single cell included.
struct Components {
    list: [CellSet; 9],
    count: usize,
}

impl Components {
    fn of(node: &Node) -> Self {
        let (mut list, mut count) = ([CellSet::EMPTY; 9], 0);
        let mut rest = node.position.free();
        while let Some(cell) = rest.first() {
            list[count] = node.position.component_of(cell);
            rest = rest - list[count];
            count += 1;
        }
        Self { list, count }
    }

    fn all(&self) -> &[CellSet] {
        &self.list[..self.count]
    }
}

/// Moves, best first: those that refuted most.
struct Moves {
    /// What each has refuted, and its cells; those to come are the first `left`.
    list: [(u64, Cell, Cell); PAIRS],
    left: usize,
}

impl Moves {
    /// Lists the moves that join two components, one for those that lead to the same position.
    fn that_join(components: &Components, node: &Node, player: Player, history: &History) -> Self {
        let mut moves = Self {
            list: [(0, Cell::A, Cell::A); PAIRS],
            left: 0,
        };
        // The cells of a block of the player's are alike, as long as the new mark is like those in it.
        let all_differ = node.position.moves() == ALIKE;
        let cells = |component: CellSet| {
            component
                .iter()
                .filter(move |&cell| all_differ || node.block(player, cell).first() == Some(cell))
        };
        for (nth, &component) in components.all().iter().enumerate() {
            for &other in &components.all()[nth + 1..] {
                for a in cells(component) {
                    for b in cells(other) {
                        moves.list[moves.left] = (history[a.index()][b.index()], a, b);
                        moves.left += 1;
                    }
                }
            }
        }
        moves
    }
}

impl Iterator for Moves {
    type Item = (Cell, Cell);

    /// Picks the best one left: often the first of all is enough, and sorting would be wasted.
    fn next(&mut self) -> Option<(Cell, Cell)> {
        let left = &mut self.list[..self.left];
        // Of equal ones the first, and the rest stay in order: the search is sensitive to it.
        let best = (0..left.len()).rev().max_by_key(|&i| left[i].0)?;
        let (_, a, b) = left[best];
        left[best..].rotate_left(1);
        self.left -= 1;
        Some((a, b))
    }
}

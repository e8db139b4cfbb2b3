//! The search: is the value of a position at least a goal?
//!
//! Every search is a null-window search: it has one of five goals, so one good reply refutes a move. It is fast, in
//! order of importance, because few positions differ (see [`key`](super::key)), because it closes a cycle once for each
//! cell of a component instead of each pair of cells, and because it tries moves that close a cycle first, then moves
//! that were good elsewhere in the search.

use std::cmp::Reverse;

use super::key::{KEY_MOVES, Keyed};
use super::transpositions::Transpositions;
use crate::{Action, ByPlayer, Cell, CellSet, Player, Position, Score, Status};

/// The weight of each pair of cells: how often, and how early in the game, a move in them was good.
type History = [[u64; 9]; 9];

pub(super) struct Prover<'p> {
    transpositions: &'p Transpositions,
    /// The histories of X's and of O's good moves.
    history: ByPlayer<History>,
}

impl<'p> Prover<'p> {
    pub(super) const fn new(transpositions: &'p Transpositions) -> Self {
        Self {
            transpositions,
            history: ByPlayer([[[0; 9]; 9]; 2]),
        }
    }

    /// Returns the value of a node, clamped to a range.
    pub(super) fn value(&mut self, node: &Keyed, low: Score, high: Score) -> Score {
        let (mut low, mut high) = (low as usize, high as usize);
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

    /// Returns `true` if X can force a score of at least `goal`, which must not be the lowest score.
    pub(super) fn at_least(&mut self, node: &Keyed, goal: Score) -> bool {
        match node.position.status() {
            Status::Over => node.position.score() >= goal,
            Status::Measure { by, choices, .. } => {
                // O wants the goal to be missed, so all is negated.
                let wanted = by == Player::X;
                let gets_it = choices
                    .iter()
                    .any(|mark| self.at_least(&node.after(Action::Measure(mark)), goal) == wanted);
                gets_it == wanted
            }
            Status::Move(_) if node.position.move_count() == 8 => {
                last_move_reaches(&node.position, goal)
            }
            Status::Move(player) => {
                let key = node.is_within_key_moves().then(|| node.key());
                if let Some(holds) = key.and_then(|key| self.transpositions.is_at_least(key, goal))
                {
                    return holds;
                }
                let holds = self.has_good_move(node, goal, player) == (player == Player::X);
                if let Some(key) = key {
                    self.transpositions.store(key, goal, holds);
                }
                holds
            }
        }
    }

    /// Returns `true` if a move forces the result that the player wants: for X at least `goal`, for O less.
    fn has_good_move(&mut self, node: &Keyed, goal: Score, player: Player) -> bool {
        let wanted = player == Player::X;
        // After a move that closes a cycle, the opponent chooses in which of its two cells the new mark settles, so
        // both must be good. The outcome depends only on that cell, so any two good cells of a component make a good
        // move.
        let closes_well = |component: CellSet| {
            let is_good = |&cell: &Cell| self.at_least(&node.closed_in(cell), goal) == wanted;
            component.len() > 1 && component.iter().filter(is_good).take(2).count() == 2
        };
        let free = node.position.free();
        if node.position.components(free).any(closes_well) {
            return true;
        }
        let mut moves = joins(node, player, &self.history[player]).into_iter();
        let good =
            moves.find(|&(a, b)| self.at_least(&node.after(Action::Move(a, b)), goal) == wanted);
        if let Some((a, b)) = good
            && node.is_within_key_moves()
        {
            // A good move early in the game saves more work than a late one.
            let moves_to_come = 9 - u64::from(node.position.move_count());
            self.history[player][a.index()][b.index()] += moves_to_come.pow(4);
        }
        good.is_some()
    }
}

/// Returns `true` if move 9 forces a score of at least `goal`: X closes a cycle in the only component, and O chooses in
/// which of its two cells mark 9 settles, so two must be good, or the only one.
fn last_move_reaches(position: &Position, goal: Score) -> bool {
    let free = position.free();
    let is_good = |&cell: &Cell| position.closed_in(cell).score() >= goal;
    free.iter().filter(is_good).take(2).count() == free.len().min(2)
}

/// Lists the moves that join two components, the greatest weight first: one of each set of moves that lead to the same
/// key.
fn joins(node: &Keyed, player: Player, history: &History) -> Vec<(Cell, Cell)> {
    // The cells of a player's block are equivalent if only the player of the new mark matters.
    let all_differ = node.position.move_count() >= KEY_MOVES;
    let cells = |component: CellSet| {
        component
            .iter()
            .filter(move |&cell| all_differ || node.block(player, cell).first() == Some(cell))
    };
    let mut moves = Vec::with_capacity(36);
    let mut components = node.position.components(node.position.free());
    while let Some(component) = components.next() {
        for other in components.clone() {
            for a in cells(component) {
                moves.extend(cells(other).map(|b| (a, b)));
            }
        }
    }
    // A stable order of equal moves: the search is sensitive to it.
    moves.sort_by_key(|(a, b)| Reverse(history[a.index()][b.index()]));
    moves
}

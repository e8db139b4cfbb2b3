//! The search: is a position worth at least so much to X?
//!
//! It asks for one of five goals at a time, so that every answer is yes or no and one good reply refutes a move (null
//! windows). What makes it fast, most important first: moves that close a cycle come first; then those that were good
//! elsewhere in the search; and what it proves without a look at the numbers of the marks, it remembers for all the
//! orders in which the moves could have been made.

use super::{
    key::{Key, PAIR_CODES, Position, code_of_pair},
    table::{Bounds, Table},
};
use crate::{Action, Cell, Game, Payoff, Player, Points, Status};

/// The answer to "is it worth at least so much?"
#[derive(Clone, Copy)]
pub(super) struct Proof {
    pub(super) holds: bool,
    /// Whether the answer depends on the numbers of the marks: somewhere both players get a line at once.
    needs_labels: bool,
}

pub(super) struct Search<'t> {
    table: &'t Table,
    /// How much each pair of cells has refuted, for X and for O.
    history: [[u64; PAIR_CODES]; 2],
    nodes: u64,
}

impl<'t> Search<'t> {
    pub(super) const fn new(table: &'t Table) -> Self {
        Self {
            table,
            history: [[0; PAIR_CODES]; 2],
            nodes: 0,
        }
    }

    /// Returns the number of positions that were looked at.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells whether X can get a payoff of at least `goal`, which is more than the lowest.
    pub(super) fn at_least(&mut self, position: &Position, goal: Payoff) -> Proof {
        self.nodes += 1;
        match position.game.status() {
            Status::Over => judge(&position.game, goal),
            Status::Measure { by, choices, .. } => {
                self.try_actions(position, goal, by, choices.iter().map(Action::Measure))
            }
            Status::Move(player) => self.try_moves(position, goal, player),
        }
    }

    fn try_moves(&mut self, position: &Position, goal: Payoff, player: Player) -> Proof {
        let keys = position.keys();
        if let Some(proof) = self.look_up(keys, goal) {
            return proof;
        }
        let moves = Moves::of(&position.game, &self.history[player as usize]);
        let proof = self.try_actions(position, goal, player, moves);
        self.table
            .learn(keys[usize::from(proof.needs_labels)], goal, proof.holds);
        proof
    }

    /// Tries actions until one gives the player who acts what it wants.
    fn try_actions(
        &mut self,
        position: &Position,
        goal: Payoff,
        player: Player,
        actions: impl Iterator<Item = Action>,
    ) -> Proof {
        let wanted = player == Player::X;
        let mut needs_labels = false;
        for action in actions {
            let mut next = *position;
            next.act(action).expect("the action is a legal one");
            let proof = self.at_least(&next, goal);
            if proof.holds == wanted {
                self.praise(position, player, action);
                return proof;
            }
            needs_labels |= proof.needs_labels;
        }
        Proof {
            holds: !wanted,
            needs_labels,
        }
    }

    /// Remembers that a move was good: the earlier in the game, the more it saved.
    fn praise(&mut self, position: &Position, player: Player, action: Action) {
        if let Action::Move(a, b) = action {
            let moves_to_come = 9 - u64::from(position.game.moves());
            self.history[player as usize][code_of_pair(a, b) as usize] += moves_to_come.pow(4);
        }
    }

    fn look_up(&self, keys: [Key; 2], goal: Payoff) -> Option<Proof> {
        keys.into_iter()
            .zip([false, true])
            .find_map(|(key, needs_labels)| {
                let Bounds { low, high } = self.table.get(key);
                (low >= goal || high < goal).then_some(Proof {
                    holds: low >= goal,
                    needs_labels,
                })
            })
    }
}

/// Judges a finished game. If both have a line, with other numbers the other player could be the one with half a point.
fn judge(game: &Game, goal: Payoff) -> Proof {
    let score = game.score();
    let both_have_a_line = score.x > Points::Zero && score.o > Points::Zero;
    Proof {
        holds: score.payoff() >= goal,
        needs_labels: both_have_a_line && Payoff::MinusHalf < goal && goal <= Payoff::Half,
    }
}

/// The moves of a position, best first: those that close a cycle, because they force matters and leave less to search,
/// and among them and among the rest those that refuted most.
struct Moves {
    /// Worth and cells; those to come are the first `left`.
    list: [(u64, Cell, Cell); 36],
    left: usize,
}

const CLOSES_A_CYCLE: u64 = 1 << 63;

impl Moves {
    fn of(game: &Game, history: &[u64; PAIR_CODES]) -> Self {
        let mut moves = Self {
            list: [(0, Cell::A, Cell::A); 36],
            left: 0,
        };
        for action in game.legal_actions() {
            if let Action::Move(a, b) = action {
                let first = if game.is_entangled(a, b) {
                    CLOSES_A_CYCLE
                } else {
                    0
                };
                moves.list[moves.left] = (history[code_of_pair(a, b) as usize] | first, a, b);
                moves.left += 1;
            }
        }
        moves
    }
}

impl Iterator for Moves {
    type Item = Action;

    /// Picks the best one left: often the first of all is enough, and sorting would be wasted.
    fn next(&mut self) -> Option<Action> {
        let left = &mut self.list[..self.left];
        // Of equal ones the first, and the rest stay in order: the search is sensitive to it.
        let best = (0..left.len()).rev().max_by_key(|&i| left[i].0)?;
        let (_, a, b) = left[best];
        left[best..].rotate_left(1);
        self.left -= 1;
        Some(Action::Move(a, b))
    }
}

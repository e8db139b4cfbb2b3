//! Perfect play: the exact value of any position, and the actions that keep it.
//!
//! The value of a position is the score when both players play perfectly: X maximises the payoff, O minimises it.
//!
//! ```text
//!  decision: what an action lost
//!    └─→ Solver: values, best actions
//!          └─→ prover: is the value at least a goal? ─→ transpositions: what was answered before
//!                └─→ key: equal for equivalent positions
//! ```

mod canonical;
mod decision;
pub(super) mod key;
mod prover;
mod transpositions;

use std::cmp::Reverse;

use crate::{Action, Player, Position, Score};
pub use canonical::canonical;
pub use decision::Decision;
use key::Keyed;
use prover::Prover;
use transpositions::Transpositions;

/// A solver of positions. It keeps what it has proven in a table, which threads can share.
///
/// ```
/// use qttt::{Action, Mark, Record, Score, solve::Solver};
///
/// let solver = Solver::new();
/// let position = "AB BE DE AE".parse::<Record>()?.position();
/// assert_eq!(solver.value(&position), Score::XFirst);
/// assert_eq!(solver.best_actions(&position), Mark::new(1).map(Action::Measure).as_slice());
/// # Ok::<(), qttt::GameError>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    transpositions: Transpositions,
}

/// The result of solving a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score at the end of perfect play.
    pub value: Score,
    /// Every legal action with the value of the position after it: the best first, equal ones in the order of
    /// [`Position::legal_actions`]; none if the game is over.
    pub actions: Vec<(Action, Score)>,
}

impl Solver {
    /// Creates a solver with an empty table, which takes 16 MiB as soon as a position is solved.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the score at the end of perfect play.
    ///
    /// Solving the empty board takes less than a tenth of a second. The table stores positions in which at most six
    /// moves have been made and a move is due: a million, up to symmetry and history.
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        Prover::new(&self.transpositions).value(&Keyed::of(position), Score::O, Score::XTwice)
    }

    /// Returns the value of a position and of each legal action.
    #[must_use]
    pub fn solve(&self, position: &Position) -> Solution {
        let node = Keyed::of(position);
        let mut prover = Prover::new(&self.transpositions);
        let value = prover.value(&node, Score::O, Score::XTwice);
        let player = position.actor();
        // No action is better than the value of the position.
        let (low, high) = match player {
            Player::X => (Score::O, value),
            Player::O => (value, Score::XTwice),
        };
        let value_of = |action| (action, prover.value(&node.after(action), low, high));
        let mut actions: Vec<_> = position.legal_actions().into_iter().map(value_of).collect();
        // Stable sorts keep equal actions in order.
        match player {
            Player::X => actions.sort_by_key(|&(_, value)| Reverse(value)),
            Player::O => actions.sort_by_key(|&(_, value)| value),
        }
        Solution { value, actions }
    }

    /// Returns the legal actions that keep the value, in the order of [`Position::legal_actions`]; none if the game is
    /// over.
    #[must_use]
    pub fn best_actions(&self, position: &Position) -> Vec<Action> {
        self.solve(position).best().collect()
    }

    /// Returns the principal variation: the actions of perfect play to the end, each the first of the best.
    #[must_use]
    pub fn principal_variation(&self, position: &Position) -> Vec<Action> {
        let mut position = *position;
        let mut variation = Vec::new();
        while let Some(&action) = self.best_actions(&position).first() {
            position.act(action).expect("a best action is legal");
            variation.push(action);
        }
        variation
    }
}

impl Solution {
    /// Returns the value of the position after an action, or `None` if the action is illegal.
    ///
    /// ```
    /// use qttt::{Position, Score, solve::Solver};
    ///
    /// let solution = Solver::new().solve(&Position::new());
    /// assert_eq!(solution.value_of("IA".parse()?), Some(Score::XFirst));
    /// assert_eq!(solution.value_of("AA".parse()?), None);
    /// # Ok::<(), qttt::ParseError>(())
    /// ```
    #[must_use]
    pub fn value_of(&self, action: Action) -> Option<Score> {
        let mut actions = self.actions.iter();
        let found = actions.find(|&&(other, _)| other == action);
        found.map(|&(_, value)| value)
    }

    /// Iterates over the actions that keep the value, in the order of [`Position::legal_actions`].
    pub fn best(&self) -> impl Iterator<Item = Action> {
        let keeps_value = |&&(_, value): &&(Action, Score)| value == self.value;
        self.actions
            .iter()
            .take_while(keeps_value)
            .map(|&(action, _)| action)
    }
}

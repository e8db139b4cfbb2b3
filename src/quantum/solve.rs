//! Perfect play: the exact value of any position, and the actions that keep it.
//!
//! The value of a position is the score when both players play perfectly: X maximises the payoff, O minimises it.
//!
//! ```text
//!  Decision: what an action lost
//!    └─→ Solver: values, best actions
//!          └─→ prover: is the value at least a goal? ─→ transpositions: what was answered before
//!                └─→ key: equal for equivalent positions
//! ```

mod canonical;
pub(super) mod key;
mod prover;
mod transpositions;

use super::score::Points;
use crate::{Action, ByPlayer, Player, Position, Record, Score, Step};
pub use canonical::canonical;
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

/// An action, with the values before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The action, with the positions before and after it.
    pub step: Step,
    /// The solution of the position before the action.
    pub solution: Solution,
    /// The value of the position after the action.
    pub value_after: Score,
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
        // No action is better than the value of the position.
        let (low, high) = match position.actor() {
            Player::X => (Score::O, value),
            Player::O => (value, Score::XTwice),
        };
        let value_of = |action| (action, prover.value(&node.after(action), low, high));
        let mut actions: Vec<_> = position.legal_actions().into_iter().map(value_of).collect();
        // The best are the nearest to the value. A stable sort keeps equal actions in order.
        actions.sort_by_key(|&(_, after)| (value as u8).abs_diff(after as u8));
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

    /// Solves the position before each action of a record, and no position twice. The first record takes a tenth of a
    /// second, and others about a millisecond.
    ///
    /// ```
    /// use qttt::{Record, Score, solve::Solver};
    ///
    /// let record: Record = "AI EB".parse()?;
    /// let decisions: Vec<_> = Solver::new().review(&record).collect();
    /// assert_eq!(decisions[0].value_after, Score::XFirst);
    /// assert_eq!(decisions[0].solution.actions.len(), 36);
    /// assert_eq!(decisions[0].loss().to_string(), "0");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    pub fn review(&self, record: &Record) -> impl Iterator<Item = Decision> {
        record.steps().map(|step| self.decision(step))
    }

    /// Solves the position before an action.
    #[must_use]
    pub fn decision(&self, step: Step) -> Decision {
        let solution = self.solve(&step.before);
        let is_made = |(action, _): &&(Action, Score)| *action == step.action;
        let made = solution.actions.iter().find(is_made);
        let &(_, value_after) = made.expect("the action of a step is legal");
        Decision {
            step,
            solution,
            value_after,
        }
    }
}

/// Returns the points that each player lost in total.
#[must_use]
pub fn losses(decisions: &[Decision]) -> ByPlayer<Points> {
    let mut lost = ByPlayer::<Points>::default();
    for decision in decisions {
        lost[decision.step.player()].0 += decision.loss().0;
    }
    lost
}

impl Solution {
    /// Iterates over the actions that keep the value, in the order of [`Position::legal_actions`].
    pub fn best(&self) -> impl Iterator<Item = Action> {
        let keeps_value = |&&(_, value): &&(Action, Score)| value == self.value;
        let best = self.actions.iter().take_while(keeps_value);
        best.map(|&(action, _)| action)
    }
}

impl Decision {
    /// Returns the annotation of the action, as in chess: `?` if it lost half a point, `??` if it lost more, and
    /// nothing without a loss.
    #[must_use]
    pub const fn sign(&self) -> &'static str {
        match self.loss().halves() {
            0 => "",
            1 => "?",
            _ => "??",
        }
    }

    /// Returns the points that the action lost, 0 to 3: the difference of the payoffs before and after it, because no
    /// action is better than the value.
    #[must_use]
    pub const fn loss(&self) -> Points {
        let difference = self.solution.value.payoff().0 - self.value_after.payoff().0;
        Points(difference.abs())
    }
}

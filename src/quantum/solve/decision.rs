//! Decisions: actions with what they lost.

use crate::quantum::score::Points;
use crate::solve::{Solution, Solver};
use crate::{Player, Score, Step};

/// An action, with the values before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The action, with the positions before and after it.
    pub step: Step,
    /// The solution of the position before the action.
    pub solution: Solution,
    /// The value of the position after the action.
    pub value: Score,
}

impl Solver {
    /// Solves the positions before and after an action.
    ///
    /// ```
    /// use qttt::{Record, Score, solve::Solver};
    ///
    /// let record: Record = "AI".parse()?;
    /// let solver = Solver::new();
    /// let decisions: Vec<_> = record.steps().map(|step| solver.decision(step)).collect();
    /// assert_eq!(decisions[0].value, Score::XFirst);
    /// assert_eq!(decisions[0].solution.actions.len(), 36);
    /// assert_eq!(decisions[0].loss().to_string(), "0");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn decision(&self, step: Step) -> Decision {
        Decision {
            step,
            solution: self.solve(&step.before),
            // A lookup among the legal actions would miss moves whose cells are not in alphabetical order.
            value: self.value(&step.after),
        }
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

    /// Returns the points that the action lost, 0 to 3: the payoff before it minus the payoff after it for X, the
    /// opposite for O.
    #[must_use]
    pub const fn loss(&self) -> Points {
        let lost_by_x = self.solution.value.payoff().0 - self.value.payoff().0;
        Points(match self.step.player() {
            Player::X => lost_by_x,
            Player::O => -lost_by_x,
        })
    }
}

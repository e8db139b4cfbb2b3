//! Reviews of records: the value of every position, and the loss of every action.

use crate::quantum::score::Points;
use crate::solve::{Solution, Solver};
use crate::{Player, Record, Score, Step};

/// An action of a record, with the values before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The action, with the positions before and after it.
    pub step: Step,
    /// The solution of the position before the action.
    pub solution: Solution,
    /// The value of the position after the action.
    pub value: Score,
}

/// The solutions of all positions of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The actions, in order.
    pub decisions: Vec<Decision>,
    /// The solution of the last position.
    pub solution: Solution,
}

impl Solver {
    /// Solves every position of a record.
    ///
    /// ```
    /// use qttt::{Score, solve::Solver};
    ///
    /// let review = Solver::new().review(&"AI".parse()?);
    /// assert_eq!(review.solution.value, Score::XFirst);
    ///
    /// let opening = &review.decisions[0];
    /// assert_eq!(opening.solution.actions.len(), 36);
    /// assert_eq!(opening.loss().to_string(), "0");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn review(&self, record: &Record) -> Review {
        Review {
            decisions: record.steps().map(|step| self.decision(step)).collect(),
            solution: self.solve(&record.position()),
        }
    }

    /// Solves the positions before and after an action.
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

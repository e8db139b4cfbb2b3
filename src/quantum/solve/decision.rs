//! Decisions: actions with what they lost.

use crate::quantum::score::Points;
use crate::solve::{Solution, Solver};
use crate::{Player, Record, Score, Step};

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
    /// Solves the position before each action of a record, and no position twice. The first record takes a tenth of a
    /// second, and others about a millisecond.
    ///
    /// ```
    /// use qttt::{Record, Score, solve::Solver};
    ///
    /// let record: Record = "AI EB".parse()?;
    /// let decisions: Vec<_> = Solver::new().review(&record).collect();
    /// assert_eq!(decisions[0].value, Score::XFirst);
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
        let value = solution.value_of(step.action);
        Decision {
            step,
            value: value.expect("the action of a step is legal"),
            solution,
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

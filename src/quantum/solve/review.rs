//! What perfect play says of a record: the value of every position, and what each player gave away.

use super::{Solution, Solver};
use crate::{Player, Points, Record, Score, Step};

/// What was played in a position, and what perfect play says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What was played, with the positions around it.
    pub step: Step,
    /// The value of the position before it, and that of each legal action.
    pub solution: Solution,
    /// The value of the position after it.
    pub value: Score,
}

/// A record with what perfect play says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Everything that was played, in order.
    pub decisions: Vec<Decision>,
    /// What perfect play gives in the last position.
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
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    #[must_use]
    pub fn review(&self, record: &Record) -> Review {
        let decision = |step: Step| Decision {
            step,
            solution: self.solve(&step.before),
            // Not looked up among the legal actions: a move may name its cells in either order.
            value: self.value(&step.after),
        };
        Review {
            decisions: record.steps().map(decision).collect(),
            solution: self.solve(&record.position()),
        }
    }
}

impl Decision {
    /// Returns the points that the player who acted gave away: 0 to 3.
    #[must_use]
    pub fn loss(&self) -> Points {
        let (best, got) = (self.solution.value.payoff(), self.value.payoff());
        match self.step.player() {
            Player::X => best - got,
            Player::O => got - best,
        }
    }

    /// Returns the sign that annotators put behind a move: `?` if it lost half a point, `??` if it lost more.
    #[must_use]
    pub fn sign(&self) -> &'static str {
        match self.loss().halves() {
            0 => "",
            1 => "?",
            _ => "??",
        }
    }
}

impl Review {
    /// Iterates over the solutions of all positions, in order.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        let befores = self.decisions.iter().map(|decision| &decision.solution);
        befores.chain([&self.solution])
    }

    /// Iterates over the decisions that gave something away.
    pub fn mistakes(&self) -> impl Iterator<Item = &Decision> {
        self.decisions
            .iter()
            .filter(|decision| decision.loss() > Points::ZERO)
    }
}

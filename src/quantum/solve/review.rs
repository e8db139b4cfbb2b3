//! What perfect play says of a record: the value of every position, and what each player gave away.

use std::fmt;

use super::{Solution, Solver};
use crate::{Payoff, Player, Record, Step};

/// What was played in a position, and what perfect play says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What was played, with the positions around it.
    pub step: Step,
    /// The value of the position before it, and that of each legal action.
    pub solution: Solution,
    /// The value of the position after it.
    pub value: Payoff,
}

/// A record with what perfect play says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Everything that was played, in order.
    pub decisions: Vec<Decision>,
    /// What perfect play gives in the last position.
    pub solution: Solution,
}

/// How much worse than the best an action was for the player who chose it, in half points: 0 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Loss(u8);

impl Solver {
    /// Solves every position of a record.
    ///
    /// ```
    /// use qttt::{Payoff, solve::Solver};
    ///
    /// let review = Solver::new().review(&"AI".parse()?);
    /// assert_eq!(review.solution.value, Payoff::Half);
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
    /// Returns what the player who acted gave away.
    #[must_use]
    pub fn loss(&self) -> Loss {
        let (best, got) = (self.solution.value.halves(), self.value.halves());
        Loss(best.abs_diff(got))
    }

    /// Returns the player who acted.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.step.player()
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
            .filter(|decision| decision.loss() > Loss::NONE)
    }
}

impl Loss {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Returns the number of half points, 0 to 6.
    #[must_use]
    pub const fn halves(self) -> u8 {
        self.0
    }

    /// Returns the sign that annotators put behind a move: `?` where it lost half a point, `??` where it lost more, and
    /// nothing where it lost nothing.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self.0 {
            0 => "",
            1 => "?",
            _ => "??",
        }
    }
}

/// Writes the points: `0`, `0.5`, `1` and so on.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f32::from(self.0) / 2.0)
    }
}

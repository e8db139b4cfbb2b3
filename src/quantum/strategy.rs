//! Computer players, and the names of their levels.

use std::fmt;
use std::str::FromStr;

use super::action::ParseError;
use crate::solve::Solver;
use crate::{Action, Position, Rng};

/// How a computer player chooses its actions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strategy {
    /// Every legal action is equally likely.
    Random,
    /// Every best action is equally likely.
    Perfect,
    /// `Random` with this probability, and otherwise `Perfect`. A random action can be one of the best. A probability
    /// below 0, or NaN, counts as 0, and one above 1 counts as 1.
    Mixed(f64),
}

impl Strategy {
    /// The levels of the computer on the web page and in the command, each with its name.
    pub const LEVELS: [(&str, Self); 3] = [
        ("easy", Self::Random),
        ("medium", Self::Mixed(0.3)),
        ("perfect", Self::Perfect),
    ];

    /// Returns the probability with which an action is random: 0 to 1, or whatever a [`Mixed`](Self::Mixed) contains.
    #[must_use]
    pub const fn probability(self) -> f64 {
        match self {
            Self::Random => 1.0,
            Self::Perfect => 0.0,
            Self::Mixed(probability) => probability,
        }
    }

    /// Chooses a legal action, or returns `None` if the game is over. The solver finds the best actions.
    ///
    /// The choice is among the actions in the order of [`Position::legal_actions`].
    pub fn choose(self, position: &Position, solver: &Solver, rng: &mut Rng) -> Option<Action> {
        let is_random = match self {
            Self::Random => true,
            Self::Perfect => false,
            Self::Mixed(probability) => (rng.next_u64() as f64) < probability * 2_f64.powi(64),
        };
        let actions = if is_random {
            position.legal_actions()
        } else {
            solver.best_actions(position)
        };
        rng.pick(&actions).copied()
    }
}

/// Writes `random`, `perfect`, or `random:0.3`.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Perfect => f.write_str("perfect"),
            Self::Mixed(probability) => write!(f, "random:{probability}"),
        }
    }
}

/// Parses the name of a [level](Strategy::LEVELS), `random`, or `random:P` with a probability from 0 to 1.
impl FromStr for Strategy {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some((_, level)) = Self::LEVELS.into_iter().find(|(name, _)| *name == text) {
            return Ok(level);
        }
        match text.strip_prefix("random:").map(str::parse) {
            Some(Ok(probability)) if (0.0..=1.0).contains(&probability) => {
                Ok(Self::Mixed(probability))
            }
            None if text == "random" => Ok(Self::Random),
            _ => Err(ParseError(
                "easy, medium, perfect, random, or random:P with a probability P from 0 to 1",
            )),
        }
    }
}

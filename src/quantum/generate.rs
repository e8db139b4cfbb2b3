//! Random and perfect games. The same seed gives the same games.
//!
//! ```
//! use qttt::generate::{Generator, Strategy};
//!
//! let mut generator = Generator::new(Strategy::Random, Strategy::Random, 7);
//! let record = generator.record();
//! assert!(record.position().is_over());
//! assert_eq!(Generator::new(Strategy::Random, Strategy::Random, 7).record(), record);
//! ```

mod all;

use std::str::FromStr;

use super::{action::Action, position::Position, record::Record, solve::Solver};
use crate::Rng;
pub use all::all;

/// How a computer player chooses its actions.
///
/// ```
/// use qttt::generate::Strategy;
///
/// assert_eq!("random:0.1".parse(), Ok(Strategy::Mixed(0.1)));
/// assert_eq!("easy".parse(), Ok(Strategy::Random));
/// assert!("random:1.1".parse::<Strategy>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strategy {
    /// Every legal action is equally likely: `random`, or `easy`.
    Random,
    /// Every best action is equally likely: `perfect`.
    Perfect,
    /// `Random` with this probability, 0 to 1, otherwise `Perfect`: `random:0.1`, or `medium`, which is `random:0.3`. A
    /// random action can be one of the best.
    Mixed(f64),
}

impl Strategy {
    /// Returns the share of its actions that are random: 0 to 1.
    #[must_use]
    pub const fn random_share(self) -> f64 {
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
            Self::Mixed(probability) => rng.random_bool(probability),
        };
        let actions = if is_random {
            position.legal_actions()
        } else {
            solver.best_actions(position)
        };
        rng.pick(&actions).copied()
    }
}

/// An error in the name of a [`Strategy`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StrategyError {
    /// There is no such strategy.
    #[error("use easy, medium, perfect, or random with a probability, for example random:0.1")]
    Unknown,
    /// The text after `random:` is not a probability.
    #[error("{0:?} is not a probability from 0 to 1; write, for example, random:0.1")]
    NotAProbability(String),
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        match text {
            "easy" | "random" => Ok(Self::Random),
            "medium" => "random:0.3".parse(),
            "perfect" => Ok(Self::Perfect),
            _ => {
                let text = text.strip_prefix("random:").ok_or(StrategyError::Unknown)?;
                match text.parse() {
                    Ok(probability @ 0.0..=1.0) => Ok(Self::Mixed(probability)),
                    _ => Err(StrategyError::NotAProbability(text.to_string())),
                }
            }
        }
    }
}

/// A generator of games.
#[derive(Debug)]
pub struct Generator {
    /// The strategies of X and O.
    strategies: [Strategy; 2],
    solver: Solver,
    rng: Rng,
}

impl Generator {
    /// Creates a generator from the strategies of X and O and a seed.
    #[must_use]
    pub fn new(x: Strategy, o: Strategy, seed: u64) -> Self {
        Self {
            strategies: [x, o],
            solver: Solver::new(),
            rng: Rng::from_seed(seed),
        }
    }

    /// Returns the next game, played to its end.
    pub fn record(&mut self) -> Record {
        let mut record = Record::new();
        while let Some(player) = record.position().turn() {
            let strategy = self.strategies[player as usize];
            let action = strategy.choose(&record.position(), &self.solver, &mut self.rng);
            let action = action.expect("the game is not over");
            record.push(action).expect("a strategy's choice is legal");
        }
        record
    }

    /// Returns the next game, cut after a random number of actions, from none to all, each equally likely.
    pub fn partial_record(&mut self) -> Record {
        let record = self.record();
        let kept = self.rng.below(record.actions().len() as u32 + 1);
        let mut beginning = Record::new();
        for &action in &record.actions()[..kept as usize] {
            beginning.push(action).expect("it was legal before");
        }
        beginning
    }
}

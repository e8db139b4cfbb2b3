//! Random and perfect games. The same seed gives the same games.
//!
//! ```
//! use qttt::generate::{Generator, Strategy};
//! use qttt::solve::Solver;
//!
//! let solver = Solver::new();
//! let record = Generator::new(Strategy::Random, Strategy::Perfect, 7).record(&solver);
//! assert!(record.position().is_over());
//! assert_eq!(Generator::new(Strategy::Random, Strategy::Perfect, 7).record(&solver), record);
//! ```

use std::collections::HashSet;
use std::str::FromStr;
use std::{fmt, iter};

use super::action::ParseError;
use super::solve::key::{KEY_MOVES, Keyed};
use crate::solve::Solver;
use crate::{Action, Position, Record, Rng, Status};

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
    /// The levels of the computer on the page and in the command, each with its name.
    pub const LEVELS: [(&str, Self); 3] = [
        ("easy", Self::Random),
        ("medium", Self::Mixed(0.3)),
        ("perfect", Self::Perfect),
    ];

    /// Returns the probability with which an action is random, 0 to 1.
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
            Self::Mixed(probability) => (rng.u64() as f64) < probability * 2_f64.powi(64),
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

/// A generator of games.
#[derive(Debug)]
pub struct Generator {
    /// The strategies of X and O.
    strategies: [Strategy; 2],
    rng: Rng,
}

impl Generator {
    /// Creates a generator from the strategies of X and O and a seed.
    #[must_use]
    pub fn new(x: Strategy, o: Strategy, seed: u64) -> Self {
        Self {
            strategies: [x, o],
            rng: Rng::from_seed(seed),
        }
    }

    /// Returns the next game, played to its end. The solver finds the actions of a perfect player.
    pub fn record(&mut self, solver: &Solver) -> Record {
        let mut record = Record::new();
        while let Some(player) = record.position().turn() {
            let strategy = self.strategies[player as usize];
            let action = strategy.choose(&record.position(), solver, &mut self.rng);
            let action = action.expect("the game is not over");
            record.push(action).expect("a strategy's choice is legal");
        }
        record
    }

    /// Returns the next game, cut after a random number of actions, from none to all, each equally likely.
    pub fn partial_record(&mut self, solver: &Solver) -> Record {
        let mut record = self.record(solver);
        let kept = self.rng.below(record.actions().len() as u32 + 1);
        while record.actions().len() > kept as usize {
            record.pop();
        }
        record
    }
}

/// Iterates over records that lead to every position in which at most six moves have been made and a move is due:
/// 1,006,813 records, one for each [canonical form](crate::solve::canonical).
///
/// The order is always the same: depth first, in the order of [`Position::legal_actions`].
///
/// Positions with seven or eight moves are left out, because their canonical forms depend on the history.
pub fn all() -> impl Iterator<Item = Record> {
    let entry = |node: Keyed, record: &Record| {
        let actions = node.position.legal_actions();
        (node, record.clone(), actions.into_iter())
    };
    let (start, node) = (Record::new(), Keyed::of(&Position::new()));
    let mut seen = HashSet::from([node.key()]);
    let mut open = vec![entry(node, &start)];
    let others = iter::from_fn(move || {
        loop {
            let (node, record, actions) = open.last_mut()?;
            let Some(action) = actions.next() else {
                open.pop();
                continue;
            };
            let next = node.after(action);
            let status = next.position.status();
            let is_new = match status {
                _ if next.position.moves() > KEY_MOVES => false,
                Status::Move(_) => seen.insert(next.key()),
                Status::Measure { .. } => true,
                Status::Over => false,
            };
            if is_new {
                let mut record = record.clone();
                record.push(action).expect("a legal action");
                open.push(entry(next, &record));
                if let Status::Move(_) = status {
                    return Some(record);
                }
            }
        }
    });
    iter::once(start).chain(others)
}

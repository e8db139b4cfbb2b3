//! Random and perfect games. The same seed gives the same games.
//!
//! ```
//! use qttt::Strategy;
//! use qttt::generate::Generator;
//! use qttt::solve::Solver;
//!
//! let solver = Solver::new();
//! let record = Generator::new(Strategy::Random, Strategy::Perfect, 7).record(&solver);
//! assert!(record.position().is_over());
//! assert_eq!(Generator::new(Strategy::Random, Strategy::Perfect, 7).record(&solver), record);
//! ```

use std::collections::HashSet;
use std::iter;

use super::solve::key::{KEY_MOVES, Keyed};
use crate::solve::Solver;
use crate::{ByPlayer, Position, Record, Rng, Status, Strategy};

/// A generator of games.
#[derive(Debug)]
pub struct Generator {
    strategies: ByPlayer<Strategy>,
    rng: Rng,
}

impl Generator {
    /// Creates a generator from the strategies of X and O and a seed.
    #[must_use]
    pub fn new(x: Strategy, o: Strategy, seed: u64) -> Self {
        Self {
            strategies: ByPlayer([x, o]),
            rng: Rng::from_seed(seed),
        }
    }

    /// Returns the next game, played to its end. The solver finds the actions of a perfect player.
    pub fn record(&mut self, solver: &Solver) -> Record {
        let mut record = Record::new();
        while let Some(player) = record.position().turn() {
            let strategy = self.strategies[player];
            let action = strategy.choose(&record.position(), solver, &mut self.rng);
            let action = action.expect("the game is not over");
            record.push(action).expect("a strategy's choice is legal");
        }
        record
    }

    /// Returns the next game, truncated after a random number of actions, from none to all, each equally likely.
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
    let mut seen = HashSet::new();
    let mut open = vec![(Keyed::of(&Position::new()), Record::new())];
    iter::from_fn(move || {
        loop {
            let (node, record) = open.pop()?;
            let is_move_due = matches!(node.position.status(), Status::Move(_));
            if is_move_due && !seen.insert(node.key()) {
                continue;
            }
            if !is_move_due || node.position.move_count() < KEY_MOVES {
                // In reverse, because the last one is taken first.
                for action in node.position.legal_actions().into_iter().rev() {
                    let mut record = record.clone();
                    record.push(action).expect("a legal action");
                    open.push((node.after(action), record));
                }
            }
            if is_move_due {
                return Some(record);
            }
        }
    })
}

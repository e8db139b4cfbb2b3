//! Quantum tic-tac-toe, as a user of the library sees it.

use qttt::Record;
use qttt::generate::{Generator, Strategy};

mod notations;
mod perft;
mod pictures;
mod positions;
mod rules;

/// Returns complete random games.
fn games(count: usize, seed: u64) -> impl Iterator<Item = Record> {
    let mut games = Generator::new(Strategy::Random, Strategy::Random, seed);
    (0..count).map(move |_| games.record())
}

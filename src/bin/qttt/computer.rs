//! The computer as a player: its levels, and its random choices.

use std::hash::{BuildHasher, RandomState};

use qttt::Strategy;

/// Lists the levels of the computer, each with its strategy: `easy (random)`.
pub(crate) fn levels() -> String {
    let levels = Strategy::LEVELS.map(|(name, strategy)| match strategy.to_string() {
        strategy if strategy == name => strategy,
        strategy => format!("{name} ({strategy})"),
    });
    format!("{}, or random:P", levels.join(", "))
}

pub(crate) fn seed_or_new(given: Option<u64>) -> u64 {
    // The keys of a new hasher come from the system's random numbers.
    given.unwrap_or_else(|| RandomState::new().hash_one(()))
}

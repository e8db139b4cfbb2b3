//! The seed of a command's random choices.

use anyhow::Context;

/// Returns the given seed, or else a random one.
pub(crate) fn seed_or_new(given: Option<u64>) -> anyhow::Result<u64> {
    given.map_or_else(
        || getrandom::u64().context("the system gives no random seed"),
        Ok,
    )
}

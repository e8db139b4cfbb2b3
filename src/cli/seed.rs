//! Where the random choices of a command come from.

use anyhow::Context;

/// Returns the seed that was given, or else one that the system makes up.
pub(crate) fn seed_or_new(given: Option<u64>) -> anyhow::Result<u64> {
    given.map_or_else(
        || getrandom::u64().context("the system gives no random seed"),
        Ok,
    )
}

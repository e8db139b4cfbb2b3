//! Times in arguments, and numbers in messages.

use std::{ops::RangeInclusive, time::Duration};

/// No program starts in less time, and a longer limit is as good as none.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// Parses a time limit.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if SECONDS.contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!(
            "must be a number of seconds from {} to {}",
            SECONDS.start(),
            SECONDS.end()
        )),
    }
}

/// Returns a count with its noun: `1 game`, `2 games`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

//! Times in arguments, and numbers in messages.

use std::{ops::RangeInclusive, time::Duration};

/// No program starts in less, and more is as good as no limit.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// Reads a time limit.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if SECONDS.contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!(
            "expected a number of seconds from {} to {}",
            SECONDS.start(),
            SECONDS.end()
        )),
    }
}

/// Says how many there are of something.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

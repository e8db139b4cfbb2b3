//! Numbers in arguments, whose mistakes are told in words, and numbers in words.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Returns a parser of whole numbers in a range that the type can hold.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

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

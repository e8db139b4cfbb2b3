//! Values of arguments that several commands take.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::TypedValueParser;

/// Returns a parser for a whole number, whose error names the range.
pub(crate) fn whole_number<N>(range: RangeInclusive<N>) -> impl TypedValueParser<Value = N>
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [min, max] = [range.start(), range.end()];
        number.ok_or_else(|| format!("must be a whole number from {min} to {max}"))
    }
}

/// Returns the seed that was given, or a new one.
pub(crate) fn seed_or_new(given: Option<u64>) -> u64 {
    // The keys of a new hasher come from the system's random numbers.
    given.unwrap_or_else(|| RandomState::new().hash_one(()))
}

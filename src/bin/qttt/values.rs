//! Values of arguments that several commands take.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use anyhow::bail;
use clap::ValueHint;
use clap::builder::{NonEmptyStringValueParser, TypedValueParser};

use crate::terminal::escape::quoted;

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

/// A command for `sh -c`, which must be a single argument.
#[derive(clap::Args)]
pub(crate) struct ShellCommand {
    /// The command to check, which `sh -c` runs; quote it as one argument
    #[arg(required = true, value_name = "COMMAND", value_hint = ValueHint::CommandString, value_parser = NonEmptyStringValueParser::new())]
    words: Vec<String>,
}

impl ShellCommand {
    /// Returns the command.
    ///
    /// # Errors
    ///
    /// If there are several words.
    pub(crate) fn get(&self) -> anyhow::Result<&str> {
        match &self.words[..] {
            [command] => Ok(command),
            words => match quoted(&words.join(" ")) {
                Some(command) => bail!("quote the command: {command}"),
                None => bail!("quote the command as one argument"),
            },
        }
    }
}

/// No program starts in less time, and a longer limit is as good as none.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// Parses a time limit in seconds.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let (min, max) = SECONDS.into_inner();
    let limit = text.parse().ok().filter(|limit| SECONDS.contains(limit));
    let limit = limit.map(Duration::from_secs_f64);
    limit.ok_or_else(|| format!("must be a number of seconds from {min} to {max}"))
}

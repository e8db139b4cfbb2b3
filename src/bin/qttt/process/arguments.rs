//! Arguments of commands that run somebody's command: the command, and its time limit.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::bail;
use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;

use crate::terminal::escape::quoted;

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

//! Arguments that several commands take.

use std::{
    hash::{BuildHasher, RandomState},
    io,
    ops::RangeInclusive,
    time::Duration,
};

use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use clap::{ValueHint, builder::NonEmptyStringValueParser};
use qttt::draw::TextStyle;
use rustix::termios::tcgetwinsize;

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
            words => bail!("quote the command: '{}'", words.join(" ")),
        }
    }
}

#[derive(clap::Args, Default)]
pub(crate) struct TextOptions {
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl TextOptions {
    /// Returns how to draw on standard output: as wide as the terminal, in colour if it shows colours.
    pub(crate) fn style(&self) -> TextStyle {
        let mut style = TextStyle {
            ascii: self.ascii,
            color: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            ..TextStyle::default()
        };
        if let Ok(size) = tcgetwinsize(io::stdout())
            && size.ws_col > 0
        {
            style.width = size.ws_col.into();
        }
        style
    }
}

/// No program starts in less time, and a longer limit is as good as none.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// Parses a time limit in seconds.
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

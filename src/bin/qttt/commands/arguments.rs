//! Arguments that several commands take.

use std::{
    hash::{BuildHasher, RandomState},
    io, iter,
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
    /// The program to check, a command for `sh -c`
    #[arg(value_hint = ValueHint::CommandString, value_parser = NonEmptyStringValueParser::new())]
    command: String,

    // More words are an error with a tip.
    #[arg(hide = true, num_args = 1)]
    rest: Vec<String>,
}

impl ShellCommand {
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        iter::once(&self.command)
            .chain(&self.rest)
            .map(String::as_str)
    }

    /// Returns the command.
    ///
    /// # Errors
    ///
    /// If there are more words: the command must be quoted.
    pub(crate) fn get(&self) -> anyhow::Result<&str> {
        let Some(word) = self.rest.first() else {
            return Ok(&self.command);
        };
        let words: Vec<_> = self.words().collect();
        let command = words.join(" ");
        bail!("unexpected argument '{word}'; quote the command: '{command}'")
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

#[derive(clap::Args)]
pub(crate) struct FormatOptions {
    /// Print a JSON object for each record
    #[arg(long, conflicts_with = "tsv")]
    json: bool,

    /// Print a tab-separated table, one row per record
    #[arg(long)]
    tsv: bool,
}

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Tsv,
}

impl FormatOptions {
    pub(crate) const fn format(&self) -> Format {
        if self.json {
            Format::Json
        } else if self.tsv {
            Format::Tsv
        } else {
            Format::Text
        }
    }
}

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

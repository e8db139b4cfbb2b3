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
use qttt::{draw::TextStyle, solve::Solver};
use rustix::termios::tcgetwinsize;

use crate::{
    records::{
        Objects, Query, Table,
        arguments::{Answered, RecordArguments},
    },
    terminal::output::write,
};

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

#[derive(clap::Args)]
pub(crate) struct FormatOptions {
    /// Print a JSON object for each record
    #[arg(long, conflicts_with = "tsv")]
    json: bool,

    /// Print a tab-separated table, one row per record
    #[arg(long)]
    tsv: bool,
}

impl FormatOptions {
    pub(crate) const fn is_text(&self) -> bool {
        !self.json && !self.tsv
    }

    /// Answers records as JSON or as a table, with perfect play if a solver is given. A table has a header even without
    /// records.
    pub(crate) fn answer(
        &self,
        records: &RecordArguments,
        max_lines: usize,
        solving: Option<(Solver, Query)>,
    ) -> anyhow::Result<Answered> {
        if self.json {
            return records.answer("", max_lines, &Objects(solving));
        }
        let table = Table(solving);
        let header = table.header();
        let answered = records.answer(&header, max_lines, &table)?;
        if answered.lines == 0 {
            write(&header)?;
        }
        Ok(answered)
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

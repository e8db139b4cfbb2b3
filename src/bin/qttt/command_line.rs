//! What several commands share: help, the values of arguments, and threads.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;
use qttt::Strategy;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Help of the commands that take records.
pub(crate) const RECORDS: &str = "\
Records are written as in qttt --help: AB BE DE AE 4. In a file or on standard input, each line is a record. Unless the command needs the history of the game, you can give a position instead, for example 41./32./... 5CF: the classical marks row by row, then each pair of spooky marks with its two cells.";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid record; 2 usage or I/O error.";

/// The exit codes of the commands that find nothing invalid.
pub(crate) const SUCCESS_OR_ERROR: &str = "Exit codes: 0 success; 2 usage or I/O error.";

/// Lists the levels of the computer, each with its strategy: `easy (random)`.
pub(crate) fn levels() -> String {
    let levels = Strategy::LEVELS.map(|(name, strategy)| match strategy.to_string() {
        strategy if strategy == name => strategy,
        strategy => format!("{name} ({strategy})"),
    });
    format!("{}, or random:P", levels.join(", "))
}

pub(crate) fn seed_or_new(given: Option<u64>) -> u64 {
    // The keys of a new hasher come from the system's random numbers.
    given.unwrap_or_else(|| RandomState::new().hash_one(()))
}

/// Returns the number of threads that can run at the same time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Starts threads that share their work.
///
/// # Errors
///
/// If a thread can't be started.
pub(crate) fn start_threads(count: usize) -> anyhow::Result<ThreadPool> {
    let threads = ThreadPoolBuilder::new().num_threads(count).build();
    threads.map_err(|error| anyhow!("cannot start a thread: {error}"))
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

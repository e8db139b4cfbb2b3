//! What the commands share that take records: one in the arguments, or one a line from standard input.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Read, Write},
    num::NonZeroUsize,
    thread,
};

use anyhow::Context;
use clap::value_parser;
use qttt::{
    Place, RecordError,
    batch::{Batch, BatchError, Line},
};

use super::{CANNOT_WRITE, Outcome, report};

/// Where the records of a command come from.
pub(crate) enum Input {
    /// The arguments are one record.
    Arguments(Vec<u8>),
    /// Each line of standard input is one.
    Stdin,
    /// There are no arguments, and nobody pipes records in.
    Terminal,
}

impl Input {
    pub(crate) fn of(moves: &[OsString]) -> Self {
        match moves {
            [] if io::stdin().is_terminal() => Self::Terminal,
            [] => Self::Stdin,
            [dash] if dash == "-" => Self::Stdin,
            _ => {
                let words: Vec<_> = moves.iter().map(|word| word.as_encoded_bytes()).collect();
                Self::Arguments(words.join(&b' '))
            }
        }
    }
}

/// More threads than this would need more than 32 MiB.
const MOST_THREADS: u8 = 64;

/// How records that come a line each are answered.
#[derive(clap::Args)]
pub(crate) struct Stream {
    /// Say nothing about invalid records on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// How many threads work on lines [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MOST_THREADS)))]
    pub(crate) threads: Option<u8>,
}

/// Enough for each thread to have work soon, where a record takes longer to answer than to score.
pub(crate) const SMALL_BLOCK: NonZeroUsize = NonZeroUsize::new(1 << 10).unwrap();

impl Stream {
    /// Tells whether one of the options was given.
    pub(crate) const fn is_asked_for(&self) -> bool {
        self.quiet || self.threads.is_some()
    }

    /// Answers standard input; `block` is how many bytes a thread takes at once.
    pub(crate) fn answer_stdin(
        &self,
        block: NonZeroUsize,
        answer: impl Fn(Line<'_>, &mut Vec<u8>) -> Result<(), RecordError> + Sync,
    ) -> anyhow::Result<Outcome> {
        self.answer("<stdin>", block, io::stdin(), io::stderr(), answer)
    }

    pub(crate) fn answer(
        &self,
        name: &str,
        block: NonZeroUsize,
        input: impl Read + Send,
        messages: impl Write + Send,
        answer: impl Fn(Line<'_>, &mut Vec<u8>) -> Result<(), RecordError> + Sync,
    ) -> anyhow::Result<Outcome> {
        let batch = Batch {
            threads: self.threads(),
            block,
            report_as: (!self.quiet).then_some(name),
        };
        match batch.run(input, io::stdout(), messages, answer) {
            Ok(summary) if summary.invalid > 0 => Ok(Outcome::Invalid),
            Ok(_) => Ok(Outcome::Fine),
            Err(BatchError::Read(error)) => Ok(cannot_read(name, &error)),
            Err(BatchError::Write(error)) => Err(error).context(CANNOT_WRITE),
        }
    }

    fn threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, usize::from);
        NonZeroUsize::new(threads.min(MOST_THREADS.into())).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Reports a failure that leaves other inputs to be read.
pub(crate) fn cannot_read(name: &str, error: &io::Error) -> Outcome {
    report(&format!("cannot read {name}: {error}"));
    Outcome::Failed
}

/// Reports what is wrong with a record in the arguments, and marks the place with carets under it.
pub(crate) fn report_mistake(mistake: &RecordError, record: &[u8]) {
    let Place { bytes, move_number } = mistake.place();
    // Of a long record, as much as fits on a terminal's line.
    let start = bytes.start.saturating_sub(36);
    let end = record.len().min(bytes.end + 24);
    let before = if start > 0 { "… " } else { "" };
    let after = if end < record.len() { " …" } else { "" };

    // Escaped, each character is one column wide.
    let head = record[start..bytes.start].escape_ascii().to_string();
    let wrong = record[bytes.clone()].escape_ascii().to_string();
    let tail = record[bytes.end..end].escape_ascii().to_string();
    let indent = before.chars().count() + head.len();
    report(&format!(
        "{mistake}\n  {before}{head}{wrong}{tail}{after}\n  {:indent$}{} move {move_number}",
        "",
        "^".repeat(wrong.len()),
    ));
}

//! `qttt [MOVES]...`: scores the record in the arguments, or a record a line.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, IsTerminal, Read, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use anyhow::Context;
use clap::value_parser;
use qttt::{
    ErrorReport, Game, Place, RecordError, ScoreReport,
    batch::{Batch, BatchError, Format},
};

use super::{CANNOT_WRITE, Outcome, print_help, progress::Progress, report, write_line};

/// More threads than this would need more than 32 MiB.
const MOST_THREADS: u8 = 64;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record, in one argument or several; without it, or as `-`, standard input is read, a record a line
    moves: Vec<OsString>,

    /// Read a file, a record a line; can be given more than once
    #[arg(short, long, value_name = "FILE", conflicts_with = "moves")]
    file: Vec<PathBuf>,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,

    /// Say nothing about invalid records on standard error
    #[arg(short, long)]
    quiet: bool,

    /// How many threads score lines [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u8>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if !self.file.is_empty() {
            return self.score_files();
        }
        let reads_stdin = self.moves.is_empty() || self.moves == ["-"];
        if !reads_stdin {
            return self.score_record(&record_of(&self.moves));
        }
        if self.moves.is_empty() && io::stdin().is_terminal() {
            print_help();
            return Ok(Outcome::Failed);
        }
        self.score_stdin()
    }

    fn score_record(&self, record: &[u8]) -> anyhow::Result<Outcome> {
        let game = Game::from_ascii(record);
        if let (Err(error), false) = (&game, self.quiet) {
            report(&point_at(error, record));
        }
        match (&game, self.json) {
            (Ok(game), false) => write_line(game.score().as_str())?,
            (Ok(game), true) => write_line(&serde_json::to_string(&ScoreReport::of(game))?)?,
            (Err(_), false) => {}
            (Err(error), true) => write_line(&serde_json::to_string(&ErrorReport::of(error))?)?,
        }
        Ok(game.map_or(Outcome::Invalid, |_| Outcome::Fine))
    }

    /// Scores one file after the other; one that can't be read doesn't keep the rest from being scored.
    fn score_files(&self) -> anyhow::Result<Outcome> {
        let mut worst = Outcome::Fine;
        for path in &self.file {
            let outcome = if path.as_os_str() == "-" {
                self.score_stdin()?
            } else {
                self.score_file(path)?
            };
            worst = worst.max(outcome);
        }
        Ok(worst)
    }

    fn score_file(&self, path: &Path) -> anyhow::Result<Outcome> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => {
                let file = Progress::of(file);
                let messages = file.messages();
                self.score_lines(&name, file, messages)
            }
            Err(error) => Ok(cannot_read(&name, &error)),
        }
    }

    fn score_stdin(&self) -> anyhow::Result<Outcome> {
        self.score_lines("<stdin>", io::stdin(), io::stderr())
    }

    fn score_lines(
        &self,
        name: &str,
        input: impl Read + Send,
        messages: impl Write + Send,
    ) -> anyhow::Result<Outcome> {
        let batch = Batch {
            format: if self.json {
                Format::Json
            } else {
                Format::Text
            },
            threads: self.threads(),
            report_as: (!self.quiet).then_some(name),
        };
        match batch.run(input, io::stdout(), messages) {
            Ok(summary) if summary.invalid > 0 => Ok(Outcome::Invalid),
            Ok(_) => Ok(Outcome::Fine),
            Err(BatchError::Read(error)) => Ok(cannot_read(name, &error)),
            Err(BatchError::Write(error)) => Err(error).context(CANNOT_WRITE),
        }
    }

    fn threads(&self) -> NonZeroUsize {
        let most = usize::from(MOST_THREADS);
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, usize::from);
        NonZeroUsize::new(threads.min(most)).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Reports a failure that leaves other inputs to be read.
fn cannot_read(name: &str, error: &io::Error) -> Outcome {
    report(&format!("cannot read {name}: {error}"));
    Outcome::Failed
}

/// Joins the arguments to one record.
fn record_of(moves: &[OsString]) -> Vec<u8> {
    let moves: Vec<_> = moves.iter().map(|word| word.as_encoded_bytes()).collect();
    moves.join(&b' ')
}

/// Says what is wrong with a record, and marks the place with carets under it.
fn point_at(error: &RecordError, record: &[u8]) -> String {
    let Place { bytes, move_number } = error.place();
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
    format!(
        "{error}\n  {before}{head}{wrong}{tail}{after}\n  {:indent$}{} move {move_number}",
        "",
        "^".repeat(wrong.len()),
    )
}

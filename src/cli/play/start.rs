//! Where a game at the terminal begins: a record in the arguments, or in a file.

use std::{
    ffi::OsString,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use crate::{
    Record, RecordError,
    batch::{Answer, Batch, BatchError, Line},
};

use crate::cli::{
    output::{Outcome, cannot_read, is_stdin, name_of, report, report_mistake},
    records::{is_meant_as_file, joined, mean_stdin, open},
};

/// The record that a game goes on from.
#[derive(clap::Args)]
pub(super) struct Start {
    /// The record of a game to go on with, in one argument or several [default: the empty board]
    moves: Vec<OsString>,

    /// Go on with the record in a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "moves")]
    file: Option<PathBuf>,
}

impl Start {
    /// Replays the record. Where it can't be, says why, and returns how the command ends.
    pub(super) fn record(&self) -> Result<Record, Outcome> {
        let stdin = mean_stdin(&self.moves).then_some(Path::new("-"));
        if let Some(path) = self.file.as_deref().or(stdin) {
            return record_in_file(path);
        }
        if is_meant_as_file(&self.moves) {
            return Err(Outcome::Failed);
        }
        let text = joined(&self.moves);
        Line::new(&text).record().map_err(|mistake| {
            report_mistake(&mistake, &text);
            Outcome::Invalid
        })
    }
}

/// Reads a file as other commands do, and replays its only record.
fn record_in_file(path: &Path) -> Result<Record, Outcome> {
    let name = name_of(path);
    let input: Box<dyn Read + Send> = match is_stdin(path) {
        true => Box::new(io::stdin()),
        false => Box::new(open(path)?),
    };
    let found = Found(Mutex::default());
    let batch = Batch {
        name: &name,
        max_messages: 1,
        ..Batch::default()
    };
    match batch.run(input, io::sink(), io::stderr(), &found) {
        Ok(summary) if summary.records != 1 => {
            report(&format!(
                "expected one record in {name}, found {}",
                summary.records
            ));
            Err(Outcome::Failed)
        }
        Ok(summary) if summary.invalid > 0 => Err(Outcome::Invalid),
        Ok(_) => Ok(found.0.into_inner().unwrap_or_else(PoisonError::into_inner)),
        Err(BatchError::Read(error)) => Err(cannot_read(&name, &error)),
        Err(error) => {
            report(&error.to_string());
            Err(Outcome::Failed)
        }
    }
}

/// Keeps the last record of a stream, and prints nothing.
struct Found(Mutex<Record>);

impl Answer for Found {
    fn answer(&self, line: Line<'_>, _: &mut Vec<u8>) -> Result<(), RecordError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = line.record()?;
        Ok(())
    }

    fn invalid(&self, _: Line<'_>, _: &RecordError, _: &mut Vec<u8>) {}
}

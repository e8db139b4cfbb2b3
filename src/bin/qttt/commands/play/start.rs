//! The start of a game in the terminal: a record in the arguments or in a file.

use std::{
    ffi::OsString,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use qttt::Record;

use crate::{
    batch::{Line, MAX_RECORD, only_line},
    commands::{
        output::{Outcome, cannot_read, report, report_mistake},
        records::{is_meant_as_file, joined, mean_stdin},
    },
    input::{Input, name_of},
};

/// The options for the record to resume.
#[derive(clap::Args)]
pub(super) struct Start {
    /// Record of the game to resume, as one or more arguments [default: a new game]
    moves: Vec<OsString>,

    /// Resume the game in FILE
    #[arg(short, long, value_name = "FILE", conflicts_with = "moves")]
    file: Option<PathBuf>,
}

impl Start {
    /// Replays the record. If that fails, reports the reason and returns how the command ends.
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

/// Replays the only record of a file.
fn record_in_file(path: &Path) -> Result<Record, Outcome> {
    let input = Input::open(path).map_err(|error| cannot_read(&name_of(path), &error))?;
    let name = input.name.clone();
    // One record and a few bytes around it. More bytes are several records, or one that is too long.
    let mut text = Vec::new();
    input
        .take(2 * MAX_RECORD as u64)
        .read_to_end(&mut text)
        .map_err(|error| cannot_read(&name, &error))?;
    let Some(line) = only_line(&text) else {
        report(&format!("{name} must contain exactly one record"));
        return Err(Outcome::Failed);
    };
    line.record().map_err(|mistake| {
        // A failure of standard error can't be reported.
        let _ = writeln!(io::stderr(), "{name}:1:{}: {mistake}", mistake.column());
        Outcome::Invalid
    })
}

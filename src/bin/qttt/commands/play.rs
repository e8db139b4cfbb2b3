//! `qttt play`: a game in the terminal.

mod entries;
mod quantum;
pub(super) mod session;

use std::{
    ffi::OsString,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::ValueHint;
use qttt::{Record, generate::Strategy};

use self::{
    quantum::QuantumGame,
    session::{Role, play},
};
use super::{
    EXIT_CODES, RECORDS,
    arguments::seed_or_new,
    output::{Outcome, cannot_read, report, report_mistake},
    records::{is_meant_as_file, joined, mean_stdin},
};
use crate::{
    batch::{InputLine, MAX_RECORD, only_line},
    input::{Input, name_of},
};

const EXAMPLES: &str = "\
Examples:
  qttt play                        play X against perfect O
  qttt play --x perfect --o human  play O
  qttt play -f game.txt            resume the game in a file
  qttt play --o medium AI          resume a game, against an O that makes some mistakes";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Play {
    /// Record of the game to resume, as one or more arguments [default: a new game]
    moves: Vec<OsString>,

    /// Resume the game in FILE
    #[arg(short, long, value_name = "FILE", conflicts_with = "moves")]
    file: Option<PathBuf>,

    /// Who plays X: human, easy (random), medium (random:0.3), perfect, or random:P
    ///
    /// A human's moves are read from the keyboard, or from standard input. Each action of random:P is random with
    /// probability P, and otherwise perfect.
    #[arg(long, value_name = "WHO", default_value = "human", value_hint = ValueHint::Other)]
    x: Role<Strategy>,

    /// Who plays O (same choices)
    #[arg(long, value_name = "WHO", default_value = "perfect", value_hint = ValueHint::Other)]
    o: Role<Strategy>,

    /// Random seed; the same seed gives the same choices everywhere [default: random]
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let seed = seed_or_new(self.seed);
        let record = match self.record() {
            Ok(record) => record,
            Err(outcome) => return Ok(outcome),
        };
        play(
            QuantumGame::new(record, seed),
            [self.x.clone(), self.o.clone()],
            None,
        )
    }

    /// Replays the record. If that fails, reports the reason and returns how the command ends.
    fn record(&self) -> Result<Record, Outcome> {
        let stdin = mean_stdin(&self.moves).then_some(Path::new("-"));
        if let Some(path) = self.file.as_deref().or(stdin) {
            return record_in_file(path);
        }
        if is_meant_as_file(&self.moves) {
            return Err(Outcome::Failed);
        }
        let text = joined(&self.moves);
        InputLine::new(&text).record().map_err(|mistake| {
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

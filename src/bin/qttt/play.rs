//! `qttt play`: a game in the terminal.

mod quantum;

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueHint;
use qttt::support::{MAX_TEXT, next_line};
use qttt::{ByPlayer, Record, Strategy};

use self::quantum::QuantumGame;
use crate::command_line::{EXIT_CODES, levels};
use crate::input::{self, check_encoding, located, name_of};
use crate::records::RecordWords;
use crate::session::{Role, play};
use crate::terminal::TextOptions;
use crate::terminal::output::{Invalid, Outcome};
use crate::values::{seed_or_new, whole_number};

const EXAMPLES: &str = "\
Examples:
  qttt play                         play X against an easy opponent
  qttt play --x perfect --o person  play O
  qttt play -f game.txt             resume the game in a file
  qttt play --o medium AI           resume a game; O makes some mistakes";

/// The help for the record, which here is a game to resume.
const RECORD: &str = "Record of the game to resume, as one or more arguments [default: a new game]";

const PEOPLE_AND_LEVELS: &str = "\
A person's moves are read from standard input. Each action of random:P is random with probability \
P, and otherwise perfect.";

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\nA record is written as in qttt --help: AB BE DE AE 4.\n\n{EXIT_CODES}"),
    mut_args(|arg| if arg.get_id() == "words" { arg.help(RECORD).long_help(RECORD) } else { arg }),
)]
pub(crate) struct Play {
    #[command(flatten)]
    words: RecordWords,

    /// Resume the game in FILE
    #[arg(
        short,
        long,
        value_name = "FILE",
        conflicts_with = "words",
        allow_hyphen_values = true
    )]
    file: Option<PathBuf>,

    #[arg(long, value_name = "WHO", default_value = "person", value_hint = ValueHint::Other)]
    #[arg(help = format!("Who plays X: person, {}", levels()))]
    #[arg(long_help = format!("Who plays X: person, {}\n\n{PEOPLE_AND_LEVELS}", levels()))]
    x: Role<Strategy>,

    /// Who plays O (same choices)
    #[arg(long, value_name = "WHO", default_value = "easy", value_hint = ValueHint::Other)]
    o: Role<Strategy>,

    /// Random seed; the same seed gives the same choices everywhere [default: random]
    #[arg(long, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let game = QuantumGame::new(self.record()?, seed_or_new(self.seed));
        let roles = ByPlayer([self.x.clone(), self.o.clone()]);
        play(game, roles, TextOptions::default(), || {})
    }

    /// Reads the record.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is [`Invalid`].
    fn record(&self) -> anyhow::Result<Record> {
        let stdin = self.words.name_stdin().then_some(Path::new("-"));
        if let Some(path) = self.file.as_deref().or(stdin) {
            return record_in_file(path);
        }
        self.words.parse()
    }
}

/// Reads the only record of a file.
fn record_in_file(path: &Path) -> anyhow::Result<Record> {
    let name = name_of(path);
    let cannot_read = || format!("cannot read {name}");
    let input = input::open(path).with_context(cannot_read)?;
    let mut text = Vec::new();
    // Enough for the longest record, its end, and some of a second line.
    let mut input = input.take(2 * MAX_TEXT as u64);
    input.read_to_end(&mut text).with_context(cannot_read)?;
    check_encoding(&text).with_context(cannot_read)?;
    let mut rest = &text[..];
    let (Some(line), b"") = (next_line(&mut rest), rest) else {
        bail!("{name} must contain exactly one record");
    };
    let record = Record::try_from(line).map_err(|error| {
        let column = error.column();
        Invalid(located(&name, 1, column, &error))
    });
    Ok(record?)
}

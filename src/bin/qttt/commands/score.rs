//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::{num::NonZeroUsize, path::Path};

use clap::CommandFactory;
use qttt::{RecordError, is_well_formed};

use super::{
    Cli,
    arguments::FormatOptions,
    output::{Outcome, report},
    records::{Answers, Records},
};
use crate::batch::{Answer, BLOCK, Format, Line};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    records: Records,

    #[command(flatten)]
    format: FormatOptions,
}

impl Arguments {
    /// Returns `true` if no argument was given.
    pub(crate) const fn is_empty(&self) -> bool {
        self.records.is_empty() && self.format.is_empty()
    }

    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if let Some(word) = self.records.first_word()
            && is_like_a_command(word)
        {
            report(&format!(
                "`{word}` is neither a command nor a record; see qttt --help"
            ));
            return Ok(Outcome::Failed);
        }
        self.records.answer(&self.format.format())
    }
}

/// Returns `true` if a word is not a record and resembles a command, or a command that people expect to exist.
fn is_like_a_command(word: &str) -> bool {
    const EXPECTED: [&str; 3] = ["help", "score", "rules"];
    if word.len() < 3 || is_well_formed(word.as_bytes()) || Path::new(word).exists() {
        return false;
    }
    let qttt = Cli::command();
    let names = qttt.get_subcommands().map(clap::Command::get_name);
    // Only longer words can be misspelt commands: FAN is a record with a mistake, not `man`.
    names
        .chain(EXPECTED)
        .any(|name| strsim::jaro_winkler(name, &word.to_lowercase()) > 0.8)
}

impl Answers for Format {
    const BLOCK: NonZeroUsize = BLOCK;

    /// `error` keeps answers in step with records; a single record needs none.
    fn answer_alone(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let answered = self.answer(line, output);
        if *self == Self::Text && answered.is_err() {
            output.clear();
        }
        answered
    }
}

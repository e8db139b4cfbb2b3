//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::path::Path;

use clap::CommandFactory;

use super::{
    Cli,
    arguments::FormatOptions,
    output::{Outcome, report},
    records::{Records, is_well_formed},
};
use crate::batch::{Readings, Scores};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: Records,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
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
        match self.format.format() {
            None => self.records.answer(&Scores {
                is_alone: self.records.are_arguments(),
            }),
            Some(format) => self.records.answer(&Readings {
                format,
                solving: None,
            }),
        }
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

//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::path::Path;

use clap::CommandFactory;

use super::{
    Cli,
    arguments::FormatOptions,
    output::{Outcome, report, tip},
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
        self.records.is_empty() && self.format.format().is_none()
    }

    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if let Some(word) = self.records.first_word()
            && let Some(meant) = tip_about(word)
        {
            report(&format!(
                "`{word}` is neither a command nor a record; see qttt --help"
            ));
            tip(&meant);
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

/// Returns what to write instead of a word, if the word is not a record and resembles a command, or `score`, which
/// people expect to be a command.
fn tip_about(word: &str) -> Option<String> {
    // Only longer words can be misspelt commands: FAN is a record with a mistake, not `man`.
    if word.len() < 3 || is_well_formed(word.as_bytes()) || Path::new(word).exists() {
        return None;
    }
    let mut qttt = Cli::command();
    qttt.build();
    let names = qttt.get_subcommands().map(clap::Command::get_name);
    let word = word.to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(name, &word);
    let alike = names.chain(["score"]).filter(|name| likeness(name) > 0.8);
    match alike.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))? {
        "score" => Some("`qttt AB` scores a record".to_string()),
        name => Some(format!("did you mean `qttt {name}`?")),
    }
}

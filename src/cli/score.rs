//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::num::NonZeroUsize;

use crate::{
    RecordError,
    batch::{Answer, BLOCK, Format, Line},
};

use super::{
    arguments::FormatOptions,
    output::{Outcome, report},
    records::{Answers, Records},
    suggestion,
};

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

    /// Scores the records. `commands` is called only to print help or to look for a misspelt command.
    pub(crate) fn run(&self, commands: fn() -> clap::Command) -> anyhow::Result<Outcome> {
        if self.records.are_missing() {
            suggestion::print_help(&mut commands());
            return Ok(Outcome::Failed);
        }
        if let Some(word) = self.records.strange_word()
            && let Some(command) = suggestion::nearest_command(word, &commands())
        {
            report(&format!(
                "{word} is neither a record nor a command; did you mean `{command}`?"
            ));
            return Ok(Outcome::Failed);
        }
        self.records.answer(&self.format.format())
    }
}

impl Answers for Format {
    const BLOCK: NonZeroUsize = BLOCK;

    /// `error` keeps answers in step with records, and here there is one record.
    fn answer_alone(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        match self {
            Self::Text => self.answer(line, output),
            _ => self.answer_or_invalid(line, output),
        }
    }
}

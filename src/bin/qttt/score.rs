//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use crate::{
    command_line::arguments::FormatOptions,
    records::{Scores, arguments::RecordArguments},
    terminal::output::Outcome,
};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: RecordArguments,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let answered = if self.format.is_text() {
            self.records.answer("", 4096, &Scores)?
        } else {
            self.format.answer(&self.records, 512, None)?
        };
        Ok(answered.outcome)
    }
}

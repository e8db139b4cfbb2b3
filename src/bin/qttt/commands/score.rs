//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use super::{
    arguments::{Format, FormatOptions},
    output::Outcome,
    record_arguments::RecordArguments,
};
use crate::records::{Objects, Scores, Table};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: RecordArguments,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let answered = match self.format.format() {
            Format::Text => self.records.answer("", 4096, &Scores)?,
            Format::Json => self.records.answer("", 512, &Objects { solving: None })?,
            Format::Tsv => self.records.answer_table(512, &Table { solving: None })?,
        };
        Ok(answered.outcome())
    }
}

//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use super::{
    arguments::{Format, FormatOptions},
    output::Outcome,
    records::Records,
};
use crate::records::{Objects, Scores, Table};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: Records,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let answered = match self.format.format() {
            Format::Text => self.records.answer("", 8 << 10, &Scores)?,
            Format::Json => self.records.answer("", 512, &Objects { solving: None })?,
            Format::Tsv => self.records.answer_table(512, &Table { solving: None })?,
        };
        Ok(answered.outcome())
    }
}

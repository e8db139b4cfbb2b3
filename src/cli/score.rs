//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::num::NonZeroUsize;

use super::{
    arguments::FormatOptions,
    output::Outcome,
    records::{Answers, Records},
};
use crate::{
    RecordError,
    batch::{Answer, BLOCK, Format, Line},
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

    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
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

//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::sync::Arc;

use super::{arguments::FormatOptions, output::Outcome, records::Records};
use crate::records::{Readings, TextScores};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: Records,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match self.format.format() {
            None => self.records.answer(&Arc::new(TextScores {
                is_alone: self.records.are_arguments(),
            })),
            Some(format) => self.records.answer(&Arc::new(Readings {
                format,
                solving: None,
            })),
        }
    }
}

//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use std::{path::Path, sync::Arc};

use super::{
    arguments::FormatOptions,
    misspelt_command,
    output::Outcome,
    print_usage_error,
    records::{Records, is_well_formed},
};
use crate::batch::{Readings, TextScores};

#[derive(clap::Args)]
pub(crate) struct Score {
    #[command(flatten)]
    records: Records,

    #[command(flatten)]
    format: FormatOptions,
}

impl Score {
    pub(crate) const fn is_empty(&self) -> bool {
        self.records.is_empty() && self.format.format().is_none()
    }

    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        // Only longer words can be misspelt commands: FAN is a record with a mistake, not `man`.
        if let Some(word) = self.records.first_word()
            && word.len() > 3
            && !is_well_formed(word.as_bytes())
            && !Path::new(word).exists()
            && let Some(error) = misspelt_command(word)
        {
            print_usage_error(&error);
            return Ok(Outcome::Failed);
        }
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

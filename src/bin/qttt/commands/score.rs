//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use super::{arguments::FormatOptions, output::Outcome, records::Records};
use crate::records::{Readings, Scores};

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
            None => self.records.answer("", 8 << 10, &Scores),
            Some(format) => {
                let readings = Readings {
                    format,
                    solving: None,
                };
                self.records.answer(&readings.header(), 512, &readings)
            }
        };
        Ok(answered?.outcome())
    }
}

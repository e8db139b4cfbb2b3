//! How answers are printed, as options say it.

use clap::ValueEnum;

use crate::batch::Format;

#[derive(clap::Args)]
pub(crate) struct FormatOptions {
    /// Print text, a JSON object for each record, or a table: a line with the names of the columns, and then a line for
    /// each record, with tabs between the columns [default: text]
    #[arg(
        long,
        value_name = "FORMAT",
        hide_possible_values = true,
        conflicts_with = "json"
    )]
    format: Option<FormatName>,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Text,
    Json,
    Tsv,
}

impl FormatOptions {
    /// Returns `true` if no option was given.
    pub(crate) const fn is_empty(&self) -> bool {
        self.format.is_none() && !self.json
    }

    pub(crate) const fn format(&self) -> Format {
        match self.format {
            _ if self.json => Format::Json,
            Some(FormatName::Json) => Format::Json,
            Some(FormatName::Tsv) => Format::Tsv,
            Some(FormatName::Text) | None => Format::Text,
        }
    }
}

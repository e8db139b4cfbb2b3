//! What is printed for each line of a stream.

use super::{Line, json, scores, tsv};
use crate::RecordError;

/// What is printed for each line of a stream.
pub trait Answer: Sync {
    /// Returns what is printed before all answers, with its newline.
    fn header(&self) -> &str {
        ""
    }

    /// Appends the answer to a line, with its newline.
    ///
    /// # Errors
    ///
    /// If the record is invalid.
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError>;

    /// Appends what is printed in place of the answer to an invalid record, with its newline.
    fn invalid(&self, line: Line<'_>, mistake: &RecordError, output: &mut Vec<u8>);

    /// Appends the answer to a line, or what is printed in its place.
    ///
    /// # Errors
    ///
    /// If the record is invalid.
    #[inline]
    fn answer_or_invalid(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let start = output.len();
        self.answer(line, output).inspect_err(|mistake| {
            output.truncate(start);
            self.invalid(line, mistake, output);
        })
    }

    /// Returns `true` if this is [`Format::Text`]. Then many records are scored at a time.
    #[doc(hidden)]
    fn is_score(&self) -> bool {
        false
    }
}

/// How scores are printed, one per line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// `0.5 1`, and `error` for an invalid record.
    #[default]
    Text,
    /// One JSON object a record, as [docs/json.md](https://docs.rs/crate/qttt/latest/source/docs/json.md) describes it.
    Json,
    /// A row for each record, with tabs between the columns that the [header](Answer::header) names.
    Tsv,
}

impl Answer for Format {
    fn header(&self) -> &str {
        match self {
            Self::Tsv => tsv::SCORES,
            _ => "",
        }
    }

    #[inline]
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        match self {
            Self::Text => scores::append(line.position()?.score(), output),
            Self::Json => json::score(line, output)?,
            Self::Tsv => tsv::score(line, output)?,
        }
        Ok(())
    }

    fn invalid(&self, line: Line<'_>, mistake: &RecordError, output: &mut Vec<u8>) {
        match self {
            Self::Text => output.extend_from_slice(b"error\n"),
            Self::Json => json::mistake(mistake, line, output),
            Self::Tsv => tsv::mistake(tsv::SCORES, output),
        }
    }

    fn is_score(&self) -> bool {
        *self == Self::Text
    }
}

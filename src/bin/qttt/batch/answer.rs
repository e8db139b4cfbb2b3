//! Answers to the lines of a stream.

use qttt::RecordError;

use super::{Line, json, scores, tsv};

/// Answers the lines of a stream.
pub(crate) trait Answer: Sync {
    /// Returns the line before all answers, with its newline, or nothing.
    fn header(&self) -> &str {
        ""
    }

    /// Appends the answer to a line, or the replacement for an invalid record, with its newline.
    ///
    /// # Errors
    ///
    /// If the record is invalid.
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError>;

    /// Returns `true` if this is [`Format::Text`]. Then many records are scored at a time.
    #[doc(hidden)]
    fn is_score(&self) -> bool {
        false
    }
}

/// The format of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub(crate) enum Format {
    /// `0.5 1`, and `error` for an invalid record.
    #[default]
    Text,
    /// One JSON object per record, as [docs/json.md](https://docs.rs/crate/qttt/latest/source/docs/json.md) describes
    /// it.
    Json,
    /// A row for each record, with tabs between the columns that the [header](Answer::header) names.
    Tsv,
}

impl Answer for Format {
    fn header(&self) -> &str {
        match self {
            Self::Tsv => tsv::header(None),
            _ => "",
        }
    }

    #[inline]
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        match self {
            Self::Text => match line.position() {
                Ok(position) => scores::append(position.score(), output),
                Err(mistake) => {
                    output.extend_from_slice(b"error\n");
                    return Err(mistake);
                }
            },
            Self::Json => return json::append(line, None, output),
            Self::Tsv => return tsv::append(line, None, output),
        }
        Ok(())
    }

    fn is_score(&self) -> bool {
        *self == Self::Text
    }
}

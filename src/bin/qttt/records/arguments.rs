//! One record as arguments.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;

use anyhow::bail;
use qttt::support::{shortened, without_end};
use qttt::{GameError, Place, Record};
use unicode_width::UnicodeWidthStr;

use crate::input::{is_stdin, name_of};
use crate::terminal::escape;
use crate::terminal::output::Invalid;

/// The words of a record.
#[derive(clap::Args)]
pub(crate) struct RecordWords {
    /// Record; if missing or -, read one per line from standard input
    ///
    /// The arguments together form one record. If it is invalid, there is no output, except with --json or --tsv.
    #[arg(value_name = "RECORD")]
    words: Vec<OsString>,

    /// The words after `--`, which scripts write before data: there, `-` is a record
    #[arg(last = true, hide = true, value_name = "RECORD")]
    literal_words: Vec<OsString>,
}

impl RecordWords {
    /// Iterates over the words.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OsString> {
        self.words.iter().chain(&self.literal_words)
    }

    /// Returns `true` if the only word is the name of standard input.
    pub(crate) fn is_only_stdin(&self) -> bool {
        matches!(&self.words[..], [word] if is_stdin(word)) && self.literal_words.is_empty()
    }

    /// Returns the words as a line, without a newline. A newline in a word is a space, like any other whitespace.
    pub(super) fn join(&self) -> Vec<u8> {
        let words = self.iter().map(|word| word.as_encoded_bytes());
        let lines = words.flat_map(|word| word.split(|&byte| byte == b'\n').map(without_end));
        lines.collect::<Vec<_>>().join(&b' ')
    }

    /// Parses the record that the words form together.
    ///
    /// # Errors
    ///
    /// If it is [`Invalid`], or a word names a file.
    pub(crate) fn parse(&self) -> anyhow::Result<Record> {
        let text = self.join();
        Record::try_from(&text[..]).or_else(|error| {
            self.refuse_file(&error)?;
            bail!(Invalid(under_carets(&error, &text)))
        })
    }

    /// Checks the word that contains an error.
    ///
    /// # Errors
    ///
    /// If the word names a file instead of being part of a record.
    pub(super) fn refuse_file(&self, error: &GameError) -> anyhow::Result<()> {
        let mut end = 0;
        let word = self.iter().find(|word| {
            end += word.len() + 1;
            error.bytes.start < end
        });
        let path = word.map_or(Path::new(""), Path::new);
        // A folder may well have the name of a record.
        if path.metadata().is_ok_and(|found| !found.is_dir()) {
            let name = name_of(path);
            let hint = escape::quoted_path(path).map(|path| format!("; did you mean -f {path}?"));
            bail!("{name} is a file, not a record{}", hint.unwrap_or_default());
        }
        Ok(())
    }
}

/// Describes an error in a record from the arguments and shows the record, with carets under the error.
pub(super) fn under_carets(error: &GameError, record: &[u8]) -> String {
    let Range { start, end } = error.bytes.clone();
    let parts = [&record[..start], &record[start..end], &record[end..]];
    let [head, wrong, tail] = parts.map(|part| escape::line(&String::from_utf8_lossy(part)));
    // A long record is shortened to fit a line of a terminal.
    let head = shortened(&head, [0, 32], "... ");
    let tail = shortened(&tail, [18, 0], " ...");
    let place = match error.place {
        Place::Move(number) => format!(" move {number}"),
        Place::MeasurementAfter(number) => format!(" after move {number}"),
        Place::Text => String::new(),
    };
    format!(
        "{error}\n  {head}{wrong}{tail}\n  {}{}{place}",
        " ".repeat(head.width()),
        "^".repeat(wrong.width()),
    )
}

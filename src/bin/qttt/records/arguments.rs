//! One record as arguments.

use std::env;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::Path;

use anyhow::bail;
use qttt::support::without_end;
use qttt::{GameError, Place, Record};
use unicode_width::UnicodeWidthStr;

use crate::input::{is_stdin, name_of};
use crate::terminal::escape;
use crate::terminal::output::Invalid;

/// Parses the record that arguments form together.
///
/// # Errors
///
/// If it is [`Invalid`], or a word names a file.
pub(crate) fn record_of(words: &[OsString]) -> anyhow::Result<Record> {
    let text = joined(words);
    Record::try_from(&text[..]).or_else(|error| {
        refuse_file(words, &error)?;
        bail!(Invalid(under_carets(&error, &text)))
    })
}

/// Describes an error in a record from the arguments and shows the record, with carets under the error.
pub(super) fn under_carets(error: &GameError, record: &[u8]) -> String {
    let span = error.span();
    let Range { start, end } = span.bytes;
    let parts = [&record[..start], &record[start..end], &record[end..]];
    let [head, wrong, tail] = parts.map(|part| escape::line(&String::from_utf8_lossy(part)));
    // A long record is shortened to fit a line of a terminal.
    let head = escape::shortened(&head, [0, 32], "... ");
    let tail = escape::shortened(&tail, [18, 0], " ...");
    let place = match span.place {
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

/// Returns `true` if the only word is `-`. After `--`, which scripts write before data, `-` is a record.
pub(crate) fn names_stdin(words: &[OsString]) -> bool {
    matches!(words, [word] if is_stdin(word)) && !env::args_os().any(|word| word == "--")
}

/// Checks the word of a record that contains an error.
///
/// # Errors
///
/// If the word names a file instead of being part of a record.
pub(super) fn refuse_file(words: &[OsString], error: &GameError) -> anyhow::Result<()> {
    let mut end = 0;
    let word = words.iter().find(|word| {
        end += word.len() + 1;
        error.span().bytes.start < end
    });
    let path = Path::new(word.map_or(OsStr::new(""), OsString::as_os_str));
    if path.metadata().is_ok_and(|found| !found.is_dir()) {
        let name = name_of(path);
        let folder = if name.starts_with('-') { "./" } else { "" };
        bail!("{name} is a file, not a record; did you mean -f {folder}{name}?");
    }
    Ok(())
}

/// Joins words to a line, without a newline. A newline in a word is a space, like any other whitespace.
pub(super) fn joined(words: &[OsString]) -> Vec<u8> {
    let words = words.iter().map(|word| word.as_encoded_bytes());
    let lines = words.flat_map(|word| word.split(|&byte| byte == b'\n').map(without_end));
    lines.collect::<Vec<_>>().join(&b' ')
}

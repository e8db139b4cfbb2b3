//! Output shared by the commands: results on standard output, everything else on standard error, and an exit code.

use std::{
    env,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

use crate::{RecordError, Span, draw::TextStyle, escape};
use anstream::{AutoStream, ColorChoice};
use anstyle::AnsiColor;
use anyhow::Context;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

pub(crate) const CANNOT_WRITE: &str = "cannot write standard output";

/// How a command ended, from best to worst, as its exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Fine = 0,
    /// A record was not a legal game.
    Invalid = 1,
    /// The arguments make no sense, or something could not be read. The message has been printed.
    Failed = 2,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Writes a line to standard output.
pub(crate) fn write_line(line: &str) -> anyhow::Result<()> {
    write(&format!("{line}\n"))
}

/// Writes a result to standard output.
pub(crate) fn write(text: &str) -> anyhow::Result<()> {
    write_bytes(text.as_bytes())
}

/// Writes a verdict. The exit code tells it even if nobody reads it.
pub(crate) fn write_verdict(text: &str) -> anyhow::Result<()> {
    match write(text) {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        written => written,
    }
}

/// Writes a result as a line of JSON to standard output.
pub(crate) fn write_json(report: &impl Serialize) -> anyhow::Result<()> {
    write_line(&json(report))
}

pub(crate) fn json(report: &impl Serialize) -> String {
    let json = serde_json::to_string(report).expect("a report is only numbers and text");
    escape::json(&json).into_owned()
}

pub(crate) fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .context(CANNOT_WRITE)
}

/// Returns `true` if an error means that the reader of our output has gone away.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns how to draw on standard output: as wide as given, else as the terminal, else 80 columns; in ASCII where it is
/// asked for, and on a terminal that has no UTF-8; in colours where `--color`, or else `NO_COLOR`, or else the terminal
/// says so.
pub(crate) fn text_style(ascii: bool, width: Option<u16>) -> TextStyle {
    let terminal = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns);
    let mut style = TextStyle::default();
    style.ascii = ascii || (io::stdout().is_terminal() && !is_utf8());
    style.color = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    style.width = width.or_else(terminal).map_or(style.width, usize::from);
    style
}

/// Returns `true` if the locale's characters are UTF-8. Where no locale is set, they are taken for it: most terminals are.
fn is_utf8() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(set)
        .is_none_or(|locale| names_utf8(&locale))
}

/// Returns `true` if the name of a locale, such as `en_GB.UTF-8@euro`, says UTF-8. One without a character set, such as
/// `C`, has an older one.
fn names_utf8(locale: &str) -> bool {
    locale
        .split(['.', '@'])
        .any(|part| part.replace('-', "").eq_ignore_ascii_case("utf8"))
}

/// Writes a message to standard error, coloured like the parser's own. If that fails, there is nowhere left to say so.
pub(crate) fn report(message: &str) {
    say("error", AnsiColor::Red, message);
}

/// Writes a remark to standard error, like [`report`].
pub(crate) fn note(message: &str) {
    say("note", AnsiColor::Green, message);
}

fn say(kind: &str, color: AnsiColor, message: &str) {
    let style = color.on_default().bold();
    let message = escape::text(message);
    let _ = writeln!(anstream::stderr(), "{style}{kind}:{style:#} {message}");
}

/// Reports an input that can't be read. The command goes on with the next.
pub(crate) fn cannot_read(name: &str, error: &io::Error) -> Outcome {
    report(&format!("cannot read {name}: {error}"));
    Outcome::Failed
}

/// Reports a mistake in a record given as arguments, with carets under the place.
pub(crate) fn report_mistake(mistake: &RecordError, record: &[u8]) {
    // A long record is cut to fit a terminal's line, with the mistake in the middle.
    const BEFORE: usize = 32;
    const AFTER: usize = 18;
    let Span { bytes, move_number } = mistake.span();
    let [head, wrong, tail] = [
        &record[..bytes.start],
        &record[bytes.clone()],
        &record[bytes.end..],
    ]
    .map(escaped);
    let first = head.len() - count_that_fit(head.iter().rev(), BEFORE);
    let end = count_that_fit(&tail, AFTER);
    let before = if first > 0 { "... " } else { "" };
    let more = if end < tail.len() { " ..." } else { "" };
    let (head, wrong, tail) = (head[first..].concat(), wrong.concat(), tail[..end].concat());
    let place = match record[bytes.start] {
        // A position has no moves.
        _ if *move_number == 0 => String::new(),
        // A measurement is no move of its own.
        b'1'..=b'9' if !record[..bytes.start].trim_ascii().is_empty() => {
            format!(" after move {move_number}")
        }
        _ => format!(" move {move_number}"),
    };
    let indent = before.len() + head.len();
    report(&format!(
        "{mistake}\n  {before}{head}{wrong}{tail}{more}\n  {:indent$}{}{place}",
        "",
        "^".repeat(wrong.len()),
    ));
}

/// Escapes all but printable ASCII, each character for itself: every letter is one column wide then.
fn escaped(text: &[u8]) -> Vec<String> {
    let mut characters = Vec::new();
    for chunk in text.utf8_chunks() {
        characters.extend(
            chunk
                .valid()
                .chars()
                .map(|c| c.escape_default().to_string()),
        );
        let others = chunk.invalid().iter();
        characters.extend(others.map(|byte| byte.escape_ascii().to_string()));
    }
    characters
}

/// Counts how many of the first texts fit into so many columns.
fn count_that_fit<'a>(texts: impl IntoIterator<Item = &'a String>, columns: usize) -> usize {
    let ends = texts.into_iter().scan(0, |end, text| {
        *end += text.len();
        Some(*end)
    });
    ends.take_while(|&end| end <= columns).count()
}

/// What messages call standard input.
pub(crate) const STDIN: &str = "<stdin>";

/// Returns `true` if standard input is meant where a file is named.
pub(crate) fn is_stdin(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

/// Returns the name for messages of a file to read, always on one line.
pub(crate) fn name_of(path: &Path) -> String {
    match is_stdin(path) {
        true => STDIN.to_string(),
        false => escape::line(&path.to_string_lossy()).into_owned(),
    }
}

/// Shows the end of what a program wrote on standard error. It helps whoever wrote the program; failing to show it is no
/// failure.
pub(crate) fn pass_on(stderr_tail: &str) {
    let _ = io::stderr().write_all(escape::text(stderr_tail).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::names_utf8;

    #[test]
    fn a_locale_names_its_characters() {
        for utf8 in ["C.UTF-8", "C.utf8", "en_GB.UTF-8@euro", "UTF-8"] {
            assert!(names_utf8(utf8), "{utf8}");
        }
        for other in [
            "C",
            "POSIX",
            "de_DE",
            "de_DE@euro",
            "de_DE.ISO-8859-1",
            "ja_JP.eucJP",
        ] {
            assert!(!names_utf8(other), "{other}");
        }
    }
}

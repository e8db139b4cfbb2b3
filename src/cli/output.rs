//! Output shared by the commands: results on standard output, everything else on standard error, and an exit code.

use std::{
    io::{self, Write},
    path::Path,
    process::{self, ExitCode},
};

use anstyle::AnsiColor;
use anyhow::Context;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::{RecordError, Span, escape};

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
    let json = serde_json::to_string(report).expect("a report is only numbers and text");
    write_line(&escape::json(&json))
}

pub(crate) fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .context(CANNOT_WRITE)
}

/// Standard output for answers to a stream. A failed write ends the process, because other threads may be waiting for input
/// that never comes.
pub(crate) struct StreamOutput;

impl StreamOutput {
    fn checked<T>(written: io::Result<T>) -> io::Result<T> {
        match written {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                let error = anyhow::Error::new(error).context(CANNOT_WRITE);
                process::exit(report_failure(&error) as i32)
            }
            written => written,
        }
    }
}

impl Write for StreamOutput {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        Self::checked(io::stdout().write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::checked(io::stdout().flush())
    }
}

/// Reports the error that ends a command. If the reader of the output has gone away, there is nothing to report.
pub(crate) fn report_failure(error: &anyhow::Error) -> Outcome {
    if is_closed_pipe(error) {
        return Outcome::Fine;
    }
    report(&format!("{error:#}"));
    Outcome::Failed
}

/// Returns `true` if an error means that the reader of our output has gone away.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
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
    // A long record is cut to fit a line of a terminal.
    const BEFORE: usize = 32;
    const AFTER: usize = 18;
    let Span { bytes, move_number } = mistake.span();
    let shown = |part: &[u8]| escape::line(&String::from_utf8_lossy(part));
    let head = shown(&record[..bytes.start]);
    let wrong = shown(&record[bytes.clone()]);
    let tail = shown(&record[bytes.end..]);
    let skipped = head.chars().count().saturating_sub(BEFORE);
    let before = if skipped > 0 { "... " } else { "" };
    let head = before.to_string() + &head.chars().skip(skipped).collect::<String>();
    let after = if tail.chars().count() > AFTER {
        " ..."
    } else {
        ""
    };
    let tail = tail.chars().take(AFTER).collect::<String>() + after;
    // A measurement is no move of its own.
    let is_measurement = matches!(record[bytes.start], b'1'..=b'9')
        && !record[..bytes.start].trim_ascii().is_empty();
    let place = match move_number {
        None => String::new(),
        Some(number) if is_measurement => format!(" after move {number}"),
        Some(number) => format!(" move {number}"),
    };
    report(&format!(
        "{mistake}\n  {head}{wrong}{tail}\n  {}{}{place}",
        " ".repeat(head.width()),
        "^".repeat(wrong.width()),
    ));
}

/// What messages call standard input.
pub(crate) const STDIN: &str = "<stdin>";

/// Returns `true` if standard input is meant where a file is named.
pub(crate) fn is_stdin(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

/// Returns the name for messages of a file to read, always on one line.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        STDIN.to_string()
    } else {
        escape::line(&path.to_string_lossy())
    }
}

/// Shows the end of what a program wrote on standard error. It helps whoever wrote the program; failing to show it is no
/// failure.
pub(crate) fn pass_on(stderr_tail: &str) {
    let _ = io::stderr().write_all(escape::text(stderr_tail).as_bytes());
}

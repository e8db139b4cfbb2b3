//! Output shared by the commands: results on standard output, everything else on standard error, and an exit code.

use std::io::{self, Write};
use std::path::Path;

use anstyle::AnsiColor;
use anyhow::{anyhow, bail};
use qttt::support::wrap;
use rustix::fs::{FileType, Stat, fstat, stat};
use unicode_width::UnicodeWidthStr;

use super::escape;
use crate::descriptor;
use crate::input::name_of;

/// How a command ended, from best to worst. The numbers are the exit codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Fine = 0,
    /// Something that was asked about is invalid or wrong: a record, a position, the answers of a program.
    Invalid = 1,
    /// A usage error, or a failure of input or output. Returned only after a message was printed; otherwise, an error
    /// is.
    Failed = 2,
}

/// Writes a line to standard output.
pub(crate) fn write_line(line: &str) -> anyhow::Result<()> {
    write(&format!("{line}\n"))
}

/// Writes text to standard output, wrapped to a width in columns.
pub(crate) fn write_wrapped(text: &str, width: usize) -> anyhow::Result<()> {
    write_line(&wrap(text, width, UnicodeWidthStr::width).join("\n"))
}

/// Writes a result to standard output.
pub(crate) fn write(result: &(impl AsRef<[u8]> + ?Sized)) -> anyhow::Result<()> {
    descriptor::write_all(io::stdout().lock(), result.as_ref()).map_err(cannot_write)
}

/// The reader of standard output has closed its end of the pipe.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed")]
pub(crate) struct ClosedPipe;

/// Returns the error of a failed write to standard output.
pub(crate) fn cannot_write(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => anyhow!(ClosedPipe),
        _ => anyhow!(error).context("cannot write to standard output"),
    }
}

/// Checks that a file to write is not also standard output or standard error: the one text would overwrite the other.
///
/// # Errors
///
/// If it is, and it is a regular file.
pub(crate) fn refuse_output(path: &Path) -> anyhow::Result<()> {
    let Ok(file) = stat(path) else {
        return Ok(());
    };
    let is_file = FileType::from_raw_mode(file.st_mode).is_file();
    let is_same = |stream: &Stat| (stream.st_dev, stream.st_ino) == (file.st_dev, file.st_ino);
    let streams = [fstat(io::stdout()), fstat(io::stderr())];
    if is_file && streams.iter().flatten().any(is_same) {
        let name = name_of(path);
        bail!("{name} is also standard output or standard error; choose another file");
    }
    Ok(())
}

/// Writes a verdict. A closed pipe is not an error, because the exit code also gives the verdict.
pub(crate) fn write_verdict(text: &str) -> anyhow::Result<()> {
    match write(text) {
        Err(error) if error.is::<ClosedPipe>() => Ok(()),
        written => written,
    }
}

/// The error of a command that was given an invalid record, position, or move.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Invalid(pub(crate) String);

/// Reports the error that ends a command. If standard output is a closed pipe, that is not a failure.
pub(crate) fn report_failure(error: &anyhow::Error) -> Outcome {
    if error.is::<ClosedPipe>() {
        return Outcome::Fine;
    }
    report(&format!("{error:#}"));
    if error.is::<Invalid>() {
        return Outcome::Invalid;
    }
    Outcome::Failed
}

/// Writes an error to standard error, coloured like the parser's.
pub(crate) fn report(message: &str) {
    say("error", AnsiColor::Red, message);
}

/// Writes a warning to standard error, like [`report`].
pub(crate) fn warn(message: &str) {
    say("warning", AnsiColor::Yellow, message);
}

/// Writes a note to standard error, like [`report`].
pub(crate) fn note(message: &str) {
    say("note", AnsiColor::Green, message);
}

fn say(kind: &str, color: AnsiColor, message: &str) {
    let style = color.on_default().bold();
    let message = escape::text(message);
    let _ = writeln!(anstream::stderr(), "{style}{kind}:{style:#} {message}");
}

/// Shows the end of the standard error of a program, to help its author.
pub(crate) fn show_stderr(stderr_tail: &str) {
    let _ = io::stderr().write_all(escape::text(stderr_tail).as_bytes());
}

//! Text from outside, for records, positions, and recorded games: a file or standard input, under its name in messages.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::Path;

use crate::descriptor;
use crate::terminal::escape;

/// The context of a failed read of standard input.
pub(crate) const CANNOT_READ: &str = "cannot read <stdin>";

/// A file, or standard input.
#[derive(Debug)]
pub(crate) struct Input(pub(crate) File);

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> io::Result<Input> {
    if is_stdin(path) {
        let stdin = io::stdin().as_fd().try_clone_to_owned()?;
        Ok(Input(stdin.into()))
    } else {
        File::open(path).map(Input)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        descriptor::read(&self.0, buffer)
    }
}

/// Checks the first bytes of a text.
///
/// # Errors
///
/// If they are UTF-16, as PowerShell 5 writes it: they begin with its byte order mark, or every second byte is zero.
pub(crate) fn check_encoding(text: &[u8]) -> io::Result<()> {
    match text {
        [0xff, 0xfe, ..]
        | [0xfe, 0xff, ..]
        | [1..=255, 0, 1..=255, 0, ..]
        | [0, 1..=255, 0, 1..=255, ..] => Err(io::Error::other(
            "it is UTF-16; convert it with iconv -f UTF-16 -t UTF-8",
        )),
        _ => Ok(()),
    }
}

pub(crate) fn is_stdin(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

/// Returns the name of an input for messages: `<stdin>`, or that of the file, escaped.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_string()
    } else {
        escape::line(&path.to_string_lossy())
    }
}

/// Returns a message about an error in an input, in the form that editors read: `NAME:LINE:COLUMN: error`.
pub(crate) fn located(name: &str, line: u64, column: usize, error: &impl Display) -> String {
    format!("{name}:{line}:{column}: {error}")
}

//! Text from outside, for records, positions, and recorded games: a file or standard input, under its name in messages.

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::escape;

/// The byte order mark, with which some programs start every text file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opens a file, or standard input for `-`. Any other name with a hyphen at its start is more likely an option.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if is_stdin(path) {
        Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
    } else if path.as_os_str().as_bytes().starts_with(b"-") {
        let name = name_of(path);
        Err(io::Error::other(format!("if it is a file, write ./{name}")))
    } else {
        File::open(path)
    }
}

/// Returns the text of an input without the byte order mark at its start.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
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

/// Returns a message about a mistake in an input, in the form that editors read: `NAME:LINE:COLUMN: mistake`.
pub(crate) fn located(name: &str, line: u64, column: usize, mistake: &impl Display) -> String {
    format!("{name}:{line}:{column}: {mistake}")
}

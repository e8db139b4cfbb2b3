//! Text from outside, for records, positions, and recorded games: a file or standard input, under its name in messages.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
};

use crate::escape;

/// Some programs start every text file with this.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opens a file, or standard input for `-`, without the byte order mark at its start. Waits for its first byte.
pub(crate) fn open(path: &Path) -> io::Result<impl Read + Send + use<>> {
    let reader: Box<dyn Read + Send> = if is_stdin(path) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    without_mark(reader)
}

/// Skips a byte order mark.
fn without_mark<R: Read>(mut reader: R) -> io::Result<impl Read + use<R>> {
    let mut start = Vec::new();
    // Byte by byte, because nothing else may follow for now.
    while reader.by_ref().take(1).read_to_end(&mut start)? > 0 {
        if start == BYTE_ORDER_MARK {
            start.clear();
            break;
        }
        if !BYTE_ORDER_MARK.starts_with(&start) {
            break;
        }
    }
    Ok(Cursor::new(start).chain(reader))
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

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_and_nowhere_else() {
        for (text, expected) in [
            (
                &b"\xEF\xBB\xBFAB\n\xEF\xBB\xBFAB"[..],
                &b"AB\n\xEF\xBB\xBFAB"[..],
            ),
            (b"\xEF\xBB\xBF", b""),
            (b"\xEF\xBB", b"\xEF\xBB"),
            (b"\xEF\xBBA", b"\xEF\xBBA"),
            (b"A", b"A"),
            (b"", b""),
        ] {
            for size in 1..5 {
                let mut input = without_mark(BufReader::with_capacity(size, text)).expect("memory");
                let mut read = Vec::new();
                input.read_to_end(&mut read).expect("memory");
                assert_eq!(read, expected, "{text:?}, {size} bytes at once");
            }
        }
    }
}

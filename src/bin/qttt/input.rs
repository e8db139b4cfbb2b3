//! Text from outside, for records, positions, and recorded games: a file or standard input, under its name in messages.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

use crate::escape;

/// Some programs start every text file with this.
const BYTE_ORDER_MARK: [u8; 3] = *b"\xEF\xBB\xBF";

/// An input, without the byte order mark at its start.
pub(crate) struct Input {
    /// Its name in messages: `<stdin>`, or that of the file, escaped.
    pub(crate) name: String,
    reader: Box<dyn Read + Send>,
    /// The bytes that were read to look for a byte order mark, until they are returned.
    start: Option<Vec<u8>>,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let name = name_of(path);
        if is_stdin(path) {
            return Ok(Self::new(name, io::stdin()));
        }
        Ok(Self::new(name, File::open(path)?))
    }

    pub(crate) fn new(name: String, reader: impl Read + Send + 'static) -> Self {
        Self {
            name,
            reader: Box::new(reader),
            start: None,
        }
    }

    /// Reads as many bytes as a byte order mark has, or fewer if it can't be one.
    fn read_start(&mut self) -> io::Result<Vec<u8>> {
        let mut start = Vec::new();
        while start.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(&start) {
            let mut bytes = [0; BYTE_ORDER_MARK.len()];
            match self.reader.read(&mut bytes[start.len()..]) {
                Ok(0) => break,
                Ok(len) => start.extend(&bytes[start.len()..][..len]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if start == BYTE_ORDER_MARK {
            start.clear();
        }
        Ok(start)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut start = match self.start.take() {
            None => self.read_start()?,
            Some(start) => start,
        };
        if start.is_empty() {
            self.start = Some(start);
            return self.reader.read(buffer);
        }
        let len = start.len().min(buffer.len());
        buffer[..len].copy_from_slice(&start[..len]);
        self.start = Some(start.split_off(len));
        Ok(len)
    }
}

/// Returns `true` if a path stands for standard input.
pub(crate) fn is_stdin(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

/// Returns the name of an input for messages, escaped.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_string()
    } else {
        escape::line(&path.to_string_lossy())
    }
}

#[cfg(test)]
mod tests {
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
                let mut input = Input::new(String::new(), text);
                let (mut read, mut buffer) = (Vec::<u8>::new(), [0; 4]);
                while let len @ 1.. = input.read(&mut buffer[..size]).expect("memory") {
                    read.extend(&buffer[..len]);
                }
                assert_eq!(read, expected, "{text:?}, {size} bytes at once");
            }
        }
    }
}

//! The input of a batch, from which threads take chunks of whole lines.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use memchr::{memchr_iter, memrchr};

use super::MAX_RECORD;

/// Longer lines are cut here. The rest is still too long, even without a carriage return.
const CUT: usize = MAX_RECORD + 1 + 1;

pub(super) struct Source {
    input: BufReader<Box<dyn Read + Send>>,
    /// The most lines of a chunk.
    max_lines: usize,
    next_number: u64,
    has_ended: bool,
}

impl Source {
    pub(super) fn new(input: impl Read + Send + 'static, max_lines: usize) -> Self {
        // Most games have more than 16 bytes. A read of 128 KiB fits in a core's second-level cache.
        let capacity = max_lines.saturating_mul(16).clamp(4 << 10, 128 << 10);
        Self {
            input: BufReader::with_capacity(capacity, Box::new(input)),
            max_lines,
            next_number: 1,
            has_ended: false,
        }
    }

    /// Replaces `text` with the next line, and any others that were read with it. The last line of the input may end
    /// without a newline. Returns the number of the first line, or `None` at the end.
    pub(super) fn read_into(&mut self, text: &mut Vec<u8>) -> io::Result<Option<u64>> {
        text.clear();
        if self.has_ended {
            return Ok(None);
        }
        let first_number = self.next_number;
        let read = self.read_lines(text);
        // Only a failure, or the end of the input, leaves a line unfinished.
        self.has_ended = read.is_err() || !text.ends_with(b"\n");
        read.map(|()| (!text.is_empty()).then_some(first_number))
    }

    /// Returns `true` if at least the beginning of another line has been read.
    pub(super) fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Appends whole lines, at least one; at the end of the input, an unfinished line or nothing. A line that is too
    /// long is cut.
    fn read_lines(&mut self, lines: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let read = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            let mut newlines = memchr_iter(b'\n', read);
            let count = newlines.clone().count();
            let newline = if count > self.max_lines {
                newlines.nth(self.max_lines - 1)
            } else {
                memrchr(b'\n', read)
            };
            self.next_number += count.min(self.max_lines) as u64;
            let len = newline.map_or(read.len(), |newline| newline + 1);
            lines.extend_from_slice(&read[..len]);
            self.input.consume(len);
            if newline.is_some() || len == 0 {
                return Ok(());
            }
            if lines.len() >= CUT {
                lines.truncate(CUT);
                lines.push(b'\n');
                self.next_number += 1;
                self.input.skip_until(b'\n')?;
                return Ok(());
            }
        }
    }
}

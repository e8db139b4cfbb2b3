//! The input of a batch, read in blocks of whole lines.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind},
};

use memchr::{memchr_iter, memrchr};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Block;
use crate::terminal::input;

/// The maximum length of a line, 64 KiB. Longer lines are cut. A game needs at most 36 bytes.
const MAX_LINE: usize = 64 << 10;

/// Follows a line that was cut. No record contains it, so the line is invalid.
const CUT: u8 = 0;

pub(super) struct Source {
    input: BufReader<File>,
    max_lines: usize,
    next_number: u64,
    /// Whether the input has ended or failed.
    pub(super) has_ended: bool,
}

impl Source {
    pub(super) fn new(input: File, max_lines: usize) -> Self {
        // Most games have more than 16 bytes.
        let capacity = (max_lines * 16).clamp(4 << 10, MAX_LINE);
        Self {
            input: BufReader::with_capacity(capacity, input),
            max_lines,
            next_number: 1,
            has_ended: false,
        }
    }

    /// Returns `true` if there is more to read for now. The end of a file counts as more, the end of a pipe doesn't.
    pub(super) fn is_ready(&self) -> bool {
        let mut input = [PollFd::new(self.input.get_ref(), PollFlags::IN)];
        let polled = poll(&mut input, Some(&Timespec::default()));
        let is_readable = polled.is_ok() && input[0].revents().contains(PollFlags::IN);
        !self.has_ended && (is_readable || !self.input.buffer().is_empty())
    }

    /// Reads at most once. Appends whole lines to the block, or the beginning of a line, without counting it.
    pub(super) fn read_into(&mut self, block: &mut Block) -> io::Result<()> {
        let read = match self.input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            Err(error) => {
                self.has_ended = true;
                return Err(error);
            }
        };
        let mut newlines = memchr_iter(b'\n', read);
        let first = newlines.clone().next();
        let count = newlines.clone().count();
        let last = if count > self.max_lines {
            newlines.nth(self.max_lines - 1)
        } else {
            memrchr(b'\n', read)
        };
        let len = last.map_or(read.len(), |newline| newline + 1);
        // The buffer is smaller than a line that is too long, so such a line began in an earlier read.
        let (line, others) = read[..len].split_at(first.unwrap_or(len));
        block.text.extend_from_slice(line);
        cut(&mut block.text);
        block.text.extend_from_slice(others);
        self.has_ended = read.is_empty();
        self.input.consume(len);
        if self.next_number == 1 && block.text.starts_with(input::BYTE_ORDER_MARK) {
            block.text.drain(..input::BYTE_ORDER_MARK.len());
        }
        block.lines = count.min(self.max_lines) as u64;
        if self.has_ended && !block.text.is_empty() {
            block.lines = 1;
        }
        block.first_number = self.next_number;
        self.next_number += block.lines;
        Ok(())
    }
}

/// Cuts a line without its newline if it is too long.
fn cut(line: &mut Vec<u8>) {
    if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE {
        line.truncate(MAX_LINE);
        line.push(CUT);
    }
}

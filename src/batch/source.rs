//! Where the workers get their blocks of lines.

use std::{
    io::{self, Read},
    mem,
    num::NonZeroUsize,
    sync::Mutex,
};

use memchr::{memchr, memchr_iter, memrchr};

use super::{Line, MAX_RECORD};
use crate::quantum::lockstep::GAMES;

/// Some programs start every text file with this.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Longer lines are cut here. What is left is still too long, even without a byte order mark and a carriage return.
const CUT: usize = BYTE_ORDER_MARK.len() + MAX_RECORD + 1 + 1;

/// The input, shared by the workers.
pub(super) struct Source<'f, R> {
    reader: Mutex<Reader<R>>,
    block: usize,
    /// Its name, where there are several.
    file: Option<&'f str>,
}

struct Reader<R> {
    input: R,
    /// What was read after the last whole line.
    carry: Vec<u8>,
    ended: bool,
    blocks: u64,
    lines: u64,
}

/// The lines of a block, in order.
#[derive(Clone)]
pub(super) struct Lines<'b> {
    pub(super) rest: &'b [u8],
    /// The number of the next line.
    pub(super) number: u64,
    pub(super) file: Option<&'b str>,
}

impl<'b> Lines<'b> {
    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes as many lines as are scored in step, or none if there are fewer. Returns each line with all that follows it.
    #[inline]
    pub(super) fn next_group(&mut self) -> Option<[&'b [u8]; GAMES]> {
        let mut ahead = self.clone();
        let mut texts = [&b""[..]; GAMES];
        for text in &mut texts {
            *text = ahead.rest;
            ahead.next()?;
        }
        *self = ahead;
        Some(texts)
    }
}

impl<'b> Iterator for Lines<'b> {
    type Item = Line<'b>;

    #[inline]
    fn next(&mut self) -> Option<Line<'b>> {
        if self.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let line = Line::in_stream(text, self.number, self.file);
        self.number += 1;
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some(line)
    }
}

/// Counts the lines; the last one needs no newline.
fn count_lines(lines: &[u8]) -> u64 {
    let newlines = memchr_iter(b'\n', lines).count();
    let unfinished = !lines.is_empty() && !lines.ends_with(b"\n");
    newlines as u64 + u64::from(unfinished)
}

impl<'f, R: Read> Source<'f, R> {
    /// `block` is how many bytes are read at once.
    pub(super) const fn new(input: R, block: NonZeroUsize, file: Option<&'f str>) -> Self {
        Self {
            reader: Mutex::new(Reader {
                input,
                carry: Vec::new(),
                ended: false,
                blocks: 0,
                lines: 0,
            }),
            block: block.get(),
            file,
        }
    }

    /// Reads into a buffer until it holds at least one whole line, and returns all its whole lines, a block, with the
    /// number of the block from 0.
    pub(super) fn next<'b>(
        &'b self,
        buffer: &'b mut Vec<u8>,
    ) -> io::Result<Option<(u64, Lines<'b>)>> {
        let Ok(mut reader) = self.reader.lock() else {
            // Another worker panicked while reading, and will say so.
            return Ok(None);
        };
        let len = reader.read_lines(buffer, self.block)?;
        if len == 0 {
            return Ok(None);
        }
        let mut rest = &buffer[..len];
        if reader.blocks == 0 {
            rest = rest.strip_prefix(BYTE_ORDER_MARK).unwrap_or(rest);
        }
        let (block, number) = (reader.blocks, reader.lines + 1);
        reader.blocks += 1;
        reader.lines += count_lines(rest);
        let file = self.file;
        Ok(Some((block, Lines { rest, number, file })))
    }
}

impl<R: Read> Reader<R> {
    /// Reads into the buffer until it holds at least one whole line, and returns the length of its whole lines: 0 at the
    /// end of the input. A line that is too long is cut, and then counts as whole.
    fn read_lines(&mut self, buffer: &mut Vec<u8>, block: usize) -> io::Result<usize> {
        let (mut searched, mut len) = (0, self.carry.len());
        buffer.resize(block.max(len), 0);
        buffer[..len].copy_from_slice(&self.carry);
        self.carry.clear();
        loop {
            if let Some(newline) = memrchr(b'\n', &buffer[searched..len]) {
                let whole = searched + newline + 1;
                self.carry.extend_from_slice(&buffer[whole..len]);
                return Ok(whole);
            }
            if len >= CUT {
                self.skip_line()?;
                return Ok(CUT);
            }
            if len == buffer.len() {
                buffer.resize((2 * len).min(CUT), 0);
            }
            searched = len;
            len += self.read(&mut buffer[len..])?;
            if self.ended {
                return Ok(len);
            }
        }
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        const PIECE: usize = 8 << 10;
        let mut piece = mem::take(&mut self.carry);
        piece.resize(PIECE, 0);
        while !self.ended {
            let len = self.read(&mut piece)?;
            if let Some(newline) = memchr(b'\n', &piece[..len]) {
                self.carry.extend_from_slice(&piece[newline + 1..len]);
                break;
            }
        }
        Ok(())
    }

    /// Reads once. After a failure, the input has ended for the other workers too.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = loop {
            match self.input.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.ended = !matches!(read, Ok(1..));
        read
    }
}

//! The input, from which the workers take blocks of lines.

use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read},
    sync::Mutex,
};

use memchr::{memchr, memchr_iter, memrchr};
use qttt::lockstep::GAMES;

use super::{Line, MAX_RECORD};

/// Longer lines are cut here. The rest is still too long, even without a carriage return.
const CUT: usize = MAX_RECORD + 1 + 1;

/// The input, shared by the workers.
pub(super) struct Source<'f, 'r> {
    reader: Mutex<Reader<'r>>,
    /// Its name, if there are several inputs.
    file: Option<&'f str>,
}

struct Reader<'r> {
    input: BufReader<&'r mut (dyn Read + Send)>,
    ended: bool,
    blocks: u64,
    lines: u64,
}

/// Returns the only line of the text, or `None` if there are none or several.
pub(crate) fn only_line(text: &[u8]) -> Option<Line<'_>> {
    let (line, rest) = Line::split_off(text, 1, None);
    (!text.is_empty() && rest.is_empty()).then_some(line)
}

/// The lines of a block, in order.
pub(crate) struct Lines<'b> {
    pub(super) rest: &'b [u8],
    /// The number of the next line.
    pub(super) number: u64,
    pub(super) file: Option<&'b str>,
}

impl<'b> Lines<'b> {
    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes as many lines as lockstep scores at once, or returns `None` if fewer are left. Each text begins with its
    /// line and extends to the end of the block.
    #[inline]
    pub(super) fn next_group(&mut self) -> Option<[&'b [u8]; GAMES]> {
        let mut rest = self.rest;
        let mut texts = [&b""[..]; GAMES];
        for text in &mut texts {
            *text = rest;
            let newline = memchr(b'\n', rest)?;
            rest = &rest[newline + 1..];
        }
        self.rest = rest;
        self.number += GAMES as u64;
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
        let (line, rest) = Line::split_off(self.rest, self.number, self.file);
        self.number += 1;
        self.rest = rest;
        Some(line)
    }
}

impl<'f, 'r> Source<'f, 'r> {
    /// Creates a source that reads `block` bytes at once.
    pub(super) fn new(
        input: &'r mut (dyn Read + Send),
        block: usize,
        file: Option<&'f str>,
    ) -> Self {
        Self {
            reader: Mutex::new(Reader {
                input: BufReader::with_capacity(block, input),
                ended: false,
                blocks: 0,
                lines: 0,
            }),
            file,
        }
    }

    /// Reads into `buffer` until it holds at least one line, and returns the lines, a block, with the number of the
    /// block from 0.
    pub(super) fn next<'b>(
        &'b self,
        buffer: &'b mut Vec<u8>,
    ) -> io::Result<Option<(u64, Lines<'b>)>> {
        let Ok(mut reader) = self.reader.lock() else {
            // Another worker panicked while reading, and reports it.
            return Ok(None);
        };
        buffer.clear();
        if !reader.ended {
            let read = reader.read_lines(buffer);
            // Only a failure, or the end of the input, leaves a line unfinished. No other worker reads after that.
            reader.ended = read.is_err() || !buffer.ends_with(b"\n");
            read?;
        }
        if buffer.is_empty() {
            return Ok(None);
        }
        let rest = &buffer[..];
        let (block, number) = (reader.blocks, reader.lines + 1);
        reader.blocks += 1;
        reader.lines += memchr_iter(b'\n', rest).count() as u64;
        let file = self.file;
        Ok(Some((block, Lines { rest, number, file })))
    }
}

impl Reader<'_> {
    /// Appends all whole lines that have been read, at least one; at the end of the input, an unfinished line or
    /// nothing. A line that is too long is cut.
    fn read_lines(&mut self, lines: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let read = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            let newline = memrchr(b'\n', read);
            let len = newline.map_or(read.len(), |newline| newline + 1);
            lines.extend_from_slice(&read[..len]);
            self.input.consume(len);
            if newline.is_some() || len == 0 {
                return Ok(());
            }
            if lines.len() >= CUT {
                lines.truncate(CUT);
                lines.push(b'\n');
                self.input.skip_until(b'\n')?;
                return Ok(());
            }
        }
    }
}

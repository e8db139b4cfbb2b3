//! Turns a stream of lines into a stream of output: in the order of the input, on all cores.
//!
//! The stream is read in rounds. A round is the text that can be read without waiting, up to its last newline. It is
//! split into parts. While other threads make the output of the parts, this thread reads the text of the next round, if
//! there is any; it then writes the output in order. Therefore, a program that writes one record and waits for the score
//! gets it immediately, and the rounds of a fast program are so large that the threads seldom wait for each other.
//!
//! Memory doesn't grow with the input: the number of parts in a round, their lengths, and their lines are limited.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;

use anyhow::anyhow;
use qttt::report::Origin;
use qttt::support::whole_lines;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{CUT_LINE, Format, Lines};
use crate::input::{Input, check_encoding, located};

/// The number of parts in a round, unless there are more threads. Several for each thread take about the same time.
const PARTS: usize = 16;

/// A part with less text is not worth a thread.
const MIN_PART: usize = 4 << 10;

const MAX_PART: usize = 64 << 10;

/// Threads for the output, which start when there is more than one part.
pub(super) struct Stream {
    threads: usize,
    pool: Option<ThreadPool>,
}

/// How the output for the lines of an input is made.
pub(super) struct Work<'a> {
    pub(super) format: &'a dyn Format,
    /// The name of the input in messages.
    pub(super) name: &'a str,
    /// The same name, if it is a part of the output.
    pub(super) file: Option<&'a str>,
    /// Whether invalid lines are not reported.
    pub(super) is_quiet: bool,
}

/// Consecutive lines with their output.
#[derive(Clone, Default, Debug)]
pub(super) struct Part {
    /// The place of the lines in the text.
    bytes: Range<usize>,
    /// The number of the first line, from 1.
    first_number: u64,
    pub(super) lines: usize,
    pub(super) output: Vec<u8>,
    /// The messages about invalid lines.
    pub(super) messages: Vec<u8>,
    pub(super) is_invalid: bool,
}

impl Stream {
    pub(super) const fn new(threads: usize) -> Self {
        Self {
            threads,
            pool: None,
        }
    }

    /// Reads an input and calls `write` with each part in the order of the input. Returns the error of a failed read,
    /// after all lines before it.
    ///
    /// # Errors
    ///
    /// If `write` fails, or a thread can't be started.
    pub(super) fn run(
        &mut self,
        mut input: Input,
        work: &Work<'_>,
        mut write: impl FnMut(&Part) -> anyhow::Result<()>,
    ) -> anyhow::Result<io::Result<()>> {
        let parts = if self.threads == 1 {
            1
        } else {
            PARTS.max(self.threads)
        };
        let mut parts = vec![Part::default(); parts];
        let capacity = parts.len() * MAX_PART;
        input.enlarge_pipe(capacity);
        let [mut text, mut next] = [(); 2].map(|()| Text::new(capacity));
        let (mut end, mut number) = (None, 1);
        loop {
            if number == 1
                && let Err(error) = check_encoding(text.read())
            {
                return Ok(Err(error));
            }
            let max_lines = work.format.max_lines();
            let used = text.split(&mut parts, max_lines, &mut number, end.is_some());
            next.restart(&text.read()[used..]);
            let count = parts.iter().take_while(|part| part.lines > 0).count();
            let parts = &mut parts[..count];
            if count == 0 {
                if let Some(end) = end {
                    return Ok(end);
                }
                end = next.read_from(&mut input);
            } else if count == 1 || self.threads == 1 {
                for part in &mut *parts {
                    work.make(text.read(), part);
                }
            } else {
                self.pool()?.in_place_scope(|scope| {
                    for part in &mut *parts {
                        scope.spawn(|_| work.make(text.read(), part));
                    }
                    if end.is_none() && !next.is_full() && input.is_ready() {
                        end = next.read_from(&mut input);
                    }
                });
            }
            for part in parts {
                write(part)?;
            }
            mem::swap(&mut text, &mut next);
        }
    }

    fn pool(&mut self) -> anyhow::Result<&ThreadPool> {
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build()
                .map_err(|error| anyhow!("cannot start a thread: {error}"))?,
        };
        Ok(self.pool.insert(pool))
    }
}

impl Work<'_> {
    /// Makes the output of a part and the messages about its invalid lines.
    fn make(&self, text: &[u8], part: &mut Part) {
        part.output.clear();
        part.messages.clear();
        part.is_invalid = false;
        let first = Origin {
            line: part.first_number,
            file: self.file,
        };
        let lines = Lines::new(&text[part.bytes.clone()], first, self.format);
        (self.format).push(lines, &mut part.output, &mut |line, error| {
            part.is_invalid = true;
            if !self.is_quiet {
                let column = error.span().column();
                let message = located(self.name, line.origin.line, column, &error) + "\n";
                part.messages.extend(message.bytes());
            }
        });
    }
}

/// Text of the input, in a buffer.
struct Text {
    buffer: Vec<u8>,
    len: usize,
}

impl Text {
    fn new(capacity: usize) -> Self {
        Self {
            buffer: vec![0; capacity],
            len: 0,
        }
    }

    fn read(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    fn is_full(&self) -> bool {
        self.len == self.buffer.len()
    }

    /// Replaces the text.
    fn restart(&mut self, text: &[u8]) {
        self.len = text.len();
        self.buffer[..self.len].copy_from_slice(text);
    }

    /// Waits for more text and appends all that can be read without waiting again. Returns the end of the input, or the
    /// error. A line that fills the buffer is truncated.
    fn read_from(&mut self, input: &mut Input) -> Option<io::Result<()>> {
        if self.is_full() {
            self.len = CUT_LINE;
        }
        loop {
            match input.read(&mut self.buffer[self.len..]) {
                Ok(0) => return Some(Ok(())),
                Ok(len) => self.len += len,
                Err(error) => return Some(Err(error)),
            }
            if self.is_full() || !input.is_ready() {
                return None;
            }
        }
    }

    /// Splits the whole lines into parts, and counts them, from a number on. What remains at the end of the input is
    /// a line, too. Returns the length of the parts together.
    fn split(
        &self,
        parts: &mut [Part],
        max_lines: usize,
        number: &mut u64,
        is_last: bool,
    ) -> usize {
        let len = (self.len / parts.len()).clamp(MIN_PART, MAX_PART);
        let mut used = 0;
        for part in parts {
            let rest = &self.read()[used..];
            let (mut bytes, mut lines) = whole_lines(&rest[..rest.len().min(len)], max_lines);
            if lines == 0 {
                (bytes, lines) = whole_lines(rest, 1);
            }
            if lines == 0 && is_last {
                (bytes, lines) = (rest.len(), rest.len().min(1));
            }
            part.bytes = used..used + bytes;
            part.lines = lines;
            part.first_number = *number;
            used += bytes;
            *number += lines as u64;
        }
        used
    }
}

#[cfg(test)]
mod tests;

//! Turns a stream of lines into a stream of output: in the order of the input, on all cores.
//!
//! The stream is read in rounds. A round is the text that can be read without waiting, up to its last newline. It is
//! split into chunks. While other threads produce the output of the chunks, this thread reads the text of the next
//! round, if there is any; it then writes the output in order. Therefore, a program that writes one record and waits
//! for the score gets it immediately, and the rounds of a fast program are so large that the threads seldom wait for
//! each other.
//!
//! Memory doesn't grow with the input: the number of chunks in a round, their lengths, and their lines are limited.

use std::io;
use std::mem;
use std::ops::Range;

use qttt::GameError;
use qttt::report::Origin;
use qttt::support::{MAX_TEXT, whole_lines};

use super::Format;
use crate::descriptor::{self, is_ready};
use crate::input::{Input, check_encoding, located};
use crate::threads::{STACK, start_threads};

/// The number of chunks in a round, unless there are more threads. Several for each thread take about the same time.
const CHUNKS: usize = 16;

/// A chunk with less text is not worth a thread.
const MIN_CHUNK: usize = 4 << 10;

/// Two such chunks are longer than the longest line that can be read, and one that is truncated.
const MAX_CHUNK: usize = 64 << 10;

/// The length to which a line that takes the whole capacity is truncated: it is still too long.
const TRUNCATED_LEN: usize = MAX_TEXT + 1;

/// The way to produce the output for the lines of an input.
pub(super) struct Work<'a> {
    pub(super) format: &'a dyn Format,
    /// The name of the input in messages.
    pub(super) name: &'a str,
    /// The same name, if it is in the output.
    pub(super) file: Option<&'a str>,
    /// The number of threads, which start when there are several chunks.
    pub(super) threads: usize,
}

/// Consecutive lines with their output.
#[derive(Clone, Default, Debug)]
pub(super) struct Chunk {
    /// The bytes of the lines in the text.
    bytes: Range<usize>,
    /// The number of the first line, from 1.
    first_number: u64,
    pub(super) output: Vec<u8>,
    /// A message about each invalid line.
    pub(super) messages: Vec<u8>,
}

impl Work<'_> {
    /// Reads an input and calls `write` with each chunk in the order of the input. Returns the error of a failed read,
    /// after all lines before it.
    ///
    /// # Errors
    ///
    /// If `write` fails.
    pub(super) fn run(
        &self,
        input: &Input,
        mut write: impl FnMut(&Chunk) -> anyhow::Result<()>,
    ) -> anyhow::Result<io::Result<()>> {
        let count = match self.threads {
            1 => 1,
            threads => CHUNKS.max(threads),
        };
        let mut chunks = vec![Chunk::default(); count];
        // A truncated line must fit, and more: no room for a read looks like the end of the input.
        let capacity = count.max(2) * MAX_CHUNK;
        // The writer of a pipe then need not wait while this process works. Only Linux can do it.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&input.0, capacity);
        let [mut text, mut next] = [(); 2].map(|()| Vec::with_capacity(capacity));
        // `None` until the end of the input is found.
        let mut end = read_more(input, &mut text);
        if let Err(error) = check_encoding(&text) {
            return Ok(Err(error));
        }
        let (mut number, mut pool) = (1, None);
        loop {
            let round = self.split(&text, &mut chunks, &mut number);
            let used = round.last().map_or(0, |chunk| chunk.bytes.end);
            next.clear();
            next.extend_from_slice(&text[used..]);
            match &mut *round {
                [] => match end {
                    Some(end) => return Ok(end),
                    None => end = read_more(input, &mut next),
                },
                [chunk] => self.produce(&text, chunk),
                several => {
                    let threads = match pool.take() {
                        Some(threads) => threads,
                        None => start_threads(self.threads, STACK)?,
                    };
                    pool.insert(threads).in_place_scope(|scope| {
                        for chunk in several {
                            scope.spawn(|_| self.produce(&text, chunk));
                        }
                        if end.is_none() && next.len() < next.capacity() && is_ready(&input.0) {
                            end = read_more(input, &mut next);
                        }
                    });
                }
            }
            for chunk in round {
                write(chunk)?;
            }
            mem::swap(&mut text, &mut next);
        }
    }

    /// Splits the whole lines of a text into chunks, and counts them, from a number on. Returns the chunks that have
    /// lines.
    fn split<'p>(&self, text: &[u8], chunks: &'p mut [Chunk], number: &mut u64) -> &'p mut [Chunk] {
        let len = (text.len() / chunks.len()).clamp(MIN_CHUNK, MAX_CHUNK);
        let max_lines = self.format.max_lines();
        let (mut used, mut count) = (0, 0);
        for chunk in &mut *chunks {
            let rest = &text[used..];
            let (mut bytes, mut lines) = whole_lines(&rest[..rest.len().min(len)], max_lines);
            if lines == 0 {
                (bytes, lines) = whole_lines(rest, 1);
            }
            if lines == 0 {
                break;
            }
            chunk.bytes = used..used + bytes;
            chunk.first_number = *number;
            used += bytes;
            *number += lines as u64;
            count += 1;
        }
        &mut chunks[..count]
    }

    /// Produces the output of a chunk and the messages about its invalid lines.
    fn produce(&self, text: &[u8], chunk: &mut Chunk) {
        chunk.output.clear();
        chunk.messages.clear();
        let first = Origin {
            line: chunk.first_number,
            file: self.file,
        };
        let has_gaps = self.format.has_gaps();
        let (mut number, mut start) = (chunk.first_number, 0);
        let mut end_line = |output: &mut Vec<u8>, error: Option<&GameError>| {
            if let Some(error) = error {
                // There is some output for each line.
                if output.len() == start {
                    output.extend(b"error\n");
                }
                let message = located(self.name, number, error.column(), error) + "\n";
                chunk.messages.extend(message.bytes());
            }
            if has_gaps {
                output.push(b'\n');
            }
            number += 1;
            start = output.len();
        };
        let lines = &text[chunk.bytes.clone()];
        (self.format).push_lines(lines, first, &mut chunk.output, &mut end_line);
    }
}

/// Waits for more text and appends all that can be read without waiting again, up to the capacity. Returns the end of
/// the input, or the error. A line that takes the whole capacity is truncated.
fn read_more(input: &Input, text: &mut Vec<u8>) -> Option<io::Result<()>> {
    if text.len() == text.capacity() {
        text.truncate(TRUNCATED_LEN);
    }
    loop {
        let read = descriptor::append(&input.0, text);
        if !matches!(read, Ok(1..)) {
            // What remains at the end of the input is a line, too.
            if !text.is_empty() && !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            return Some(read.map(drop));
        }
        if text.len() == text.capacity() || !is_ready(&input.0) {
            return None;
        }
    }
}

#[cfg(test)]
mod tests;

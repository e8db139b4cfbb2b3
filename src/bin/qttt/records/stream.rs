//! Turns a stream of lines into a stream of output: in the order of the input, on all cores.
//!
//! The main thread reads blocks of lines and writes their output. Workers, each on its own thread, make the output of
//! the blocks in turn: the main thread sends each block to the next worker and receives the output in the same order.
//!
//! ```text
//!         ┌─ block 7 ─→ worker 1 ─┐
//! input ──┤                       ├──→ output
//!         └─ block 8 ─→ worker 2 ─┘
//! ```
//!
//! A block is what one read returns, up to its last newline, so the blocks of a file are so large that the channels
//! cost almost nothing. While blocks are under way, the main thread waits for more input or for the next output,
//! whichever comes first, so a program that writes one record and waits for the score gets it immediately. Memory
//! doesn't grow with the input: the number of blocks and the number of lines in a block are limited.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, PipeReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};

use anyhow::Context;
use qttt::report::Origin;
use qttt::support::{MAX_TEXT, next_line, whole_lines};
use rustix::event::{PollFd, PollFlags, poll};

use super::Format;
use crate::terminal::input::{BYTE_ORDER_MARK, located};

/// The length to which an overlong line is truncated: it is still too long, even if its last byte is read as a CR.
const CUT_LINE: usize = MAX_TEXT + 2;

/// A block with less text is not worth sending to a worker if it is the only one.
const MIN_SENT: usize = 4 << 10;

/// The pipeline from the lines of an input to their output.
pub(super) struct Stream<'a> {
    pub(super) format: &'a dyn Format,
    /// The name of the input in messages.
    pub(super) name: &'a str,
    /// The same name, if it is a part of the output.
    pub(super) file: Option<&'a str>,
    pub(super) threads: usize,
}

/// Lines of the input with their output.
#[derive(Default, Debug)]
pub(super) struct Block {
    /// The lines, each with its newline, which the last line of the input may lack.
    text: Vec<u8>,
    /// The number of the first line, from 1.
    first_number: u64,
    pub(super) lines: u64,
    pub(super) output: Vec<u8>,
    /// The messages about invalid lines.
    pub(super) messages: Vec<u8>,
}

/// A thread that makes the output of the blocks sent to it, until the main thread drops the channels.
struct Worker {
    blocks: Sender<Block>,
    made: Receiver<Block>,
    /// Has a byte for each block in `made`, so that the main thread can wait for it and for input at the same time.
    ready: PipeReader,
}

impl Stream<'_> {
    /// Reads an input and calls `write` with each block in the order of the input. Returns the error of a failed read,
    /// after all lines before it.
    ///
    /// # Errors
    ///
    /// If `write` fails, or a thread can't be started.
    pub(super) fn run(
        &self,
        input: File,
        mut write: impl FnMut(&Block) -> anyhow::Result<()>,
    ) -> anyhow::Result<io::Result<()>> {
        let mut source = Source::new(input, self.format.max_lines());
        thread::scope(|scope| {
            let mut workers: Vec<Worker> = Vec::new();
            let (mut sent, mut written) = (0, 0);
            let mut block = Block::default();
            let mut unused = Vec::new();
            let mut read = Ok(());
            loop {
                if written < sent {
                    // Some blocks wait, so that no worker is idle while this thread reads and writes.
                    let has_room = sent - written < self.threads + 2;
                    let next = &mut workers[written % self.threads];
                    if next.is_ready_before(has_room.then_some(&source))? {
                        let made = next.receive();
                        write(&made)?;
                        written += 1;
                        unused.push(made);
                        continue;
                    }
                } else if source.has_ended {
                    return Ok(read);
                }
                read = source.read_into(&mut block);
                if block.lines == 0 {
                    continue;
                }
                if self.threads == 1 || (sent == written && source.is_small(&block)) {
                    self.make(&mut block);
                    write(&block)?;
                } else {
                    if workers.len() < self.threads {
                        workers.push(self.start(scope).context("cannot start a thread")?);
                    }
                    let next = &workers[sent % self.threads];
                    next.blocks.send(block).expect("no thread panics");
                    sent += 1;
                    block = unused.pop().unwrap_or_default();
                }
                block.text.clear();
                block.output.clear();
                block.messages.clear();
                block.lines = 0;
            }
        })
    }

    fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> io::Result<Worker> {
        let (sender, blocks) = mpsc::channel::<Block>();
        let (output, made) = mpsc::channel();
        let (ready, mut is_ready) = io::pipe()?;
        thread::Builder::new().spawn_scoped(scope, move || {
            for mut block in blocks {
                self.make(&mut block);
                if output.send(block).is_err() || is_ready.write_all(&[0]).is_err() {
                    break;
                }
            }
        })?;
        Ok(Worker {
            blocks: sender,
            made,
            ready,
        })
    }

    /// Produces the output of a block and the messages about its invalid lines.
    fn make(&self, block: &mut Block) {
        let first = Origin {
            line: block.first_number,
            file: self.file,
        };
        let errors = (self.format).push_all(&block.text, first, &mut block.output);
        for (number, error) in errors {
            let column = error.span().bytes.start + 1;
            let message = located(self.name, number, column, &error) + "\n";
            block.messages.extend(message.bytes());
        }
    }
}

impl Worker {
    /// Waits until a block is ready, or there is something to read from the source, if one is given. Returns `true` if
    /// a block is ready. The end of the input counts as something to read.
    fn is_ready_before(&self, source: Option<&Source>) -> io::Result<bool> {
        let mut watched = vec![PollFd::new(&self.ready, PollFlags::IN)];
        if let Some(source) = source.filter(|source| !source.has_ended) {
            if !source.input.buffer().is_empty() {
                return Ok(false);
            }
            watched.push(PollFd::new(source.input.get_ref(), PollFlags::IN));
        }
        while poll(&mut watched, None) == Err(rustix::io::Errno::INTR) {}
        Ok(!watched[0].revents().is_empty())
    }

    fn receive(&mut self) -> Block {
        // If the thread has panicked, the pipe is at its end.
        let _ = self.ready.read(&mut [0]);
        self.made.recv().expect("no thread panics")
    }
}

/// An input that is read in blocks of whole lines.
struct Source {
    input: BufReader<File>,
    max_lines: usize,
    next_number: u64,
    /// Whether the input has ended or failed.
    has_ended: bool,
}

impl Source {
    fn new(input: File, max_lines: usize) -> Self {
        // Most games have more than 16 bytes.
        let capacity = (max_lines * 16).clamp(4 << 10, MAX_TEXT);
        Self {
            input: BufReader::with_capacity(capacity, input),
            max_lines,
            next_number: 1,
            has_ended: false,
        }
    }

    /// Returns `true` if a block is all that can be read for now, and little.
    fn is_small(&self, block: &Block) -> bool {
        block.lines < self.max_lines as u64 && block.text.len() < MIN_SENT
    }

    /// Reads at most once. Appends whole lines to the block, or the beginning of a line, without counting it.
    fn read_into(&mut self, block: &mut Block) -> io::Result<()> {
        let read = match self.input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            Err(error) => {
                self.has_ended = true;
                return Err(error);
            }
        };
        let (len, lines) = whole_lines(read, self.max_lines);
        let len = if lines > 0 { len } else { read.len() };
        block.text.extend_from_slice(&read[..len]);
        self.has_ended = read.is_empty();
        self.input.consume(len);
        if self.next_number == 1 && block.text.starts_with(BYTE_ORDER_MARK) {
            block.text.drain(..BYTE_ORDER_MARK.len());
        }
        // A line that is too long is larger than the buffer. It therefore began in an earlier read and is the first.
        let first = next_line(&mut &block.text[..]).unwrap_or_default().len();
        if first > CUT_LINE {
            block.text.drain(CUT_LINE..first);
        }
        let is_last_line = self.has_ended && !block.text.is_empty();
        block.lines = if is_last_line { 1 } else { lines as u64 };
        block.first_number = self.next_number;
        self.next_number += block.lines;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! Turns a stream of lines into a stream of answers: in the order of the input, on all cores.
//!
//! The main thread reads blocks of lines, and writes the answers. Other threads answer the blocks in turn: the main
//! thread sends each block to the next thread, and receives the answers in the same order.
//!
//! ```text
//!         ┌─ block 7 ─→ thread 1 ─┐
//! input ──┤                       ├──→ output
//!         └─ block 8 ─→ thread 2 ─┘
//! ```
//!
//! A block is what one read returns, up to its last newline, so the blocks of a file are so large that the channels
//! cost almost nothing. Before a read that may wait for more input, every answer is written, so a program that writes
//! one record and waits for the score gets it at once. Memory doesn't grow with the input: the number of blocks and the
//! number of lines in a block are limited.

mod source;

use std::{
    fs::File,
    io,
    num::NonZeroUsize,
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, Scope},
};

use source::Source;

/// How a stream is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    /// The number of threads that answer, at least one.
    pub(crate) threads: usize,
    /// The maximum number of lines in a block. The longer the answers, the fewer.
    pub(crate) max_lines: usize,
}

/// Lines of the input with their answers.
#[derive(Default, Debug)]
pub(crate) struct Block {
    /// The lines, each with its newline, which the last line of the input may lack.
    pub(crate) text: Vec<u8>,
    /// The number of the first line, from 1.
    pub(crate) first_number: u64,
    pub(crate) lines: u64,
    pub(crate) output: Vec<u8>,
    pub(crate) messages: Vec<u8>,
    /// The number of invalid lines.
    pub(crate) invalid: u64,
}

/// A failure of the input or the output.
#[derive(Debug)]
pub(crate) enum BatchError {
    /// The input could not be read.
    Read(io::Error),
    /// An answer could not be written.
    Write(anyhow::Error),
}

impl Batch {
    /// Reads the input in blocks, calls `answer` for each block on any thread, and then `write` in the order of the
    /// input.
    ///
    /// # Errors
    ///
    /// If reading or writing fails. Lines before a failed read are still answered.
    pub(crate) fn run(
        self,
        input: File,
        answer: impl Fn(&mut Block) + Sync,
        mut write: impl FnMut(&Block) -> anyhow::Result<()>,
    ) -> Result<(), BatchError> {
        let mut source = Source::new(input, self.max_lines);
        let mut write = |block: &Block| write(block).map_err(BatchError::Write);
        thread::scope(|scope| {
            let mut threads = Vec::new();
            let (mut sent, mut written) = (0, 0);
            let mut block = Block::default();
            let mut unused = Vec::new();
            let mut read = Ok(());
            loop {
                let kept = if source.is_ready() { self.threads } else { 0 };
                while sent - written > kept {
                    let (_, answered): &(_, Receiver<_>) = &threads[written % self.threads];
                    let answered = answered.recv().expect("no answer panics");
                    write(&answered)?;
                    written += 1;
                    unused.push(answered);
                }
                if source.has_ended() {
                    return read.map_err(BatchError::Read);
                }
                read = source.read_into(&mut block);
                if block.lines == 0 {
                    continue;
                }
                if self.threads == 1 || (sent == written && !source.is_ready()) {
                    answer(&mut block);
                    write(&block)?;
                    block.clear();
                    continue;
                }
                if threads.len() < self.threads {
                    threads.push(start(scope, &answer));
                }
                let (blocks, _) = &threads[sent % self.threads];
                blocks.send(block).expect("no answer panics");
                sent += 1;
                block = unused.pop().unwrap_or_default();
                block.clear();
            }
        })
    }
}

/// Starts a thread that answers the blocks sent to it until the main thread drops the channels.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    answer: &'scope (impl Fn(&mut Block) + Sync),
) -> (Sender<Block>, Receiver<Block>) {
    let (sender, blocks) = mpsc::channel::<Block>();
    let (answers, answered) = mpsc::channel();
    scope.spawn(move || {
        for mut block in blocks {
            answer(&mut block);
            if answers.send(block).is_err() {
                break;
            }
        }
    });
    (sender, answered)
}

impl Block {
    fn clear(&mut self) {
        self.text.clear();
        self.output.clear();
        self.messages.clear();
        self.lines = 0;
        self.invalid = 0;
    }
}

/// Returns the number of threads that can run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests;

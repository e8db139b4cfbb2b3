//! Answers a stream of lines on all cores, in the order of the input.
//!
//! The main thread reads blocks of lines, and writes the answers. Other threads answer the blocks in turn: the main
//! thread sends each block to the next thread, and receives the answers in the same order. It answers a block itself if
//! there is nothing more to read for now.
//!
//! ```text
//!         ┌─ block 7 ─→ thread 1 ─┐
//! input ──┤                       ├──→ output
//!         └─ block 8 ─→ thread 2 ─┘
//! ```
//!
//! A block is what one read returns, up to its last newline, so the blocks of a file are so large that the channels
//! cost almost nothing. Before a read that may wait for more input, every answer is written, so a program that writes
//! one record and waits for the score gets it immediately. Memory doesn't grow with the input: the number of blocks and
//! the number of lines in a block are limited.

mod source;

use std::{
    fs::File,
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, Scope},
};

use source::Source;

/// Lines of the input with their answers.
#[derive(Default, Debug)]
pub(crate) struct Block {
    /// The lines, each with its newline, which the last line of the input may lack.
    pub(crate) text: Vec<u8>,
    /// The number of the first line, from 1.
    pub(crate) first_number: u64,
    pub(crate) lines: u64,
    pub(crate) output: Vec<u8>,
    /// The messages about invalid lines.
    pub(crate) messages: Vec<u8>,
}

/// Reads the input in blocks of at most `max_lines` lines, calls `answer` for each block on any thread, and then
/// `write` in the order of the input. Returns the error of a failed read, after all lines before it.
///
/// # Errors
///
/// If `write` fails.
pub(crate) fn run(
    input: File,
    max_lines: usize,
    threads: usize,
    answer: impl Fn(&mut Block) + Sync,
    mut write: impl FnMut(&Block) -> anyhow::Result<()>,
) -> anyhow::Result<io::Result<()>> {
    let mut source = Source::new(input, max_lines);
    thread::scope(|scope| {
        let mut workers: Vec<(Sender<Block>, Receiver<Block>)> = Vec::new();
        let (mut sent, mut written) = (0, 0);
        let mut block = Block::default();
        let mut unused = Vec::new();
        let mut read = Ok(());
        loop {
            // Some blocks wait, so that no thread is idle while this one reads and writes.
            let most = if source.is_ready() { threads + 2 } else { 0 };
            while sent - written > most {
                let (_, answered) = &workers[written % threads];
                let answered = answered.recv().expect("no answer panics");
                write(&answered)?;
                written += 1;
                unused.push(answered);
            }
            if source.has_ended {
                return Ok(read);
            }
            read = source.read_into(&mut block);
            if block.lines == 0 {
                continue;
            }
            if threads == 1 || (sent == written && !source.is_ready()) {
                answer(&mut block);
                write(&block)?;
            } else {
                if workers.len() < threads {
                    workers.push(start(scope, &answer));
                }
                let (blocks, _) = &workers[sent % threads];
                blocks.send(block).expect("no answer panics");
                sent += 1;
                block = unused.pop().unwrap_or_default();
            }
            block.clear();
        }
    })
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
    }
}

#[cfg(test)]
mod tests;

//! Turns a stream of records into a stream of answers: in blocks of lines, on all cores, in the order of the input.
//!
//! Each worker takes a block of whole lines from the `Source`, scores it, waits for its turn at the `Sink`, and
//! repeats:
//!
//! ```text
//!              ┌─ worker: block 7 → scores ─┐
//! input → Source                            Sink → output, in the order of the blocks
//!              └─ worker: block 8 → scores ─┘
//! ```
//!
//! A block is the result of one read, up to its last newline. So a program that writes one record and waits for the
//! score gets it at once, while the blocks of a file are so large that taking turns costs almost nothing. Memory
//! doesn't grow with the input: a worker holds one block and little more than `FLUSH_AT` bytes of results.
//!
//! An [`Answer`] formats the answer to a line. For scores as text, sixteen lines are scored at a time.

mod answer;
pub(crate) mod json;
mod line;
mod sink;
mod solved;
mod source;
mod tsv;

use std::{
    io::{self, Read, Write},
    panic::{self, AssertUnwindSafe},
    thread,
};

pub(crate) use answer::{Answer, Format, Readings, Scores};
pub(crate) use line::{Game, Line, LineError, MAX_RECORD};
use sink::Sink;
pub(crate) use solved::{Evaluation, Reading, Request};
use source::Source;
pub(crate) use source::only_line;

/// A worker with this many bytes of results waits for its turn in the middle of a block.
const FLUSH_AT: usize = 128 << 10;

/// How a stream of records is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    /// The number of threads.
    pub(crate) threads: usize,
    /// The bytes that a thread takes at once; at least one.
    pub(crate) block: usize,
    /// The name of the input in messages about invalid records. Without one, there are no messages.
    pub(crate) name: Option<&'a str>,
    /// The name that each [`Line`] has as its [`file`](Line::file), if there are several files.
    pub(crate) file: Option<&'a str>,
}

/// The numbers of lines that a batch has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// The lines read.
    pub(crate) records: u64,
    /// The invalid lines.
    pub(crate) invalid: u64,
}

/// A failure of the input or the output.
#[derive(Debug)]
pub(crate) enum BatchError {
    /// The input could not be read.
    Read(io::Error),
    /// A result could not be written.
    Write(io::Error),
}

impl Batch<'_> {
    /// Writes an answer to each line of `input` to `output`, and a message about each invalid one to `messages`, both
    /// in the order of the input. With a [name](Self::name), messages have the form `NAME:LINE:COLUMN: mistake`.
    ///
    /// An empty line is the game without moves, and the last line needs no newline. A message that can't be written is
    /// dropped. The [header](Answer::header) is not written, because several inputs may share one.
    ///
    /// # Errors
    ///
    /// If reading or writing fails. Whole lines read before a failed read are still answered. After a failed write,
    /// `run` returns when the read that is under way returns.
    ///
    /// # Panics
    ///
    /// If `answer`, or one of the streams, panics.
    pub(crate) fn run(
        &self,
        input: &mut (dyn Read + Send),
        output: &mut (dyn Write + Send),
        messages: &mut (dyn Write + Send),
        answer: &dyn Answer,
    ) -> Result<Summary, BatchError> {
        let source = Source::new(input, self.block, self.file);
        let sink = Sink::new(output, messages);
        thread::scope(|scope| {
            let work = || {
                let work = AssertUnwindSafe(|| self.work(&source, &sink, answer));
                panic::catch_unwind(work).unwrap_or_else(|why| {
                    sink.fail();
                    panic::resume_unwind(why)
                })
            };
            // If the system refuses another thread, the others do the work.
            let helpers: Vec<_> = (1..self.threads)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            helpers
                .into_iter()
                .map(|helper| {
                    helper
                        .join()
                        .unwrap_or_else(|why| panic::resume_unwind(why))
                })
                .fold(own, Result::and)
        })?;
        Ok(sink.into_summary())
    }

    /// Answers block after block until the input ends, or either end fails.
    fn work(
        &self,
        source: &Source<'_, '_>,
        sink: &Sink<'_>,
        answer: &dyn Answer,
    ) -> Result<(), BatchError> {
        let mut buffer = Vec::new();
        let mut results = Results {
            name: self.name,
            ..Results::default()
        };
        while let Some((block, mut lines)) = source.next(&mut buffer).map_err(BatchError::Read)? {
            while !lines.is_empty() {
                answer.answer_some(&mut lines, &mut results);
                let len = results.output.len() + results.messages.len();
                if len >= FLUSH_AT && !sink.write(block, &mut results, false)? {
                    return Ok(());
                }
            }
            if !sink.write(block, &mut results, true)? {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Results of a block that are not written yet.
#[derive(Default, Debug)]
pub(crate) struct Results<'n> {
    output: Vec<u8>,
    messages: Vec<u8>,
    summary: Summary,
    /// The name of the input in messages.
    name: Option<&'n str>,
}

impl Results<'_> {
    /// Adds the answer to a line, which `answer` appends to the output.
    #[inline]
    fn add(&mut self, line: Line<'_>, answer: impl FnOnce(&mut Vec<u8>) -> Result<(), LineError>) {
        self.summary.records += 1;
        if let Err(mistake) = answer(&mut self.output) {
            self.summary.invalid += 1;
            if let Some(name) = self.name {
                let (number, column) = (line.number, mistake.column());
                writeln!(self.messages, "{name}:{number}:{column}: {mistake}")
                    .expect("a Vec takes every byte");
            }
        }
    }
}

#[cfg(test)]
mod tests;

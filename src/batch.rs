//! Turns a stream of records into a stream of answers: in blocks of lines, on all cores, in the order of the input.
//!
//! Each worker takes a block of whole lines from the `Source`, scores it, waits for its turn at the `Sink`, and starts
//! over:
//!
//! ```text
//!              ┌─ worker: block 7 → scores ─┐
//! input → Source                            Sink → output, in the order of the blocks
//!              └─ worker: block 8 → scores ─┘
//! ```
//!
//! A block is what one read returns, up to its last newline. So a program that writes one record and waits for its
//! score gets it, while a file is scored in blocks so large that taking turns costs nothing. Memory doesn't grow with
//! the input: a worker holds one block and little more than `FLUSH_AT` bytes of results.
//!
//! [`Batch::run`] answers line by line, by any function. [`Batch::score`] scores, many lines at a time.

mod scores;
mod sink;
mod source;

use std::{
    io::{self, Read, Write},
    num::NonZeroUsize,
    panic::{self, AssertUnwindSafe},
    thread,
};

use crate::json;
pub use crate::line::{Line, MAX_RECORD};
use crate::{RecordError, tsv};
use sink::Sink;
use source::{Lines, Source};

/// A worker with so many bytes of results waits for its turn in the middle of a block.
const FLUSH_AT: usize = 128 << 10;

/// How many bytes are scored at once, 128 KiB: a fraction of a core's second-level cache.
pub(crate) const BLOCK: NonZeroUsize = NonZeroUsize::new(128 << 10).unwrap();

/// Larger blocks are no faster.
const MAX_BLOCK: NonZeroUsize = NonZeroUsize::new(1 << 20).unwrap();

/// How a stream of records is answered.
///
/// ```
/// use qttt::batch::{Batch, Format};
///
/// let mut scores = Vec::new();
/// let summary = Batch::new().run(&b"AE BF EI DH AI 1\nAA\n"[..], &mut scores, std::io::sink(), |line, scores| {
///     Format::Text.score(line, scores)
/// })?;
/// assert_eq!(scores, b"1 0\nerror\n");
/// assert_eq!(summary.invalid, 1);
/// # Ok::<(), qttt::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Batch<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The bytes that a thread takes at once, at most 1 MiB. 128 KiB suits scoring; slower answers want less.
    pub block: NonZeroUsize,
    /// What is printed in place of the answer to an invalid record; `None` if `answer` has printed something.
    pub placeholder: Option<Format>,
    /// The name of the input in messages about invalid records; `None` for no messages.
    pub report_as: Option<&'a str>,
    /// The name that answers as JSON give the input, where there are several.
    pub(crate) file: Option<&'a str>,
    /// The maximum number of messages.
    pub max_messages: u64,
}

/// How answers are written, one per line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// `0.5 1`, and `error` for an invalid record.
    #[default]
    Text,
    /// One JSON object a record, as [docs/json.md](https://docs.rs/crate/qttt/latest/source/docs/json.md) describes it.
    Json,
    /// A line for each record, with tabs between the columns that [`header`](Self::header) names.
    Tsv,
}

/// What a batch has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The lines read.
    pub records: u64,
    /// Those that were invalid.
    pub invalid: u64,
}

/// Which end of the stream failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The input could not be read.
    #[error("reading failed")]
    Read(#[source] io::Error),
    /// A result could not be written.
    #[error("writing failed")]
    Write(#[source] io::Error),
}

impl Batch<'_> {
    /// Makes a batch that works on all cores, in large blocks, writes `error` in place of an answer, and reports
    /// nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            block: BLOCK,
            placeholder: Some(Format::Text),
            report_as: None,
            file: None,
            max_messages: u64::MAX,
        }
    }

    /// Answers each line of `input` on `output`, and reports the invalid ones on `messages` as
    /// `NAME:LINE:COLUMN: what is wrong`, all in the order of the input.
    ///
    /// `answer` appends what is printed for a line, or returns the mistake in it. An empty line is the game without
    /// moves, and the last line needs no newline. A message that can't be written is dropped.
    ///
    /// # Errors
    ///
    /// When reading or writing fails. Whole lines read before a failed read are still answered.
    ///
    /// # Panics
    ///
    /// When `answer`, or one of the streams, panics.
    pub fn run(
        &self,
        input: impl Read + Send,
        output: impl Write + Send,
        messages: impl Write + Send,
        answer: impl Fn(Line<'_>, &mut Vec<u8>) -> Result<(), RecordError> + Sync,
    ) -> Result<Summary, BatchError> {
        self.run_workers(input, output, messages, |lines, results| {
            if let Some(line) = lines.next() {
                self.answer(line, results, &answer);
            }
        })
    }

    /// Starts the workers. `answer_some` answers at least the next line, if there is one.
    fn run_workers(
        &self,
        input: impl Read + Send,
        output: impl Write + Send,
        messages: impl Write + Send,
        answer_some: impl Fn(&mut Lines<'_>, &mut Results) + Sync,
    ) -> Result<Summary, BatchError> {
        let source = Source::new(input, self.block.min(MAX_BLOCK), self.file);
        let sink = Sink::new(output, messages, self.max_messages);
        thread::scope(|scope| {
            let work = || {
                let work = AssertUnwindSafe(|| self.work(&source, &sink, &answer_some));
                panic::catch_unwind(work).unwrap_or_else(|why| {
                    sink.fail();
                    panic::resume_unwind(why)
                })
            };
            // If the system refuses another thread, those there are do the work.
            let helpers: Vec<_> = (1..self.threads.get())
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
        source: &Source<'_, impl Read>,
        sink: &Sink<impl Write, impl Write>,
        answer_some: impl Fn(&mut Lines<'_>, &mut Results),
    ) -> Result<(), BatchError> {
        let mut buffer = Vec::new();
        let mut results = Results::default();
        while let Some((block, mut lines)) = source.next(&mut buffer).map_err(BatchError::Read)? {
            while !lines.is_empty() {
                answer_some(&mut lines, &mut results);
                if results.len() >= FLUSH_AT && !sink.write_part(block, &mut results)? {
                    return Ok(());
                }
            }
            if !sink.write_last(block, &mut results)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Answers one line.
    #[inline]
    fn answer(
        &self,
        line: Line<'_>,
        results: &mut Results,
        answer: impl Fn(Line<'_>, &mut Vec<u8>) -> Result<(), RecordError>,
    ) {
        results.summary.records += 1;
        if let Err(mistake) = answer(line, &mut results.output) {
            if let Some(format) = self.placeholder {
                format.mistake(&mistake, line, &mut results.output);
            }
            if let Some(name) = self
                .report_as
                .filter(|_| self.has_room_for_message(results))
            {
                let (number, column) = (line.number(), mistake.column());
                writeln!(results.messages, "{name}:{number}:{column}: {mistake}")
                    .expect(VEC_TAKES_ALL);
            }
            results.summary.invalid += 1;
        }
    }

    /// Returns `true` if a message about the next invalid record can be among those that are written.
    #[inline]
    const fn has_room_for_message(&self, results: &Results) -> bool {
        results.summary.invalid < self.max_messages
    }
}

impl Default for Batch<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Format {
    /// Returns the line that stands before all others: the names of the columns, or nothing.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Tsv => tsv::SCORES,
            _ => "",
        }
    }

    /// Appends the score of a record, and a newline.
    ///
    /// # Errors
    ///
    /// If the record is invalid; then nothing is appended.
    #[inline]
    pub fn score(self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        match self {
            Self::Text => scores::append(line.position()?.score(), output),
            Self::Json => json::score(line, output)?,
            Self::Tsv => tsv::score(line, output)?,
        }
        Ok(())
    }

    /// Appends what is printed in place of the answer to an invalid record, and a newline.
    pub fn mistake(self, mistake: &RecordError, line: Line<'_>, output: &mut Vec<u8>) {
        // Text doesn't say which.
        let _ = (mistake, line);
        match self {
            Self::Text => output.extend_from_slice(b"error\n"),
            Self::Json => json::mistake(mistake, line, output),
            Self::Tsv => tsv::mistake(tsv::SCORES, output),
        }
    }
}

const VEC_TAKES_ALL: &str = "a Vec takes every byte";

/// The results of a block that haven't been written yet.
#[derive(Default)]
struct Results {
    output: Vec<u8>,
    messages: Vec<u8>,
    summary: Summary,
}

impl Results {
    fn len(&self) -> usize {
        self.output.len() + self.messages.len()
    }
}

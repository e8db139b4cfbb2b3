//! A stream of records to a stream of scores: blocks of lines, on all cores, in the input's order.
//!
//! Each worker takes a block of whole lines from the `Source`, scores it, waits for its turn at the `Sink`, and
//! begins again:
//!
//! ```text
//!              ┌─ worker: block 7 → scores ─┐
//! input → Source                            Sink → output, in the order of the blocks
//!              └─ worker: block 8 → scores ─┘
//! ```
//!
//! A block is what one read returns, up to its last newline. So a program that writes one record and waits for the
//! score gets it, while a file is scored in blocks large enough for the cost of taking turns to vanish. Nothing
//! grows with the input: a worker holds one block and at most a little more than `FLUSH_AT` bytes of results.

mod sink;
mod source;

use std::{
    io::{self, Read, Write},
    num::NonZeroUsize,
    thread,
};

use serde::Serialize;

use crate::{
    Game, RecordError,
    json::{ErrorReport, ScoreReport},
};
use sink::Sink;
use source::Source;

/// The bytes of results at which a worker waits for its turn in the middle of a block.
const FLUSH_AT: usize = 128 << 10;

/// How scores are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// `0.5 1`, and `error` for an invalid record.
    #[default]
    Text,
    /// One JSON object a record: [`ScoreReport`] or [`ErrorReport`].
    Json,
}

/// How a stream of records is scored.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// How scores are written.
    pub format: Format,
    /// How many threads score.
    pub threads: NonZeroUsize,
    /// The name of the input in messages about invalid records; without it there are none.
    pub report_as: Option<&'a str>,
}

/// What went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The lines read.
    pub records: u64,
    /// Those that were not a legal game.
    pub invalid: u64,
}

/// Which end of the stream failed.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The input could not be read.
    #[error("reading failed")]
    Read(#[source] io::Error),
    /// A result could not be written.
    #[error("writing failed")]
    Write(#[source] io::Error),
}

impl Batch<'_> {
    /// Scores each line of `input` into one line of `output`, and reports the invalid ones on `messages` as
    /// `NAME:LINE:COLUMN: what is wrong`, all in the order of the input.
    ///
    /// An empty line is the game without moves, and the last line needs no newline. A message that can't be written
    /// is dropped.
    ///
    /// # Errors
    ///
    /// When reading or writing fails. Whole lines that were read before a failure to read are scored and written.
    pub fn run(
        &self,
        input: impl Read + Send,
        output: impl Write + Send,
        messages: impl Write + Send,
    ) -> Result<Summary, BatchError> {
        let source = Source::new(input);
        let sink = Sink::new(output, messages);
        thread::scope(|scope| {
            let work = || self.work(&source, &sink);
            // Where the system gives no further thread, those that there are do it all.
            let helpers: Vec<_> = (1..self.threads.get())
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            helpers
                .into_iter()
                .map(|helper| helper.join().expect("a worker doesn't panic"))
                .fold(own, Result::and)
        })?;
        Ok(sink.into_summary())
    }

    /// Scores block after block until the input ends, or either end fails.
    fn work(
        &self,
        source: &Source<impl Read>,
        sink: &Sink<impl Write, impl Write>,
    ) -> Result<(), BatchError> {
        let mut buffer = source::buffer();
        let mut results = Results::default();
        while let Some(block) = source.next(&mut buffer).map_err(BatchError::Read)? {
            for (line, game) in (block.first_line..).zip(block.games()) {
                self.write_result(&mut results, line, game);
                if results.len() >= FLUSH_AT && !sink.write_part(block.number, &mut results)? {
                    return Ok(());
                }
            }
            if !sink.write_last(block.number, &mut results)? {
                return Ok(());
            }
        }
        Ok(())
    }

    #[inline]
    fn write_result(&self, results: &mut Results, line: u64, game: Result<Game, RecordError>) {
        results.summary.records += 1;
        match (game, self.format) {
            (Ok(game), Format::Text) => results.output.extend(game.score().as_str().as_bytes()),
            (Ok(game), Format::Json) => results.write_json(&ScoreReport::of(&game)),
            (Err(error), format) => {
                results.summary.invalid += 1;
                match format {
                    Format::Text => results.output.extend(b"error"),
                    Format::Json => results.write_json(&ErrorReport::of(&error)),
                }
                if let Some(name) = self.report_as {
                    let column = error.column();
                    writeln!(results.messages, "{name}:{line}:{column}: {error}")
                        .expect("a Vec takes every byte");
                }
            }
        }
        results.output.push(b'\n');
    }
}

/// The results of a block, or of the part of it that is not written yet.
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

    fn write_json(&mut self, report: &impl Serialize) {
        serde_json::to_writer(&mut self.output, report).expect("a Vec takes every byte");
    }
}

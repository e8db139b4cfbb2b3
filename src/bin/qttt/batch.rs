//! Turns a stream of records into a stream of answers: in the order of the input, on all cores.
//!
//! Each thread reads a chunk of whole lines from the `Source`, puts a slot for the results into a queue, answers the
//! lines, and repeats. The main thread takes the slots from the queue, waits for the results, and writes them:
//!
//! ```text
//!              ┌─ chunk 7 → results 7 ─┐
//! input → Source ──── queue: 7, 8 ───────→ output
//!              └─ chunk 8 → results 8 ─┘
//! ```
//!
//! A chunk is the result of one read, up to its last newline. So a program that writes one record and waits for the
//! score gets it at once; as long as nothing else has been read, the main thread answers it. The chunks of a file are
//! so large that the queue costs almost nothing. Memory doesn't grow with the input: the slots in the queue and the
//! lines of a chunk are limited.
//!
//! An [`Answer`] formats the answer to a line. For scores as text, sixteen lines are scored at a time.

mod source;

use std::{
    io::{self, Read, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
};

use crate::records::{Answer, Block, InputLine, LineError, MAX_RECORD};
use source::Source;

/// How a stream of records is answered.
pub(crate) struct Batch {
    pub(crate) answer: Arc<dyn Answer>,
    /// The number of threads that answer, at least one.
    pub(crate) threads: usize,
    /// The name of the input in messages about invalid records. Without one, there are no messages.
    pub(crate) name: Option<Arc<str>>,
    /// The name that each [`InputLine`] has as its [`file`](InputLine::file), if there are several files.
    pub(crate) file: Option<Arc<str>>,
}

/// A failure of the input or the output.
#[derive(Debug)]
pub(crate) enum BatchError {
    /// The input could not be read.
    Read(io::Error),
    /// A result could not be written.
    Write(io::Error),
}

impl Batch {
    /// Writes an answer to each line of `input` to `output`, and a message about each invalid one to `messages`, both
    /// in the order of the input. With a [name](Self::name), messages have the form `NAME:LINE:COLUMN: mistake`.
    /// Returns the number of invalid lines.
    ///
    /// An empty line is the game without moves, and the last line needs no newline. A message that can't be written is
    /// dropped. The [header](Answer::header) is not written, because several inputs may share one.
    ///
    /// # Errors
    ///
    /// If reading or writing fails. Whole lines read before a failed read are still answered. After a failed write,
    /// `run` returns at once; a thread may still wait for input.
    pub(crate) fn run(
        self,
        input: impl Read + Send + 'static,
        output: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> Result<u64, BatchError> {
        let work = Arc::new(Work {
            source: Mutex::new(Source::new(input, self.answer.max_lines())),
            batch: self,
            unused: Mutex::default(),
        });
        let mut invalid = 0;
        let mut write = |results: &mut Results| {
            let written = output.write_all(&results.output);
            let written = written.and_then(|()| output.flush());
            written.map_err(BatchError::Write)?;
            // A failure of the messages can't be reported.
            let _ = messages.write_all(&results.messages);
            invalid += results.invalid;
            results.clear();
            Ok(())
        };
        let mut text = Vec::new();
        let mut results = Results::default();
        let queue = loop {
            let mut source = lock(&work.source);
            let read = source.read_into(&mut text).map_err(BatchError::Read)?;
            let Some(first_number) = read else {
                return Ok(invalid);
            };
            work.answer(&text, first_number, &mut results);
            write(&mut results)?;
            if work.batch.threads > 1
                && source.has_more()
                && let Some(queue) = work.start()
            {
                break queue;
            }
        };
        for slot in queue {
            let slot = slot.map_err(BatchError::Read)?;
            write(&mut slot.lock().expect("no answer panics"))?;
            lock(&work.unused).push(slot);
        }
        Ok(invalid)
    }
}

/// Where a thread puts the results of a chunk. It is locked until all are there.
type Slot = Arc<Mutex<Results>>;

/// What the threads share.
struct Work {
    batch: Batch,
    source: Mutex<Source>,
    /// Slots whose results have been written.
    unused: Mutex<Vec<Slot>>,
}

impl Work {
    /// Starts the threads. Returns the slots in the order of the chunks, with a failure of the input as the last, or
    /// `None` if the system refuses all threads.
    fn start(self: &Arc<Self>) -> Option<Receiver<io::Result<Slot>>> {
        let (sender, queue) = mpsc::sync_channel(self.batch.threads);
        let start = |_| {
            let (work, sender) = (Arc::clone(self), sender.clone());
            thread::Builder::new().spawn(move || work.answer_chunks(&sender))
        };
        let started = (0..self.batch.threads).map_while(|nth| start(nth).ok());
        (started.count() > 0).then_some(queue)
    }

    /// Answers chunk after chunk until the input ends, or either end fails.
    fn answer_chunks(&self, queue: &SyncSender<io::Result<Slot>>) {
        let mut text = Vec::new();
        loop {
            let mut source = lock(&self.source);
            let first_number = match source.read_into(&mut text) {
                Ok(Some(first_number)) => first_number,
                Ok(None) => return,
                Err(error) => {
                    let _ = queue.send(Err(error));
                    return;
                }
            };
            let slot = lock(&self.unused).pop().unwrap_or_default();
            let mut results = lock(&slot);
            // Nothing else is read until the slot is in the queue.
            if queue.send(Ok(Arc::clone(&slot))).is_err() {
                return;
            }
            drop(source);
            self.answer(&text, first_number, &mut results);
        }
    }

    /// Answers the lines of a chunk.
    fn answer(&self, text: &[u8], first_number: u64, results: &mut Results) {
        results.name.clone_from(&self.batch.name);
        let block = Block {
            text,
            first_number,
            file: self.batch.file.as_deref(),
        };
        self.batch.answer.answer_block(block, results);
    }
}

/// Locks what no thread leaves half changed by a panic.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Results that are not written yet.
#[derive(Default, Debug)]
pub(crate) struct Results {
    pub(crate) output: Vec<u8>,
    messages: Vec<u8>,
    /// The number of invalid lines.
    invalid: u64,
    /// The name of the input in messages.
    name: Option<Arc<str>>,
}

impl Results {
    /// Adds the answer to a line, which `answer` appends to the output.
    #[inline]
    pub(crate) fn add(
        &mut self,
        line: InputLine<'_>,
        answer: impl FnOnce(&mut Vec<u8>) -> Result<(), LineError>,
    ) {
        if let Err(mistake) = answer(&mut self.output) {
            self.invalid += 1;
            if let Some(name) = &self.name {
                let (number, column) = (line.number, mistake.column());
                writeln!(self.messages, "{name}:{number}:{column}: {mistake}")
                    .expect("a Vec takes every byte");
            }
        }
    }

    fn clear(&mut self) {
        self.output.clear();
        self.messages.clear();
        self.invalid = 0;
    }
}

#[cfg(test)]
mod tests;

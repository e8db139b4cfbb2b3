//! A scorer as a program, which is written to and read from at the same time.

use std::time::{Duration, Instant};
use std::{slice, thread};

use clap::ValueEnum;
use qttt::Record;

use super::answer::{agrees, numbers};
use super::{Fault, Finding, right_answer};
use crate::process::{RunEnd, RunError, Runner, Until, cores, killed_by};

/// The maximum length of an answer in bytes. If an answer is longer, only the part read so far is judged.
const MAX_ANSWER: usize = 4 << 10;

/// How a program gets its records. Except for `Lines`, it is started for each record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Feed {
    /// All on standard input, one per line.
    #[value(skip)]
    Lines,
    /// Pass the record on standard input
    #[value(name = "stdin")]
    Line,
    /// Pass the record as the last argument
    Argument,
}

impl Feed {
    /// Asks about a program that prints nothing.
    pub(super) fn question(self) -> &'static str {
        match self {
            Self::Argument => "Does the scorer read standard input? Try --each stdin.",
            _ => "Does the scorer take the record as an argument? Try --each argument.",
        }
    }
}

/// A program that scores records.
pub(crate) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: &'a str,
    pub(crate) feed: Feed,
    /// The time limit for an answer, and for the exit after the last one.
    pub(crate) timeout: Duration,
    pub(crate) runner: &'a Runner,
    /// Called after each right answer.
    pub(crate) progress: &'a (dyn Fn() + Sync),
}

impl Scorer<'_> {
    /// Starts the program for each record, one on each core, until an answer is wrong.
    pub(super) fn each(&self, records: &[Record]) -> Result<Option<Finding>, RunError> {
        let jobs = cores();
        for (nth, batch) in records.chunks(jobs).enumerate() {
            let results: Vec<_> = thread::scope(|scope| {
                let start = |record| scope.spawn(move || self.alone(record));
                let runs: Vec<_> = batch.iter().map(start).collect();
                let joined = runs.into_iter().map(thread::ScopedJoinHandle::join);
                joined
                    .map(|result| result.expect("it doesn't panic"))
                    .collect()
            });
            for (before, result) in (nth * jobs..).zip(results) {
                if let Some(found) = result? {
                    return Ok(Some(Finding {
                        answered: before + found.answered,
                        ..found
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Tries one record.
    pub(super) fn alone(&self, record: &Record) -> Result<Option<Finding>, RunError> {
        self.run(slice::from_ref(record))
    }

    /// Returns the answer to a record: as `qttt` prints it if it is right, and empty if it does not have two numbers.
    pub(super) fn answer(&self, record: &Record) -> Result<String, RunError> {
        Ok(match self.alone(record)?.map(|found| found.fault) {
            None => right_answer(record).to_string(),
            Some(Fault::Wrong(answer)) => answer,
            Some(_) => String::new(),
        })
    }

    /// Runs the program once, until an answer is wrong, and returns its fault. Only one record fits an argument.
    pub(super) fn run(&self, records: &[Record]) -> Result<Option<Finding>, RunError> {
        let mut input: String = records.iter().map(|record| format!("{record}\n")).collect();
        let mut command = self.command.to_string();
        if self.feed == Feed::Argument {
            // A record has no quotes.
            command += &format!(" '{}'", input.trim_end());
            input.clear();
        }
        // An answer is a line, or all of the output if the program is started for each record.
        let until = if self.feed == Feed::Lines {
            Until::Line
        } else {
            Until::Exit
        };
        let mut program = self.runner.start(&command, input.as_bytes())?;
        let mut deadline = Instant::now() + self.timeout;
        let (mut right, mut fault) = (0, None);
        while fault.is_none() {
            let answer = program.read(until, MAX_ANSWER, deadline);
            if answer.is_empty() {
                break;
            }
            fault = fault_of(&String::from_utf8_lossy(&answer), &records[right..]);
            if fault.is_none() && right < records.len() {
                right += 1;
                (self.progress)();
                deadline = Instant::now() + self.timeout;
            }
        }
        let run = program.finish()?;
        let is_complete = right == records.len();
        let fault = match (fault, run.end) {
            // The incomplete answer may be right already, but can't be wrong yet.
            (_, RunEnd::TimedOut) => Fault::Late,
            (Some(fault), _) => fault,
            (None, RunEnd::Exited(status)) if !is_complete || killed_by(status).is_some() => {
                Fault::Ended(status)
            }
            _ => return Ok(None),
        };
        Ok(Some(Finding {
            fault,
            answered: right,
            record: records.get(right).cloned(),
            hint: None,
            stderr: run.stderr_tail,
        }))
    }
}

/// Judges an answer to the first of the records left. An empty line after the last answer is not an answer.
fn fault_of(answer: &str, left: &[Record]) -> Option<Fault> {
    let answer = answer.strip_suffix('\n').unwrap_or(answer);
    let Some(record) = left.first() else {
        return (!answer.trim().is_empty()).then_some(Fault::Surplus);
    };
    if agrees(answer, right_answer(record)) {
        None
    } else if numbers(answer).len() == 2 || agrees(answer, "error") {
        Some(Fault::Wrong(answer.to_string()))
    } else {
        Some(Fault::NotTwoNumbers(answer.to_string()))
    }
}

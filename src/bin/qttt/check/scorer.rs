//! A scorer as a program, which is written to and read from at the same time.

use std::{slice, thread, time::Duration};

use clap::ValueEnum;
use qttt::Record;

use super::{
    Fault, Finding,
    answer::{agrees, numbers},
    right_answer,
};
use crate::process::{RunEnd, RunError, Runner, Wants, killed_by};

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
            Self::Argument => "Does the scorer read standard input? Try --each=stdin.",
            _ => "Does the scorer take the record as an argument? Try --each=argument.",
        }
    }
}

/// A program that scores records.
pub(crate) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: String,
    pub(crate) feed: Feed,
    /// The number of programs that run at once if one is started for each record.
    pub(crate) jobs: usize,
    /// The time limit for an answer, and for the exit after the last one.
    pub(crate) timeout: Duration,
    pub(crate) runner: &'a Runner,
    /// It is called after each right answer.
    pub(crate) progress: &'a (dyn Fn() + Sync),
}

impl Scorer<'_> {
    /// Starts the program for each record, several at once, until an answer is wrong.
    pub(super) fn each(&self, records: &[Record]) -> Result<Option<Finding>, RunError> {
        for (nth, batch) in records.chunks(self.jobs).enumerate() {
            let results: Vec<_> = thread::scope(|scope| {
                let start = |record| scope.spawn(move || self.alone(record));
                let runs: Vec<_> = batch.iter().map(start).collect();
                let join =
                    |run: thread::ScopedJoinHandle<'_, _>| run.join().expect("it doesn't panic");
                runs.into_iter().map(join).collect()
            });
            for (before, result) in (nth * self.jobs..).zip(results) {
                if let Some(found) = result? {
                    return Ok(Some(Finding {
                        answered: before + found.answered,
                        tried: before + 1,
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

    /// Runs the program once, until an answer is wrong, and returns its fault.
    pub(super) fn run(&self, records: &[Record]) -> Result<Option<Finding>, RunError> {
        let (mut command, mut input) = (self.command.clone(), String::new());
        for record in records {
            match self.feed {
                // A record has no quotes.
                Feed::Argument => command += &format!(" '{record}'"),
                Feed::Lines | Feed::Line => input += &format!("{record}\n"),
            }
        }
        let (mut rest, mut right, mut fault) = (Vec::new(), 0, None);
        let mut judge = |answer: &mut Vec<u8>| {
            let text = String::from_utf8_lossy(answer);
            let text = text.strip_suffix('\n').unwrap_or(&text).to_string();
            answer.clear();
            match records.get(right) {
                None if text.trim().is_empty() => return Wants::More,
                None => fault = Some(Fault::Surplus { records: right }),
                Some(record) if agrees(&text, right_answer(record)) => right += 1,
                Some(_) if numbers(&text).len() == 2 || agrees(&text, "error") => {
                    fault = Some(Fault::Wrong(text));
                }
                Some(_) => fault = Some(Fault::NotTwoNumbers(text)),
            }
            if fault.is_some() {
                return Wants::Nothing;
            }
            (self.progress)();
            Wants::Next
        };
        // An answer is a line, or all of the output of a program that is started for each record.
        let mut take = |output: Option<&[u8]>| {
            let mut wants = Wants::More;
            let bytes = output.unwrap_or_default();
            for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
                rest.extend(piece);
                let is_line = self.feed == Feed::Lines && piece.ends_with(b"\n");
                if is_line || rest.len() > MAX_ANSWER {
                    wants = judge(&mut rest);
                }
                if wants == Wants::Nothing {
                    return wants;
                }
            }
            // The last line may lack its newline.
            if output.is_none() && !rest.is_empty() {
                wants = judge(&mut rest);
            }
            wants
        };
        let runner = self.runner;
        let ended = runner.run(&command, self.timeout, input.as_bytes(), &mut take)?;
        if ended.end == RunEnd::TimedOut {
            // The incomplete answer may be right already, but can't be wrong yet.
            take(None);
            fault = None;
        }
        let is_complete = right == records.len();
        let fault = match (fault, ended.end) {
            (Some(fault), _) => fault,
            (None, RunEnd::TimedOut) if is_complete => Fault::Lingers,
            (None, RunEnd::TimedOut) => Fault::Late,
            (None, RunEnd::Exited(status)) if !is_complete || killed_by(status).is_some() => {
                Fault::Ended(status)
            }
            _ => return Ok(None),
        };
        Ok(Some(Finding {
            fault,
            answered: right,
            tried: records.len().min(right + 1),
            record: records.get(right).cloned(),
            hint: None,
            stderr: ended.stderr_tail,
        }))
    }
}

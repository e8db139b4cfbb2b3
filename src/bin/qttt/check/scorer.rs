//! Runs a scorer, writing its input and reading its output at the same time.

use std::process::ExitStatus;
use std::slice;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use qttt::Record;
use rayon::prelude::*;

use super::answer::{Answer, Values, points_of, values_of};
use crate::process::{RunEnd, Runner, Stop, Until, killed_by};
use crate::terminal::progress::Progress;
use crate::threads::{STACK, cores, start_threads};

/// The maximum length of an answer in bytes. If an answer is longer, only the part read so far is judged.
const MAX_ANSWER: usize = 4 << 10;

/// How a program that is started for each record gets the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RecordInput {
    /// Pass the record on standard input
    Stdin,
    /// Pass the record as the last argument
    Argument,
}

/// A program that scores records.
pub(super) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(super) command: &'a str,
    /// If it is `None`, the program gets all records on standard input, one per line.
    pub(super) each: Option<RecordInput>,
    /// The time limit for an answer, and for the exit after the last one.
    pub(super) timeout: Duration,
    pub(super) runner: &'a Runner,
    /// Counts the answers.
    pub(super) progress: &'a Progress,
}

/// What a scorer has done with records.
#[derive(Default)]
pub(super) struct Trial {
    /// The answers, in the order of the records.
    pub(super) answers: Vec<Answer>,
    /// Why reading stopped early.
    pub(super) fault: Option<Fault>,
    /// The record that has no answer because of the fault.
    pub(super) unanswered: Option<Record>,
    /// The end of standard error.
    pub(super) stderr: Vec<u8>,
}

/// A fault of a scorer after which no more answers are read.
pub(super) enum Fault {
    /// An answer is neither two numbers nor `error`.
    NotTwoNumbers(String),
    /// The program answered every record, and then printed more.
    Surplus(String),
    /// The program exited before the last answer, or was killed by a signal, perhaps after it.
    Ended(ExitStatus),
    /// The program neither answered nor exited within the time limit.
    Late,
    /// The system stopped the program, because it used the terminal.
    UsedTerminal,
}

impl Trial {
    pub(super) fn is_right(&self) -> bool {
        !self.has_wrong() && self.fault.is_none()
    }

    pub(super) fn wrong(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter(|answer| answer.is_wrong())
    }

    pub(super) fn has_wrong(&self) -> bool {
        self.wrong().next().is_some()
    }

    /// Returns the first record with a wrong answer, or otherwise the one without an answer.
    pub(super) fn failed(&self) -> Option<&Record> {
        let wrong = self.wrong().next().map(|answer| &answer.record);
        wrong.or(self.unanswered.as_ref())
    }

    /// Returns `true` if the program exited too early.
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.fault, Some(Fault::Ended(_)))
    }

    /// Returns `true` if both have a wrong answer, or both only exited too early.
    pub(super) fn fails_like(&self, other: &Self) -> bool {
        let do_fail = self.has_wrong() || self.has_ended() && other.has_ended();
        do_fail && self.has_wrong() == other.has_wrong()
    }

    /// Adds a trial with the next records. Keeps the standard error of the fault, or else of the first wrong answer.
    fn add(&mut self, next: Self) {
        if next.fault.is_some() || next.has_wrong() && !self.has_wrong() {
            self.stderr = next.stderr;
        }
        self.answers.extend(next.answers);
        self.fault = next.fault;
        self.unanswered = next.unanswered;
    }
}

impl Scorer<'_> {
    /// Starts the program for each record, one on each core.
    pub(super) fn one_by_one(&self, records: &[Record]) -> Result<Trial, Stop> {
        let mut all = Trial::default();
        // The global threads of the crate would panic if they can't be started.
        let threads = start_threads(cores(), STACK)?;
        for batch in records.chunks(cores()) {
            let run = |record| self.run(slice::from_ref(record));
            let runs = batch.par_iter().map(run);
            for trial in threads.install(|| runs.collect::<Result<Vec<_>, Stop>>())? {
                all.add(trial);
                if all.fault.is_some() {
                    return Ok(all);
                }
            }
        }
        Ok(all)
    }

    /// Runs the program once. Only one record fits an argument.
    pub(super) fn run(&self, records: &[Record]) -> Result<Trial, Stop> {
        let mut input: String = records.iter().map(|record| format!("{record}\n")).collect();
        let mut command = self.command.to_string();
        if self.each == Some(RecordInput::Argument) {
            // A record has no quotes.
            command += &format!(" '{}'", input.trim_end());
            input.clear();
        }
        // An answer is a line, or all of the output if the program is started for each record.
        let until = self.each.map_or(Until::Line, |_| Until::Exit);
        let mut program = self.runner.start(&command, input.as_bytes())?;
        let mut deadline = Instant::now() + self.timeout;
        let mut trial = Trial::default();
        while trial.fault.is_none() {
            let output = program.read(until, MAX_ANSWER, deadline);
            if output.is_empty() {
                break;
            }
            let text = String::from_utf8_lossy(&output);
            let answer = text.strip_suffix('\n').unwrap_or(&text).to_string();
            let Some(record) = records.get(trial.answers.len()) else {
                // An empty line after the last answer is not an answer.
                trial.fault = (!answer.trim().is_empty()).then_some(Fault::Surplus(answer));
                continue;
            };
            let (values, correct) = (values_of(&answer), points_of(record));
            if program.is_late && values != Some(Values::Points(correct)) {
                // The incomplete answer may be right already, but can't be wrong yet.
                break;
            }
            let Some(values) = values else {
                trial.fault = Some(Fault::NotTwoNumbers(answer));
                break;
            };
            trial.answers.push(Answer {
                record: record.clone(),
                text: answer,
                values,
                correct,
            });
            self.progress.advance(None);
            deadline = Instant::now() + self.timeout;
        }
        trial.unanswered = records.get(trial.answers.len()).cloned();
        let run = program.finish()?;
        trial.stderr = run.stderr_tail;
        match run.end {
            RunEnd::TimedOut => trial.fault = Some(Fault::Late),
            RunEnd::UsedTerminal => trial.fault = Some(Fault::UsedTerminal),
            RunEnd::Exited(status) if trial.unanswered.is_some() || killed_by(status).is_some() => {
                trial.fault.get_or_insert(Fault::Ended(status));
            }
            _ => {}
        }
        Ok(trial)
    }
}

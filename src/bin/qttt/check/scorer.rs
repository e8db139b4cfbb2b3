//! A scorer as a program, which is written to and read from at the same time.

use std::{
    slice,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use clap::ValueEnum;

use super::{Fault, Finding, Notation, Sample, answer::agrees};
use crate::process::{End, Progress, RunError, Runner, killed_by};

/// The longest answer in bytes.
pub(crate) const MAX_ANSWER: usize = 4 << 10;

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
            Self::Lines | Self::Line => {
                "Does the scorer take the record as an argument? Try --each=argument."
            }
        }
    }
}

/// A program that scores records.
pub(crate) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: String,
    pub(crate) feed: Feed,
    /// The number of programs that run at once if the program is started for each record.
    pub(crate) jobs: usize,
    pub(crate) notation: Notation,
    /// Whether an answer must be the text that `qttt` prints.
    pub(crate) is_strict: bool,
    /// The time limit for an answer, and for the exit after the last one.
    pub(crate) timeout: Duration,
    pub(crate) runner: &'a Runner,
}

impl Scorer<'_> {
    /// Tries samples until an answer is wrong. Calls `progress` after each right one.
    pub(super) fn first_fault(
        &self,
        samples: &[Sample],
        progress: &(dyn Fn() + Sync),
    ) -> Result<Option<Finding>, RunError> {
        if self.feed == Feed::Lines {
            return self.run(samples, true, progress);
        }
        let next = AtomicUsize::new(0);
        // Samples are handed out in order, so all those before the first fault are tried, too.
        let work = || loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            let sample = slice::from_ref(samples.get(nth)?);
            if let Some(found) = self.run(sample, false, progress).transpose() {
                next.store(samples.len(), Ordering::Relaxed);
                return Some((nth, found));
            }
        };
        let first = thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let workers: Vec<_> = (1..self.jobs.min(samples.len())).map_while(spawn).collect();
            let own = work();
            let workers = workers.into_iter();
            let others = workers.filter_map(|worker| worker.join().expect("it doesn't panic"));
            others.chain(own).min_by_key(|(nth, _)| *nth)
        });
        let Some((nth, found)) = first else {
            return Ok(None);
        };
        let found = found?;
        Ok(Some(Finding {
            answered: nth + found.answered,
            tried: nth + 1,
            ..found
        }))
    }

    /// Tries one sample.
    pub(super) fn alone(&self, sample: &Sample) -> Result<Option<Finding>, RunError> {
        self.run(slice::from_ref(sample), false, &|| ())
    }

    /// Tries all samples, and returns the fault if the number of lines is wrong.
    pub(super) fn out_of_step(&self, samples: &[Sample]) -> Result<Option<Fault>, RunError> {
        if self.feed != Feed::Lines {
            return Ok(None);
        }
        let found = self.run(samples, false, &|| ())?;
        let fault = found.map(|finding| finding.fault);
        Ok(fault.filter(|fault| matches!(fault, Fault::OutOfStep { .. })))
    }

    /// Returns `true` if the answer to a sample is right.
    fn is_right(&self, answer: &str, sample: &Sample) -> bool {
        if self.is_strict {
            answer == sample.answer()
        } else {
            agrees(answer, sample.answer())
        }
    }

    /// Runs the program once, and returns its first fault. With `until_wrong`, it is killed after a wrong answer.
    fn run(
        &self,
        samples: &[Sample],
        until_wrong: bool,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Option<Finding>, RunError> {
        let (mut command, mut input) = (self.command.clone(), String::new());
        for sample in samples {
            let record = self.notation.write(sample);
            match self.feed {
                // A record has no quotes.
                Feed::Argument => command += &format!(" '{record}'"),
                Feed::Lines | Feed::Line => input += &format!("{record}\n"),
            }
        }
        let mut answers = Answers {
            scorer: self,
            samples,
            until_wrong,
            progress,
            rest: Vec::new(),
            count: 0,
            right: 0,
            wrong: None,
        };
        let take = &mut |output: Option<&[u8]>| answers.take(output);
        let ended = self
            .runner
            .run(&command, self.timeout, input.as_bytes(), take)?;
        if self.feed != Feed::Lines && ended.end == End::TimedOut {
            // What it has printed may be right, but can't be wrong yet.
            answers.take(None);
            answers.wrong = None;
        }
        let right = answers.right;
        let fault = answers.fault(ended.end);
        Ok(fault.map(|fault| Finding {
            fault,
            answered: right,
            tried: samples.len().min(right + 1),
            sample: samples.get(right).cloned(),
            hint: None,
            stderr: ended.stderr_tail,
        }))
    }
}

/// The answers of a program to samples.
struct Answers<'r> {
    scorer: &'r Scorer<'r>,
    samples: &'r [Sample],
    until_wrong: bool,
    progress: &'r (dyn Fn() + Sync),
    /// The output that isn't a complete answer yet.
    rest: Vec<u8>,
    count: usize,
    right: usize,
    /// The first wrong answer.
    wrong: Option<String>,
}

impl Answers<'_> {
    /// Takes a piece of the output, or its end. An answer is a line, or all of the output if the program is started for
    /// each record.
    fn take(&mut self, output: Option<&[u8]>) -> Progress {
        let right = self.right;
        for piece in output
            .unwrap_or_default()
            .split_inclusive(|&byte| byte == b'\n')
        {
            self.rest.extend(piece);
            let is_answer = self.scorer.feed == Feed::Lines && piece.ends_with(b"\n");
            if self.rest.len() > MAX_ANSWER || is_answer && self.judge() {
                return Progress::Enough;
            }
        }
        // The last line may lack its newline.
        if output.is_none() && !self.rest.is_empty() && self.judge() {
            return Progress::Enough;
        }
        if self.right > right {
            Progress::Answered
        } else {
            Progress::Waits
        }
    }

    /// Judges an answer. Returns `true` if that is enough.
    fn judge(&mut self) -> bool {
        let _ = self.rest.pop_if(|byte| *byte == b'\n');
        if let (Some(sample), None) = (self.samples.get(self.count), &self.wrong) {
            let answer = String::from_utf8_lossy(&self.rest);
            if self.scorer.is_right(&answer, sample) {
                self.right += 1;
                (self.progress)();
            } else {
                self.wrong = Some(answer.into_owned());
            }
        }
        self.rest.clear();
        self.count += 1;
        self.count > self.samples.len() || (self.until_wrong && self.wrong.is_some())
    }

    /// Returns the fault of a program that ended like this.
    fn fault(self, end: End) -> Option<Fault> {
        let (lines, records) = (self.count, self.samples.len());
        let has_skipped = !self.until_wrong && (1..records).contains(&lines);
        Some(match (end, self.wrong) {
            (_, None) if self.rest.len() > MAX_ANSWER => Fault::Flooded,
            _ if lines > records => Fault::OutOfStep { lines, records },
            (End::Exited(status), _) if has_skipped && status.success() => {
                Fault::OutOfStep { lines, records }
            }
            (_, Some(answer)) => Fault::Wrong(answer),
            (End::TimedOut, _) if self.right == records => Fault::Lingers,
            (End::TimedOut, _) => Fault::Late,
            (End::Exited(status), _) if lines == 0 => Fault::Silent(status),
            (End::Exited(status), _) if lines < records || killed_by(status).is_some() => {
                Fault::Ended(status)
            }
            _ => return None,
        })
    }
}

//! A scorer as a program: records go in, answers come out, both at once.

use std::{io, mem, ops::ControlFlow, os::unix::process::ExitStatusExt, slice, time::Duration};

use super::{Fault, Finding, Sample, samples::INVALID};
use crate::process::{End, Job, Limits, Pool, Stop};

/// No answer has more bytes.
pub(crate) const MAX_LINE: usize = 4 << 10;

/// A program that scores records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Program {
    /// The command, for `sh -c`.
    pub(crate) command: String,
    pub(crate) feed: Feed,
    /// Whether records are written without spaces.
    pub(crate) compact: bool,
    /// How long it may take, each time that it is run.
    pub(crate) timeout: Duration,
}

impl Program {
    /// Returns a record as the program gets it.
    pub(crate) fn text_of(&self, sample: &Sample) -> String {
        let mut text = sample.to_string();
        if self.compact {
            text.retain(|c| c != ' ');
        }
        text
    }
}

/// How a program gets its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feed {
    /// All on standard input, one per line.
    Lines,
    /// It is run for each, on standard input.
    Line,
    /// It is run for each, with the record as its last argument.
    Argument,
}

/// Asks a program.
pub(super) struct Scorer<'p> {
    program: &'p Program,
    pool: &'p Pool,
    stop: &'p Stop,
}

/// What a program has answered.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) answers: Vec<String>,
    /// Why there are no more, if there should be.
    pub(super) fault: Option<Fault>,
    stderr: Vec<u8>,
}

impl Heard {
    /// Returns what is wrong, if only the last answer can be.
    fn finding(mut self, samples: &[Sample]) -> Option<Finding> {
        let mut asked = self.answers.iter().zip(samples);
        let is_wrong = asked
            .next_back()
            .is_some_and(|(answer, sample)| sample.answer() != answer);
        let fault = match self.fault {
            Some(fault @ Fault::OutOfStep { .. }) => fault,
            _ if is_wrong => Fault::Wrong(self.answers.pop()?),
            fault => fault?,
        };
        let right = self.answers.len();
        Some(Finding {
            fault,
            right,
            sample: samples.get(right).cloned(),
            needs_others: false,
            mistake: None,
            stderr: self.stderr,
        })
    }

    /// Returns the fault of having printed another number of lines than there are records, unless the program was broken
    /// off.
    pub(super) fn out_of_step(&self, records: usize) -> Option<Fault> {
        match &self.fault {
            Some(Fault::OutOfStep { .. }) => self.fault.clone(),
            Some(Fault::Ended { status, .. }) if status.success() => Some(Fault::OutOfStep {
                lines: self.answers.len(),
                records,
            }),
            _ => None,
        }
    }
}

impl<'p> Scorer<'p> {
    pub(super) const fn new(program: &'p Program, pool: &'p Pool, stop: &'p Stop) -> Self {
        Self {
            program,
            pool,
            stop,
        }
    }

    /// Asks until an answer is not the right one.
    pub(super) fn first_fault(&mut self, samples: &[Sample]) -> io::Result<Option<Finding>> {
        let is_right = |nth: usize, answer: &str| samples[nth].answer() == answer;
        Ok(self.ask(samples, &is_right)?.finding(samples))
    }

    /// Asks for one score, and hears the program out.
    pub(super) fn alone(&mut self, sample: &Sample) -> io::Result<Option<Finding>> {
        let samples = slice::from_ref(sample);
        Ok(self.ask(samples, &|_, _| true)?.finding(samples))
    }

    /// Asks for all scores, and returns the answers. A program that breaks down has refused a record, and is started
    /// anew for those that are left; one whose lines are out of step is not.
    pub(super) fn answers(
        &mut self,
        samples: &[Sample],
    ) -> io::Result<(Vec<String>, Option<Fault>)> {
        let mut answers = Vec::new();
        while answers.len() < samples.len() {
            let rest = &samples[answers.len()..];
            let heard = self.ask(rest, &|_, _| true)?;
            let out_of_step = heard.out_of_step(rest.len());
            answers.extend(heard.answers);
            match heard.fault {
                Some(Fault::Ended { .. }) if out_of_step.is_none() => {
                    answers.push(INVALID.to_string())
                }
                _ => return Ok((answers, out_of_step)),
            }
        }
        Ok((answers, None))
    }

    fn ask(
        &mut self,
        samples: &[Sample],
        wants_more: &dyn Fn(usize, &str) -> bool,
    ) -> io::Result<Heard> {
        if self.program.feed == Feed::Lines {
            return self.run(samples, wants_more);
        }
        let mut heard = Heard::default();
        for (nth, sample) in samples.iter().enumerate() {
            let one = self.run(slice::from_ref(sample), &|_, _| true)?;
            let is_last =
                one.fault.is_some() || !one.answers.iter().all(|answer| wants_more(nth, answer));
            heard.answers.extend(one.answers);
            (heard.fault, heard.stderr) = (one.fault, one.stderr);
            if is_last {
                break;
            }
        }
        Ok(heard)
    }

    /// Runs the program once.
    fn run(
        &mut self,
        samples: &[Sample],
        wants_more: &dyn Fn(usize, &str) -> bool,
    ) -> io::Result<Heard> {
        let (mut command, mut input) = (self.program.command.clone(), String::new());
        for sample in samples {
            let record = self.program.text_of(sample);
            match self.program.feed {
                // It holds no quote.
                Feed::Argument => command += &format!(" '{record}'"),
                Feed::Lines | Feed::Line => input += &format!("{record}\n"),
            }
        }
        let job = Job {
            command: &command,
            limits: Limits {
                timeout: self.program.timeout,
                ..Limits::default()
            },
            stop: self.stop,
            is_alone: false,
        };
        let mut unread = input.as_bytes();
        let mut lines = Lines {
            answers: Vec::new(),
            wants_more,
            records: samples.len(),
            count: 0,
            line: Vec::new(),
            is_flood: false,
        };
        let take = &mut |output: &[u8]| lines.take(output);
        let ended = self.pool.run(&job, &mut unread, take)?;
        let step = Fault::OutOfStep {
            lines: lines.count,
            records: samples.len(),
        };
        let fault = match ended.end {
            End::Enough | End::Exited(_) if lines.is_flood => Some(Fault::Flooded),
            End::Enough | End::Exited(_) if lines.count > samples.len() => Some(step),
            End::Enough => None,
            End::Exited(status) if lines.count < samples.len() => Some(Fault::Ended {
                status,
                has_read_all: unread.is_empty(),
            }),
            End::Exited(status) => status.signal().map(Fault::Killed),
            End::TimedOut => Some(Fault::Late),
            End::Unending => Some(Fault::Unending),
            End::Lost => Some(Fault::Lost),
        };
        Ok(Heard {
            answers: lines.answers,
            fault,
            stderr: ended.stderr_tail,
        })
    }
}

/// The lines that a program prints.
struct Lines<'a> {
    /// Those that are answers.
    answers: Vec<String>,
    /// Says whether to read on after an answer.
    wants_more: &'a dyn Fn(usize, &str) -> bool,
    records: usize,
    /// How many there are, with those that are too many.
    count: usize,
    /// What has come of the next one.
    line: Vec<u8>,
    is_flood: bool,
}

impl Lines<'_> {
    /// Takes some output, or nothing at its end, and says whether more is wanted.
    fn take(&mut self, output: &[u8]) -> ControlFlow<()> {
        if output.is_empty() && !self.line.is_empty() {
            return self.end_line();
        }
        for piece in output.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            self.line.extend(text);
            self.is_flood = self.line.len() > MAX_LINE;
            if self.is_flood {
                return ControlFlow::Break(());
            }
            if is_whole {
                self.end_line()?;
            }
        }
        ControlFlow::Continue(())
    }

    fn end_line(&mut self) -> ControlFlow<()> {
        let line = mem::take(&mut self.line);
        self.count += 1;
        let is_enough = if self.answers.len() < self.records {
            self.answers
                .push(String::from_utf8_lossy(&line).into_owned());
            let nth = self.answers.len() - 1;
            !(self.wants_more)(nth, &self.answers[nth])
        } else {
            // So many more are wrong, however many there are.
            self.count >= 2 * self.records
        };
        match is_enough {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

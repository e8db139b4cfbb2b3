//! A scorer as a program: records go in, answers come out, both at once.

use std::{io, os::unix::process::ExitStatusExt, slice, time::Duration};

use super::{Fault, Finding, Sample};
use crate::process::{End, Runner};

/// No line of answers has more bytes.
pub(crate) const MAX_LINE: usize = 4 << 10;

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

/// A program that scores records.
pub(crate) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: String,
    pub(crate) feed: Feed,
    /// Whether records are written without spaces.
    pub(crate) compact: bool,
    /// How long it may take, each time that it is run.
    pub(crate) timeout: Duration,
    pub(crate) runner: &'a Runner,
}

impl Scorer<'_> {
    /// Asks until an answer is wrong. Calls `progress` after each run of a program that is run for each record.
    pub(super) fn first_fault(
        &self,
        samples: &[Sample],
        progress: &mut dyn FnMut(),
    ) -> io::Result<Option<Finding>> {
        if self.feed == Feed::Lines {
            return self.run(samples, true);
        }
        for (right, sample) in samples.iter().enumerate() {
            if let Some(finding) = self.alone(sample)? {
                return Ok(Some(Finding { right, ..finding }));
            }
            progress();
        }
        Ok(None)
    }

    /// Asks for one score.
    pub(super) fn alone(&self, sample: &Sample) -> io::Result<Option<Finding>> {
        self.run(slice::from_ref(sample), false)
    }

    /// Asks for all scores, and returns the fault if there is another number of lines.
    pub(super) fn out_of_step(&self, samples: &[Sample]) -> io::Result<Option<Fault>> {
        if self.feed != Feed::Lines {
            return Ok(None);
        }
        let fault = self.run(samples, false)?.map(|finding| finding.fault);
        Ok(fault.filter(|fault| matches!(fault, Fault::OutOfStep { .. })))
    }

    /// Runs the program once, and returns its first fault. With `until_wrong`, it is ended after a wrong answer.
    fn run(&self, samples: &[Sample], until_wrong: bool) -> io::Result<Option<Finding>> {
        let (mut command, mut input) = (self.command.clone(), String::new());
        for sample in samples {
            let mut record = sample.to_string();
            if self.compact {
                record = record.replace(' ', "");
            }
            match self.feed {
                // It has no quote in it.
                Feed::Argument => command += &format!(" '{record}'"),
                Feed::Lines | Feed::Line => input += &format!("{record}\n"),
            }
        }
        // The whole lines, of which at most one is too many, and the beginning of the next one.
        let (mut answers, mut line) = (Vec::new(), Vec::new());
        let take = &mut |output: &[u8]| {
            let is_last = output.is_empty() && !line.is_empty();
            let output = if is_last { b"\n" } else { output };
            for piece in output.split_inclusive(|&byte| byte == b'\n') {
                line.extend(piece);
                if line.len() > MAX_LINE {
                    return true;
                }
                if line.ends_with(b"\n") {
                    let answer = String::from_utf8_lossy(&line[..line.len() - 1]).into_owned();
                    let sample = samples.get(answers.len());
                    let is_wrong = sample.is_some_and(|sample| sample.answer() != answer);
                    line.clear();
                    answers.push(answer);
                    if sample.is_none() || (until_wrong && is_wrong) {
                        return true;
                    }
                }
            }
            false
        };
        let ended = self
            .runner
            .run(&command, self.timeout, input.as_bytes(), take)?;
        let (lines, records) = (answers.len(), samples.len());
        let out_of_step = Some(Fault::OutOfStep { lines, records });
        let has_skipped = !until_wrong && (1..records).contains(&lines);
        let fault = match ended.end {
            _ if line.len() > MAX_LINE => Some(Fault::Flooded),
            _ if lines > records => out_of_step,
            End::Exited(status) if has_skipped && status.success() => out_of_step,
            End::Exited(status) if lines < records || status.signal().is_some() => {
                Some(Fault::Ended(status))
            }
            End::Exited(_) | End::Enough => None,
            End::TimedOut => Some(Fault::Late),
        };
        let asked = answers.iter().zip(samples);
        let right = asked
            .take_while(|(answer, sample)| sample.answer() == *answer)
            .count();
        let fault = match fault {
            Some(Fault::OutOfStep { .. }) => fault,
            _ if right < answers.len() => Some(Fault::Wrong(answers.swap_remove(right))),
            _ => fault,
        };
        Ok(fault.map(|fault| Finding {
            fault,
            right,
            sample: samples.get(right).cloned(),
            hint: None,
            stderr: ended.stderr_tail,
        }))
    }
}

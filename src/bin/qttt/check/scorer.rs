//! A scorer as a program, which is written to and read from at the same time.

use std::{io, slice, time::Duration};

use super::{Fault, Finding, Sample};
use crate::process::{End, Progress, Runner, killed_by};

/// The longest answer in bytes.
pub(crate) const MAX_LINE: usize = 4 << 10;

/// How a program gets its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feed {
    /// All on standard input, one per line.
    Lines,
    /// The program is started for each, which is on standard input.
    Line,
    /// The program is started for each, which is its last argument.
    Argument,
}

impl Feed {
    /// Asks about a program that prints nothing.
    pub(super) fn question(self) -> &'static str {
        match self {
            Self::Argument => "Does it read standard input? Try --each=stdin.",
            Self::Lines | Self::Line => "Does it read its argument? Try --each=argument.",
        }
    }
}

/// A program that scores records.
pub(crate) struct Scorer<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: String,
    pub(crate) feed: Feed,
    /// Whether records are written without spaces.
    pub(crate) compact: bool,
    /// The time limit for each answer, and for the exit after the last one.
    pub(crate) timeout: Duration,
    pub(crate) runner: &'a Runner,
}

impl Scorer<'_> {
    /// Tries samples until an answer is wrong. Calls `progress` after each record if the program is started for each.
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

    /// Tries one sample.
    pub(super) fn alone(&self, sample: &Sample) -> io::Result<Option<Finding>> {
        self.run(slice::from_ref(sample), false)
    }

    /// Tries all samples, and returns the fault if the number of lines is wrong.
    pub(super) fn out_of_step(&self, samples: &[Sample]) -> io::Result<Option<Fault>> {
        if self.feed != Feed::Lines {
            return Ok(None);
        }
        let fault = self.run(samples, false)?.map(|finding| finding.fault);
        Ok(fault.filter(|fault| matches!(fault, Fault::OutOfStep { .. })))
    }

    /// Runs the program once, and returns its first fault. With `until_wrong`, it is killed after a wrong answer.
    fn run(&self, samples: &[Sample], until_wrong: bool) -> io::Result<Option<Finding>> {
        let (mut command, mut input) = (self.command.clone(), String::new());
        for sample in samples {
            let mut record = sample.to_string();
            if self.compact {
                record = record.replace(' ', "");
            }
            match self.feed {
                // A record has no quotes.
                Feed::Argument => command += &format!(" '{record}'"),
                Feed::Lines | Feed::Line => input += &format!("{record}\n"),
            }
        }
        let records = samples.len();
        let (mut lines, mut right, mut wrong) = (0, 0, None);
        let mut line = Vec::new();
        let take = &mut |output: Option<&[u8]>| {
            // The last line may lack its newline.
            let rest: &[u8] = if line.is_empty() { b"" } else { b"\n" };
            let output = output.unwrap_or(rest);
            let before = right;
            for piece in output.split_inclusive(|&byte| byte == b'\n') {
                line.extend(piece);
                if line.len() > MAX_LINE {
                    return Progress::Enough;
                }
                if line.pop_if(|byte| *byte == b'\n').is_none() {
                    break;
                }
                if let (Some(sample), None) = (samples.get(lines), &wrong) {
                    let answer = String::from_utf8_lossy(&line);
                    if answer == sample.answer() {
                        right += 1;
                    } else {
                        wrong = Some(answer.into_owned());
                    }
                }
                line.clear();
                lines += 1;
                if lines > records || (until_wrong && wrong.is_some()) {
                    return Progress::Enough;
                }
            }
            if right > before {
                Progress::Answered
            } else {
                Progress::Waits
            }
        };
        let ended = self
            .runner
            .run(&command, self.timeout, input.as_bytes(), take)?;
        let has_skipped = !until_wrong && (1..records).contains(&lines);
        let fault = match (ended.end, wrong) {
            (_, None) if line.len() > MAX_LINE => Some(Fault::Flooded),
            _ if lines > records => Some(Fault::OutOfStep { lines, records }),
            (End::Exited(status), _) if has_skipped && status.success() => {
                Some(Fault::OutOfStep { lines, records })
            }
            (_, Some(answer)) => Some(Fault::Wrong(answer)),
            (End::TimedOut, _) => Some(Fault::Late),
            (End::Exited(status), _) if lines < records || killed_by(status).is_some() => {
                Some(Fault::Ended(status))
            }
            _ => None,
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

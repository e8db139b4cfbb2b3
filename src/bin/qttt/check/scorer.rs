//! A scorer as a program, which is written to and read from at the same time.

use std::{io, os::unix::process::ExitStatusExt, slice, time::Duration};

use super::{Fault, Finding, Sample};
use crate::process::{End, Runner};

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
    /// The time limit for each run.
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
        // The whole lines, of which at most one is surplus, and the beginning of the next one.
        let (mut answers, mut line) = (Vec::new(), Vec::new());
        let take = &mut |output: Option<&[u8]>| {
            // The last line may lack its newline.
            let rest: &[u8] = if line.is_empty() { b"" } else { b"\n" };
            let output = output.unwrap_or(rest);
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

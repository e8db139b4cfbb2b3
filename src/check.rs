//! Judges somebody's scorer: a program that reads records and prints scores, one per line.
//!
//! ```text
//!  samples: what is asked ─→ Scorer: the program is run ─→ Judge: the first fault, the smallest record that shows it
//!                                                            └─ mistakes: scorers that are wrong on purpose
//! ```
//!
//! All records go to the program at once, as fast as it takes them, and its answers are compared as they come.

mod mistakes;
mod samples;
mod scorer;

use std::{io, process::ExitStatus};

use crate::process::{Pool, Stop};
use mistakes::Habit;
pub(crate) use mistakes::Mistake;
use samples::INVALID;
pub(crate) use samples::{Sample, samples};
use scorer::Scorer;
pub(crate) use scorer::{Feed, MAX_LINE, Program};

/// What is wrong with a scorer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// An answer is not the right one.
    Wrong(String),
    /// It prints more lines than there are records, or fewer, so that nobody knows which is the answer to which.
    OutOfStep { lines: usize, records: usize },
    /// It ended by itself before the answer.
    Ended {
        status: ExitStatus,
        /// Whether its input was written to the end.
        has_read_all: bool,
    },
    /// Its time was over before the answer, or before it ended.
    Late,
    /// It printed a line that is longer than any answer.
    Flooded,
    /// It was ended by a signal after its last answer.
    Killed(i32),
    /// It left something running that can't be killed.
    Unending,
    /// It killed or stopped the process that ran it, or somebody else did.
    Lost,
}

impl Fault {
    /// Returns the answer that it came with. A scorer that breaks down at a record has refused it.
    fn answer(&self) -> Option<String> {
        match self {
            Self::Wrong(answer) => Some(answer.clone()),
            Self::Ended { .. } => Some(INVALID.to_string()),
            _ => None,
        }
    }
}

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// How many answers before it were right.
    pub(crate) right: usize,
    /// The record that shows it: the one with which it came, or one that is smaller. There is none after the last answer.
    pub(crate) sample: Option<Sample>,
    /// Whether the fault needs the records before this one.
    pub(crate) needs_others: bool,
    /// The mistake that explains all answers.
    pub(crate) mistake: Option<Mistake>,
    /// The end of what the program wrote on standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finding {
    /// Returns `true` if the shell could not run the program: it has exit codes for that.
    pub(crate) fn is_not_run(&self) -> bool {
        match self.fault {
            Fault::Ended { status, .. } => {
                self.right == 0 && matches!(status.code(), Some(126 | 127))
            }
            _ => false,
        }
    }
}

/// Checks a scorer with these samples, and returns its first fault, if it has one.
///
/// # Errors
///
/// When no process can be started. The kind is `Interrupted` if the check was stopped.
pub(crate) fn check(
    program: &Program,
    samples: &[Sample],
    pool: &Pool,
    stop: &Stop,
) -> io::Result<Option<Finding>> {
    let mut scorer = Scorer::new(program, pool, stop);
    match scorer.first_fault(samples)? {
        Some(finding) if !finding.is_not_run() => explain(finding, &mut scorer).map(Some),
        found => Ok(found),
    }
}

/// Finds out more about a fault by asking again, if it came with an answer or in its place.
fn explain(finding: Finding, scorer: &mut Scorer<'_>) -> io::Result<Finding> {
    let Some(sample) = finding
        .sample
        .as_ref()
        .filter(|_| finding.fault.answer().is_some())
    else {
        return Ok(finding);
    };
    let known = samples::known();
    let (answers, out_of_step) = scorer.answers(&known)?;
    let Some(alone) = scorer.alone(sample)? else {
        return Ok(match out_of_step {
            Some(fault) => Finding {
                fault,
                sample: None,
                ..finding
            },
            None => Finding {
                needs_others: true,
                ..finding
            },
        });
    };
    let right = finding.right;
    if alone.fault.answer().is_none() {
        return Ok(Finding {
            right,
            sample: None,
            ..alone
        });
    }
    let answered = known.iter().zip(&answers);
    let wrong = (answered.clone()).filter(|(sample, answer)| sample.answer() != *answer);
    let wrong: Vec<_> = wrong.map(|(sample, _)| sample.clone()).collect();
    let mut finding = Finding {
        right,
        ..shrunk(alone, &wrong, scorer)?
    };
    if let Some((sample, answer)) = finding.sample.as_ref().zip(finding.fault.answer())
        && sample.is_valid()
    {
        // AI and IA may be different pairs to it, which is another mistake: then those say nothing.
        let evidence = answered.filter(|(sample, _)| sample.is_in_order());
        finding.mistake = mistake_in(&evidence.chain([(sample, &answer)]).collect::<Vec<_>>());
    }
    Ok(finding)
}

/// Drops moves from a record, or takes another one that is known to be wrong, as long as that makes it smaller.
fn shrunk(mut found: Finding, wrong: &[Sample], scorer: &mut Scorer<'_>) -> io::Result<Finding> {
    loop {
        let smaller = found
            .sample
            .as_ref()
            .map(|sample| sample.smaller(wrong))
            .unwrap_or_default();
        let fault = scorer.first_fault(&smaller)?;
        let Some(sample) = fault.and_then(|fault| fault.sample) else {
            return Ok(found);
        };
        match scorer.alone(&sample)? {
            Some(alone) if alone.fault.answer().is_some() => found = alone,
            _ => return Ok(found),
        }
    }
}

/// Returns the mistake that explains all answers, if just one does.
fn mistake_in(evidence: &[(&Sample, &String)]) -> Option<Mistake> {
    let explains = |mistake: &Mistake| {
        Habit::ALL.into_iter().any(|habit| {
            evidence
                .iter()
                .all(|(sample, answer)| mistake.answer(sample.record.actions(), habit) == **answer)
        })
    };
    let mut mistakes = Mistake::ALL.iter().copied().filter(explains);
    mistakes.next().filter(|_| mistakes.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_records_tell_all_mistakes_apart() {
        let known = samples::known();
        for &mistake in Mistake::ALL {
            for habit in Habit::ALL {
                let answer = |sample: &Sample| mistake.answer(sample.record.actions(), habit);
                let answers: Vec<_> = known.iter().map(answer).collect();
                let evidence = known
                    .iter()
                    .zip(&answers)
                    .filter(|(sample, _)| sample.is_in_order());
                let evidence: Vec<_> = evidence.collect();
                assert_eq!(mistake_in(&evidence), Some(mistake), "{habit:?}");
            }
        }
        let right: Vec<_> = known
            .iter()
            .map(|sample| sample.answer().to_string())
            .collect();
        assert_eq!(
            mistake_in(&known.iter().zip(&right).collect::<Vec<_>>()),
            None
        );
    }
}

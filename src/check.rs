//! Checks somebody's scorer: a program that reads records and prints scores, one per line.
//!
//! All records go to the program at once, as fast as it takes them, and its answers are compared as they come. The first
//! wrong one is asked again, alone and made smaller, and compared with those of scorers that make a known mistake.

mod naive;
mod samples;
mod scorer;

use std::{io, process::ExitStatus};

use naive::{Habit, MISTAKES, Naive, RECORDS};
use samples::INVALID;
pub(crate) use samples::{Sample, samples};
pub(crate) use scorer::{Feed, MAX_LINE, Scorer};

/// What is wrong with a scorer.
pub(crate) enum Fault {
    /// An answer is not the right one.
    Wrong(String),
    /// It prints more lines than there are records, or fewer, so that lines can't be matched with records.
    OutOfStep { lines: usize, records: usize },
    /// It exited before the answer, or was ended by a signal.
    Ended(ExitStatus),
    /// Its time was over before the answer, or before it exited.
    Late,
    /// It printed a line that is longer than any answer.
    Flooded,
}

impl Fault {
    /// Returns the answer that it came with. A scorer that exits instead of answering has refused the record.
    fn answer(&self) -> Option<&str> {
        match self {
            Self::Wrong(answer) => Some(answer),
            Self::Ended(_) => Some(INVALID),
            _ => None,
        }
    }
}

const CARRIES_STATE: &str =
    "Correct on its own: does your program carry state over from earlier records?";

/// What a check has found.
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// How many answers before it were right.
    pub(crate) right: usize,
    /// The record that shows it: the one with which it came, or a smaller one. There is none after the last answer.
    pub(crate) sample: Option<Sample>,
    /// A sentence about what may be wrong in the program.
    pub(crate) hint: Option<String>,
    /// The end of what the program wrote on standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finding {
    /// Returns `true` if the answer to a record is wrong or missing.
    fn is_wrong_answer(&self) -> bool {
        self.sample.is_some() && self.fault.answer().is_some()
    }

    /// Returns `true` if the shell could not run the program: it has exit codes for that.
    pub(crate) fn is_not_run(&self) -> bool {
        let is_from_shell = |status: &ExitStatus| matches!(status.code(), Some(126 | 127));
        self.right == 0 && matches!(&self.fault, Fault::Ended(status) if is_from_shell(status))
    }
}

/// Checks a scorer with these samples, and returns its first fault, if it has one. Calls `progress` after each record if
/// the program is run for each.
///
/// # Errors
///
/// When no process can be started. The kind is `Interrupted` if the check was stopped.
pub(crate) fn check(
    scorer: &Scorer<'_>,
    samples: &[Sample],
    progress: &mut dyn FnMut(),
) -> io::Result<Option<Finding>> {
    match scorer.first_fault(samples, progress)? {
        Some(finding) if finding.is_wrong_answer() && !finding.is_not_run() => {
            explain(finding, scorer).map(Some)
        }
        found => Ok(found),
    }
}

/// Finds out more about a wrong answer by asking again.
fn explain(mut finding: Finding, scorer: &Scorer<'_>) -> io::Result<Finding> {
    let Some(sample) = &finding.sample else {
        return Ok(finding);
    };
    let right = finding.right;
    match scorer.alone(sample)? {
        Some(alone) if alone.is_wrong_answer() => {
            finding = shrunk(alone, scorer)?;
            let mistake = mistake_of(scorer)?;
            finding.hint = mistake.map(|does| format!("The scorer seems to {does}."));
        }
        Some(alone) => {
            finding = alone;
            finding.sample = None;
        }
        None => match scorer.out_of_step(&samples::for_mistakes())? {
            Some(fault) => (finding.fault, finding.sample) = (fault, None),
            None => finding.hint = Some(CARRIES_STATE.to_string()),
        },
    }
    Ok(Finding { right, ..finding })
}

/// Drops actions from the record of a wrong answer while another answer is wrong then.
fn shrunk(mut found: Finding, scorer: &Scorer<'_>) -> io::Result<Finding> {
    while let Some(sample) = &found.sample {
        match scorer.first_fault(&sample.smaller(), &mut || ())? {
            Some(smaller) if smaller.is_wrong_answer() => found = smaller,
            _ => break,
        }
    }
    Ok(found)
}

/// Returns what a scorer with a known mistake does, if just one mistake explains the answers to the records for them.
fn mistake_of(scorer: &Scorer<'_>) -> io::Result<Option<&'static str>> {
    let mut answers = Vec::new();
    for sample in samples::for_mistakes() {
        let finding = scorer.alone(&sample)?;
        let answer = match &finding {
            None => Some(sample.answer()),
            Some(finding) => finding.fault.answer(),
        };
        let Some(answer) = answer else {
            return Ok(None);
        };
        answers.push(answer.to_string());
    }
    Ok(mistake_in(&answers))
}

fn mistake_in(answers: &[String]) -> Option<&'static str> {
    let explains = |mistake, habit| {
        let scorer = Naive {
            mistake: Some(mistake),
            habit,
            ..Naive::default()
        };
        let mut asked = RECORDS.iter().zip(answers);
        asked.all(|(record, answer)| scorer.clone().answer(record) == *answer)
    };
    let mut mistakes = MISTAKES
        .iter()
        .filter(|(mistake, _)| Habit::ALL.iter().any(|&habit| explains(*mistake, habit)));
    let (_, does) = mistakes.next()?;
    mistakes.next().is_none().then_some(does)
}

#[cfg(test)]
mod tests;

//! Checks a scorer: a program that reads records and prints scores, one per line.
//!
//! The program gets all records at once, the shortest first, and its answers are compared as they arrive. So the first
//! record with a wrong answer is as short as any. It is tried again alone, and made smaller as long as an answer stays
//! wrong. Last, the program's answers to known records are compared with those of scorers that make a common mistake.

mod naive;
mod samples;
mod scorer;

use std::{io, process::ExitStatus};

use naive::{Habit, MISTAKES, Naive, RECORDS};
use samples::INVALID;
pub(crate) use samples::{Sample, samples};
pub(crate) use scorer::{Feed, MAX_LINE, Scorer};

use crate::process::is_not_run;

/// A fault of a scorer.
pub(crate) enum Fault {
    /// An answer is not the right one.
    Wrong(String),
    /// It printed more or fewer lines than there are records, so that lines can't be matched with records.
    OutOfStep { lines: usize, records: usize },
    /// It exited before the answer, or was killed by a signal.
    Ended(ExitStatus),
    /// It did not answer, or did not exit, within the time limit.
    Late,
    /// It printed a line that is too long for an answer.
    Flooded,
}

impl Fault {
    /// Returns the wrong answer. A scorer that exits instead of answering has rejected the record.
    fn answer(&self) -> Option<&str> {
        match self {
            Self::Wrong(answer) => Some(answer),
            Self::Ended(_) => Some(INVALID),
            _ => None,
        }
    }
}

const OTHER_FORM: &str = "Right value, other form: write 0, 0.5, 1, or 2 with one space.";

const CARRIES_STATE: &str =
    "Correct on its own: does your scorer carry state over from earlier records?";

/// The result of a check that has found a fault.
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// The number of right answers before it.
    pub(crate) right: usize,
    /// The record that shows it: the first one, or a smaller one. There is none after the last answer.
    pub(crate) sample: Option<Sample>,
    /// A sentence about the likely mistake in the program.
    pub(crate) hint: Option<String>,
    /// The end of the program's standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finding {
    /// Returns `true` if the answer to a record is wrong or missing.
    fn is_wrong_answer(&self) -> bool {
        self.sample.is_some() && self.fault.answer().is_some()
    }

    /// Returns `true` if the shell could not run the program, by its exit code.
    pub(crate) fn is_not_run(&self) -> bool {
        self.right == 0 && matches!(self.fault, Fault::Ended(status) if is_not_run(status))
    }
}

/// Checks a scorer with samples, the shortest first, and returns its first fault, if there is one. Calls `progress`
/// after each record if the program is started for each record.
///
/// # Errors
///
/// If no process can be started. The kind is `Interrupted` if the check was stopped.
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

/// Runs the scorer again to explain a wrong answer.
fn explain(mut finding: Finding, scorer: &Scorer<'_>) -> io::Result<Finding> {
    let Some(sample) = &finding.sample else {
        return Ok(finding);
    };
    let right = finding.right;
    match scorer.alone(sample)? {
        Some(alone) if alone.is_wrong_answer() => {
            finding = smallest(alone, scorer)?;
            finding.hint = hint(&finding, scorer)?;
            if right == 0 && matches!(finding.fault, Fault::Ended(_)) {
                finding.hint = Some(scorer.feed.question().to_string());
            }
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

/// Removes actions from the record of a wrong answer, as long as an answer stays wrong.
fn smallest(mut found: Finding, scorer: &Scorer<'_>) -> io::Result<Finding> {
    loop {
        let smaller = found.sample.as_ref().map_or(Vec::new(), Sample::smaller);
        let wrong = scorer.first_fault(&smaller, &mut || ())?;
        let Some(sample) = wrong.and_then(|wrong| wrong.sample) else {
            return Ok(found);
        };
        match scorer.alone(&sample)? {
            Some(alone) if alone.is_wrong_answer() => found = alone,
            _ => return Ok(found),
        }
    }
}

/// Returns a sentence about the likely mistake in the program.
fn hint(finding: &Finding, scorer: &Scorer<'_>) -> io::Result<Option<String>> {
    if let (Fault::Wrong(answer), Some(sample)) = (&finding.fault, &finding.sample)
        && !values(answer).is_empty()
        && values(answer) == values(sample.answer())
    {
        return Ok(Some(OTHER_FORM.to_string()));
    }
    Ok(mistake_of(scorer)?.map(|does| format!("The scorer seems to {does}.")))
}

/// Returns the numbers in an answer.
fn values(answer: &str) -> Vec<f64> {
    let words = answer.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Returns the description of the mistake that explains the scorer's answers to the known records, if only one does.
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

//! Checks a scorer: a program that reads records and prints scores.
//!
//! The program gets all records at once, or is started for each record. The shortest records come first, so no record
//! with a wrong answer is shorter than the first one. That record is tried again on its own, and made smaller for as
//! long as the answer stays wrong. Last, the program's answers to known records are compared with those of scorers that
//! make a common mistake.

mod answer;
mod naive;
mod samples;
mod scorer;

use std::process::ExitStatus;

use qttt::Record;

use answer::agrees;
use naive::{Habit, MISTAKES, Naive, RECORDS};
pub(crate) use samples::samples;
use samples::{known, smaller};
pub(crate) use scorer::{Feed, Scorer};

use crate::process::{RunError, is_not_run};

/// A fault of a scorer.
pub(crate) enum Fault {
    /// An answer is not the right one.
    Wrong(String),
    /// It answered every record correctly, and then printed more lines.
    Surplus { records: usize },
    /// It printed nothing, and exited or was killed.
    Silent(ExitStatus),
    /// It exited before it had given all answers, or was killed by a signal before or after the last one.
    Ended(ExitStatus),
    /// It did not answer within the time limit.
    Late,
    /// It gave all answers, but did not exit within the time limit.
    Lingers,
}

impl Fault {
    /// Returns the wrong answer. A scorer that exits instead of answering has rejected the record, as one that answers
    /// `error`.
    fn answer(&self) -> Option<&str> {
        match self {
            Self::Wrong(answer) => Some(answer),
            Self::Silent(_) | Self::Ended(_) => Some("error"),
            _ => None,
        }
    }
}

const CARRIES_STATE: &str =
    "Right on its own; does your scorer skip a record, or carry over state from earlier ones?";

const SHARES_FILE: &str =
    "Right on its own; do several copies of your scorer share a file? Try taskset -c 0 qttt check.";

/// The result of a check that has found a fault.
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// The number of right answers before it.
    pub(crate) answered: usize,
    /// The number of records up to the one that was due.
    pub(crate) tried: usize,
    /// The record that shows the fault: the first one, or a smaller one. `None` if no single record shows it.
    pub(crate) record: Option<Record>,
    /// A sentence about the likely mistake in the program.
    pub(crate) hint: Option<String>,
    /// The end of the program's standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finding {
    /// Returns `true` if the answer to a record is wrong or missing.
    fn is_wrong_answer(&self) -> bool {
        self.record.is_some() && self.fault.answer().is_some()
    }

    /// Returns `true` if the shell could not run the program, by its exit code.
    pub(crate) fn is_not_run(&self) -> bool {
        self.answered == 0 && matches!(self.fault, Fault::Silent(status) if is_not_run(status))
    }
}

/// Returns the right answer to a record, as `qttt` prints it.
pub(crate) fn right_answer(record: &Record) -> &'static str {
    record.position().score().as_str()
}

/// Checks a scorer with records, the shortest first, and returns its first fault, if there is one.
///
/// # Errors
///
/// If no process can be started, or the check was stopped.
pub(crate) fn check(scorer: &Scorer<'_>, records: &[Record]) -> Result<Option<Finding>, RunError> {
    let first = match scorer.feed {
        Feed::Lines => scorer.run(records)?,
        Feed::Line | Feed::Argument => scorer.each(records)?,
    };
    let Some(mut found) = first else {
        return Ok(None);
    };
    let (answered, tried) = (found.answered, found.tried);
    let Some(record) = found.record.as_ref().filter(|_| !found.is_not_run()) else {
        return Ok(Some(found));
    };
    let in_turn = scorer.feed == Feed::Lines || scorer.jobs == 1;
    // The record that was due is tried again on its own.
    match scorer.alone(record)? {
        Some(alone) if alone.is_wrong_answer() => {
            found = smallest(alone, scorer)?;
            found.hint = hint(&found.fault, answered, scorer)?;
        }
        Some(alone) => found = alone,
        None if matches!(found.fault, Fault::Late) => found.record = None,
        None if in_turn => found.hint = Some(CARRIES_STATE.to_string()),
        None => found.hint = Some(SHARES_FILE.to_string()),
    }
    Ok(Some(Finding {
        answered,
        tried,
        ..found
    }))
}

/// Removes actions from the record of a wrong answer, for as long as an answer stays wrong.
fn smallest(mut found: Finding, scorer: &Scorer<'_>) -> Result<Finding, RunError> {
    while let Some(record) = &found.record
        && let Some(alone) = scorer.each(&smaller(record))?
        && alone.is_wrong_answer()
    {
        found = alone;
    }
    Ok(found)
}

/// Returns a sentence about the likely mistake in the program, which has given this many right answers before.
fn hint(fault: &Fault, answered: usize, scorer: &Scorer<'_>) -> Result<Option<String>, RunError> {
    Ok(match fault {
        // The program's own error message explains its failure.
        Fault::Silent(status) if answered == 0 && !status.success() => None,
        Fault::Silent(_) if answered == 0 => Some(scorer.feed.question().to_string()),
        _ => mistake_of(scorer)?.map(|does| format!("The scorer seems to {does}.")),
    })
}

/// Returns the description of the mistake that explains the scorer's answers to the known records, if only one does.
fn mistake_of(scorer: &Scorer<'_>) -> Result<Option<&'static str>, RunError> {
    let mut answers = Vec::new();
    for record in RECORDS.map(known) {
        let found = scorer.alone(&record)?;
        let right = Some(right_answer(&record));
        let answer = found.as_ref().map_or(right, |found| found.fault.answer());
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
        asked.all(|(record, answer)| agrees(answer, &scorer.clone().answer(record)))
    };
    let mut mistakes = MISTAKES
        .iter()
        .filter(|(mistake, _)| Habit::ALL.iter().any(|&habit| explains(*mistake, habit)));
    let (_, does) = mistakes.next()?;
    mistakes.next().is_none().then_some(does)
}

#[cfg(test)]
mod tests;

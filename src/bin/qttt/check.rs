//! Checks a scorer: a program that reads records and prints scores.
//!
//! The program gets all records at once, the shortest first, and its answers are judged as they arrive; or it is started
//! for each record. So no record with a wrong answer is shorter than the first one. That record is tried again on its
//! own, and made smaller for as long as the answer stays wrong. Last, the program's answers to known records are
//! compared with those of scorers that make a common mistake.

mod answer;
mod naive;
mod notation;
mod samples;
mod scorer;

use std::process::ExitStatus;

use answer::agrees;
use naive::{Habit, MISTAKES, Naive};
pub(crate) use notation::{CellNames, LETTERS, NamingCell, Notation};
use samples::INVALID;
pub(crate) use samples::{Sample, Selection};
pub(crate) use scorer::{Feed, MAX_ANSWER, Scorer};

use crate::process::{RunError, is_not_run};

/// A fault of a scorer.
pub(crate) enum Fault {
    /// An answer is not the right one.
    Wrong(String),
    /// It printed more or fewer lines than there are records, so that lines can't be matched with records.
    OutOfStep { lines: usize, records: usize },
    /// It printed nothing, and exited or was killed.
    Silent(ExitStatus),
    /// It exited before it had given all answers, or was killed by a signal before or after the last one.
    Ended(ExitStatus),
    /// It did not answer within the time limit.
    Late,
    /// It gave all answers, but did not exit within the time limit.
    Lingers,
    /// It printed an answer that is too long.
    Flooded,
}

impl Fault {
    /// Returns the wrong answer. A scorer that exits instead of answering has rejected the record.
    fn answer(&self) -> Option<&str> {
        match self {
            Self::Wrong(answer) => Some(answer),
            Self::Silent(_) | Self::Ended(_) => Some(INVALID),
            _ => None,
        }
    }
}

const OTHER_FORM: &str =
    "Right values, wrong format: write 0, 0.5, 1, or 2, with one space between the two scores.";

const CARRIES_STATE: &str =
    "Right on its own; does your scorer carry over state from earlier records?";

const SHARES_FILE: &str =
    "Right on its own; do several copies of your scorer share a file? Try -j1.";

/// The result of a check that has found a fault.
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// The number of right answers before it.
    pub(crate) answered: usize,
    /// The number of records up to the one that was due.
    pub(crate) tried: usize,
    /// The record that shows it: the first one, or a smaller one. There is none if no record alone does.
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
        self.answered == 0 && matches!(self.fault, Fault::Silent(status) if is_not_run(status))
    }
}

/// Checks a scorer with samples, the shortest first, and returns its first fault, if there is one. Calls `progress`
/// after each right answer.
///
/// # Errors
///
/// If no process can be started. The kind is `Interrupted` if the check was stopped.
pub(crate) fn check(
    scorer: &Scorer<'_>,
    samples: &[Sample],
    progress: &(dyn Fn() + Sync),
) -> Result<Option<Finding>, RunError> {
    match scorer.first_fault(samples, progress)? {
        Some(found) if found.is_not_run() => Ok(Some(found)),
        Some(found) if found.is_wrong_answer() || matches!(found.fault, Fault::Late) => {
            explain(found, scorer).map(Some)
        }
        found => Ok(found),
    }
}

/// Tries the record that was due again on its own, to explain a wrong or missing answer.
fn explain(mut found: Finding, scorer: &Scorer<'_>) -> Result<Finding, RunError> {
    let Some(sample) = &found.sample else {
        return Ok(found);
    };
    let (answered, tried) = (found.answered, found.tried);
    match scorer.alone(sample)? {
        Some(alone) if alone.is_wrong_answer() => {
            found = smallest(alone, scorer)?;
            found.hint = hint(&found, answered, scorer)?;
        }
        Some(alone) => {
            found = alone;
            found
                .sample
                .take_if(|_| !matches!(found.fault, Fault::Late));
        }
        None if matches!(found.fault, Fault::Late) => found.sample = None,
        None if scorer.feed != Feed::Lines && scorer.jobs > 1 => {
            found.hint = Some(SHARES_FILE.to_string());
        }
        None => match scorer.out_of_step(&samples::for_mistakes())? {
            Some(fault) => (found.fault, found.sample) = (fault, None),
            None => found.hint = Some(CARRIES_STATE.to_string()),
        },
    }
    Ok(Finding {
        answered,
        tried,
        ..found
    })
}

/// Removes actions from the record of a wrong answer, for as long as an answer stays wrong.
fn smallest(mut found: Finding, scorer: &Scorer<'_>) -> Result<Finding, RunError> {
    loop {
        let sample = found.sample.as_ref();
        let smaller = sample.map_or(Vec::new(), |sample| sample.smaller(scorer.is_strict));
        let wrong = scorer.first_fault(&smaller, &|| ())?;
        let Some(sample) = wrong.and_then(|wrong| wrong.sample) else {
            return Ok(found);
        };
        match scorer.alone(&sample)? {
            Some(alone) if alone.is_wrong_answer() => found = alone,
            _ => return Ok(found),
        }
    }
}

/// Returns a sentence about the likely mistake in the program, which has given so many right answers before.
fn hint(found: &Finding, answered: usize, scorer: &Scorer<'_>) -> Result<Option<String>, RunError> {
    let Some(sample) = &found.sample else {
        return Ok(None);
    };
    Ok(match &found.fault {
        // What a program that failed has printed is the answer.
        Fault::Silent(status) if answered == 0 => {
            let question = scorer.feed.question();
            status.success().then(|| question.to_string())
        }
        Fault::Wrong(answer) if scorer.is_strict && agrees(answer, sample.answer()) => {
            Some(OTHER_FORM.to_string())
        }
        fault => {
            let answer = fault.answer().unwrap_or_default();
            let mistake = mistake_of(scorer, sample, answer)?;
            mistake.map(|does| format!("The scorer seems to {does}."))
        }
    })
}

/// Returns the description of the mistake that explains the scorer's answer to a sample and to the known records, if
/// only one mistake does.
fn mistake_of(
    scorer: &Scorer<'_>,
    sample: &Sample,
    answer: &str,
) -> Result<Option<&'static str>, RunError> {
    let mut answers = Vec::new();
    // The naive scorer doesn't know all records: the cells of its moves are in order.
    if sample.error().is_none() && Naive::default().answer(&sample.to_string()) == sample.answer() {
        answers.push((sample.to_string(), answer.to_string()));
    }
    for sample in samples::for_mistakes() {
        let found = scorer.alone(&sample)?;
        let answer = match &found {
            None => Some(sample.answer()),
            Some(found) => found.fault.answer(),
        };
        let Some(answer) = answer else {
            return Ok(None);
        };
        answers.push((sample.to_string(), answer.to_string()));
    }
    Ok(mistake_in(&answers))
}

/// Returns the description of the mistake that explains the answers to records, if only one mistake does.
fn mistake_in(answers: &[(String, String)]) -> Option<&'static str> {
    let explains = |mistake, habit| {
        let scorer = Naive {
            mistake: Some(mistake),
            habit,
            ..Naive::default()
        };
        let mut answers = answers.iter();
        answers.all(|(record, answer)| agrees(answer, &scorer.clone().answer(record)))
    };
    let mut mistakes = MISTAKES
        .iter()
        .filter(|(mistake, _)| Habit::ALL.iter().any(|&habit| explains(*mistake, habit)));
    let (_, does) = mistakes.next()?;
    mistakes.next().is_none().then_some(does)
}

#[cfg(test)]
mod tests;

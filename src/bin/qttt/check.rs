//! Checks a scorer: a program that reads records and prints scores.
//!
//! The program gets all records at once, or is started for each record. The shortest records come first, so no record
//! with a wrong answer is shorter than the first one. That record is tried again on its own, and made smaller for as
//! long as the answer stays wrong. Last, the program's answers to a few more records are compared with those of scorers
//! that make a common mistake.

mod answer;
mod naive;
mod naming;
mod samples;
mod scorer;

use std::process::ExitStatus;

use qttt::Record;

pub(crate) use answer::numbers;
use naming::mistake_of;
pub(crate) use samples::samples;
use samples::smaller;
pub(crate) use scorer::{Feed, Scorer};

use crate::process::{RunError, is_not_run};

/// A fault of a scorer.
pub(crate) enum Fault {
    /// An answer has two numbers, or is `error`, but is not the right one.
    Wrong(String),
    /// An answer does not have two numbers.
    NotTwoNumbers(String),
    /// It answered every record correctly, and then printed more.
    Surplus,
    /// It exited before it had given all answers, or was killed by a signal before or after the last one.
    Ended(ExitStatus),
    /// It did not answer within the time limit.
    Late,
    /// It gave all answers, but did not exit within the time limit.
    Lingers,
}

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
    /// Returns the record with a wrong answer, and the answer. A scorer that exits instead of answering has rejected
    /// the record, as one that answers `error`.
    fn wrong_answer(&self) -> Option<(&Record, &str)> {
        let answer = match &self.fault {
            Fault::Wrong(answer) => answer,
            Fault::Ended(_) => "error",
            _ => return None,
        };
        Some((self.record.as_ref()?, answer))
    }

    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong_answer().is_some()
    }

    /// Returns `true` if the shell could not run the program, by its exit code.
    pub(crate) fn is_not_run(&self) -> bool {
        self.answered == 0 && matches!(self.fault, Fault::Ended(status) if is_not_run(status))
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
    let Some(first) = first else {
        return Ok(None);
    };
    let (answered, tried) = (first.answered, first.tried);
    let Some(record) = first.record.as_ref().filter(|_| !first.is_not_run()) else {
        return Ok(Some(first));
    };
    // The record that was due is tried again on its own.
    let mut found = match scorer.alone(record)? {
        Some(alone) => smallest(alone, answered, records, scorer)?,
        None => right_alone(first, scorer),
    };
    (found.answered, found.tried) = (answered, tried);
    Ok(Some(found))
}

/// Explains a fault at a record that the scorer answers correctly on its own.
fn right_alone(mut found: Finding, scorer: &Scorer<'_>) -> Finding {
    let is_fed_lines = scorer.feed == Feed::Lines;
    let stops = is_fed_lines && found.answered == 1 && matches!(found.fault, Fault::Ended(_));
    let hint = match found.fault {
        Fault::Late => {
            "Right on its own; if your scorer is slow, allow more time (--timeout), or check fewer records (-n)."
        }
        _ if stops => {
            "It answered one record and stopped. If it reads one record each time it is started: --each=stdin"
        }
        _ if is_fed_lines || scorer.jobs == 1 => {
            "Right on its own; does your scorer skip a record, or carry over state from earlier ones?"
        }
        _ => {
            "Right on its own; do several copies of your scorer share a file? Try taskset -c 0 qttt check."
        }
    };
    if stops || matches!(found.fault, Fault::Late) {
        found.record = None;
    }
    found.hint = Some(hint.to_string());
    found
}

/// Removes actions from the record of a wrong answer, for as long as an answer stays wrong, and adds the likely
/// mistake. The scorer has answered the first of all records correctly.
fn smallest(
    mut found: Finding,
    answered: usize,
    records: &[Record],
    scorer: &Scorer<'_>,
) -> Result<Finding, RunError> {
    let mut right = records[..answered].to_vec();
    while let Some((record, _)) = found.wrong_answer() {
        let mut smaller = smaller(record);
        let next = scorer.each(&smaller)?;
        smaller.truncate(next.as_ref().map_or(smaller.len(), |next| next.answered));
        right.extend(smaller);
        match next.filter(Finding::is_wrong) {
            Some(next) => found = next,
            None => break,
        }
    }
    let Some(wrong) = found.wrong_answer() else {
        return Ok(found);
    };
    let is_silent = answered == 0 && matches!(found.fault, Fault::Ended(_));
    found.hint = if is_silent {
        Some(scorer.feed.question().to_string())
    } else {
        let name = mistake_of(wrong, &right, &records[answered..], |record| {
            scorer.answer(record)
        })?;
        name.map(|does| format!("The scorer seems to {does}."))
    };
    Ok(found)
}

#[cfg(test)]
mod tests;

//! Checks a scorer: a program that reads records and prints scores.
//!
//! The scorer gets all records in one stream, or is started for each record. The shortest records come first, so no record
//! with a wrong answer is shorter than the first one. That record is tried again on its own, and made smaller for as
//! long as the answer stays wrong. Last, the program's answers to a few more records are compared with the answers of
//! scorers that make a common mistake.

mod answer;
pub(crate) mod command;
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

use crate::process::RunError;

/// A fault of a scorer.
pub(crate) enum Fault {
    /// An answer has two numbers, or is `error`, but is not the right one.
    Wrong(String),
    /// An answer does not have two numbers.
    NotTwoNumbers(String),
    /// The program answered every record correctly, and then printed more.
    Surplus,
    /// The program exited before the last answer, or was killed by a signal.
    Ended(ExitStatus),
    /// The program neither answered nor exited within the time limit.
    Late,
}

/// The result of a check that has found a fault.
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// The number of right answers before the fault.
    pub(crate) answered: usize,
    /// The record that shows the fault: the first one, or a smaller one. `None` if no single record shows it.
    pub(crate) record: Option<Record>,
    /// A sentence about the likely mistake in the program.
    pub(crate) hint: Option<String>,
    /// The end of the program's standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finding {
    /// Returns the record of a wrong or missing answer, which a smaller record may also have.
    pub(crate) fn failed_record(&self) -> Option<&Record> {
        let is_failed = matches!(self.fault, Fault::Wrong(_) | Fault::Ended(_));
        self.record.as_ref().filter(|_| is_failed)
    }

    /// Returns the exit status of a program that exited without any answer. Its problem is then not the rules.
    pub(crate) fn silent(&self) -> Option<ExitStatus> {
        match self.fault {
            Fault::Ended(status) if self.answered == 0 => Some(status),
            _ => None,
        }
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
    let Some(record) = &first.record else {
        return Ok(Some(first));
    };
    // The record at which the scorer failed is tried again on its own.
    let found = match scorer.alone(record)? {
        Some(alone) => smallest(alone, records.split_at(first.answered), scorer)?,
        None => right_alone(first, scorer.feed),
    };
    Ok(Some(found))
}

/// Explains a fault at a record that the scorer answers correctly on its own.
fn right_alone(found: Finding, feed: Feed) -> Finding {
    let is_late = matches!(found.fault, Fault::Late);
    let read_one =
        feed == Feed::Lines && found.answered == 1 && matches!(found.fault, Fault::Ended(_));
    let hint = if is_late {
        "Alone, the record is answered in time. If your scorer is slow, allow more time (--timeout) or check fewer records (-n)."
    } else if read_one {
        "The scorer answered one record and stopped. If it reads only one record per run, try --each stdin."
    } else if feed == Feed::Lines {
        "Alone, this record is answered correctly. Does your scorer skip a record, or carry over state from earlier ones?"
    } else {
        "Alone, this record is answered correctly. Do several copies of your scorer share a file? Try taskset -c 0 qttt check."
    };
    Finding {
        record: found.record.filter(|_| !is_late && !read_one),
        hint: Some(hint.to_string()),
        ..found
    }
}

/// Removes actions from the record of a wrong or missing answer, for as long as a smaller record has one, and names the
/// likely mistake. A missing answer names none: a program that crashes may have made any. The scorer has answered the
/// first of all records correctly, but not the rest.
fn smallest(
    mut found: Finding,
    (answered, rest): (&[Record], &[Record]),
    scorer: &Scorer<'_>,
) -> Result<Finding, RunError> {
    let mut right = answered.to_vec();
    while let Some(record) = found.failed_record() {
        let mut smaller = smaller(record);
        let next = scorer.each(&smaller)?;
        smaller.truncate(next.as_ref().map_or(smaller.len(), |next| next.answered));
        right.extend(smaller);
        match next.filter(|next| next.failed_record().is_some()) {
            Some(next) => found = next,
            None => break,
        }
    }
    found.answered = answered.len();
    found.hint = match (&found.fault, &found.record) {
        _ if found.silent().is_some() => Some(scorer.feed.question().to_string()),
        (Fault::Wrong(answer), Some(record)) => {
            let ask = |record: &Record| scorer.answer(record);
            mistake_of((record, answer), &right, rest, ask)?
                .map(|does| format!("The scorer seems to {does}."))
        }
        _ => None,
    };
    Ok(found)
}

#[cfg(test)]
mod tests;

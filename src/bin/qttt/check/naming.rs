//! Names the mistake of a scorer, but only if it explains everything that the scorer has answered.

use qttt::{Record, Score};

use super::{
    answer::agrees,
    naive::{Habit, MISTAKES, Naive},
    right_answer,
};
use crate::process::RunError;

/// The maximum number of records to ask a scorer about.
const MAX_QUESTIONS: usize = 8;

/// The number of further records in which the mistake must show.
const CONFIRMATIONS: usize = 3;

/// Returns the description of the only mistake that explains a wrong answer to a record, the right answers to other
/// records, and the answers to some of `records`, the shortest first. `ask` returns the scorer's answer to a record.
///
/// While several mistakes are possible, the scorer is asked about the shortest record on which they differ. The last
/// mistake is confirmed by the shortest records in which it shows, and by some of the longest, one for each answer that
/// it gives to records with points. A scorer that always prints `0 0` misses every line, and not a single one; one that
/// crashes need not have forgotten the marks that it doesn't find.
///
/// # Errors
///
/// Returns the error of `ask`.
pub(super) fn mistake_of(
    (record, answer): (&Record, &str),
    right: &[Record],
    records: &[Record],
    ask: impl Fn(&Record) -> Result<String, RunError>,
) -> Result<Option<&'static str>, RunError> {
    let mut left: Vec<_> = MISTAKES
        .iter()
        .flat_map(|mistake| Habit::ALL.map(|habit| Naive::new(mistake, habit)))
        .filter(|scorer| agrees(answer, &answer_of(scorer, record)))
        .filter(|scorer| right.iter().all(|record| is_right(scorer, record)))
        .collect();
    let mut asked = vec![record];
    while let [first, others @ ..] = &left[..]
        && others.iter().any(|other| other.mistake != first.mistake)
    {
        let is_telling = |record: &&Record| {
            let answer = answer_of(first, record);
            others
                .iter()
                .any(|other| answer_of(other, record) != answer)
        };
        let telling = records.iter().find(is_telling);
        let Some(record) = telling.filter(|_| asked.len() < MAX_QUESTIONS - CONFIRMATIONS) else {
            return Ok(None);
        };
        let answer = ask(record)?;
        left.retain(|scorer| agrees(&answer, &answer_of(scorer, record)));
        asked.push(record);
    }
    let Some(scorer) = left.first() else {
        return Ok(None);
    };
    let new = records.iter().filter(|record| !asked.contains(record));
    let shows = new.filter(|record| !is_right(scorer, record));
    let mut checks: Vec<_> = shows.take(CONFIRMATIONS).collect();
    if checks.len() < CONFIRMATIONS {
        return Ok(None);
    }
    let mut kinds = Vec::new();
    for record in records.iter().rev() {
        if asked.len() + checks.len() > MAX_QUESTIONS {
            break;
        }
        let kind = (answer_of(scorer, record), is_right(scorer, record));
        let has_points = record.position().score() != Score::Nobody;
        if has_points && !kinds.contains(&kind) && !checks.contains(&record) {
            kinds.push(kind);
            checks.push(record);
        }
    }
    for record in checks {
        let answer = ask(record)?;
        left.retain(|scorer| agrees(&answer, &answer_of(scorer, record)));
    }
    Ok(left.first().map(|scorer| scorer.mistake))
}

fn answer_of(scorer: &Naive, record: &Record) -> String {
    scorer.answer(&record.to_string())
}

fn is_right(scorer: &Naive, record: &Record) -> bool {
    answer_of(scorer, record) == right_answer(record)
}

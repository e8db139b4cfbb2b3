//! Names the mistake of a scorer, but only if it explains everything that the scorer has answered.

use qttt::{Record, Score};

use super::answer::agrees;
use super::naive::{Habit, MISTAKES, Naive};
use super::right_answer;
use crate::process::RunError;

/// The maximum number of records to ask a scorer about.
const MAX_QUESTIONS: usize = 8;

/// The number of records, among those asked about, in which the mistake must show.
const CONFIRMATIONS: usize = 3;

/// Returns the description of the only mistake that explains a wrong answer to a record, the right answers to other
/// records, and the answers to some of `records`, the shortest first. `ask` returns the scorer's answer to a record.
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
        .filter(|naive| agrees(answer, &answer_of(naive, record)))
        .filter(|naive| right.iter().all(|record| is_right(naive, record)))
        .collect();
    let mut asked = Vec::new();
    while asked.len() < MAX_QUESTIONS
        && let Some(record) = question(&left, &asked, records)
    {
        let answer = ask(record)?;
        left.retain(|naive| agrees(&answer, &answer_of(naive, record)));
        asked.push(record);
    }
    let Some(first) = left.first() else {
        return Ok(None);
    };
    let is_only = left.iter().all(|naive| naive.mistake == first.mistake);
    let is_named = is_only && is_confirmed(first, &asked);
    Ok(is_named.then_some(first.mistake))
}

/// Returns the shortest record on which the mistakes left differ, or else the shortest in which the only mistake shows.
/// If it is confirmed, returns the longest record with points of a kind that was not asked about: a scorer that always
/// prints `0 0` misses every line, and not a single one.
fn question<'r>(left: &[Naive], asked: &[&Record], records: &'r [Record]) -> Option<&'r Record> {
    let (first, others) = left.split_first()?;
    let differ = |record: &&Record| {
        let mut rivals = others.iter().filter(|other| other.mistake != first.mistake);
        rivals.any(|rival| answer_of(rival, record) != answer_of(first, record))
    };
    if let Some(record) = records.iter().find(differ) {
        return Some(record);
    }
    if !is_confirmed(first, asked) {
        let shows = |record: &&Record| !asked.contains(record) && !is_right(first, record);
        return records.iter().find(shows);
    }
    let kind = |record: &Record| (record.position().score(), is_right(first, record));
    let known: Vec<_> = asked.iter().map(|record| kind(record)).collect();
    let is_new = |record: &&Record| {
        record.position().score() != Score::Nobody && !known.contains(&kind(record))
    };
    records.iter().rev().find(is_new)
}

/// Returns `true` if a mistake shows in enough of the records asked about.
fn is_confirmed(naive: &Naive, asked: &[&Record]) -> bool {
    let shown = asked.iter().filter(|record| !is_right(naive, record));
    shown.count() >= CONFIRMATIONS
}

fn answer_of(naive: &Naive, record: &Record) -> String {
    naive.answer(&record.to_string())
}

fn is_right(naive: &Naive, record: &Record) -> bool {
    answer_of(naive, record) == right_answer(record)
}

//! What is said about all answers: where the wrong ones are, and how they differ from the correct ones. Each sentence
//! states a count, and is therefore true.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use qttt::support::excerpt;

use super::answer::{Answer, Values, numbers};
use super::clauses::shared_clauses;
use super::scorer::{Fault, Trial};
use crate::process::{USED_TERMINAL, killed_by};
use crate::terminal::{counted, escape, grouped};

/// With fewer wrong answers, or with fewer answers, the records with wrong ones share some clause by chance. Of 100
/// random sets of ten records, 22 did among 40 records, 15 among 60, and none among 100.
const MIN_WRONG: usize = 10;
const MIN_ANSWERS: usize = 100;

/// The smallest share of wrong answers among the records of which a clause is so, in per cent. Many faults don't change
/// all of these scores, but a clause with a lower share seldom has to do with the fault.
const MIN_PERCENT: usize = 35;

/// Counts the answers, says where the wrong ones are and how they differ from the correct ones, and describes the fault
/// after which no more were read.
pub(super) fn summary(trial: &Trial, timeout: Duration) -> String {
    let (answered, wrong) = (trial.answers.len(), trial.wrong().count());
    let facts = facts_about(&trial.answers).unwrap_or_default();
    let Some(fault) = &trial.fault else {
        let verb = if wrong == 1 { "is" } else { "are" };
        let [wrong, all] = [wrong, answered].map(grouped);
        return format!("{wrong} of {all} answers {verb} wrong.\n{facts}");
    };
    let fault = match fault {
        Fault::NotTwoNumbers(answer) => {
            let (count, answer) = (numbers(answer).len(), shown(answer));
            format!("expected two numbers, X's points and O's; found {count}: {answer}")
        }
        Fault::Surplus(line) => format!("the scorer printed an extra line: {}", shown(line)),
        Fault::Ended(status) => {
            let did = if answered == 0 {
                "printed nothing"
            } else {
                "stopped"
            };
            let end = killed_by(*status).unwrap_or_else(|| status.to_string());
            format!("the scorer {did} ({end}).")
        }
        Fault::UsedTerminal => format!("the scorer {USED_TERMINAL}."),
        Fault::Late => {
            let seconds = timeout.as_secs_f64();
            format!("the scorer neither answered nor exited within {seconds} s.")
        }
    };
    match (answered, wrong) {
        (0, _) => format!("{}{}\n", fault[..1].to_uppercase(), &fault[1..]),
        (_, 0) => format!("After {}: {fault}\n", counted(answered, "correct answer")),
        (_, wrong) => {
            let (answers, wrong) = (counted(answered, "answer"), grouped(wrong));
            let without_answer = |record| format!("Without an answer: {record}\n");
            let next: String = trial.unanswered.iter().map(without_answer).collect();
            format!("After {answers}, {wrong} of them wrong: {fault}\n{next}{facts}")
        }
    }
}

/// Returns the beginning of an answer, quoted if it is empty or has invisible characters.
pub(super) fn shown(answer: &str) -> String {
    let start = excerpt(answer);
    if escape::line(&start) == start && !start.is_empty() && start.trim() == start {
        start
    } else {
        format!("{start:?}")
    }
}

/// Says what is so of all answers, if some are wrong: that they are correct in another form or for other records, or
/// else where the wrong ones are, and how they differ from the correct ones.
pub(super) fn facts_about(answers: &[Answer]) -> Option<String> {
    let first_wrong = answers.iter().position(Answer::is_wrong)?;
    let wrong: Vec<_> = answers.iter().filter(|answer| answer.is_wrong()).collect();
    pattern(answers, first_wrong, wrong.len()).or_else(|| {
        let is_error = |answer: &Answer| answer.values == Values::Error;
        // A scorer with two faults may print `error` for one of them. A fifth of the wrong answers is enough to ask.
        let has_errors = 5 * wrong.iter().filter(|answer| is_error(answer)).count() > wrong.len();
        let of_errors = || place(answers, "`error` answers", is_error).filter(|_| has_errors);
        let of_all = place(answers, "wrong answers", Answer::is_wrong);
        Some(of_all.or_else(of_errors).unwrap_or_default() + &difference(&wrong))
    })
}

/// Says if the answers since the first wrong one are correct in another form, or for the records next to theirs.
fn pattern(answers: &[Answer], first_wrong: usize, wrong: usize) -> Option<String> {
    let correct: Vec<_> = answers.iter().map(|answer| answer.correct).collect();
    let swapped = correct.iter().map(|[x, o]| [*o, *x]).collect();
    let times = |n: f64| correct.iter().map(|it| it.map(|p| n * p)).collect();
    // No record is before the first one or after the last one, and no answer is equal to NaN.
    let none = [[f64::NAN; 2]];
    let next = [&correct[1..], &none].concat();
    let previous = [&none, &correct[..]].concat();
    let patterns: [(&str, Vec<[f64; 2]>); 5] = [
        ("have O's points first", swapped),
        ("double the points", times(2.0)),
        ("are percentages", times(100.0)),
        ("are correct for the next record", next),
        ("are correct for the previous record", previous),
    ];
    let since = &answers[first_wrong..];
    patterns.into_iter().find_map(|(pattern, points)| {
        let pairs = since.iter().zip(&points[first_wrong..]);
        let is_so = |(answer, points): &(&Answer, &_)| answer.values == Values::Points(**points);
        let so = pairs.filter(is_so).count();
        let [n, of] = [so, since.len()].map(grouped);
        let text = format!("From the first wrong answer on, {n} of {of} answers {pattern}.\n");
        // Exceptions are at most a tenth of the wrong answers, for example where the output begins to go wrong.
        (wrong >= MIN_WRONG && 10 * (since.len() - so) <= wrong).then_some(text)
    })
}

/// Says how the wrong answers differ from the correct ones.
fn difference(wrong: &[&Answer]) -> String {
    let (mut counts, found) = (BTreeMap::new(), wrong[0].values);
    for answer in wrong {
        let pair = [Values::Points(answer.correct), answer.values].map(Values::text);
        *counts.entry(pair.join(" → ")).or_insert(0) += 1;
    }
    if counts.len() > 1 && wrong.iter().all(|answer| answer.values == found) {
        return format!("Found: always {}.\n", found.text());
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    let others = counts.iter().skip(3).map(|(_, count)| count).sum();
    counts.truncate(3);
    counts.extend((others > 0).then(|| ("others".to_string(), others)));
    let text = |(pair, count)| format!("{pair} ({})", grouped(count));
    let list: Vec<_> = counts.into_iter().map(text).collect();
    format!("Expected and found: {}.\n", list.join("; "))
}

/// Says to which records some answers are, if a clause is so of these records and of few others.
fn place(answers: &[Answer], kind: &str, is_matching: impl Fn(&Answer) -> bool) -> Option<String> {
    let (matching, rest): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| is_matching(answer));
    if matching.len() < MIN_WRONG || answers.len() < MIN_ANSWERS || rest.is_empty() {
        return None;
    }
    // Most scorers are right about all records without a line. If this one is, such records are left out: otherwise,
    // "a player has a line" would hide what matters.
    let has_line = |answer: &&Answer| answer.correct != [0.0, 0.0];
    let all_have_line = matching.iter().all(has_line);
    let is_counted = |answer: &&Answer| has_line(answer) || !all_have_line;
    let (rest, without_line): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_counted);
    let clauses = shared_clauses(&matching, &rest).into_iter();
    let (mut clause, also) = clauses.min_by_key(|(clause, also)| (*also, clause.len()))?;
    let all = matching.len() + also;
    // A clause that is so of most of the other records, too, says nothing about the wrong answers: it must leave out a
    // third of these records.
    if also > 0 && (100 * matching.len() < MIN_PERCENT * all || 3 * also > 2 * rest.len()) {
        return None;
    }
    let mut shared_there = shared_clauses(&matching, &without_line).into_iter();
    if shared_there.any(|(other, also)| other == clause && also > 0) {
        clause += ", and a player has a line";
    }
    let [count, all] = [matching.len(), all].map(grouped);
    Some(match also {
        0 => format!("The {kind} are exactly those to the {count} records in which {clause}.\n"),
        _ => format!("All {count} {kind} are to records in which {clause} ({count} of {all}).\n"),
    })
}

//! What is said about wrong answers: each clause is compared with plain code, each sentence is counted again, and none
//! is said about random ones.

mod history;
// The naive scorer of the other tests.
#[path = "../../../../tests/support/naive.rs"]
mod naive;
mod wrong;

use std::collections::{BTreeMap, BTreeSet};

use history::History;
use naive::Naive;
use qttt::Rng;
use wrong::{correct, points, wrong_scorers};

use super::answer::{Answer, points_of, values_of};
use super::clauses::{Extent, clauses_of};
use super::samples::samples;
use super::summary::facts_about;
use super::*;

/// Lists the clauses.
fn all_clauses(records: &[Record]) -> BTreeSet<&'static str> {
    let clauses = records.iter().map(|record| clauses_of(record).0);
    clauses.flat_map(BTreeMap::into_keys).collect()
}

#[test]
fn plain_code_says_the_same_of_each_clause() {
    let records = samples(5_000, 3);
    let all = all_clauses(&records);
    let mut said = BTreeSet::new();
    for record in &records {
        let (clauses, history) = (clauses_of(record), History::of(record.to_string()));
        for &clause in &all {
            let Extent(number) = clauses[clause];
            assert_eq!(number, history.says(clause), "{clause}: {record}");
            said.insert((clause, number > 0));
        }
    }
    for clause in all {
        assert!(said.contains(&(clause, true)), "never: {clause}");
        let is_always = clause == "the text has {} or more characters";
        let is_sometimes = said.contains(&(clause, false));
        assert_eq!(is_sometimes, !is_always, "always: {clause}");
    }
}

fn answers_of(records: &[Record], scorer: impl Fn(&[Record], usize) -> String) -> Vec<Answer> {
    let answer = |nth: usize| {
        let text = scorer(records, nth);
        Answer {
            record: records[nth].clone(),
            values: values_of(&text).expect("an answer"),
            text,
            correct: points_of(&records[nth]),
        }
    };
    (0..records.len()).map(answer).collect()
}

/// A record, and an answer to it, which may be wrong.
struct Case<'h> {
    history: &'h History,
    found: String,
    expected: String,
}

impl Case<'_> {
    fn is_wrong(&self) -> bool {
        self.found != self.expected
    }
}

/// Returns the numbers in a part of a sentence.
fn numbers_in(text: &str) -> Vec<usize> {
    let words = text.split([' ', '(', ')', ';']);
    let words = words.map(|word| word.trim_end_matches('.').replace(',', ""));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Returns the numbers of a sentence that says in which records some answers are.
fn count_place(sentence: &str, cases: &[Case], all: &BTreeSet<&str>) -> [Vec<usize>; 2] {
    let is_such = |case: &&Case| {
        case.is_wrong() && (!sentence.contains("`error` answers") || case.found == "error")
    };
    let (start, clause) = sentence.split_once(" records in which ").expect(sentence);
    let (clause, end) = clause.rsplit_once(" (").unwrap_or((clause, ""));
    let mut clauses = clause.trim_end_matches('.').split(", and ");
    let (clause, line) = (clauses.next().expect(sentence), clauses.next());
    let is_so = |case: &&Case| {
        let has_line = line.is_none_or(|line| case.history.is(line, all));
        has_line && case.history.is(clause, all)
    };
    let such = cases.iter().filter(is_such).count();
    let so: Vec<_> = cases.iter().filter(is_so).collect();
    let both = so.iter().filter(|case| is_such(case)).count();
    assert_eq!(both, such, "not all of them: {sentence}");
    let is_exact = sentence.contains("exactly");
    assert_eq!(so.len() == such, is_exact, "{sentence}");
    let expected = if is_exact {
        vec![such]
    } else {
        vec![such, such, so.len()]
    };
    [expected, [numbers_in(start), numbers_in(end)].concat()]
}

/// Returns the numbers of a sentence that says how the wrong answers differ.
fn count_difference(list: &str, cases: &[Case]) -> [Vec<usize>; 2] {
    let wrong: Vec<_> = cases.iter().filter(|case| case.is_wrong()).collect();
    let pair = |case: &&&Case| format!("{} → {}", case.expected, case.found);
    let (mut counts, mut others) = (Vec::new(), wrong.len());
    for item in list.split("; ") {
        let is_such = |case: &&&Case| item.starts_with(&(pair(case) + " ("));
        let count = wrong.iter().filter(is_such).count();
        counts.push(if item.starts_with("others") {
            others
        } else {
            count
        });
        others -= counts[counts.len() - 1];
    }
    assert_eq!(others, 0, "{list}");
    let numbers = list.split("; ").filter_map(|item| item.split_once(" ("));
    [
        counts,
        numbers.flat_map(|(_, number)| numbers_in(number)).collect(),
    ]
}

/// Returns the numbers of a sentence that says what all answers since the first wrong one are.
fn count_pattern(sentence: &str, cases: &[Case]) -> [Vec<usize>; 2] {
    let first = cases
        .iter()
        .position(Case::is_wrong)
        .expect("a wrong answer");
    let text = |[x, o]: [f64; 2]| format!("{x} {o}");
    let expected = |nth: usize| {
        let [x, o] = points(&cases[nth].expected);
        let is = |other: usize| cases.get(other).map(|case| case.expected.clone());
        match sentence.rsplit(" answers ").next() {
            Some("have O's points first.") => Some(text([o, x])),
            Some("double the points.") => Some(text([x + x, o + o])),
            Some("are percentages.") => Some(text([x * 100.0, o * 100.0])),
            Some("are correct for the next record.") => is(nth + 1),
            Some("are correct for the previous record.") => is(nth - 1),
            _ => panic!("{sentence}"),
        }
    };
    let is_so = |nth: &usize| expected(*nth).as_ref() == Some(&cases[*nth].found);
    let same = (first..cases.len()).filter(is_so).count();
    [vec![same, cases.len() - first], numbers_in(sentence)]
}

#[test]
fn each_sentence_is_true_when_it_is_counted_again() {
    let records = samples(1_500, 1);
    let clauses = all_clauses(&records);
    let mut kinds = BTreeSet::new();
    let history = |record: &Record| History::of(record.to_string());
    let histories: Vec<_> = records.iter().map(history).collect();
    let scorers = wrong_scorers();
    assert!(scorers.len() >= 40);
    for (name, scorer) in scorers {
        let answers = answers_of(&records, scorer);
        let case = |(answer, history): (&Answer, _)| Case {
            history,
            found: answer.text.clone(),
            expected: correct(&answer.record),
        };
        let cases: Vec<_> = answers.iter().zip(&histories).map(case).collect();
        for sentence in facts_about(&answers).expect(&name).lines() {
            let list = sentence.strip_prefix("Expected and found: ");
            let always = sentence.strip_prefix("Found: always ");
            let [counted, said] = if let Some(list) = list {
                count_difference(list.trim_end_matches('.'), &cases)
            } else if let Some(found) = always {
                let mut wrong = cases.iter().filter(|case| case.is_wrong());
                let is_always = wrong.all(|case| case.found == found.trim_end_matches('.'));
                [vec![1], vec![is_always.into()]]
            } else if sentence.starts_with("From the first wrong answer on, ") {
                count_pattern(sentence, &cases)
            } else {
                count_place(sentence, &cases, &clauses)
            };
            assert_eq!(counted, said, "{name}: {sentence}");
            let words: Vec<_> = sentence
                .split(' ')
                .filter(|word| !word.contains(char::is_numeric))
                .collect();
            kinds.insert(words[..2].join(" "));
        }
    }
    let kinds: Vec<_> = kinds.iter().map(String::as_str).collect();
    let all = [
        "All wrong",
        "Expected and",
        "Found: always",
        "From the",
        "The `error`",
        "The wrong",
    ];
    assert_eq!(kinds, all);
}

#[test]
fn nothing_is_said_of_random_answers() {
    let mut rng = Rng::from_seed(5);
    for count in [100, 200, 2_000] {
        let records = samples(count, 1);
        for trial in 0..100 {
            let mut wrong = BTreeSet::new();
            while wrong.len() < 10 {
                wrong.insert(rng.below(count as u32) as usize);
            }
            let scorer = |records: &[Record], nth: usize| {
                if wrong.contains(&nth) {
                    return "3 3".to_string();
                }
                correct(&records[nth])
            };
            let said = facts_about(&answers_of(&records, scorer)).expect("wrong answers");
            // Only how they differ.
            assert_eq!(said.lines().count(), 1, "{count}, {trial}: {said}");
        }
    }
}

#[test]
fn longer_checks_find_no_shorter_wrong_record() {
    let checks = [samples(10_000, 1), samples(20_000, 2)].map(|records| {
        let expected: Vec<_> = records.iter().map(correct).collect();
        (records, expected)
    });
    for (name, scorer) in wrong_scorers() {
        let [found, shorter] = checks.each_ref().map(|(records, expected)| {
            let mut numbers = 0..records.len();
            let wrong = numbers.find(|&nth| scorer(records, nth) != expected[nth]);
            records[wrong.expect(&name)].actions().len()
        });
        assert!(found <= shorter || name.starts_with("the "), "{name}");
    }
}

#[test]
fn hard_records_are_documented_with_their_scores() {
    let page = include_str!("../../../../docs/judging.md");
    let (_, table) = page.split_once("| --- | --- | --- |\n").expect("a table");
    for row in table.lines() {
        let mut cells = row.split('`').skip(1).step_by(2);
        let (record, score) = (cells.next().expect(row), cells.next());
        let end = Naive::replay(record).expect(record);
        assert_eq!(score, Some(end.score().as_str()), "{row}");
    }
}

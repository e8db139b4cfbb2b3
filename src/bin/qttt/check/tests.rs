//! The mistakes of the naive scorer, and their names.

use qttt::generate::Generator;
use qttt::solve::Solver;
use qttt::{Cell, Mark, Player, Strategy};

use super::*;

#[test]
fn a_mistake_in_the_rules_leaves_most_scores_correct() {
    let solver = Solver::new();
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 28);
    let records: Vec<_> = (0..500)
        .map(|_| generator.partial_record(&solver))
        .collect();
    for &mistake in Mistake::value_variants() {
        // These are wrong in other ways.
        use Mistake::*;
        if matches!(mistake, SwapsPoints | DoublesPoints | PrintsPercentages) {
            continue;
        }
        for &fallback in Fallback::value_variants() {
            let scorer = Naive::new(&[mistake], fallback);
            let is_right = |record: &&Record| {
                scorer.answer(&record.to_string()) == record.position().score().as_str()
            };
            let right = records.iter().filter(is_right).count();
            assert!(
                2 * right > records.len(),
                "{mistake:?}, {fallback:?}: {right}"
            );
        }
    }
}

/// Returns the mistake named for a scorer.
fn named(scorer: impl Fn(&Record) -> String, records: &[Record]) -> Option<String> {
    let answer = |record: &Record| (record.clone(), scorer(record));
    mistake_of(&records.iter().map(answer).collect::<Vec<_>>())
}

#[test]
fn every_mistake_is_named() {
    let records = samples(200, 1);
    let mut fallbacks = Fallback::value_variants().iter().cycle();
    for &mistake in Mistake::value_variants() {
        for &fallback in fallbacks.by_ref().take(3) {
            let naive = Naive::new(&[mistake], fallback);
            let named = named(|record| naive.answer(&record.to_string()), &records);
            assert_eq!(
                named,
                Some(mistake.to_string()),
                "{mistake:?}, {fallback:?}"
            );
        }
    }
}

/// Scores a record by a table of lines.
fn score_by(lines: &[[char; 3]], record: &Record) -> String {
    let position = record.position();
    let mark_in = |cell: char| {
        let cell = Cell::ALL.into_iter().find(|other| other.letter() == cell);
        position
            .classical(cell.expect("a cell"))
            .map_or(0, Mark::number)
    };
    let highest = |player: u8| -> Vec<u8> {
        let marks = lines.iter().map(|line| line.map(mark_in));
        let own = marks.filter(|marks| marks.iter().all(|&mark| mark > 0 && mark % 2 == player));
        own.filter_map(|marks| marks.into_iter().max()).collect()
    };
    let (x, o) = (highest(1), highest(0));
    if x.is_empty() || o.is_empty() {
        return format!("{} {}", x.len(), o.len());
    }
    let score = if x.iter().min() < o.iter().min() {
        "1 0.5"
    } else {
        "0.5 1"
    };
    score.to_string()
}

/// The lines, without some of them, and one line with a mistyped letter.
fn table(missing: &[&str], mistyped: Option<(&str, &str)>) -> Vec<[char; 3]> {
    let lines = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"].into_iter();
    let lines = lines.filter(|line| !missing.contains(line));
    let lines = lines.map(|line| match mistyped {
        Some((right, wrong)) if line == right => wrong,
        _ => line,
    });
    lines
        .map(|line| [0, 1, 2].map(|nth| char::from(line.as_bytes()[nth])))
        .collect()
}

#[test]
fn two_mistakes_are_named_together() {
    let records = samples(200, 1);
    let table = table(&["ABC", "CEG"], None);
    let name = named(|record| score_by(&table, record), &records);
    assert_eq!(
        name.as_deref(),
        Some("miss the line ABC and miss the line CEG")
    );
    let makes_both = Naive::new(
        &[Mistake::IgnoresDoubledCell, Mistake::SwapsPoints],
        Fallback::Skips,
    );
    let name = named(|record| makes_both.answer(&record.to_string()), &records);
    assert_eq!(
        name.as_deref(),
        Some("ignore a move into the last free cell and print O's points first")
    );
}

#[test]
fn only_a_scorer_that_makes_a_mistake_gets_its_name() {
    let records = samples(200, 1);
    for (right, wrong) in [
        ("ABC", "ABD"),
        ("DEF", "DEA"),
        ("GHI", "CHI"),
        ("ADG", "AEG"),
        ("BEH", "BEI"),
        ("CFI", "CGI"),
        ("AEI", "AEH"),
        ("CEG", "CDG"),
    ] {
        let table = table(&[], Some((right, wrong)));
        let name = named(|record| score_by(&table, record), &records);
        assert_eq!(name, None, "{wrong}");
    }
    // If both players have a line, who gets the whole point depends on something else.
    let has_more = |record: &Record| {
        let [x, o] = Player::ALL.map(|own| record.position().cells_of(own).into_iter().count());
        x > o
    };
    let give_full_point = |record: &Record, to_x: bool| match record.position().score().as_str() {
        "1 0.5" | "0.5 1" if to_x => "1 0.5".to_string(),
        "1 0.5" | "0.5 1" => "0.5 1".to_string(),
        other => other.to_string(),
    };
    let by_count = |record: &Record| give_full_point(record, has_more(record));
    assert_eq!(named(by_count, &records), None);
    let measurer_first =
        |record: &Record| give_full_point(record, record.position().move_count().is_multiple_of(2));
    let name = named(measurer_first, &records).expect("a mistake");
    assert_eq!(name, Mistake::HighestOfAllMarks.to_string());
    assert_eq!(named(|_| "0 0".to_string(), &records), None);
}

#[test]
fn longer_checks_find_no_shorter_wrong_record() {
    let length = |record: &Record| record.actions().len();
    let records = [samples(10_000, 1), samples(20_000, 2)];
    assert!(records[0].is_sorted_by_key(length));
    for &mistake in Mistake::value_variants() {
        let scorer = Naive::new(&[mistake], Fallback::default());
        let is_wrong = |record: &&Record| {
            scorer.answer(&record.to_string()) != record.position().score().as_str()
        };
        let [found, shorter] = records.each_ref().map(|records| {
            let found = records.iter().find(is_wrong);
            found.map(length).expect("the mistake shows")
        });
        assert!(found <= shorter, "{mistake:?}");
    }
}

#[test]
fn every_mistake_is_documented_under_its_name() {
    let page = include_str!("../../../../docs/judging.md");
    // One of the lines stands for all eight.
    let name_of = |mistake: &Mistake| match mistake.to_string() {
        name if name.starts_with("miss the line") => {
            "miss the line AEI (or another of the eight)".to_string()
        }
        name => name,
    };
    let mut names: BTreeSet<_> = Mistake::value_variants().iter().map(name_of).collect();
    for line in page.lines() {
        let cells: Vec<_> = line
            .split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ', '`']))
            .collect();
        let [name, record, answer, right] = cells[..] else {
            continue;
        };
        if !names.remove(name) {
            assert!(record.len() < 8, "{line}");
            continue;
        }
        assert_eq!(Naive::default().answer(record), right, "{line}");
        let mut family = Mistake::value_variants()
            .iter()
            .filter(|one| name_of(one) == name);
        let answers = family.any(|&mistake| {
            let mut fallbacks = Fallback::value_variants().iter();
            fallbacks.any(|&fallback| Naive::new(&[mistake], fallback).answer(record) == answer)
        });
        assert!(answers, "{line}");
    }
    assert_eq!(names, BTreeSet::new());
}

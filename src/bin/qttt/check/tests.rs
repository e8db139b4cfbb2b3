//! The mistakes of the naive scorer, and their names.

use qttt::generate::{Generator, Strategy};
use qttt::solve::Solver;
use qttt::{Cell, Mark, Player};

use super::*;

#[test]
fn a_mistake_in_the_rules_leaves_most_scores_right() {
    let solver = Solver::new();
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 28);
    let records: Vec<_> = (0..500)
        .map(|_| generator.partial_record(&solver))
        .collect();
    for &mistake in Mistake::value_variants() {
        if mistake == Mistake::SwapsPoints {
            continue;
        }
        for habit in Habit::ALL {
            let scorer = Naive::new(&[mistake], habit);
            let is_right =
                |record: &&Record| scorer.answer(&record.to_string()) == right_answer(record);
            let right = records.iter().filter(is_right).count();
            assert!(2 * right > records.len(), "{mistake:?}, {habit:?}: {right}");
        }
    }
}

/// Returns the mistake named for a scorer.
fn named(scorer: impl Fn(&Record) -> String, records: &[Record]) -> Option<Mistake> {
    let answer = |record: &Record| (record.clone(), scorer(record));
    mistake_of(&records.iter().map(answer).collect::<Vec<_>>())
}

#[test]
fn every_mistake_is_named() {
    for (count, habits) in [(200, &Habit::ALL[..]), (10_000, &Habit::ALL[..1])] {
        let records = samples(count, 1);
        for &mistake in Mistake::value_variants() {
            for &habit in habits {
                let naive = Naive::new(&[mistake], habit);
                let named = named(|record| naive.answer(&record.to_string()), &records);
                let context = format!("{mistake:?}, {habit:?}, {count} records");
                assert_eq!(named, Some(mistake), "{context}");
            }
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

/// Returns tables that lack two of the lines, or in which one letter is mistyped.
fn wrong_tables() -> Vec<Vec<[char; 3]>> {
    let lines = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"];
    let lines = lines.map(|line| [0, 1, 2].map(|nth| char::from(line.as_bytes()[nth])));
    let mut tables = Vec::new();
    for (nth, line) in lines.iter().enumerate() {
        for other in &lines[nth + 1..] {
            let left = lines.iter().filter(|one| ![line, other].contains(one));
            tables.push(left.copied().collect());
        }
        for letter in 0..3 {
            for typo in ('A'..='I').filter(|typo| !line.contains(typo)) {
                let mut table = lines.to_vec();
                table[nth][letter] = typo;
                tables.push(table);
            }
        }
    }
    tables
}

#[test]
fn a_scorer_that_nearly_makes_a_mistake_with_a_name_gets_none() {
    let records = samples(200, 1);
    let tables = wrong_tables();
    assert_eq!(tables.len(), 172);
    for table in tables {
        let name = named(|record| score_by(&table, record), &records);
        assert_eq!(name, None, "{table:?}");
    }
    // If both players have a line, who gets the whole point depends on something else.
    let has_more = |record: &Record| {
        let [x, o] = Player::ALL.map(|own| record.position().cells_of(own).into_iter().count());
        x > o
    };
    let has_moved_last = |record: &Record| record.position().moves() % 2 == 1;
    for is_first in [has_more, has_moved_last] {
        let scorer = |record: &Record| match right_answer(record) {
            "1 0.5" | "0.5 1" if is_first(record) => "1 0.5",
            "1 0.5" | "0.5 1" => "0.5 1",
            other => other,
        };
        assert_eq!(named(|record| scorer(record).to_string(), &records), None);
    }
    assert_eq!(named(|_| "0 0".to_string(), &records), None);
}

#[test]
fn more_records_show_no_mistake_in_fewer_actions() {
    let length = |record: &Record| record.actions().len();
    let records = [samples(10_000, 1), samples(30_000, 2)];
    assert!(records[0].is_sorted_by_key(length));
    for &mistake in Mistake::value_variants() {
        for habit in Habit::ALL {
            let scorer = Naive::new(&[mistake], habit);
            let is_wrong =
                |record: &&Record| scorer.answer(&record.to_string()) != right_answer(record);
            let [found, shorter] = records.each_ref().map(|records| {
                let found = records.iter().find(is_wrong);
                found.map(length).expect("the mistake shows")
            });
            assert!(found <= shorter, "{mistake:?}, {habit:?}");
        }
    }
}

#[test]
fn every_mistake_is_documented_under_its_name() {
    let page = include_str!("../../../../docs/judging.md");
    let mut documented = 0;
    for line in page.lines() {
        let cells: Vec<_> = line
            .split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ', '`']))
            .collect();
        let [name, record, answer, right] = cells[..] else {
            continue;
        };
        let mut mistakes = Mistake::value_variants().iter();
        let Some(mistake) = mistakes.find(|mistake| name.starts_with(&mistake.to_string())) else {
            assert!(!record.starts_with('A'), "{line}");
            continue;
        };
        // One of the lines stands for all eight.
        let is_line = name.starts_with("miss the line");
        documented += if is_line { 8 } else { 1 };
        assert_eq!(Naive::default().answer(record), right, "{line}");
        let answers = |habit| Naive::new(&[*mistake], habit).answer(record) == answer;
        assert!(Habit::ALL.into_iter().any(answers), "{line}");
    }
    assert_eq!(documented, Mistake::value_variants().len());
}

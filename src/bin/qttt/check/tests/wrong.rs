//! Wrong scorers.

use qttt::Record;

use super::history::{History, LINES};
use super::naive::Naive;

/// A wrong scorer: its name, and its answer to the record with a number.
pub(super) type Wrong = (String, Box<dyn Fn(&[Record], usize) -> String>);

/// More than forty wrong scorers, of many kinds.
pub(super) fn wrong_scorers() -> Vec<Wrong> {
    let mut scorers = Vec::new();
    let mut add = |name: &str, answer: Box<dyn Fn(&Record) -> String>| {
        let answer = move |records: &[Record], nth: usize| answer(&records[nth]);
        scorers.push((name.to_string(), Box::new(answer) as Box<_>));
    };
    for (name, table) in wrong_tables() {
        add(
            &name,
            Box::new(move |record| score_by(&table, record, highest)),
        );
    }
    for (name, key) in wrong_keys() {
        add(name, Box::new(move |record| score_by(&LINES, record, key)));
    }
    for (name, edit) in wrong_readers() {
        add(
            name,
            Box::new(move |record| replayed(&edit(&record.to_string()))),
        );
    }
    for (from, to) in [
        ("2 0", "1 0"),
        ("2 0", "1.5 0"),
        ("0.5 1", "1 0.5"),
        ("0.5", "0"),
        ("0 1", "error"),
        ("1 0", "0 0"),
    ] {
        let name = format!("{to} for {from}");
        add(
            &name,
            Box::new(move |record| correct(record).replace(from, to)),
        );
    }
    let mut without_last = LINES.to_vec();
    without_last.pop();
    let errors = move |record: &Record| {
        let left_spooky = History::of(record.to_string()).says("a measurement left a pair spooky");
        match left_spooky {
            0 => score_by(&without_last, record, highest),
            _ => "error".to_string(),
        }
    };
    add("errors and a missing line", Box::new(errors));
    scorers.extend(wrong_writers());
    scorers
}

/// Tables of lines with a missing, a mistyped, or an extra line.
fn wrong_tables() -> Vec<(String, Vec<[usize; 3]>)> {
    let mut tables = vec![(
        "an extra line".to_string(),
        [&LINES[..], &[[1, 2, 3]]].concat(),
    )];
    for nth in 0..LINES.len() {
        let mut missing = LINES.to_vec();
        missing.remove(nth);
        tables.push((format!("line {nth} is missing"), missing));
        let mut mistyped = LINES.to_vec();
        mistyped[nth][2] = (mistyped[nth][2] + 1) % 9;
        tables.push((format!("line {nth} is mistyped"), mistyped));
    }
    tables
}

/// What decides which of two lines scores the whole point: the lower key.
type Key = fn([u8; 3]) -> u32;

fn highest(marks: [u8; 3]) -> u32 {
    marks.map(u32::from)[0]
        .max(marks[1].into())
        .max(marks[2].into())
}

fn wrong_keys() -> [(&'static str, Key); 6] {
    [
        ("lowest", |marks| {
            marks.into_iter().min().unwrap_or(0).into()
        }),
        ("sum", |marks| marks.map(u32::from).iter().sum()),
        ("product", |marks| marks.map(u32::from).iter().product()),
        ("first", |marks| marks[0].into()),
        ("last", |marks| marks[2].into()),
        ("none", |_| 0),
    ]
}

fn score_by(table: &[[usize; 3]], record: &Record, key: Key) -> String {
    let board = History::of(record.to_string()).end.classical;
    let [x, o] = [1, 0].map(|player| -> Vec<_> {
        let marks = table.iter().map(|line| line.map(|cell| board[cell]));
        let own = marks.filter(|marks| marks.iter().all(|mark| *mark > 0 && mark % 2 == player));
        own.map(key).collect()
    });
    if x.is_empty() || o.is_empty() {
        return format!("{} {}", x.len(), o.len());
    }
    let is_x = x.iter().min() < o.iter().min();
    if is_x { "1 0.5" } else { "0.5 1" }.to_string()
}

/// What a scorer reads instead of a record.
type Reader = fn(&str) -> String;

/// Scorers that read only a part of a record, or read it wrongly.
fn wrong_readers() -> [(&'static str, Reader); 6] {
    [
        ("reads 25 characters", |text| {
            text.chars().take(25).collect()
        }),
        ("reads ten tokens", |text| {
            text.split(' ').take(10).collect()
        }),
        ("forgets the first token", |text| {
            text.split(' ').skip(1).collect()
        }),
        ("ignores mark 9", |text| text.replace('9', "")),
        ("ignores II", |text| text.replace("II 9", "")),
        ("calls E F", |text| text.replace('E', "F")),
    ]
}

fn replayed(text: &str) -> String {
    Naive::replay(text).map_or("error".to_string(), |end| end.score())
}

/// Scorers that print the points of another record, or print them in another form.
fn wrong_writers() -> [Wrong; 5] {
    let form = |name: &str, form: fn([f64; 2]) -> [f64; 2]| -> Wrong {
        let answer = move |records: &[Record], nth: usize| {
            let [x, o] = form(points(&correct(&records[nth])));
            format!("{x} {o}")
        };
        (name.to_string(), Box::new(answer))
    };
    let other = |name: &str, other: fn(usize) -> usize| -> Wrong {
        let answer = move |records: &[Record], nth: usize| {
            records.get(other(nth)).map_or("0 0".to_string(), correct)
        };
        (name.to_string(), Box::new(answer))
    };
    [
        form("O first", |[x, o]| [o, x]),
        form("double", |points| points.map(|points| 2.0 * points)),
        form("percentages", |points| points.map(|points| 100.0 * points)),
        other("the next", |nth| nth + 1),
        other("the previous", |nth| nth.saturating_sub(1)),
    ]
}

pub(super) fn correct(record: &Record) -> String {
    record.position().score().to_string()
}

pub(super) fn points(score: &str) -> [f64; 2] {
    let (x, o) = score.split_once(' ').expect("two numbers");
    [x, o].map(|points| points.parse().expect("a number"))
}

//! Texts with a few bytes changed: each is read as the naive scorer reads it, or is an error.

use std::env;

use qttt::{Cell, Mark, Position, Record, score_lines};

use crate::quantum::notations::in_every_notation;
use crate::quantum::rules::assert_agrees;
use crate::support::*;

/// Bytes that mean something in a text, and some that never do.
const BYTES: &[u8] = b"ABCDEFGHI123456789 abJ0XO,;.-+()@![]{}|/#\"\n\t\x0c\0\xc3\xa9\xff";

/// Inserts, replaces, removes, swaps, or repeats one to five bytes or parts of a text.
fn mutated(text: &str, chance: &mut Chance) -> Vec<u8> {
    let mut mutated = text.as_bytes().to_vec();
    let most = 1 + chance.below(5);
    for _ in 0..=chance.below(most) {
        let place = chance.below(mutated.len() + 1);
        let byte = chance.one_of(&[BYTES, text.as_bytes()].concat());
        match chance.below(5) {
            0 => mutated.insert(place, byte),
            1 if place < mutated.len() => mutated[place] = byte,
            2 if place < mutated.len() => drop(mutated.remove(place)),
            3 if place + 1 < mutated.len() => mutated.swap(place, place + 1),
            4 => mutated.extend_from_within(place..),
            _ => {}
        }
    }
    mutated
}

/// Checks that the naive scorer reads a record in letters as it was read, or that its error is well-formed. Returns
/// `true` if it was read.
fn is_read(text: &[u8]) -> bool {
    let case = text.escape_ascii();
    match Record::try_from(text) {
        Ok(record) => {
            let naive = Naive::replay(&record.to_string());
            let naive = naive.unwrap_or_else(|| panic!("{case}: illegal {record}"));
            assert_agrees(&record.position(), &naive);
            true
        }
        Err(error) => {
            let bytes = error.bytes.clone();
            assert!(bytes.start < bytes.end, "{case}: {error:?}");
            assert!(bytes.end <= text.len(), "{case}: {error:?}");
            let number = error.place.move_number();
            assert!(number <= Some(10), "{case}: {error:?}");
            let error = error.to_string();
            assert!(!error.contains(char::is_control), "{case}: {error}");
            false
        }
    }
}

fn reads_mutated_record(chance: &mut Chance) -> bool {
    let record = chance.record();
    let texts = in_every_notation(&record, chance);
    let text = mutated(&chance.one_of(&texts), chance);
    let is_read = is_read(&text);
    // The naive scorer reads only letters, and no separators.
    let first = text.trim_ascii_start().first();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace();
    if !first.is_some_and(u8::is_ascii_digit) && text.iter().all(is_plain) {
        let naive = std::str::from_utf8(&text).ok().and_then(Naive::replay);
        assert_eq!(is_read, naive.is_some(), "{}", text.escape_ascii());
    }
    // Sixteen lines are scored at a time; the texts between the mutated ones are legal.
    let line: Vec<u8> = text.into_iter().filter(|&byte| byte != b'\n').collect();
    let legal = record.to_string();
    let lines = [&line[..], legal.as_bytes()].repeat(10);
    score_lines(&lines.join(&b'\n'), |line, score| {
        let expected = Record::try_from(line).map(|record| record.position().score());
        assert_eq!(score, expected, "{}", line.escape_ascii());
    });
    is_read
}

fn reads_mutated_position(chance: &mut Chance) -> bool {
    let text = chance.record().position().to_string();
    let text = String::from_utf8_lossy(&mutated(&text, chance)).into_owned();
    let Ok(position) = text.parse::<Position>() else {
        return false;
    };
    assert_eq!(position.to_string().parse(), Ok(position), "{text}");
    let number = |mark: Option<Mark>| mark.map_or(0, Mark::number);
    let pairs = position.spooky_marks().map(|spooky| {
        let [a, b] = spooky.cells;
        (spooky.mark.number(), [a.index(), b.index()])
    });
    let naive = Naive {
        classical: Cell::ALL.map(|cell| number(position.classical(cell))),
        spooky: pairs.collect(),
        moves: position.move_count(),
    };
    assert_agrees(&position, &naive);
    true
}

#[test]
fn mutated_records_are_read_as_the_naive_scorer_reads_them() {
    let mut chance = Chance::new(2);
    let read = (0..10_000).filter(|_| reads_mutated_record(&mut chance));
    let count = read.count();
    assert!((1_000..9_000).contains(&count), "{count}");
}

/// `SEED=2 cargo test --release --test main mutated_texts -- --ignored --nocapture`
#[test]
#[ignore = "takes about two minutes on one core"]
fn mutated_texts_of_every_kind_are_read_correctly_or_are_errors() {
    let seed = env::var("SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let reads = [reads_mutated_record, reads_mutated_position];
    for (reads, cases) in reads.into_iter().zip([800_000, 2_000_000]) {
        let mut chance = Chance::new(seed);
        let read = (0..cases).filter(|_| reads(&mut chance)).count();
        println!("seed {seed}: {read} of {cases} are read");
        assert!((1..cases).contains(&read));
    }
}

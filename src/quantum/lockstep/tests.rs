//! Compares lockstep with [`Position`].

use super::*;
use crate::generate::Generator;
use crate::solve::Solver;
use crate::{Cell, Mark, Position, Record, Rng, Status, Strategy};

/// Records to check, sixteen at a time.
#[derive(Default)]
struct Checks {
    records: Vec<(Vec<u8>, Option<Position>)>,
    checked: usize,
}

impl Checks {
    /// Adds a record that leads to this position, or is invalid. More than one character of whitespace after a token
    /// counts as invalid, as does any before the first, and `-`.
    fn add(&mut self, record: &[u8], position: Option<Position>) {
        let is_space = |byte: &u8| byte.is_ascii_whitespace();
        let spaced = record.strip_suffix(b"\r").unwrap_or(record);
        let has_excess = (spaced.first()).is_some_and(|byte| is_space(byte) || *byte == b'-')
            || spaced.windows(2).any(|pair| pair.iter().all(is_space));
        let position = position.filter(|_| !has_excess);
        // The text after the newline looks like a measurement.
        let text = [
            record,
            b"\n1 AB AB 2 and more than the longest record can have\n",
        ]
        .concat();
        self.records.push((text, position));
        if self.records.len() == GAMES {
            self.check();
        }
    }

    /// Adds a record, with the position that `Record` gives.
    fn add_parsed(&mut self, record: &[u8]) {
        let read = Record::try_from(record).ok();
        self.add(record, read.map(|record| record.position()));
    }

    fn check(&mut self) {
        let mut texts = [b"".as_slice(); GAMES];
        for (text, (record, _)) in texts.iter_mut().zip(&self.records) {
            *text = record;
        }
        let (moves, found) = (moves::read(&texts), scores(&texts));
        let games = Games::after(&moves);
        for (game, (text, position)) in self.records.iter().enumerate() {
            let record = text.escape_ascii();
            let expected = position.as_ref().map(Position::score);
            assert_eq!(found[game], expected, "{record}");
            let Some(position) = position else { continue };
            for mark in Mark::ALL {
                let cell = games.cell_of(mark.index(), &moves.nth[mark.index()]);
                let holds_it = |cell: &Cell| position.classical(*cell) == Some(mark);
                let cells = CellSet::FULL.iter().filter(holds_it);
                let cells = cells.fold(CellSet::EMPTY, CellSet::with);
                assert_eq!(cell.0[game], cells.bits(), "{mark} in {record}");
            }
        }
        self.checked += self.records.len();
        self.records.clear();
    }

    /// Checks the remaining records and returns the number of all checked.
    fn finish(&mut self) -> usize {
        self.check();
        self.checked
    }
}

/// Calls `each` with every record of at most `moves` moves, with the cells of each move in alphabetical order.
fn for_each_record(moves: u8, each: &mut impl FnMut(&[u8], &Position)) {
    walk(&Position::new(), &mut Vec::new(), moves, each);
}

fn walk(
    position: &Position,
    record: &mut Vec<u8>,
    moves: u8,
    each: &mut impl FnMut(&[u8], &Position),
) {
    each(record, position);
    if position.move_count() == moves && !is_due(position) {
        return;
    }
    let len = record.len();
    for action in position.legal_actions() {
        if !record.is_empty() {
            record.push(b' ');
        }
        record.extend(action.to_string().as_bytes());
        walk(&position.after(action).expect("legal"), record, moves, each);
        record.truncate(len);
    }
}

fn is_due(position: &Position) -> bool {
    matches!(position.status(), Status::Measure { .. })
}

#[test]
fn lockstep_agrees_with_position_on_every_record_of_up_to_four_moves() {
    let mut checks = Checks::default();
    let mut complete = 0;
    for_each_record(4, &mut |record, position| {
        checks.add(record, Some(*position));
        complete += usize::from(position.move_count() == 4 && !is_due(position));
    });
    assert!(checks.finish() > complete);
    assert_eq!(complete, 1_855_224);
}

/// Every token, and some text that is never a token.
fn tokens() -> Vec<Vec<u8>> {
    let pairs = Cell::ALL.map(|a| Cell::ALL.map(|b| format!("{a}{b}")));
    let others = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "A", "AJ", "@A", "A1", "-",
    ];
    let others = others.map(String::from);
    let all = pairs.into_iter().flatten().chain(others);
    all.map(String::into_bytes).collect()
}

#[test]
fn lockstep_refuses_every_token_that_position_refuses_after_up_to_two_moves() {
    let mut checks = Checks::default();
    let tokens = tokens();
    for_each_record(2, &mut |record, _| {
        for token in &tokens {
            checks
                .add_parsed(&[record, token].join(&b" "[..if record.is_empty() { 0 } else { 1 }]));
        }
    });
    assert!(checks.finish() > 1_332 * tokens.len());
}

fn random_records(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let solver = Solver::new();
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 20);
    (0..count).map(move |_| generator.record(&solver).to_string().into_bytes())
}

/// Returns a record with other whitespace, and some of its tokens in lower case and reversed.
fn spelled(record: &[u8], gaps: &[&[u8]], chance: &mut Rng) -> Vec<u8> {
    let mut spelled = Vec::new();
    for token in record.split(|&byte| byte == b' ') {
        let mut token = token.to_vec();
        if chance.pick(&[false, true]) == Some(&true) {
            token.make_ascii_lowercase();
            token.reverse();
        }
        spelled.extend(token);
        spelled.extend_from_slice(chance.pick(gaps).expect("not empty"));
    }
    spelled
}

#[test]
fn lockstep_agrees_with_position_on_random_games_with_another_token_and_other_whitespace() {
    let mut checks = Checks::default();
    let mut chance = Rng::from_seed(1);
    let tokens = tokens();
    let styles: [&[&[u8]]; 3] = [&[b" "], &[b""], &[b"\t", b"\x0C", b" ", b""]];
    for record in random_records(20_000) {
        let more = chance.pick(&tokens).expect("not empty");
        let longer = [&record[..], more].join(&b' ');
        checks.add_parsed(&record);
        checks.add_parsed(&[&record[..], b"\r"].concat());
        for gaps in styles {
            checks.add_parsed(&spelled(&record, gaps, &mut chance));
            checks.add_parsed(&spelled(&longer, gaps, &mut chance));
        }
    }
    assert_eq!(checks.finish(), 160_000);
}

#[test]
fn lockstep_agrees_with_position_on_records_with_a_wrong_byte() {
    // A record with separators has no score here.
    let bytes: Vec<u8> = (0..=255).filter(|byte| !b"\n,;.".contains(byte)).collect();
    let likely = b"ABCDEFGHI123456789 abcdefghi \t\r";
    let mut checks = Checks::default();
    let mut chance = Rng::from_seed(2);
    for record in random_records(40_000) {
        let places: Vec<usize> = (0..record.len()).collect();
        let &at = chance.pick(&places).expect("not empty");
        let byte = *chance
            .pick(&[&bytes[..], likely])
            .and_then(|bytes| chance.pick(bytes))
            .expect("not empty");
        let (head, tail) = record.split_at(at);
        for changed in [
            [head, &[byte], &tail[1..]].concat(),
            [head, &[byte], tail].concat(),
            [head, &tail[1..]].concat(),
            head.to_vec(),
        ] {
            checks.add_parsed(&changed);
        }
    }
    assert_eq!(checks.finish(), 160_000);
}

#[test]
fn a_score_does_not_depend_on_text_after_the_newline() {
    for record in random_records(100) {
        for len in 0..=record.len() {
            let score_before = |rest: &str| {
                let text = [&record[..len], b"\n", rest.repeat(50).as_bytes()].concat();
                scores(&[&text; GAMES])[0]
            };
            let expected = score_before("\n");
            for rest in ["1 ", " 1", "AB ", " AB", "\n1", "-", "\0", "  "] {
                let record = record[..len].escape_ascii();
                assert_eq!(score_before(rest), expected, "{record} before {rest:?}");
            }
        }
    }
}

/// Lines of every kind, among others and at the end of the text.
#[test]
fn every_line_has_the_score_of_its_record() {
    let mut chance = Rng::from_seed(3);
    let records: Vec<_> = random_records(50).collect();
    let spaces = [0, 1, 100, 2_000].map(|len| format!("AB{}CD", " ".repeat(len)).into_bytes());
    let others = [
        "",
        "AB AB\r",
        "AB\rCD",
        "\u{feff}AB",
        "AB,CD;EF.",
        "12 23",
        "AB A",
        "\0",
        " - ",
        "http://h/#AB",
        "12./.../...",
        "1../.../...",
    ];
    let others = others.map(|other| other.as_bytes().to_vec());
    let kinds = [&records[..], &spaces, &others];
    for count in 0..400 {
        let lines = (0..count % 50).map(|_| chance.pick(&kinds).and_then(|kind| chance.pick(kind)));
        let lines: Vec<_> = lines.map(|line| line.expect("not empty").clone()).collect();
        let last_newline: &[u8] = if count % 2 == 0 { b"\n" } else { b"" };
        let text = [&lines.join(&b'\n')[..], last_newline].concat();
        let score = |line: &[u8]| Ok(Game::try_from(line)?.position().score());
        let mut expected: Vec<_> = text
            .split(|&byte| byte == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .map(|line| line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line))
            .map(|line| (line, score(line)))
            .collect();
        if text.is_empty() || text.ends_with(b"\n") {
            expected.pop();
        }
        let mut scored = Vec::new();
        score_lines(&text, |line, score| scored.push((line, score)));
        assert_eq!(scored, expected);
    }
}

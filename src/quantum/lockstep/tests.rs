//! The games in lockstep, and the [one game](scalar) before them, compared with [`Position`].

mod scalar;

use super::*;
use crate::{
    Action, Cell, Mark, Position, Record, Status,
    generate::{Generator, Rng, Strategy},
};

/// Records to be checked, sixteen at a time.
#[derive(Default)]
struct Checks {
    records: Vec<(Vec<u8>, Option<Position>)>,
    unsure: usize,
    checked: usize,
}

impl Checks {
    /// Checks a record, which makes this game if it is valid.
    fn add(&mut self, record: &[u8], game: Option<Position>) {
        // A digit that comes next, but for the newline, mustn't be taken for a measurement.
        let text = [record, b"\n1 AB AB 2 and more than a record can be long\n"].concat();
        self.records.push((text, game));
        if self.records.len() == GAMES {
            self.check();
        }
    }

    /// Checks a record by itself.
    fn add_alone(&mut self, record: &[u8]) {
        let read = Record::try_from(record).ok();
        self.add(record, read.map(|record| record.position()));
    }

    fn check(&mut self) {
        let mut texts = [b"".as_slice(); GAMES];
        for (text, (record, _)) in texts.iter_mut().zip(&self.records) {
            *text = record;
        }
        let end = End::of(&Moves::read(&texts));
        let verdicts = verdicts(&texts).into_iter().enumerate();
        for ((i, verdict), (text, game)) in verdicts.zip(&self.records) {
            let record = text.escape_ascii();
            match (verdict, game) {
                (Verdict::Unsure, _) => self.unsure += 1,
                (Verdict::Invalid, expected) => assert!(expected.is_none(), "{record}"),
                (Verdict::Score(_), None) => panic!("invalid, but has a score: {record}"),
                (Verdict::Score(score), Some(game)) => {
                    assert_eq!(score, game.score(), "{record}");
                    for (mark, settled) in Mark::ALL.into_iter().zip(&end.settled) {
                        let holds_it = |cell: &Cell| game.classical(*cell) == Some(mark);
                        let cells: CellSet = CellSet::FULL.iter().filter(holds_it).collect();
                        assert_eq!(settled.0[i], cells, "{mark} in {record}");
                    }
                }
            }
        }
        self.checked += self.records.len();
        self.records.clear();
    }

    /// Checks what is left, and returns how many records were checked.
    fn finish(&mut self) -> usize {
        self.check();
        self.checked
    }
}

/// Calls `each` with every record of up to `moves` moves, each pair in alphabetical order.
fn for_each_record(moves: u8, each: &mut impl FnMut(&[u8], &Position)) {
    walk(&Position::new(), &mut Vec::new(), moves, each);
}

fn walk(game: &Position, record: &mut Vec<u8>, moves: u8, each: &mut impl FnMut(&[u8], &Position)) {
    each(record, game);
    if moves == 0 && !matches!(game.status(), Status::Measure { .. }) {
        return;
    }
    let len = record.len();
    for action in game.legal_actions() {
        let mut next = *game;
        next.act(action).expect("legal");
        append(record, action);
        walk(
            &next,
            record,
            moves - u8::from(matches!(action, Action::Move(..))),
            each,
        );
        record.truncate(len);
    }
}

fn append(record: &mut Vec<u8>, action: Action) {
    if !record.is_empty() {
        record.push(b' ');
    }
    match action {
        Action::Move(a, b) => record.extend([a, b].map(|cell| cell.letter() as u8)),
        Action::Measure(mark) => record.push(b'0' + mark.number()),
    }
}

/// Checks every record of up to `moves` moves, and returns how many have all of them, and every cycle measured.
fn check_all(moves: u8) -> usize {
    let mut checks = Checks::default();
    let mut whole = 0;
    for_each_record(moves, &mut |record, game| {
        checks.add(record, Some(*game));
        let is_due = matches!(game.status(), Status::Measure { .. });
        whole += usize::from(game.moves() == moves && !is_due);
    });
    assert!(checks.finish() > whole);
    // The record without a move is an empty line, which isn't plain.
    assert_eq!(checks.unsure, 1);
    whole
}

#[test]
fn agrees_with_game_on_every_record_of_up_to_four_moves() {
    assert_eq!(check_all(4), 1_855_224);
}

/// Takes a minute: `cargo test --release --lib lockstep -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn agrees_with_game_on_every_record_of_up_to_five_moves() {
    assert_eq!(check_all(5), 66_588_480);
}

/// Tokens that the rules may allow or not, and some that they never do.
fn tokens() -> Vec<Vec<u8>> {
    let pairs =
        Cell::ALL.map(|a| Cell::ALL.map(|b| [a, b].map(|cell| cell.letter() as u8).to_vec()));
    let others = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "A", "AJ", "@A", "A1", "-",
    ];
    pairs
        .into_iter()
        .flatten()
        .chain(others.map(Into::into))
        .collect()
}

#[test]
fn refuses_every_token_that_game_refuses_after_up_to_two_moves() {
    let mut checks = Checks::default();
    let tokens = tokens();
    for_each_record(2, &mut |record, _| {
        for token in &tokens {
            checks.add_alone(&[record, token].join(&b" "[..if record.is_empty() { 0 } else { 1 }]));
        }
    });
    assert!(checks.finish() > 1_332 * tokens.len());
    assert_eq!(checks.unsure, 0);
}

/// Complete random games.
fn random_records(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 20);
    (0..count).map(move |_| generator.record().to_string().into_bytes())
}

#[test]
fn agrees_with_game_on_random_games_and_one_token_more() {
    let mut checks = Checks::default();
    let mut chance = Rng::from_seed(1);
    let tokens = tokens();
    for record in random_records(40_000) {
        // In either case, and with the cells of a move in either order.
        let mut twin = record.to_ascii_lowercase();
        twin.split_mut(|&byte| byte == b' ')
            .for_each(<[u8]>::reverse);
        let more = chance.pick(&tokens).expect("there are some");
        for record in [&record, &twin, &[&record[..], more].join(&b' ')] {
            checks.add_alone(record);
        }
    }
    assert_eq!(checks.finish(), 120_000);
    assert_eq!(checks.unsure, 0);
}

#[test]
fn agrees_with_game_or_is_unsure_where_a_byte_is_wrong() {
    let bytes: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    let likely = b"ABCDEFGHI123456789 abcdefghi \t\r";
    let mut checks = Checks::default();
    let mut chance = Rng::from_seed(2);
    for record in random_records(40_000) {
        let places: Vec<usize> = (0..record.len()).collect();
        let &at = chance.pick(&places).expect("there are some");
        let byte = *chance
            .pick(&[&bytes[..], likely])
            .and_then(|bytes| chance.pick(bytes))
            .expect("there are some");
        let (head, tail) = record.split_at(at);
        for changed in [
            [head, &[byte], &tail[1..]].concat(),
            [head, &[byte], tail].concat(),
            [head, &tail[1..]].concat(),
            head.to_vec(),
        ] {
            checks.add_alone(&changed);
        }
    }
    let count = checks.finish();
    assert!(checks.unsure < count / 2, "{} of {count}", checks.unsure);
}

#[test]
fn is_unsure_of_records_that_are_spaced_in_another_way() {
    for record in [
        "",
        " AB",
        "AB ",
        "AB  CD",
        "ABCD",
        "AB AB1",
        "AB AB\t1",
        "AB AB 1CD",
        "AB\r",
        "AB AB 1\r",
    ] {
        let mut checks = Checks::default();
        checks.add_alone(record.as_bytes());
        checks.finish();
        assert_eq!(checks.unsure, 1, "{record:?}");
    }
}

#[test]
fn a_verdict_depends_on_nothing_after_the_newline() {
    for record in random_records(100) {
        for len in 2..=record.len() {
            let verdict_before = |rest: &str| {
                let text = [&record[..len], b"\n", rest.repeat(50).as_bytes()].concat();
                verdicts(&[&text; GAMES])[0]
            };
            let expected = verdict_before("\n");
            for rest in ["1 ", " 1", "AB ", " AB", "\n1", "-", "\0"] {
                let record = record[..len].escape_ascii();
                assert_eq!(verdict_before(rest), expected, "{record} before {rest:?}");
            }
        }
    }
}

#[test]
fn is_unsure_in_a_text_with_no_room_for_the_longest_record() {
    let room = size_of::<plain::Window>();
    for mut text in random_records(100) {
        text.push(b'\n');
        text.resize(room, b'\n');
        let verdict = |text: &[u8]| verdicts(&[text; GAMES])[0];
        assert!(matches!(verdict(&text), Verdict::Score(_)));
        for len in 0..room {
            assert_eq!(verdict(&text[..len]), Verdict::Unsure);
        }
    }
}

fn actions(record: &[u8]) -> Option<Vec<Action>> {
    let tokens = record.split(|&byte| byte == b' ');
    tokens
        .map(|token| std::str::from_utf8(token).ok()?.parse().ok())
        .collect()
}

fn board(game: &Position) -> [Option<Mark>; 9] {
    Cell::ALL.map(|cell| game.classical(cell))
}

#[test]
fn one_game_agrees_with_game_on_every_record_of_up_to_two_moves_and_one_action_more() {
    let pairs = Cell::ALL.map(|a| Cell::ALL.map(|b| Action::Move(a, b)));
    let marks = Mark::ALL.map(Action::Measure);
    let every_action = || pairs.into_iter().flatten().chain(marks);
    for_each_record(2, &mut |record, game| {
        let mut actions = actions(record).unwrap_or_default();
        for action in every_action() {
            actions.push(action);
            let mut next = *game;
            let expected = next.act(action).ok().map(|_| board(&next));
            assert_eq!(scalar::play(&actions), expected, "{actions:?}");
            actions.pop();
        }
    });
}

#[test]
fn one_game_agrees_with_game_on_random_games() {
    for record in random_records(10_000) {
        let game = Record::try_from(&record[..]).expect("legal").position();
        let actions = actions(&record).expect("actions");
        assert_eq!(scalar::play(&actions), Some(board(&game)), "{game:?}");
    }
}

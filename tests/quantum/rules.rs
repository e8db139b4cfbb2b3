//! The rules, compared with a naive implementation, and cases of mistakes that other programs make.

use crate::support::chance::Chance;
use crate::support::naive::Naive;
use crate::support::published_games;
use qttt::{Action, Cell, Mark, Position, Record, Status, Symmetry};

fn record(text: &str) -> Record {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> Position {
    record(text).position()
}

/// Returns the image of a record under a symmetry. A measurement keeps its outcome, named by the mark of the image's
/// first cell of the cycle.
fn image(text: &str, symmetry: Symmetry) -> Record {
    let mut image = Record::new();
    for step in record(text).steps() {
        let action = match (step.action, step.before.status()) {
            (Action::Move(a, b), _) => Action::Move(symmetry.apply(a), symmetry.apply(b)),
            (Action::Measure(mark), Status::Measure { cell, .. }) => image
                .position()
                .legal_actions()
                .into_iter()
                .find(|&choice| {
                    let outcome = image.position().after(choice).expect("a choice");
                    outcome.classical(symmetry.apply(cell)) == Some(mark)
                })
                .expect("the same outcome"),
            _ => unreachable!("only a cycle is measured"),
        };
        image.push(action).expect("also legal");
        assert_eq!(image.position(), step.after.transform(symmetry));
    }
    image
}

/// Checks that a position equals that of the naive implementation.
fn assert_agrees(game: &Position, naive: &Naive) {
    for cell in Cell::ALL {
        let expected = Mark::new(naive.classical[cell.index()]);
        assert_eq!(game.classical(cell), expected, "{cell} in {naive:?}");
    }
    for mark in Mark::ALL {
        let spooky = naive
            .spooky
            .iter()
            .find(|(number, _)| *number == mark.number());
        let cells = spooky.map(|(_, cells)| cells.map(|cell| Cell::ALL[cell]));
        assert_eq!(game.spooky(mark), cells, "{mark} in {naive:?}");
    }
    let legal: Vec<_> = game
        .legal_actions()
        .iter()
        .map(|action| action.to_string())
        .collect();
    assert_eq!(legal, naive.legal(), "{naive:?}");
    assert_eq!(game.moves(), naive.moves);
    assert_eq!(game.status() == Status::Over, naive.is_over(), "{naive:?}");
    assert_eq!(game.score().to_string(), naive.score(), "{naive:?}");
    let cycle: Vec<_> = game.cycle().iter().map(Cell::index).collect();
    assert_eq!(cycle, naive.cycle(), "{naive:?}");
    if let Status::Measure { cell, .. } = game.status() {
        assert_eq!(cell.index(), cycle[0], "{naive:?}");
    }
}

/// Inserts, replaces, removes, or swaps one to five bytes.
fn mutated(record: &str, chance: &mut Chance) -> Vec<u8> {
    let alphabet = b"ABCDEFGHI123456789 abJ0\t\r\0\xc3\xa9\xff";
    let mut text = record.as_bytes().to_vec();
    for _ in 0..=chance.below(5) {
        let place = chance.below(text.len() + 1);
        let byte = chance.one_of(alphabet);
        match chance.below(4) {
            0 => text.insert(place, byte),
            1 if place < text.len() => text[place] = byte,
            2 if place < text.len() => drop(text.remove(place)),
            3 if place + 1 < text.len() => text.swap(place, place + 1),
            _ => {}
        }
    }
    text
}

#[test]
fn positions_agree_with_the_naive_scorer_after_every_action() {
    let mut chance = Chance::new(1);
    for _ in 0..5_000 {
        let mut naive = Naive::default();
        for step in record(&Naive::played(&mut chance).1.join(" ")).steps() {
            naive.act(&step.action.to_string());
            assert_agrees(&step.after, &naive);
        }
    }
}

#[test]
fn mutated_records_are_legal_exactly_if_the_naive_scorer_accepts_them() {
    let mut chance = Chance::new(2);
    for _ in 0..5_000 {
        let record = Naive::played(&mut chance).1.join(" ");
        let text = mutated(&record, &mut chance);
        // A legal record is ASCII.
        let mut naive = std::str::from_utf8(&text).ok().and_then(Naive::replay);
        // The naive implementation reads only letters, with spaces between them.
        let is_other = text.iter().any(|byte| b",;.".contains(byte));
        if is_other
            || text
                .trim_ascii_start()
                .first()
                .is_some_and(u8::is_ascii_digit)
        {
            let read = Record::try_from(&text[..]);
            naive = read
                .ok()
                .and_then(|record| Naive::replay(&record.to_string()));
        }
        match (Record::try_from(&text[..]), naive) {
            (Ok(record), Some(naive)) => assert_agrees(&record.position(), &naive),
            (Err(error), None) => {
                let span = error.span();
                assert!(span.bytes.start < span.bytes.end, "{text:?}: {error:?}");
                assert!(span.bytes.end <= text.len(), "{text:?}: {error:?}");
                let number = span.move_number.map_or(0, u8::from);
                assert!(number <= 10, "{text:?}: {error:?}");
                let error = error.to_string();
                assert!(!error.contains(char::is_control), "{text:?}: {error}");
            }
            (read, naive) => panic!("{text:?}: {read:?}, but {naive:?}"),
        }
    }
}

#[test]
fn symmetries_and_reversed_moves_do_not_change_the_score() {
    let mut chance = Chance::new(3);
    for _ in 0..5_000 {
        let (_, tokens) = Naive::played(&mut chance);
        let record = tokens.join(" ");
        let position = game(&record);
        for symmetry in Symmetry::ALL {
            let image = image(&record, symmetry);
            assert_eq!(image.position().score(), position.score(), "{image}");
            for cell in Cell::ALL {
                let mark = image.position().classical(symmetry.apply(cell));
                assert_eq!(mark, position.classical(cell), "{image}");
            }
        }
        let reversed: Vec<String> = tokens
            .iter()
            .map(|token| token.chars().rev().collect())
            .collect();
        assert_eq!(game(&reversed.join(" ")), position);
    }
}

#[test]
fn an_illegal_action_is_an_error_and_leaves_the_position_unchanged() {
    for (record, _) in published_games() {
        for game in self::record(record).positions() {
            let legal = game.legal_actions();
            let moves = Cell::ALL
                .into_iter()
                .flat_map(|a| Cell::ALL.map(|b| Action::Move(a.min(b), a.max(b))));
            for action in moves.chain(Mark::ALL.map(Action::Measure)) {
                let mut next = game;
                let is_legal = legal.contains(&action);
                assert_eq!(next.act(action).is_ok(), is_legal, "{action} in {game:?}");
                assert_eq!(game.is_legal(action), is_legal);
                assert_eq!(next == game, !is_legal);
            }
        }
    }
}

#[test]
fn the_choices_are_the_marks_in_the_first_cell_of_the_cycle() {
    for (record, choices) in [
        ("AB CD BA", "1 3"),
        ("AB BC CB", "2 3"),
        ("BC BE CF EF 1 AD AG GH DG 6", "II"),
        ("BC BE CF EF 1 AD AG GH DG 6 II", "9"),
        // Both outcomes give X the line A E I, but the game isn't over before the measurement.
        ("AE BF EI DH AI", "1 5"),
    ] {
        let game = game(record);
        let actions = game
            .legal_actions()
            .into_iter()
            .map(|action| action.to_string());
        assert_eq!(actions.collect::<Vec<_>>().join(" "), choices, "{record}");
    }
}

#[test]
fn a_measurement_collapses_only_the_component_of_the_cycle() {
    for (record, position) in [
        ("AB CD BA 1", "13./.../... 2CD"),
        ("AB BC CA 1", "123/.../..."),
        ("AB BC CA 3", "312/.../..."),
        ("AB BC CB 2", "123/.../..."),
        ("AB BC CB 3", "132/.../..."),
    ] {
        assert_eq!(game(record).to_string(), position, "{record}");
    }
}

/// X's line contains the marks 1, 7, and 3. O's line contains 6, 2, and 4, and O also has mark 8.
#[test]
fn compares_the_marks_of_the_lines_and_not_all_marks() {
    let score = game("AC EH CI HI EH 5 DG BD DG 8").score();
    assert_eq!(score.to_string(), "0.5 1");
}

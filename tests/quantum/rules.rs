//! The rules, against a naive reading of them, and against the mistakes that other programs make.

use crate::support::{config, naive::Naive, published_games};
use proptest::prelude::*;
use qttt::{Action, Cell, CellSet, Mark, Player, Position, Record, Score, Status, Symmetry};

fn record(text: &str) -> Record {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> Position {
    record(text).position()
}

fn mark(number: u8) -> Mark {
    Mark::new(number).expect("1 to 9")
}

/// Plays a record on the board as a symmetry carries it. A measurement keeps its outcome: the mark falls into the cell
/// that its own cell is carried to, and is named by whatever then is the first cell of the cycle.
fn carried(text: &str, symmetry: Symmetry) -> Record {
    let mut carried = Record::new();
    for step in record(text).steps() {
        let twin = match (step.action, step.before.status()) {
            (Action::Move(a, b), _) => Action::Move(symmetry.apply(a), symmetry.apply(b)),
            (Action::Measure(mark), Status::Measure { cell, .. }) => carried
                .position()
                .legal_actions()
                .find(|&choice| {
                    let outcome = carried.position().after(choice).expect("a choice");
                    outcome.classical(symmetry.apply(cell)) == Some(mark)
                })
                .expect("the twin of the outcome"),
            _ => unreachable!("only a cycle is measured"),
        };
        carried.push(twin).expect("legal too");
        assert_eq!(carried.position(), step.after.transform(symmetry));
    }
    carried
}

/// Everything that the library says of a position is what the naive reading says.
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

/// The record of a legal game: each number picks one of the legal tokens, until they or the game end.
fn record_of(picks: &[usize]) -> String {
    let mut position = Naive::default();
    let mut record = Vec::new();
    for pick in picks {
        let legal = position.legal();
        let Some(token) = legal.get(pick % legal.len().max(1)) else {
            break;
        };
        position.act(token);
        record.push(token.clone());
    }
    record.join(" ")
}

prop_compose! {
    /// A legal game that was cut at a random point; a game has at most 9 moves and 4 measurements of two cells or more.
    fn cut_game()(picks in prop::collection::vec(any::<usize>(), 0..=18)) -> String {
        record_of(&picks)
    }
}

/// Removes, inserts, replaces, or swaps characters.
fn mutated(record: &str, mutations: &[(u8, usize, usize)]) -> String {
    let alphabet = b"ABCDEFGHI123456789 abJ0\t\r";
    let mut text = record.as_bytes().to_vec();
    for &(kind, place, what) in mutations {
        let place = place % (text.len() + 1);
        let byte = alphabet[what % alphabet.len()];
        match kind % 4 {
            0 => text.insert(place, byte),
            1 if place < text.len() => text[place] = byte,
            2 if place < text.len() => drop(text.remove(place)),
            3 if place + 1 < text.len() => text.swap(place, place + 1),
            _ => {}
        }
    }
    String::from_utf8(text).expect("ASCII")
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn agrees_with_the_naive_reading_at_every_point_of_a_game(record in cut_game()) {
        let mut naive = Naive::default();
        for step in self::record(&record).steps() {
            naive.act(&step.action.to_string());
            assert_agrees(&step.after, &naive);
        }
    }

    #[test]
    fn accepts_a_mutated_record_just_if_the_naive_reading_does(
        record in cut_game(),
        mutations in prop::collection::vec(any::<(u8, usize, usize)>(), 1..4),
    ) {
        let text = mutated(&record, &mutations);
        match (text.parse::<Record>(), Naive::replay(&text)) {
            (Ok(record), Some(naive)) => assert_agrees(&record.position(), &naive),
            (Err(error), None) => {
                let bytes = &error.span().bytes;
                prop_assert!(bytes.start < bytes.end && bytes.end <= text.len(), "{text:?}: {error:?}");
            }
            (game, naive) => prop_assert!(false, "{text:?}: {game:?}, but {naive:?}"),
        }
    }

    #[test]
    fn arbitrary_bytes_are_a_record_or_say_where_they_are_none(
        record in cut_game(),
        bytes in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let text = [record.as_bytes(), &bytes].concat();
        for text in [&text, &bytes] {
            let read = Record::try_from(&text[..]);
            // A legal record is ASCII, and then text that the naive reading knows.
            let expected = std::str::from_utf8(text).ok().and_then(Naive::replay);
            prop_assert_eq!(read.is_ok(), expected.is_some(), "{:?}", text);
            if let Err(error) = read {
                let span = error.span();
                prop_assert!(span.bytes.start < span.bytes.end, "{text:?}: {error:?}");
                prop_assert!(span.bytes.end <= text.len(), "{text:?}: {error:?}");
                prop_assert!(span.move_number.is_some_and(|number| number.get() <= 10), "{text:?}: {error:?}");
                prop_assert!(!error.to_string().contains(char::is_control), "{text:?}: {error}");
            }
        }
    }

    #[test]
    fn turning_the_board_or_the_pairs_round_changes_no_score(record in cut_game()) {
        let score = game(&record).score();
        for symmetry in Symmetry::ALL {
            let carried = carried(&record, symmetry);
            prop_assert_eq!(carried.position().score(), score, "{}", carried);
            for cell in Cell::ALL {
                prop_assert_eq!(carried.position().classical(symmetry.apply(cell)), game(&record).classical(cell));
            }
        }
        let turned: Vec<String> = record.split(' ').map(|token| token.chars().rev().collect()).collect();
        prop_assert_eq!(game(&turned.join(" ")), game(&record));
    }

    #[test]
    fn a_score_is_one_of_six_and_only_a_finished_game_has_one(picks in prop::collection::vec(any::<usize>(), 18)) {
        for game in record(&record_of(&picks)).positions() {
            let lines = Player::ALL.map(|player| game.lines_of(player).count());
            assert!(matches!(lines, [0, 0] | [1, 0] | [0, 1] | [2, 0] | [1, 1]), "{game:?}");
            let over = lines != [0, 0] || game.free().is_empty();
            assert_eq!(game.status() == Status::Over, over, "{game:?}");
            if !over {
                assert_eq!(game.score(), Score::Nobody);
            }
            if lines == [1, 1] {
                assert_ne!(game.max_subscript(Player::X), game.max_subscript(Player::O));
            }
        }
    }
}

#[test]
fn scores_the_published_games_in_all_eight_symmetries() {
    for (record, score) in published_games() {
        for symmetry in Symmetry::ALL {
            let carried = carried(record, symmetry);
            assert_eq!(carried.position().score().to_string(), score, "{carried}");
            assert_eq!(self::record(&carried.to_string()), carried);
        }
    }
}

#[test]
fn refuses_every_action_that_is_not_legal_and_then_changes_nothing() {
    for (record, _) in published_games() {
        for game in self::record(record).positions() {
            let legal: Vec<_> = game.legal_actions().collect();
            let moves = Cell::ALL
                .into_iter()
                .flat_map(|a| Cell::ALL.map(|b| Action::Move(a.min(b), a.max(b))));
            for action in moves.chain(Mark::ALL.map(Action::Measure)) {
                let mut next = game;
                assert_eq!(
                    next.act(action).is_ok(),
                    legal.contains(&action),
                    "{action} in {game:?}"
                );
                assert_eq!(game.is_legal(action), legal.contains(&action));
                assert_eq!(next == game, !legal.contains(&action));
            }
        }
    }
}

#[test]
fn collapses_the_component_of_the_cycle_and_no_other() {
    let game = game("AB CD BA 1");
    assert_eq!(game.free(), !CellSet::from_iter([Cell::A, Cell::B]));
    assert_eq!(game.spooky(mark(2)), Some([Cell::C, Cell::D]));
}

#[test]
fn lets_the_player_choose_the_measured_mark() {
    let [one, three] = ["AB BC CA 1", "AB BC CA 3"].map(game);
    assert_eq!(
        Cell::ALL.map(|c| one.classical(c))[..3],
        [1, 2, 3].map(Mark::new)
    );
    assert_eq!(
        Cell::ALL.map(|c| three.classical(c))[..3],
        [3, 1, 2].map(Mark::new)
    );
}

#[test]
fn compares_the_marks_of_the_lines_and_not_all_of_a_player() {
    // X has 1, 7 and 3 in A B C; O has 6, 2 and 4 in G H I, and 8 in D.
    assert_eq!(
        game("AC EH CI HI EH 5 DG BD DG 8").score().to_string(),
        "0.5 1"
    );
}

#[test]
fn gives_two_points_for_two_lines() {
    assert_eq!(
        game("AD BH EF CI EF 3 HI DG BI 2 AG 1").score().to_string(),
        "2 0"
    );
}

#[test]
fn plays_the_ninth_mark_into_the_last_cell() {
    let eight = game("BC BE CF EF 1 AD AG GH DG 6");
    assert_eq!(eight.status(), Status::Move(Player::X));
    assert_eq!(
        eight.legal_actions().collect::<Vec<_>>(),
        [Action::Move(Cell::I, Cell::I)]
    );
    let doubled = game("BC BE CF EF 1 AD AG GH DG 6 II");
    assert_eq!(
        doubled.legal_actions().collect::<Vec<_>>(),
        [Action::Measure(mark(9))]
    );
    assert_eq!(
        game("BC BE CF EF 1 AD AG GH DG 6 II 9").status(),
        Status::Over
    );
}

#[test]
fn sees_a_cycle_of_two_cells() {
    let Status::Measure { by, cell, choices } = game("AB BA").status() else {
        panic!("a cycle is closed");
    };
    assert_eq!(
        (by, cell, choices.to_string().as_str()),
        (Player::X, Cell::A, "1 or 2")
    );
}

#[test]
fn names_the_first_cell_of_the_cycle_and_not_of_its_component() {
    // A hangs off the cycle B C.
    let Status::Measure { cell, choices, .. } = game("AB BC CB").status() else {
        panic!("a cycle is closed");
    };
    assert_eq!((cell, choices.to_string().as_str()), (Cell::B, "2 or 3"));
    assert_eq!(game("AB BC CB 2").classical(Cell::A), Some(mark(1)));
    assert_eq!(game("AB BC CB 3").classical(Cell::A), Some(mark(1)));
}

#[test]
fn looks_at_lines_only_after_a_measurement() {
    // The marks of A, E and I will all be X's whichever way is chosen, but until then the game goes on.
    assert_eq!(game("AE BF EI DH AI").score(), Score::Nobody);
    assert_eq!(game("AE BF EI DH AI 1").score().to_string(), "1 0");
}

//! Other notations: separators, numbered cells, and the state strings of Goff's page.

use qttt::support::MAX_TEXT;
use qttt::{Action, ErrorKind, Game, Record, Score, Step};

use crate::support::*;

/// Returns invalid records. Each is a record, the column of the mistake, and a part of the message.
pub(crate) fn invalid_records() -> Vec<[&'static str; 3]> {
    cases(include_str!("mistakes.txt"), " | ")
}

/// Writes a token for each action, with anything allowed between tokens.
fn written(record: &Record, chance: &mut Chance, token: impl Fn(Action) -> String) -> String {
    let between = ["", " ", ",", " ;\t", ". ", " , "];
    let actions = record.actions().iter();
    let tokens = actions.map(|&action| token(action) + chance.one_of(&between));
    tokens.collect()
}

fn in_numbers(action: Action) -> String {
    match action {
        Action::Move(a, b) => format!("{}{}", a.index() + 1, b.index() + 1),
        Action::Measure(mark) => mark.number().to_string(),
    }
}

/// Writes a step as Goff's page does, with the marks of a collapse in any order.
fn in_state_string(step: &Step, chance: &mut Chance) -> String {
    let player = step.player();
    let moves = step.after.move_count();
    match step.action {
        Action::Move(a, b) => {
            let loops = ["", "[125]", "[56|4]"];
            let [a, b] = [a, b].map(|cell| cell.index() + 1);
            format!("{player}{moves}+({a},{b}){}", chance.one_of(&loops))
        }
        Action::Measure(_) => {
            let mut marks: Vec<_> = step.collapsed().collect();
            let start = chance.below(marks.len());
            marks.rotate_left(start);
            let marks = marks.iter();
            let marks = marks.map(|(cell, mark)| format!("{mark}({})", cell.index() + 1));
            let marks = marks.collect::<Vec<_>>().join("!");
            format!("{player}{}@{marks}", chance.below(9) + 1)
        }
    }
}

/// Writes a record in letters, in numbers, in Goff's notation, each with anything that is allowed around tokens, and as
/// a link.
pub(crate) fn in_every_notation(record: &Record, chance: &mut Chance) -> [String; 4] {
    let letters = written(record, chance, |action| action.to_string());
    let numbers = written(record, chance, in_numbers);
    let steps = record.steps();
    let steps = steps.map(|step| in_state_string(&step, chance));
    let steps: Vec<_> = steps.collect();
    let end = chance.one_of(&["", ";", " ; {X=0,O=0}", "{X=1, O=0.5}"]);
    let mut state = steps.join(chance.one_of(&[";", "; ", " ;\n"])) + end;
    if chance.below(2) == 0 {
        state = state.to_lowercase();
    }
    let page = chance.one_of(&["http://127.0.0.1:8000/?o=easy#", "HTTPS://qttt.example/#"]);
    let link = page.to_string() + &record.to_string().replace(' ', ".");
    [letters, numbers, state, link]
}

#[test]
fn every_notation_gives_the_same_record() {
    let mut chance = Chance::new(1);
    for record in games(3_000, 62) {
        for text in in_every_notation(&record, &mut chance) {
            assert_eq!(text.parse().as_ref(), Ok(&record), "{text}");
        }
    }
}

#[test]
fn whitespace_around_a_game_in_any_form_is_ignored() {
    let position = "41./32./... 5CF";
    for (text, record) in [
        ("", Some("")),
        ("-", Some("")),
        ("ab BE", Some("AB BE")),
        ("12,25", Some("AB BE")),
        ("x1+(1,2); O2+(2,5)", Some("AB BE")),
        ("http://127.0.0.1:8000/?o=easy#AB.BE", Some("AB BE")),
        ("HTTPS://qttt.example/play.html#12.25", Some("AB BE")),
        ("file:///home/ada/play.html#AB.BE", Some("AB BE")),
        ("?o=easy#AB.BE", Some("AB BE")),
        ("?#", Some("")),
        ("http://h/#-", Some("")),
        ("http://h/#AB+BE", Some("AB BE")),
        ("http://h/#AB%20BE%20", Some("AB BE")),
        ("http://h/##12+25", Some("AB BE")),
        ("http://h/#X1+(1,2);%20O2+(2,5)", Some("AB BE")),
        ("http://h/play.html", None),
        ("ftp://h/#AB", None),
        ("#AB", None),
        ("AB+BE", None),
        ("-AB", None),
        (position, None),
    ] {
        for (before, after) in [("", ""), (" ", "\t"), ("\r\n", "\n "), ("  ", "\x0c")] {
            let text = format!("{before}{text}{after}");
            let record = record.map(|record| record.parse::<Record>().expect("legal"));
            assert_eq!(text.parse::<Record>().ok(), record, "{text:?}");
            let game = match record {
                Some(record) => Some(Game::Record(record)),
                None if text.trim() == position => position.parse().ok().map(Game::Position),
                None => None,
            };
            assert_eq!(text.parse::<Game>().ok(), game, "{text:?}");
            assert_eq!(format!("\u{feff}{text}").parse().ok(), game, "{text:?}");
        }
    }
}

/// After a byte order mark, at a lone carriage return, and around the limit of a text.
#[test]
fn an_error_has_its_place_in_the_whole_text_and_what_precedes_it_is_read() {
    let spaces = " ".repeat(MAX_TEXT);
    for (text, bytes, before) in [
        ("\u{feff}AB AA", 6..8, "AB"),
        ("AB\rAA", 2..3, "AB"),
        // A position has no history.
        ("41./32./... 5CF\rAB", 15..16, ""),
        (&format!("AB AA{spaces}"), 3..5, "AB"),
        (&format!("AB{spaces}"), MAX_TEXT..MAX_TEXT + 1, "AB"),
        (&format!("{}AB", &spaces[1..]), MAX_TEXT..MAX_TEXT + 1, ""),
    ] {
        let (read, error) = Record::read(text.as_bytes());
        let error = error.expect(text);
        assert_eq!(error.bytes, bytes, "{error:?}");
        assert_eq!(read, before.parse().expect("legal"), "{error:?}");
    }
}

#[test]
fn goffs_games_have_goffs_scores_except_for_two_lines() {
    let games = cases(include_str!("goff.txt"), " | ");
    assert!(games.len() >= 13, "{games:?}");
    for [state, record, here, goff] in games {
        let read: Record = state.parse().unwrap_or_else(|why| panic!("{state}: {why}"));
        assert_eq!(read.to_string(), record);
        let score = read.position().score();
        assert_eq!(score.to_string(), here, "{record}");
        let is_goffs = ["-", here].contains(&goff);
        assert!(is_goffs || score == Score::XTwice, "{record}");
    }
}

#[test]
fn an_error_points_at_the_entered_text_and_names_cells_by_letters() {
    for [text, column, message] in invalid_records() {
        let error = text.parse::<Record>().expect_err(text);
        let start = error.bytes.start + 1;
        assert_eq!(start.to_string(), column, "{text}: {error}");
        let found = error.to_string();
        assert_contains(&found, message);
        let has_note = found.ends_with("; cells 1 to 9 are A to I");
        let is_numbered = text.starts_with(|c: char| c.is_ascii_digit() || c == 'X');
        assert_eq!(has_note, is_numbered && !text.contains('/'), "{found}");
        if text.starts_with('X') && found.starts_with("expected") {
            assert!(matches!(error.kind, ErrorKind::StateString(_)), "{text}");
        }
    }
    // An entry in a game uses letters.
    assert!(Record::new().extend_from_text(b"12").is_err());
}

//! Messages that have misled somebody, each with what it says now.

use crate::support::run;

fn message(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(arguments, "");
    assert_eq!(stdout, "", "{arguments:?}");
    assert!(code != 0, "{arguments:?}");
    stderr
}

#[test]
fn letters_that_look_like_others_are_named_by_their_code_points() {
    for (record, found, excerpt) in [
        (
            "\u{410}\u{412}",
            "\u{410}\u{412}\" (U+0410 U+0412)",
            "\u{410}\u{412}",
        ),
        ("\u{410}B CD", "\u{410}\" (U+0410)", "\u{410}B CD"),
        (
            "\u{ff21}\u{3000}B",
            "\u{ff21}\" (U+FF21)",
            "\u{ff21}\\u{3000}B",
        ),
    ] {
        let message = message(&[record]);
        assert!(
            message.contains(&format!("found \"{found}\n  {excerpt}\n")),
            "{message}"
        );
    }
    let (_, _, stderr) = run(&[], "AB \u{412}\u{421}\n");
    assert!(
        stderr.ends_with("found \"\u{412}\u{421}\" (U+0412 U+0421)\n"),
        "{stderr}"
    );
}

#[test]
fn what_is_around_a_mistake_is_shown_by_character_not_by_byte() {
    let message = message(&["AB CJ \u{202e}", "\x1b"]);
    assert!(
        message.contains("\n  AB CJ \\u{202e} \\u{1b}\n      ^ move 2\n"),
        "{message}"
    );
}

/// A wide letter takes two columns.
#[test]
fn carets_stand_under_the_mistake() {
    for (record, excerpt) in [
        ("\u{c4}B", "\u{c4}B\n  ^ move 1"),
        (
            "AB \u{ff21}\u{4e2d}",
            "AB \u{ff21}\u{4e2d}\n     ^^^^ move 2",
        ),
    ] {
        let message = message(&[record]);
        assert!(message.ends_with(&format!("\n  {excerpt}\n")), "{message}");
    }
}

#[test]
fn a_character_that_is_none_is_answered_with_what_could_be_played() {
    for (record, expected) in [
        (
            "AB AB Z",
            "expected a measurement, 1 or 2 to fill A, found \"Z\"",
        ),
        (
            "AE BF EI DH AI 1 Z",
            "expected nothing more after the end of the game, found \"Z\"",
        ),
        ("AB,BE,DE", "found \",\"; white space separates moves"),
        ("AB;BE", "found \";\"; white space separates moves"),
    ] {
        let message = message(&[record]);
        assert!(message.contains(&format!("{expected}\n")), "{message}");
    }
}

#[test]
fn a_position_has_no_moves() {
    let message = message(&["41./32./.. 5CF"]);
    assert!(
        message.ends_with("\n  41./32./.. 5CF\n  ^^^^^^^^^^^^^^\n"),
        "{message}"
    );
    for arguments in [
        &["--json", "41./32./.. 5CF"][..],
        &["solve", "--steps", "--json", "41./32./..."],
    ] {
        let (_, object, _) = run(arguments, "");
        let object: serde_json::Value = serde_json::from_str(&object).expect("JSON");
        assert!(object.get("kind").is_some() && object.get("move").is_none());
    }
}

#[test]
fn records_come_from_files_or_from_arguments() {
    assert_eq!(
        message(&["-f", "games.txt", "AB"]),
        "error: expected records either from files (-f FILE) or as arguments, found both\n"
    );
}

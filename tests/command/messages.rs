//! Messages that have misled somebody, each with what it says now.

use crate::support::run;

fn message(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(arguments, "");
    assert_eq!(stdout, "", "{arguments:?}");
    assert!(code != 0, "{arguments:?}");
    stderr
}

#[test]
fn a_number_that_is_none_is_told_from_one_out_of_range() {
    for (arguments, expected) in [
        (&["show", "--width", "abc", "AB"][..], "from 1 to 65535"),
        (&["show", "--width", "0", "AB"], "from 1 to 65535"),
        (&["-j", "99", "AB"], "from 1 to 64"),
        (&["generate", "-n", "1.5"], "from 0 to 18446744073709551615"),
        (
            &["generate", "--seed", "x"],
            "from 0 to 18446744073709551615",
        ),
    ] {
        let message = message(arguments);
        assert!(
            message.contains(&format!("expected a whole number {expected}")),
            "{message}"
        );
        assert!(!message.contains("invalid digit"), "{message}");
    }
}

#[test]
fn letters_that_look_like_others_are_named_by_their_code_points() {
    for (record, found, excerpt) in [
        (
            "\u{410}\u{412}",
            "\u{410}\u{412}\" (U+0410 U+0412)",
            r"\u{410}\u{412}",
        ),
        ("\u{410}B CD", "\u{410}\" (U+0410)", r"\u{410}B CD"),
        (
            "\u{ff21}\u{3000}B",
            "\u{ff21}\" (U+FF21)",
            r"\u{ff21}\u{3000}B",
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

#[test]
fn a_measurement_comes_after_a_move() {
    let message = message(&["AB BE DE AE 2"]);
    assert!(message.ends_with("^ after move 4\n"), "{message}");
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
fn an_address_without_a_port_is_told_what_it_lacks() {
    for address in ["8000", "127.0.0.1", "localhost:8000"] {
        let message = message(&["serve", "--listen", address]);
        let expected = "expected an address and a port, such as 127.0.0.1:8000";
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn an_argument_is_repeated_as_it_can_be_printed() {
    for arguments in [
        &["--color=always", "play", "--x", "\x1b[31mred\x07"][..],
        &["--color=always", "show", "--\x1b[31mred\x07"],
        &[
            "--color=always",
            "generate",
            "--no=\x1b[31mred\x07",
            "-n\x1b[31mred\x07",
        ],
    ] {
        let message = message(arguments);
        assert!(
            !message.contains("\x1b[31mred") && !message.contains('\x07'),
            "{message}"
        );
    }
    let message = message(&["play", "--x", "\x1b[31mred\r"]);
    assert!(
        message.contains(r"value '\u{1b}[31mred\r' for"),
        "{message}"
    );
}

#[test]
fn records_come_from_files_or_from_arguments() {
    assert_eq!(
        message(&["-f", "games.txt", "AB"]),
        "error: expected records either from files (-f FILE) or as arguments, found both\n"
    );
}

#[test]
fn help_is_a_word_after_a_group_of_commands() {
    let (code, stdout, stderr) = run(&["hypercube", "help"], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(stdout, run(&["hypercube", "--help"], "").1);
}

#[test]
fn half_a_point_is_written_alike_everywhere() {
    let (_, solved, _) = run(&["solve", "AB BE DE AE"], "");
    let (_, shown, _) = run(&["show", "AI EG BE EH DG AI 1 BC CE 3"], "");
    assert!(solved.contains("X wins 1 to 0.5") && shown.contains("O wins 1 to 0.5"));
    assert!(!(solved + &shown).contains('½'));
}

#[test]
fn the_page_of_an_invalid_record_says_so() {
    let options = ["show", "--html"];
    let (code, page, _) = run(&[&options[..], &["AB", "AA<"]].concat(), "");
    assert_eq!(code, 1);
    assert!(page.contains("<title>Invalid record"));
    let notice = "</h1></header>\n<p class=\"invalid\"";
    let (_, says) = page.split_once(notice).expect("a notice under the heading");
    assert!(says.contains("found A twice"), "{page}");
    let (_, page, _) = run(&[&options[..], &["AB<"]].concat(), "");
    assert!(page.contains("found &quot;&lt;&quot;.</p>"), "{page}");
    let (_, valid, _) = run(&[&options[..], &["AB"]].concat(), "");
    assert!(
        !valid.contains("class=\"invalid\"") && !valid.contains("Invalid"),
        "{valid}"
    );
}

#[test]
fn the_picture_of_an_invalid_record_is_struck_out() {
    for options in [&["show", "--svg"][..], &["show", "--svg", "--steps"]] {
        let (code, picture, _) = run(&[options, &["AB", "AA"]].concat(), "");
        assert_eq!(code, 1);
        let read = roxmltree::Document::parse(&picture).expect("XML");
        let struck = |node: roxmltree::Node<'_, '_>| node.attribute("class") == Some("invalid");
        assert!(read.descendants().any(struck), "{picture}");
        assert!(picture.contains("<title>Invalid record"));
        let (_, valid, _) = run(&[options, &["AB"]].concat(), "");
        assert!(
            !valid.contains("class=\"invalid\"") && !valid.contains("Invalid"),
            "{valid}"
        );
    }
}

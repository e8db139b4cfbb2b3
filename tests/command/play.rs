//! `qttt play`, with input from a script.

use crate::support::*;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

/// Plays a script of entries and returns the whole output.
#[track_caller]
fn play(arguments: &[&str], entries: impl Into<Vec<u8>>) -> String {
    printed(&[&["play"], arguments].concat(), entries)
}

/// Plays a script of a person who plays both sides.
#[track_caller]
fn play_both(entries: &str) -> String {
    play(&["--o", "person"], entries)
}

/// Returns the record and the score in the last two lines.
#[track_caller]
fn result(printed: &str) -> (&str, &str) {
    let (before, score) = printed.rsplit_once("\nScore: ").expect("the score");
    let (_, record) = before.rsplit_once("Record:").expect("the record");
    (record.trim_start(), score.trim_end())
}

#[test]
fn each_action_is_described_and_the_position_is_drawn_as_by_show() {
    let printed = play_both("AB\nBE\nDE\nAE\n4\n");
    let measured = "X chooses 4: O4 in A, X1 in B, X3 in D, O2 in E";
    for (said, record) in [
        ("1. X plays AB", "AB"),
        ("4. O plays AE and closes a cycle", "AB BE DE AE"),
        (measured, "AB BE DE AE 4"),
    ] {
        let (_, drawing, _) = run(&["show", record], "");
        assert_contains(&printed, &format!("\n{said}\n{drawing}"));
    }
    let (_, empty_board, _) = run(&["show", ""], "");
    assert!(printed.contains(&empty_board));
}

#[test]
fn a_person_cannot_enter_moves_of_the_computer() {
    // Whatever O plays, X's second entry comes after O's turn.
    let printed = play(&[], "AB CD\nAB\n");
    let why = "Not played: you cannot play CD: after AB, it is O's turn\n";
    assert_contains(&printed, why);
    assert!(result(&printed).0.starts_with("AB "), "{printed}");
}

/// The entries of a person who plays both sides, a part of the output, and the record at the end.
#[test]
fn each_entry_is_played_or_answered() {
    let doubled = "BC BE CF EF 1 AD AG GH DG 6";
    let hint_at_doubled = format!("{doubled}\nhint\n");
    for (entries, said, record) in [
        // Several actions can be entered together.
        ("AB BE\nDE ae\n4 cf\n", "5. X plays CF", "AB BE DE AE 4 CF"),
        // After a wrong entry, the same player is asked again.
        ("AA\nAB\nA\nAB\n3\n2\n", "X chooses 2: ", "AB AB 2"),
        ("a\n", "Not played: enter both cells of a move together", ""),
        ("foo\n", "Not played: expected a cell (A to I) or ", ""),
        ("\u{e9}\u{1b}\n", "(U+00E9); enter help", ""),
        ("AB AB\nCD\n", "Not played: a measurement is due", "AB AB"),
        ("AE BF EI DH\nAI 1 CD\n", ": the game is ", "AE BF EI DH"),
        // An empty entry is not a mistake.
        ("\n  \t\nAB\r\n\r\nBC\r\n", " Enter help to see ", "AB BC"),
        // If a person plays both sides, undo takes back one action.
        ("AB\nBC\nundo\nCD\nUNDO\nu\nEF\n", "Taken back: BC ", "EF"),
        ("AB\nAB\n1\nundo\n2\n", "Taken back: 1 ", "AB AB 2"),
        // A hint names every best action and counts the others by result.
        ("hint\n", "With perfect play, X wins 1 to 0.5 ", ""),
        ("hint\n", "Best for X: AI CG (34 others: nobody wins)", ""),
        (&hint_at_doubled, "Best for X: II (no others)", doubled),
        ("?\n", "  quit, q ", ""),
        // A person can leave at any time.
        ("AB\nQ\nBC\n", "Score: 0 0", "AB"),
        (" Quit \nAB\n", "Score: 0 0", ""),
        ("AB\nBC\nquit", "Score: 0 0", "AB BC"),
        ("", "Score: 0 0", ""),
    ] {
        let printed = play_both(entries);
        // As if the output were infinitely wide.
        let joined = printed.replace('\n', " ");
        assert!(joined.contains(said), "{entries:?}: {printed}");
        assert_eq!(result(&printed), (record, "0 0"), "{entries:?}");
    }
}

#[test]
fn long_lines_and_invalid_bytes_do_not_end_the_game() {
    let long = "AB".repeat(1 << 19);
    let printed = play_both(&format!("AB\n{long}\nBC\n"));
    assert_eq!(result(&printed), ("AB BC", "0 0"));
    assert!(printed.len() < 20_000, "the line is not repeated");
    let printed = play(&["--o", "person"], b"AB\n\xff\xfe\nB\0C\n\xe2\x82\nBC\n");
    assert_eq!(result(&printed), ("AB BC", "0 0"));
    assert_contains(&printed, "found the byte 0xff");
}

#[test]
fn undo_goes_back_to_the_last_decision_of_the_person() {
    for opponent in ["perfect", "random"] {
        let printed = play(&["--o", opponent], "AB\nundo\n");
        assert_contains(&printed, "\nTaken back: AB ");
        assert_eq!(result(&printed), ("", "0 0"));

        let printed = play(&["--x", opponent, "--o", "person"], "undo\n");
        assert_contains(&printed, "There is nothing to take back");
        let position = Naive::replay(result(&printed).0).expect("a legal record");
        assert_eq!(position.moves, 1, "X's opening stands");
    }
}

/// A person enters every move and every mark over and over, and only the legal ones are played.
#[test]
fn whole_games_are_played_by_a_person_or_the_computer() {
    let mut entries = Naive::default().legal();
    entries.extend(('A'..='I').map(|cell| format!("{cell}{cell}")));
    entries.extend(('1'..='9').map(String::from));
    let entries = (entries.join("\n") + "\n").repeat(10);
    for (x, o) in [
        ("person", "perfect"),
        ("random", "person"),
        ("random", "easy"),
        ("perfect", "medium"),
    ] {
        let arguments = ["--x", x, "--o", o, "--seed", "4"];
        let printed = play(&arguments, &*entries);
        let (record, score) = result(&printed);
        let end = Naive::replay(record).expect("a legal record");
        assert!(end.is_over() && end.moves >= 5, "{record}");
        assert_eq!(end.score(), score);
        assert_eq!(play(&arguments, &*entries), printed);
        if [x, o].contains(&"person") {
            continue;
        }
        // Each action is followed by a board, and the empty board comes before.
        assert!(printed.matches("┌─A").count() > record.split(' ').count());
    }
    let random = |seed| play(&["--x", "random", "--o", "random", "--seed", seed], "");
    assert_ne!(random("1"), random("2"));
}

#[test]
fn the_record_is_printed_even_if_reading_input_fails() {
    let folder = File::open("/").expect("a directory");
    let played = spawn(&["play"], folder, Stdio::piped()).wait_with_output();
    let stdout = String::from_utf8(played.expect("qttt ends").stdout);
    assert_eq!(result(&stdout.expect("text")), ("", "0 0"));
}

/// A program at the other end sees each prompt before it answers.
#[test]
fn each_prompt_is_printed_before_an_entry_is_read() {
    let (mut child, mut entries, mut printed) = piped(&["play", "--o", "person", "AB"]);
    for (prompt, entry) in [
        ("O moves> ", "AB"),
        ("X chooses 1 or 2> ", "1"),
        ("X moves> ", "CD"),
    ] {
        read_up_to(prompt, &mut printed);
        writeln!(entries, "{entry}").expect("qttt reads");
    }
    drop(entries);
    let mut rest = String::new();
    printed.read_to_string(&mut rest).expect("text");
    assert_eq!(result(&rest), ("AB AB 1 CD", "0 0"));
    assert!(child.wait().expect("qttt ends").success());
}

/// The signal and the end of the input arrive at the same time.
#[test]
fn a_signal_ends_a_game_without_losing_the_record() {
    for signal in ending_signals() {
        let (mut game, mut entries, mut printed) = piped(&["play", "--o", "person"]);
        writeln!(entries, "AB").expect("qttt reads");
        read_up_to("O moves> ", &mut printed);
        send(signal, &game);
        drop(entries);
        let mut rest = String::new();
        printed.read_to_string(&mut rest).expect("text");
        // The newline after the prompt may be printed after the record.
        assert_eq!(result(rest.trim_end()), ("AB", "0 0"));
        assert_eq!(rest.matches("Record: ").count(), 1, "{rest}");
        let status = game.wait().expect("it ends");
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}: {rest:?}");
    }
}

/// A terminal of 80 columns has 24 rows.
#[test]
fn help_and_rules_fit_on_the_screen() {
    for (entry, part) in [("help", "  undo, u "), ("rules", "8. A line scores ")] {
        let printed = play_both(&format!("{entry}\n"));
        let text = printed.split("> \n").nth(1).expect("a second prompt");
        assert_contains(text, part);
        assert!(text.lines().count() < 24, "{text}");
    }
}

/// A terminal of 80 columns has 24 rows; the last one is for the prompt.
#[test]
fn the_whole_board_is_on_the_screen_at_each_prompt() {
    let entries = "AB BE DE AE\n4\nCF FI\nCI\n";
    let printed = play_both(entries);
    let turns: Vec<_> = printed.split("> \n").collect();
    let (last, asked) = turns.split_last().expect("prompts");
    assert_eq!(asked.len(), 5);
    for turn in asked {
        let rows: Vec<_> = turn.lines().collect();
        let top = (rows.iter()).rposition(|row| row.starts_with("┌─A───"));
        assert!(rows.len() - top.expect("a board") <= 24, "{turn}");
        let boards = rows.iter().filter(|row| row.starts_with("┌─A───"));
        assert_eq!(boards.count(), 1, "once a turn: {turn}");
    }
    assert!(!last.contains("┌─A"), "{last}");
}

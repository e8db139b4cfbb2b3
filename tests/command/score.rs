//! `qttt [RECORD]...` in a script.

use crate::quantum::notations::invalid_records;
use crate::support::*;
use std::io::{BufRead, Write};
use std::thread;

#[test]
fn the_published_scores_are_printed_however_the_games_are_written() {
    let (mut input, mut expected) = (String::new(), String::new());
    assert_eq!(published_games().len(), 16);
    for [record, score] in published_games() {
        let words = words(record);
        assert_eq!(printed(&words, ""), format!("{score}\n"));
        let turned = words.iter().map(|word| word.chars().rev().collect());
        let turned = turned.collect::<Vec<String>>().join(" ");
        let (joined, lower) = (record.replace(' ', ""), record.to_lowercase());
        for text in [record, &joined, &lower, &turned] {
            input += &format!("{text}\n");
            expected += &format!("{score}\n");
        }
    }
    let (_folder, path) = file("games.txt", &input);
    for arguments in [&[][..], &["-"], &["-f", "-"], &["-f", &path]] {
        assert_eq!(printed(arguments, input.clone()), expected);
    }
}

#[test]
fn records_are_read_from_arguments_or_standard_input() {
    let spaces = "AB BE DE AE 4\r\n\n  \t\nabBEdeAE\t4 \x0c\n\r\nAE BF EI DH AI 1";
    for (arguments, input, scores) in [
        (&[][..], spaces, "0 0\n0 0\n0 0\n0 0\n0 0\n1 0\n"),
        (&[], "", ""),
        (&[""], "AA", "0 0\n"),
        // The last of repeated options counts.
        (&["-q", "-q", "-j", "1", "-j", "96"], "AB\n", "0 0\n"),
        // After two dashes, a dash is an empty record.
        (&["--", "-"], "AA", "0 0\n"),
        (&["--", ""], "AA", "0 0\n"),
    ] {
        assert_eq!(printed(arguments, input), scores, "{arguments:?}");
    }
}

/// In a shell loop, a line of data is neither a command nor an option.
#[test]
fn after_two_dashes_every_word_is_part_of_a_record() {
    for word in ["help", "-V", "page", "--"] {
        let message = refused(1, &["--", word], "AB\n");
        assert!(message.contains("expected a cell"), "{word}: {message}");
    }
    assert!(printed(&["show", "--", "-"], "AB\n").contains("X to move"));
}

#[test]
fn a_message_says_what_is_wrong_with_an_argument_and_where() {
    let unusual = [
        "AB CJ \u{202e} \x1b".to_string(),
        format!("AB {}AB CD", " ".repeat(100)),
        format!("{}AA {}", "\u{a0}".repeat(60), "\u{e9}".repeat(60)),
        format!("AB{}\u{1f600}{}", "\t".repeat(60), "\u{1f600}".repeat(20)),
    ];
    let invalid = invalid_records().into_iter().map(|[record, ..]| record);
    let mut messages = String::new();
    for record in invalid.chain(unusual.iter().map(String::as_str)) {
        let stderr = refused(1, &[record], "");
        let mut lines = stderr.lines().skip(1);
        assert!(lines.all(|line| line.chars().count() < 80), "{stderr}");
        messages += &stderr;
    }
    assert_is_snapshot(&messages, "mistakes-as-arguments.txt");
    assert_eq!(run(&["-q", "AA"], ""), (1, String::new(), String::new()));
}

#[test]
fn a_message_says_what_is_wrong_with_a_line_and_the_other_lines_are_scored() {
    let mut invalid = invalid_records();
    invalid.push(["AB \0", "4", r#""\0" (U+0000)"#]);
    let records = invalid.iter().map(|[record, ..]| record);
    let lines = records.map(|record| format!("{record}\nAE BF EI DH AI 1\n"));
    let input: String = lines.collect();
    let expected = "error\n1 0\n".repeat(invalid.len());
    let (code, stdout, stderr) = run(&[], input.as_str());
    assert_eq!((code, &stdout), (1, &expected));
    assert_eq!(stderr.lines().count(), invalid.len(), "{stderr}");
    let lines = (1..).step_by(2).zip(stderr.lines());
    for ((line, found), [_, column, message]) in lines.zip(invalid) {
        assert_starts_with(found, &format!("<stdin>:{line}:{column}: "));
        assert_contains(found, message);
    }
    assert_eq!(run(&["--quiet"], input), (1, expected, String::new()));
}

#[test]
fn every_command_prints_the_same_message_for_an_invalid_record() {
    let (_, _, expected) = run(&["AB", "AA"], "");
    for command in [&["solve"][..], &["solve", "--steps"], &["play"], &["show"]] {
        let (code, _, stderr) = run(&[command, &["AB", "AA"]].concat(), "");
        assert_eq!((code, &stderr), (1, &expected), "{command:?}");
    }
}

#[test]
fn each_record_is_a_json_object() {
    let input = "\nAB\nab  BEde AE\nAI EG BE EH DG AI 1 BC CE 3\n\
        BC BE CF EF 1 AD AG GH DG 6 II\nAB BJ\r\nDF CE BD BE EG CD 3 AH AI AH 9\n";
    let (json, stderr) = exits(1, &["--json"], input);
    assert_is_snapshot(&json, "score.ndjson");
    assert_starts_with(&stderr, "<stdin>:6:5: ");
    let (alone, _) = exits(1, &["--json", "AB", "BJ"], "");
    let sixth = json.lines().nth(5).expect("an error");
    assert_eq!(alone, sixth.replace("\"line\":6", "\"line\":1") + "\n");
}

/// Colours are in messages and in drawings, and only if the environment asks for them.
#[test]
fn colours_follow_the_environment() {
    for (arguments, input) in [
        ("--no-such-option", ""),
        ("AA", ""),
        ("show AB AA", ""),
        ("play --o person", "AB\n"),
        ("hypercube show", "3,2\n1,1;0,0\n"),
        ("hypercube show", "3,2\n0,0;0,1;1,1;1,2;2,2\n"),
    ] {
        let arguments = words(arguments);
        let (_, stdout, stderr) = run(&arguments, input);
        let colored = colored(&arguments, input);
        for (plain, colored) in [(stdout, colored.0), (stderr, colored.1)] {
            assert!(!plain.contains('\x1b'), "{arguments:?}");
            assert_eq!(colored.contains('\x1b'), !plain.is_empty());
            let stripped = anstream::adapter::strip_str(&colored).to_string();
            assert_eq!(stripped, plain);
        }
    }
}

/// One line, lines for several workers, and more lines than a pipe holds. The command must print the scores of all
/// lines that it has read before it waits for more.
#[test]
fn the_scores_of_all_lines_are_printed_before_more_lines_arrive() {
    for threads in ["-j1", "-j2", "-j5"] {
        let (mut child, mut records, scores) = piped(&[threads]);
        let mut scores = scores.lines().map(|score| score.expect("text"));
        for lines in [1, 1, 10_000, 70_000, 1] {
            let input = "AE BF EI DH AI 1\n".repeat(lines);
            thread::scope(|scope| {
                scope.spawn(|| records.write_all(input.as_bytes()).expect("qttt reads"));
                let scores = scores.by_ref().take(lines);
                assert_eq!(scores.filter(|score| score == "1 0").count(), lines);
            });
        }
        drop(records);
        assert_eq!(scores.next(), None);
        assert!(child.wait().expect("qttt ends").success());
    }
}

#[test]
fn any_number_of_threads_prints_the_same_output_and_messages() {
    let mut records = published_records();
    records.extend(invalid_records().iter().map(|[record, ..]| record));
    let record = |i: usize| records[i * i % records.len()];
    let lines = (0..5_000).map(|i| record(i).to_string() + ["\n", "\r\n", " \n"][i % 3]);
    let input: String = lines.collect();
    for format in FORMATS {
        let [on_one, on_five] =
            ["-j1", "-j5"].map(|threads| run(&[format, &[threads]].concat(), input.trim_end()));
        assert!(on_five == on_one, "{format:?}: five threads differ");
    }
}

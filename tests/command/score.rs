//! `qttt [MOVES]...` in a script.

use crate::quantum::notations::invalid_records;
use crate::support::chance::Chance;
use crate::support::naive::Naive;
use crate::support::snapshot::assert_is_snapshot;
use crate::support::{
    FORMATS, assert_contains, assert_starts_with, colored, file, piped, printed, published_games,
    refused, run,
};
use std::io::{BufRead, Write};
use std::thread;

#[test]
fn scores_the_published_games_however_they_are_written() {
    let (mut input, mut expected) = (String::new(), String::new());
    assert_eq!(published_games().len(), 16);
    for (record, score) in published_games() {
        let words: Vec<_> = record.split(' ').collect();
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
fn reads_records_from_arguments_or_standard_input() {
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
    let invalid = invalid_records().map(|[record, ..]| record);
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
    let invalid: Vec<_> = invalid_records()
        .chain([["AB \0", "4", r#""\0" (U+0000)"#]])
        .collect();
    let input: String = (invalid.iter())
        .map(|[record, ..]| format!("{record}\nAE BF EI DH AI 1\n"))
        .collect();
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
fn prints_json() {
    let input = "\nAB\nab  BEde AE\nAI EG BE EH DG AI 1 BC CE 3\n\
        BC BE CF EF 1 AD AG GH DG 6 II\nAB BJ\r\nDF CE BD BE EG CD 3 AH AI AH 9\n";
    let expected = r#"{"record":"","line":1,"x":0,"o":0,"state":"move","moves":0,"turn":"X","cells":[null,null,null,null,null,null,null,null,null],"spooky":[],"possible":{"boards":1,"x":0,"o":0}}
{"record":"AB","line":2,"x":0,"o":0,"state":"move","moves":1,"turn":"O","cells":[null,null,null,null,null,null,null,null,null],"spooky":[{"mark":1,"cells":"AB"}],"possible":{"boards":2,"x":0,"o":0}}
{"record":"AB BE DE AE","line":3,"x":0,"o":0,"state":"measure","moves":4,"turn":"X","cell":"A","choices":[1,4],"cells":[null,null,null,null,null,null,null,null,null],"spooky":[{"mark":1,"cells":"AB"},{"mark":2,"cells":"BE"},{"mark":3,"cells":"DE"},{"mark":4,"cells":"AE"}],"possible":{"boards":2,"x":0,"o":0}}
{"record":"AI EG BE EH DG AI 1 BC CE 3","line":4,"x":0.5,"o":1,"state":"over","moves":8,"winner":"O","lines":["ABC","GHI"],"cells":[1,3,7,5,8,null,2,4,6],"spooky":[],"possible":{"boards":1,"x":1,"o":1}}
{"record":"BC BE CF EF 1 AD AG GH DG 6 II","line":5,"x":0,"o":0,"state":"measure","moves":9,"turn":"O","cell":"I","choices":[9],"cells":[6,1,3,5,2,4,8,7,null],"spooky":[{"mark":9,"cells":"II"}],"possible":{"boards":1,"x":0,"o":0}}
{"record":"AB BJ","error":"expected a cell (A to I) or a mark (1 to 9), found \"J\"","kind":"unknown_character","line":6,"column":5,"move":2}
{"record":"DF CE BD BE EG CD 3 AH AI AH 9","line":7,"x":0,"o":0,"state":"over","moves":9,"winner":null,"lines":[],"cells":[9,3,2,6,4,1,5,7,8],"spooky":[],"possible":{"boards":1,"x":0,"o":0}}
"#;
    let (code, stdout, stderr) = run(&["--json"], input);
    assert_eq!((code, stdout.as_str()), (1, expected));
    assert!(stderr.starts_with("<stdin>:6:5: "));
    let (code, stdout, _) = run(&["--json", "AB", "BJ"], "");
    let mistake = expected.lines().nth(5).expect("a line");
    let alone = mistake.replace("\"line\":6", "\"line\":1") + "\n";
    assert_eq!((code, stdout), (1, alone));
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
        let arguments: Vec<_> = arguments.split(' ').collect();
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

/// One line, lines for several workers, and more lines than a pipe holds. The command must print the scores of all lines
/// that it has read before it waits for more.
#[test]
fn scores_all_lines_of_a_program_that_waits_for_the_scores() {
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
    let valid = published_games().into_iter().map(|(record, _)| record);
    let invalid = invalid_records().map(|[record, ..]| record);
    let records: Vec<_> = valid.chain(invalid).collect();
    let input: String = (0..20_000)
        .map(|i| records[i * i % records.len()].to_string() + ["\n", "\r\n", " \n"][i % 3])
        .collect();
    for format in FORMATS {
        let on_one = run(&[format, &["-j", "1"]].concat(), input.trim_end());
        let on_more = run(&[format, &["-j", "5"]].concat(), input.trim_end());
        assert!(
            on_more == on_one,
            "{format:?}: five threads differ from one"
        );
    }
}

/// 40,000 games and beginnings of games, most of which are scored in lockstep.
#[test]
fn scores_a_stream_as_the_naive_scorer_does() {
    let mut chance = Chance::new(1);
    for threads in ["1", "3"] {
        let (mut input, mut stdout) = (String::new(), String::new());
        for _ in 0..20_000 {
            let (position, tokens) = Naive::played(&mut chance);
            let space = if chance.below(8) == 0 { "" } else { " " };
            input += &(tokens.join(space) + "\n");
            stdout += &(position.score() + "\n");
        }
        assert_eq!(run(&["-j", threads], input), (0, stdout, String::new()));
    }
}

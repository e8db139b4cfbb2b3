//! `qttt [MOVES]...` in a script.

use crate::support::chance::Chance;
use crate::support::naive::Naive;
use crate::support::snapshot::assert_is_snapshot;
use crate::support::{colored, file, piped, printed, published_games, refused, run};
use std::io::{BufRead, Write};
use std::thread;

/// Every kind of mistake, with misleading variants. The snapshots show the location and the message of each.
const ILLEGAL: [&str; 32] = [
    "AB BJ",
    "AB 0",
    ",AB",
    "AB C,D",
    "AB \0",
    "AB C",
    "A B",
    "AB C0",
    "A1",
    "AA",
    "AB AB 1 AC",
    "AB AB CD",
    "AB 1",
    "AB BE DE AE 2",
    "AE BF EI DH AI 1 CD",
    // Half a move, where a whole move would not be valid either.
    "AE BF EI DH AI 1 C",
    "AB AB C",
    "AB AB 1 A",
    "BC BE CF EF 1 AD AG GH DG 6 I",
    // A character where something other than a move is expected.
    "AB AB Z",
    "AE BF EI DH AI 1 Z",
    // Letters that look like other letters, and a wide letter, which takes two columns.
    "AB \u{e9}",
    "\u{c4}B",
    "\u{410}\u{412}",
    "\u{410}B CD",
    "\u{ff21}\u{3000}B",
    "AB \u{ff21}\u{4e2d}",
    "AB CJ \u{202e} \x1b",
    // A typing error in a record, not a misspelled command.
    "AN",
    "xyz",
    // A position has no moves.
    "41./32./.. 5CF",
    "1../.../...",
];

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
    let long = [
        format!("AB {}AB CD", " ".repeat(100)),
        format!("{}AA {}", "\u{a0}".repeat(60), "\u{e9}".repeat(60)),
        format!("AB{}\u{1f600}{}", "\t".repeat(60), "\u{1f600}".repeat(20)),
    ];
    let short = ILLEGAL.into_iter().filter(|record| !record.contains('\0'));
    let mut messages = String::new();
    for record in short.chain(long.iter().map(String::as_str)) {
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
    let input = ILLEGAL.map(|record| format!("{record}\nAE BF EI DH AI 1\n"));
    let expected = "error\n1 0\n".repeat(ILLEGAL.len());
    let (code, stdout, stderr) = run(&[], input.concat());
    assert_eq!((code, &stdout), (1, &expected));
    assert_is_snapshot(&stderr, "mistakes.txt");
    let silent = (1, expected, String::new());
    assert_eq!(run(&["--quiet"], input.concat()), silent);
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

#[test]
fn scores_each_record_of_a_program_that_waits_for_the_score() {
    let (mut child, mut records, scores) = piped(&[]);
    let mut scores = scores.lines();
    for (record, score) in published_games().into_iter().cycle().take(1_000) {
        writeln!(records, "{record}").expect("qttt reads");
        assert_eq!(scores.next().expect("a line").expect("text"), score);
    }
    drop(records);
    assert!(scores.next().is_none());
    assert!(child.wait().expect("qttt ends").success());
}

/// A line, lines for several workers, and more lines than a pipe holds. The command must print the scores of all lines
/// that it has read before it waits for more.
#[test]
fn scores_all_lines_of_a_program_that_pauses() {
    let sizes = [("-j2", 1), ("-j2", 10_000)].into_iter();
    for (threads, lines) in sizes.chain(["-j1", "-j2", "-j5"].map(|threads| (threads, 70_000))) {
        let (mut child, mut records, scores) = piped(&[threads]);
        let input = "AB\n".repeat(lines);
        thread::scope(|scope| {
            scope.spawn(|| records.write_all(input.as_bytes()).expect("qttt reads"));
            let scores = scores.lines().take(lines).map(|score| score.expect("text"));
            assert_eq!(scores.filter(|score| score == "0 0").count(), lines);
        });
        drop(records);
        assert!(child.wait().expect("qttt ends").success());
    }
}

#[test]
fn any_number_of_threads_prints_the_same_output_and_messages() {
    let records = published_games().into_iter().map(|(record, _)| record);
    let records: Vec<_> = records.chain(ILLEGAL).collect();
    let input: String = (0..20_000)
        .map(|i| records[i * i % records.len()].to_string() + ["\n", "\r\n", " \n"][i % 3])
        .collect();
    for format in [&[][..], &["--json"], &["--tsv"]] {
        let on_one = run(&[format, &["-j", "1"]].concat(), input.trim_end());
        let on_more = run(&[format, &["-j", "5"]].concat(), input.trim_end());
        assert!(on_more == on_one, "five threads differ from one");
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

//! `qttt [MOVES]...` in a script.

use crate::support::{
    chance::Chance, colored, naive::Naive, printed, published_games, refused, run,
    snapshot::assert_is_snapshot, spawn,
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::Stdio,
    thread,
};

/// Every kind of mistake, with misleading variants. The snapshots have the place and the message of each.
const ILLEGAL: [&str; 38] = [
    "AB BJ",
    "AB 0",
    ",AB",
    "AB,,CD",
    "AB C,D",
    "AB \0",
    "AB C",
    "A B",
    "AB C0",
    "A1",
    "1",
    "12 21 3",
    "AA",
    "AB AB 1 AC",
    "AB AB 1 CA",
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
    "AK",
    "FAN",
    "xyz",
    // A position has no moves.
    "41./32./.. 5CF",
    "1../.../...",
];

/// Each published game in every way to write it.
fn spellings(record: &str) -> [String; 4] {
    let turned: Vec<String> = record
        .split(' ')
        .map(|token| token.chars().rev().collect())
        .collect();
    [
        record.to_string(),
        record.replace(' ', ""),
        record.to_lowercase(),
        turned.join(" "),
    ]
}

#[test]
fn scores_the_published_games_however_they_are_written() {
    let (mut input, mut expected) = (String::new(), String::new());
    for (record, score) in published_games() {
        let words: Vec<_> = record.split(' ').collect();
        assert_eq!(printed(&words, ""), format!("{score}\n"));
        for text in spellings(record) {
            input += &format!("{text}\n");
            expected += &format!("{score}\n");
        }
    }
    for arguments in [&[][..], &["-"], &["-f", "-"]] {
        assert_eq!(printed(arguments, input.clone()), expected);
    }
}

#[test]
fn reads_every_kind_of_line_ending_and_whitespace() {
    let input = "AB BE DE AE 4\r\n\n  \t\nabBEdeAE\t4 \x0c\n\r\nAE BF EI DH AI 1";
    let expected = "0 0\n0 0\n0 0\n0 0\n0 0\n1 0\n";
    assert_eq!(run(&[], input), (0, expected.to_string(), String::new()));
    assert_eq!(run(&[], ""), (0, String::new(), String::new()));
    assert_eq!(run(&[""], ""), (0, "0 0\n".to_string(), String::new()));
}

#[test]
fn says_what_is_wrong_with_an_argument_and_where() {
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
fn says_what_is_wrong_with_a_line_and_scores_the_others() {
    let input = ILLEGAL.map(|record| format!("{record}\nAE BF EI DH AI 1\n"));
    let expected = "error\n1 0\n".repeat(ILLEGAL.len());
    let (code, stdout, stderr) = run(&[], input.concat());
    assert_eq!((code, &stdout), (1, &expected));
    assert_is_snapshot(&stderr, "mistakes.txt");
    let silent = (1, expected, String::new());
    assert_eq!(run(&["--quiet"], input.concat()), silent);
}

#[test]
fn every_command_says_the_same_of_an_invalid_record() {
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

/// In a shell loop, a line of data is neither a command nor an option, nor does it read the other lines.
#[test]
fn after_two_dashes_every_word_is_part_of_a_record() {
    for word in ["help", "-V", "serve", "--"] {
        let message = refused(1, &["--", word], "AB\n");
        assert!(message.contains("expected a cell"), "{word}: {message}");
    }
    for words in [&["--", "-"][..], &["--", ""]] {
        assert_eq!(printed(words, "AB BE DE AE 4\nAB AA\n"), "0 0\n");
    }
    assert!(printed(&["show", "--", "-"], "AB\n").contains("X to move"));
}

#[test]
fn takes_the_last_of_options_that_are_repeated() {
    let options = ["-q", "-q", "-j", "1", "-j", "2"];
    assert_eq!(printed(&options, "AB\n"), "0 0\n");
}

/// In the messages of the parser, of commands, and in drawings, as the environment asks.
#[test]
fn colours_follow_the_environment() {
    for arguments in [&["--no-such-option"][..], &["AB", "AA"], &["show", "AB AA"]] {
        let (_, stdout, stderr) = run(arguments, "");
        assert!(!(stdout + &stderr).contains('\x1b'), "{arguments:?}");
        let (stdout, stderr) = colored(arguments, "");
        assert!(stderr.contains('\x1b'), "{arguments:?}");
        assert_eq!(stdout.contains('\x1b'), !stdout.is_empty());
    }
}

/// Not a suggestion for each word, because a mistyped record looks like a mistyped command.
#[test]
fn an_unknown_character_in_the_first_word_refers_to_the_commands() {
    let hint = "\nFor the commands, see qttt --help.\n";
    for words in [&["solv", "AB"][..], &["nosuch.txt"], &["AB\x1b[31m"]] {
        let message = refused(1, words, "");
        assert!(
            message.ends_with(hint) && !message.contains('\x1b'),
            "{message}"
        );
    }
    for words in [&["AB", "solv"][..], &["AB BJ"], &["AA"]] {
        assert!(!refused(1, words, "").contains(hint), "{words:?}");
    }
}

#[test]
fn answers_each_record_of_a_program_that_waits_for_the_score() {
    let mut child = spawn(&[], Stdio::piped(), Stdio::piped());
    let mut records = child.stdin.take().expect("a pipe");
    let mut scores = BufReader::new(child.stdout.take().expect("a pipe"));
    for (record, score) in published_games().into_iter().cycle().take(1_000) {
        writeln!(records, "{record}").expect("qttt reads");
        let mut line = String::new();
        scores.read_line(&mut line).expect("qttt answers");
        assert_eq!(line.trim_end(), score);
    }
    drop(records);
    let rest = scores.read_to_string(&mut String::new());
    assert_eq!(rest.expect("the end"), 0);
    assert!(child.wait().expect("qttt ends").success());
}

/// The pipe holds 64 KiB, so the command reads several times, and must not wait for more input with scores at hand.
#[test]
fn scores_all_lines_of_a_program_that_pauses() {
    let input = "AE BF EI DH AI 1\n".repeat(200 << 10 >> 4);
    for threads in ["-j1", "-j2", "-j5"] {
        let mut child = spawn(&[threads], Stdio::piped(), Stdio::piped());
        let mut records = child.stdin.take().expect("a pipe");
        let mut scores = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        thread::scope(|scope| {
            scope.spawn(|| records.write_all(input.as_bytes()).expect("qttt reads"));
            for _ in input.lines() {
                let score = scores.next().expect("a line").expect("text");
                assert_eq!(score, "1 0");
            }
        });
        drop(records);
        assert!(child.wait().expect("qttt ends").success());
    }
}

/// In every format, with the messages.
#[test]
fn prints_the_same_on_any_number_of_threads() {
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

/// 40,000 games and pieces of games in all, on several numbers of threads. Most are scored in lockstep.
#[test]
fn scores_a_stream_as_the_naive_reading_does() {
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

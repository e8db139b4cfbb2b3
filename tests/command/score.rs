//! `qttt [MOVES]...`, as a script sees it.

use crate::support::{config, naive::Naive, published_games, run, spawn};
use proptest::prelude::*;
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::Stdio,
};

/// Every kind of mistake: the record, the column, the message, and the tokens that are legal before it.
const ILLEGAL: [(&str, usize, &str); 20] = [
    (
        "AB BJ",
        5,
        r#"expected a cell (A to I) or a mark (1 to 9), found "J""#,
    ),
    (
        "AB 0",
        4,
        r#"expected a cell (A to I) or a mark (1 to 9), found "0""#,
    ),
    (
        "AB, CD",
        3,
        r#"expected a cell (A to I) or a mark (1 to 9), found ","; white space separates moves"#,
    ),
    (
        "AB \u{e9}",
        4,
        "expected a cell (A to I) or a mark (1 to 9), found \"\u{e9}\" (U+00E9)",
    ),
    (
        "AB \0",
        4,
        r#"expected a cell (A to I) or a mark (1 to 9), found "\0""#,
    ),
    (
        "AB C",
        4,
        "expected a second cell right after C, found the end of the record; free: A B D E F G H I",
    ),
    (
        "A B",
        1,
        "expected a second cell right after A, found white space; free: B C D E F G H I",
    ),
    (
        "AB C0",
        5,
        r#"expected a cell (A to I) or a mark (1 to 9), found "0""#,
    ),
    (
        "A1",
        1,
        r#"expected a second cell right after A, found "1"; free: B C D E F G H I"#,
    ),
    (
        "AB AB 1 AC",
        9,
        "expected a free cell, found A, which holds the classical mark X1; free: C D E F G H I",
    ),
    (
        "AB AB 1 CA",
        10,
        "expected a free cell, found A, which holds the classical mark X1; free: C D E F G H I",
    ),
    (
        "AA",
        1,
        "expected two different cells, found A twice; only the last free cell is doubled, and 9 are free: A B C D E F G H I",
    ),
    (
        "AB AB CD",
        7,
        "expected a measurement, found a move; a cycle is closed, and X must first choose the mark that fills A: 1 or 2",
    ),
    (
        "AB 1",
        4,
        "expected a move, found a measurement; no cycle is closed, and O is to entangle free cells: A B C D E F G H I",
    ),
    (
        "AB BE DE AE 2",
        13,
        "expected 1 or 4 to fill A, the first cell of the cycle; found 2",
    ),
    (
        "AE BF EI DH AI 1 CD",
        18,
        "expected nothing more; the game is over, and its score is 1 0",
    ),
    // Half a move where a whole one would be no better.
    (
        "AE BF EI DH AI 1 C",
        18,
        "expected nothing more; the game is over, and its score is 1 0",
    ),
    (
        "AB AB C",
        7,
        "expected a measurement, found a move; a cycle is closed, and X must first choose the mark that fills A: 1 or 2",
    ),
    (
        "AB AB 1 A",
        9,
        "expected a free cell, found A, which holds the classical mark X1; free: C D E F G H I",
    ),
    (
        "BC BE CF EF 1 AD AG GH DG 6 I",
        29,
        "expected a second cell right after I, found the end of the record; free: I",
    ),
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
fn scores_the_published_games_as_arguments() {
    for (record, score) in published_games() {
        for text in spellings(record) {
            let expected = (0, format!("{score}\n"), String::new());
            assert_eq!(run(&[&text], ""), expected);
            let words: Vec<_> = text.split(' ').collect();
            assert_eq!(run(&words, ""), expected);
        }
    }
}

#[test]
fn scores_the_published_games_on_standard_input() {
    let (mut input, mut expected) = (String::new(), String::new());
    for (record, score) in published_games() {
        for text in spellings(record) {
            input += &format!("{text}\n");
            expected += &format!("{score}\n");
        }
    }
    assert_eq!(
        run(&[], input.clone()),
        (0, expected.clone(), String::new())
    );
    assert_eq!(
        run(&["-"], input.clone()),
        (0, expected.clone(), String::new())
    );
    assert_eq!(run(&["-f", "-"], input), (0, expected, String::new()));
}

#[test]
fn reads_every_kind_of_line_ending_and_white_space() {
    let input = "AB BE DE AE 4\r\n\n  \t\nabBEdeAE\t4 \x0c\n\r\nAE BF EI DH AI 1";
    let expected = "0 0\n0 0\n0 0\n0 0\n0 0\n1 0\n";
    assert_eq!(run(&[], input), (0, expected.to_string(), String::new()));
    assert_eq!(run(&[], ""), (0, String::new(), String::new()));
    assert_eq!(run(&[""], ""), (0, "0 0\n".to_string(), String::new()));
}

#[test]
fn says_what_is_wrong_with_an_argument_and_where() {
    for (record, column, message) in ILLEGAL
        .into_iter()
        .filter(|(record, ..)| !record.contains('\0'))
    {
        let (code, stdout, stderr) = run(&[record], "");
        assert_eq!((code, stdout.as_str()), (1, ""), "{record}");
        let lines: Vec<_> = stderr.lines().collect();
        assert_eq!(lines[0], format!("error: {message}"));
        assert_eq!(lines[2].find('^'), Some(2 + column - 1), "{stderr}");
        let silent = (1, String::new(), String::new());
        assert_eq!(run(&["-q", record], ""), silent);
    }
}

#[test]
fn shows_the_place_in_a_record_of_any_length() {
    let long = format!("AB {}AB CD", " ".repeat(100));
    let (_, _, stderr) = run(&[&long], "");
    let lines: Vec<_> = stderr.lines().collect();
    let column = |text: &str, mark: &str| text.find(mark).map(|byte| text[..byte].chars().count());
    assert_eq!(
        column(lines[1], "CD"),
        column(lines[2], "^^ move 3"),
        "{stderr}"
    );
    assert!(lines[1].chars().count() < 80, "{stderr}");
}

#[test]
fn shows_no_more_of_a_record_than_fits_on_a_line_once_it_is_escaped() {
    let accents = "\u{e9}".repeat(60);
    for record in [
        format!("AB {accents}"),
        format!("{}AA {accents}", "\u{a0}".repeat(60)),
        format!("AB{}\u{1f600}{}", "\t".repeat(60), "\u{1f600}".repeat(20)),
    ] {
        let (code, _, stderr) = run(&[&record], "");
        assert_eq!(code, 1);
        let lines: Vec<_> = stderr.lines().collect();
        assert_eq!(lines.len(), 3, "{stderr}");
        assert!(
            lines[1..].iter().all(|line| line.chars().count() < 80),
            "{stderr}"
        );
    }
}

#[test]
fn numbers_the_move_that_is_wrong_from_1() {
    for (record, mark) in [
        ("1", "^ move 1"),
        ("AB 1", "^ after move 1"),
        ("AA", "^^ move 1"),
        ("AB C", "^ move 2"),
    ] {
        let (_, _, stderr) = run(&[record], "");
        assert_eq!(stderr.lines().last().map(str::trim), Some(mark));
    }
}

#[test]
fn says_what_is_wrong_with_a_line_and_scores_the_others() {
    let (mut input, mut stdout, mut stderr) = (String::new(), String::new(), String::new());
    for (i, (record, column, message)) in ILLEGAL.into_iter().enumerate() {
        input += &format!("{record}\nAE BF EI DH AI 1\n");
        stdout += "error\n1 0\n";
        stderr += &format!("<stdin>:{}:{column}: {message}\n", 2 * i + 1);
    }
    let count = ILLEGAL.len();
    stderr += &format!("<stdin>: {count} of {} records are invalid\n", 2 * count);
    assert_eq!(run(&[], input.clone()), (1, stdout.clone(), stderr));
    assert_eq!(run(&["--quiet"], input), (1, stdout, String::new()));
}

#[test]
fn prints_json() {
    let input =
        "\nAB\nAB BE DE AE\nAI EG BE EH DG AI 1 BC CE 3\nBC BE CF EF 1 AD AG GH DG 6 II\nAB BJ\n";
    let expected = r#"{"record":"","line":1,"x":0,"o":0,"state":"move","moves":0,"turn":"X","cells":[null,null,null,null,null,null,null,null,null],"spooky":[]}
{"record":"AB","line":2,"x":0,"o":0,"state":"move","moves":1,"turn":"O","cells":[null,null,null,null,null,null,null,null,null],"spooky":[{"mark":1,"cells":"AB"}]}
{"record":"AB BE DE AE","line":3,"x":0,"o":0,"state":"measure","moves":4,"turn":"X","cell":"A","choices":[1,4],"cells":[null,null,null,null,null,null,null,null,null],"spooky":[{"mark":1,"cells":"AB"},{"mark":2,"cells":"BE"},{"mark":3,"cells":"DE"},{"mark":4,"cells":"AE"}]}
{"record":"AI EG BE EH DG AI 1 BC CE 3","line":4,"x":0.5,"o":1,"state":"over","moves":8,"winner":"O","lines":["ABC","GHI"],"cells":[1,3,7,5,8,null,2,4,6],"spooky":[]}
{"record":"BC BE CF EF 1 AD AG GH DG 6 II","line":5,"x":0,"o":0,"state":"measure","moves":9,"turn":"O","cell":"I","choices":[9],"cells":[6,1,3,5,2,4,8,7,null],"spooky":[{"mark":9,"cells":"II"}]}
{"record":"AB BJ","error":"expected a cell (A to I) or a mark (1 to 9), found \"J\"","kind":"unknown_character","line":6,"column":5,"move":2}
"#;
    let (code, stdout, stderr) = run(&["--json"], input);
    assert_eq!((code, stdout.as_str()), (1, expected));
    assert!(stderr.starts_with("<stdin>:6:5: "));
    let (code, stdout, _) = run(&["--json", "AB", "BJ"], "");
    let last = expected.lines().last().expect("a line");
    let alone = last.replace("\"line\":6", "\"line\":1") + "\n";
    assert_eq!((code, stdout), (1, alone));
}

#[test]
fn refuses_arguments_that_make_no_sense() {
    for arguments in [
        &["--no-such-option"][..],
        &["-f"],
        &["-f", "x", "AB"],
        &["-j", "0"],
        &["-j", "65"],
    ] {
        let (code, stdout, stderr) = run(arguments, "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}

#[test]
fn a_word_like_a_command_is_no_record() {
    for word in [
        "shwo", "sho", "Show", "hlep", "chekc", "generat", "score", "rules",
    ] {
        let message =
            format!("error: no command or record `{word}`; qttt --help lists the commands\n");
        assert_eq!(run(&[word, "AB"], ""), (2, String::new(), message));
    }
    for record in ["AN", "AK", "FAN", "xyz"] {
        assert_eq!(run(&[record], "").0, 1, "{record} is a record with a slip");
    }
    let (code, _, stderr) = run(&["--json", "show", "AB"], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("a command comes first"), "{stderr}");
}

#[test]
fn takes_the_last_of_options_that_are_repeated() {
    let (code, _, stderr) = run(
        &[
            "-q", "-q", "-j", "1", "-j", "2", "--color", "never", "--color", "auto",
        ],
        "AB\n",
    );
    assert_eq!((code, stderr.as_str()), (0, ""));
}

#[test]
fn colours_what_is_wrong_with_arguments_as_it_is_told_to() {
    for (color, is_colored) in [
        ("--color=always", true),
        ("--color=never", false),
        ("-q", false),
    ] {
        let (_, _, stderr) = run(&[color, "--no-such-option"], "");
        assert_eq!(stderr.contains('\x1b'), is_colored, "{stderr}");
    }
}

#[test]
fn an_option_behind_a_command_colours_its_messages_and_drawings_alike() {
    for (arguments, is_colored) in [
        (&["show", "--color=always", "AB AA"][..], true),
        (&["--color=never", "show", "--color=always", "AB AA"], true),
        (&["--color=always", "show", "--color=never", "AB AA"], false),
        (&["show", "AB AA"], false),
    ] {
        let (_, stdout, stderr) = run(arguments, "");
        let are_colored = [&stdout, &stderr].map(|text| text.contains('\x1b'));
        assert_eq!(are_colored, [is_colored; 2], "{arguments:?}: {stderr}");
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
    assert_eq!(
        scores.read_to_string(&mut String::new()).expect("the end"),
        0
    );
    assert!(child.wait().expect("qttt ends").success());
}

#[test]
fn scores_the_same_on_any_number_of_threads() {
    let published = published_games().into_iter().map(|(record, _)| record);
    let illegal = ILLEGAL.into_iter().map(|(record, ..)| record);
    let records: Vec<_> = published.chain(illegal).collect();
    let input: String = (0..100_000)
        .map(|i| records[i * i % records.len()].to_string() + ["\n", "\r\n", " \n"][i % 3])
        .collect();
    for format in [&[][..], &["--json"]] {
        let on_one = run(&[format, &["-j", "1"]].concat(), input.trim_end());
        assert_eq!(on_one.1.lines().count(), 100_000);
        for threads in ["2", "5", "64"] {
            let on_more = run(&[format, &["-j", threads]].concat(), input.trim_end());
            assert!(on_more == on_one, "{threads} threads differ from one");
        }
    }
}

proptest! {
    #![proptest_config(config(2))]

    /// 40,000 games and pieces of games in all, on any number of threads. Most are scored in lockstep.
    #[test]
    fn scores_a_stream_as_the_naive_reading_does(
        games in prop::collection::vec((prop::collection::vec(any::<usize>(), 0..19), 0..8_u8), 20_000),
        threads in 1_u8..5,
    ) {
        let (mut input, mut stdout) = (String::new(), String::new());
        for (picks, spacing) in games {
            let mut position = Naive::default();
            let mut tokens = Vec::new();
            for pick in picks {
                let legal = position.legal();
                if let Some(token) = legal.get(pick % legal.len().max(1)) {
                    position.act(token);
                    tokens.push(token.clone());
                }
            }
            input += &tokens.join(if spacing == 0 { "" } else { " " });
            input += "\n";
            stdout += &position.score();
            stdout += "\n";
        }
        prop_assert_eq!(run(&["-j", &threads.to_string()], input), (0, stdout, String::new()));
    }
}

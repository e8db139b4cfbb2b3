//! Help, completions and manual pages, and what is said to arguments that make no sense.

use std::{fs, process::Command};

use crate::support::{answer, qttt, run};

/// The commands that have a page each, and the group of commands.
const COMMANDS: [&str; 9] = [
    "show",
    "solve",
    "play",
    "serve",
    "generate",
    "check",
    "hypercube",
    "completions",
    "man",
];

#[test]
fn every_shell_gets_a_script_and_bash_can_read_its_own() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, stderr) = run(&["completions", shell], "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{shell}");
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        if shell == "bash" {
            let parsed = answer(Command::new("bash").arg("-n"), script);
            assert_eq!(parsed, (0, String::new(), String::new()));
        }
    }
    assert_eq!(run(&["completions", "command.com"], "").0, 2);
}

/// Its operands would make zsh refuse the script: "doubled rest argument definition".
#[test]
fn the_script_of_zsh_completes_commands_and_no_records() {
    let (_, script, _) = run(&["completions", "zsh"], "");
    let (top, _) = script.split_once("case $state in").expect("subcommands");
    assert!(
        top.contains("_qttt_commands") && !top.contains("moves"),
        "{top}"
    );
}

#[test]
fn a_manual_page_has_the_options_and_the_exit_codes() {
    for (words, title, option) in [
        (&[][..], "qttt", "json"),
        (&["solve"], "qttt-solve", "value"),
        (&["hypercube", "match"], "qttt-hypercube-match", "games"),
    ] {
        let (code, page, stderr) = run(&[&["man"], words].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        let page = page.replace('\\', "");
        for text in [
            &format!(".TH {title} 1"),
            &format!("--{option}"),
            "Exit codes:",
        ] {
            assert!(page.contains(text), "{text}: {page}");
        }
    }
}

#[test]
fn every_page_is_written_into_a_directory() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("made/for it");
    let all = ["man", "--all", path.to_str().expect("UTF-8")];
    assert_eq!(run(&all, ""), (0, String::new(), String::new()));
    let page = |name: &str| fs::read_to_string(path.join(name)).expect("a page");
    for command in COMMANDS {
        assert_eq!(
            page(&format!("qttt-{command}.1")),
            run(&["man", command], "").1
        );
    }
    assert_eq!(page("qttt.1"), run(&["man"], "").1);
    assert_eq!(
        page("qttt-hypercube-move.1"),
        run(&["man", "hypercube", "move"], "").1
    );
    assert_eq!(run(&["man", "--all", "/dev/null/dir"], "").0, 2);
}

#[test]
fn help_and_man_say_the_same_to_an_unknown_command() {
    for words in [&["nothing"][..], &["hypercube", "nothing"]] {
        let helped = run(&[&["help"], words].concat(), "");
        assert_eq!(helped.0, 2);
        assert!(
            helped
                .2
                .starts_with("error: unrecognized subcommand 'nothing'\n"),
            "{}",
            helped.2
        );
        assert_eq!(run(&[&["man"], words].concat(), ""), helped);
    }
}

/// The rest of what clap prints is clap's.
#[test]
fn every_digest_fits_a_screen() {
    for command in [""].iter().chain(&COMMANDS) {
        let mut asked = qttt(&["-h"]);
        if !command.is_empty() {
            asked = qttt(&[command, "-h"]);
        }
        let (code, digest, stderr) = answer(asked.env("COLUMNS", "80"), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(digest.lines().count() <= 24, "{digest}");
        assert!(
            digest.lines().all(|line| line.chars().count() <= 80),
            "{digest}"
        );
    }
}

#[test]
fn an_unknown_argument_is_told_where_it_belongs() {
    for (arguments, tip) in [
        (&["AB", "--svg"][..], "did you mean `qttt show --svg`?"),
        (&["AB", "--value"], "did you mean `qttt solve --value`?"),
        (&["show", "--json"], "did you mean `qttt --json`?"),
        (&["generate", "5"], "did you mean `-n 5`?"),
        (
            &["solve", "--stpes", "AB"],
            "a similar argument exists: '--steps'",
        ),
    ] {
        let (code, stdout, stderr) = run(arguments, "");
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.contains(tip), "{stderr}");
    }
    assert_eq!(run(&["generate", "--n", "2"], "").1.lines().count(), 2);
}

#[test]
fn a_word_that_looks_like_a_file_is_no_record() {
    for words in [
        &["games.tx"][..],
        &["show", "games.tx"],
        &["play", "games.tx"],
    ] {
        let message = "error: no such file: games.tx; did you mean -f FILE?\n";
        assert_eq!(run(words, ""), (2, String::new(), message.to_string()));
    }
    assert_eq!(run(&["41./32./.."], "").0, 1);
}

#[test]
fn an_argument_can_drive_no_terminal() {
    for arguments in [
        &["--color=always", "play", "--x", "\x1b[31mred\x07"][..],
        &["--color=always", "show", "--\x1b[31mred\x07"],
        &["--color=always", "man", "\x1b[31mred\x07"],
        &["--color=always", "AB", "\x1b[31mred\x07"],
    ] {
        let (_, _, message) = run(arguments, "");
        assert!(message.contains("red"), "{message}");
        assert!(
            !message.contains("\x1b[31mred") && !message.contains('\x07'),
            "{message:?}"
        );
    }
}

//! `qttt hypercube check`: what a bot must do to keep the contest's protocol.

use crate::support::{answer, at_once, run};
use std::process::Command;

/// Checks a command on these boards.
fn check(command: &str, boards: &str) -> (i32, String, String) {
    let arguments = [
        "hypercube",
        "check",
        command,
        "--boards",
        boards,
        "--timeout",
        "20",
    ];
    run(&arguments, "")
}

/// A bot that takes the first free cell of a plane board.
const FIRST: &str = "read board; read moves; n=${board%,*}; \
    for y in $(seq 0 $((n - 1))); do for x in $(seq 0 $((n - 1))); do \
    case \";$moves;\" in *\";$x,$y;\"*) ;; *) echo $x,$y; exit;; esac; done; done";

#[test]
fn a_bot_that_keeps_the_protocol_is_right() {
    let qttt = format!("{} hypercube move", env!("CARGO_BIN_EXE_qttt"));
    for (command, boards) in [(FIRST, "3..4,2"), (&qttt, "3..4,2")] {
        let (code, stdout, stderr) = check(command, boards);
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        assert_eq!(
            stdout,
            "6 positions, each asked twice: all answers keep the protocol.\n"
        );
    }
}

#[test]
fn a_fault_is_told_with_the_input_that_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory").display().to_string();
    let changing = format!("if [ -e {memory} ]; then echo 0,0; else echo 1,1; touch {memory}; fi");
    let cases = [
        ("true", "expected a move, found no output"),
        (
            "exit 3",
            "expected a move, found no output and exit status: 3",
        ),
        ("echo 3,0", "expected 2 coordinates from 0 to 2, found 3,0"),
        (
            "echo resign",
            "numbers with commas between, found \"resign\"",
        ),
        (
            "echo 1,1; echo 0,0",
            "expected a single line, found \"1,1\\n0,0\\n\"",
        ),
        ("echo 1,1", "expected an empty cell, found 1,1, which"),
        (
            &changing,
            "expected the same answer again, on a busy machine, too: found 1,1, and then 0,0",
        ),
    ];
    at_once(&cases, |&(command, message)| {
        let (code, stdout, _) = check(command, "3,2");
        assert_eq!(code, 1, "{command}: {stdout}");
        assert!(stdout.contains(message), "{command}: {stdout}");
        // What it says can be run, and shows what the bot was asked.
        let repeat = stdout.lines().last().expect("a command");
        let (input, _) = repeat.split_once(" | ").expect("a pipe");
        let (_, asked, _) = answer(Command::new("sh").args(["-c", input]), "");
        assert!(
            asked.starts_with("3,2\n") && asked.lines().count() == 2,
            "{repeat}"
        );
    });
}

#[test]
fn a_bot_must_exit_in_time() {
    let late = |command: &str| {
        let arguments = [
            "hypercube",
            "check",
            command,
            "--boards",
            "3,2",
            "--timeout",
            "0.3",
        ];
        let (code, stdout, _) = run(&arguments, "");
        assert_eq!(code, 1);
        stdout
    };
    assert!(late("sleep 100").starts_with("expected a move within 0.3 s\n"));
    assert!(late("echo 1,1; sleep 100").starts_with("expected that it exits within 0.3 s\n"));
}

#[test]
fn what_cannot_be_run_is_no_fault_of_a_bot() {
    let (code, stdout, stderr) = check("no-such-bot-of-anyone", "3,2");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(
        stderr.starts_with("error: cannot run `no-such-bot-of-anyone`"),
        "{stderr}"
    );
    assert_eq!(run(&["hypercube", "check"], "").0, 2);
    assert_eq!(check("true", "2,2").0, 2);
}

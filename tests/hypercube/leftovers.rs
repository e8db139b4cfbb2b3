//! What a program may leave running, and what may happen to the referee: nothing outlives a move.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::{
    hypercube::{match_of, tournament::tournament},
    support::{alive, answer, at_once, is_ignored, marked, spawn, text, wait_until},
};

/// Ways to leave something running outside the shell.
const LEFT: [&str; 7] = [
    "sleep 1000 &",
    "setsid sleep 1000 &",
    "(setsid sleep 1000 &);",
    "env -i setsid sleep 1000 &",
    "bash -c 'set -m; sleep 1000 & sleep 1000 &';",
    "setsid sh -c 'setsid sleep 1000 & setsid sleep 1000 & wait' &",
    "python3 -c 'import os,time; os.fork() or (os.setsid(), os.fork() or time.sleep(1000))';",
];

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_starts_outlives_its_move() {
    at_once(&LEFT, |left| {
        let folder = tempfile::tempdir().expect("a folder");
        let found = folder.path().join("found");
        // O looks for what is left of X.
        let found = text(&found);
        let mark = text(folder.path());
        let look = format!("grep -lzxF MARK={mark} /proc/[0-9]*/environ >> {found} 2>&-; echo 0,0");
        for end in ["echo 1,1", "printf 1,1", "sleep 1000", "kill -9 $$"] {
            let command = format!("export MARK={mark}; {left} {end}");
            let arguments = match_of(&command, &look, &["--timeout", "0.4"]);
            let output = marked(mark, &arguments).output().expect("it runs");
            assert_eq!(output.status.code(), Some(1), "{command}");
            assert_eq!(alive(mark), [0; 0], "{command}");
        }
        assert_eq!(fs::read_to_string(found).unwrap_or_default(), "", "{left}");
    });
}

/// While one program hides what it starts, the other one does its work in a session of its own.
#[cfg(target_os = "linux")]
#[test]
fn what_belongs_to_a_program_that_is_running_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    // The parent of the process that works is gone.
    let work = "(setsid sh -c 'sleep .2; echo 0,0 > answer.$$; mv answer.$$ answer' &); while ! test -e answer; do sleep .01; done; cat answer";
    let worker = format!("worker=cd $(mktemp -d -p {}); {work}", text(folder.path()));
    let hiding = "hiding=env -i setsid sleep 1000 & echo 9,9";
    let options = ["--boards", "3..6,2", "-j", "2", "--record", text(&record)];
    let arguments = tournament(&[&[&worker[..], hiding, "builtin:random"], &options[..]].concat());
    let output = marked(text(folder.path()), &arguments)
        .output()
        .expect("it runs");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for game in fs::read_to_string(&record).expect("a record").lines() {
        let game: Value = serde_json::from_str(game).expect("a game");
        let loser = &game[if game["winner"] == "o" { "x" } else { "o" }];
        assert!(
            loser != "worker" || game["reason"] == "illegal" || game["reason"] == "line",
            "{game}"
        );
    }
    assert_eq!(alive(text(folder.path())), [0; 0]);
}

/// Starts a tournament with a program that hangs, and waits until it runs, after both games of the others.
fn start_hanging(mark: &str) -> Child {
    let begun = format!("{mark}/begun");
    let hang = format!("hang=setsid sleep 1000 & echo > {begun}; sleep 1000");
    let record = format!("{mark}/record");
    let options = ["--boards", "3,2", "--record", &record];
    let players = ["builtin:greedy", "builtin:random", &hang];
    let arguments = tournament(&[&players[..], &options].concat());
    let child = marked(mark, &arguments).spawn().expect("it starts");
    wait_until(|| fs::exists(&begun).is_ok_and(|exists| exists));
    child
}

#[cfg(target_os = "linux")]
#[test]
fn signals_close_together_end_everything_with_a_message() {
    let cases = [
        &[Signal::INT, Signal::TERM][..],
        &[Signal::TERM, Signal::TERM, Signal::TERM],
        &[Signal::HUP, Signal::INT],
        &[Signal::QUIT],
        &[Signal::USR1, Signal::USR2],
        &[Signal::XCPU],
    ];
    at_once(&cases, |signals| {
        if signals.iter().all(|&signal| is_ignored(signal)) {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let child = start_hanging(text(folder.path()));
        for &signal in *signals {
            kill_process(Pid::from_child(&child), signal).expect("it was not waited for");
        }
        let output = child.wait_with_output().expect("it ends");
        let [stdout, stderr] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert_eq!(output.status.code(), Some(2), "{signals:?}: {stderr}");
        let message = format!(
            "error: interrupted: 2 of 6 games are in {}/record; ",
            text(folder.path())
        );
        assert!(stderr.contains(&message), "{stderr}");
        assert!(stdout.contains("\n2 games played, 4 missing; "), "{stdout}");
        assert_eq!(alive(text(folder.path())), [0; 0], "{signals:?}");
    });
}

#[test]
fn a_referee_that_was_started_with_sigchld_ignored_sees_programs_end() {
    for (x, reason) in [
        ("echo 1,1", "illegal"),
        ("exit 7", "crash"),
        ("printf 1", "output"),
    ] {
        // Not every shell can ignore this signal.
        let script = format!(
            "trap '' CHLD; exec {} hypercube match --json --x '{x}' --o builtin:greedy 3,2",
            env!("CARGO_BIN_EXE_qttt")
        );
        let (_, stdout, _) = answer(Command::new("bash").args(["-c", &script]), "");
        let game: Value = serde_json::from_str(&stdout).expect("a record");
        assert_eq!(game["reason"], reason, "{game}");
    }
}

#[test]
fn too_few_descriptors_are_an_error_and_no_lost_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let script = format!(
        "ulimit -n 12; exec {} hypercube tournament 'a=echo 1,1' 'b=echo 0,0' --jobs 8 --record {}",
        env!("CARGO_BIN_EXE_qttt"),
        record.display()
    );
    let (code, _, stderr) = answer(Command::new("sh").args(["-c", &script]), "");
    assert_eq!(code, 2, "{stderr}");
    assert!(
        stderr.contains("error: cannot run a bot: Too many open files"),
        "{stderr}"
    );
    let games = fs::read_to_string(&record).expect("a file");
    assert!(!games.contains("crash"), "{games}");
}

/// They would play for hours on so large a board.
#[test]
fn a_signal_stops_built_in_players() {
    let arguments = "hypercube match --x builtin:greedy --o builtin:random 10,10";
    let arguments: Vec<_> = arguments.split(' ').collect();
    let mut child = spawn(&arguments, Stdio::null(), Stdio::piped());
    let mut moves = BufReader::new(child.stdout.take().expect("a pipe"));
    moves.read_line(&mut String::new()).expect("a move");
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
    moves.read_to_end(&mut Vec::new()).expect("moves");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        output.stderr,
        b"error: interrupted before the end of the game\n"
    );
}

//! What a bot leaves running, and signals to the referee.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::{
    hypercube::{match_of, tournament::tournament},
    support::{
        alive, answer, assert_contains, at_once, end, is_ignored, marked, run, spawn, text,
        wait_for_end, wait_until,
    },
};

#[cfg(target_os = "linux")]
#[test]
fn the_process_group_of_a_bot_is_killed_after_each_move() {
    let left = [
        "sleep 1000 &",
        "(sleep 1000 &);",
        "sh -c 'sh -c \"sleep 1000 & sleep 1000 & wait\" & wait' &",
        "trap '' HUP INT TERM; sleep 1000 &",
        "python3 -c 'import os,time; os.fork(); os.fork(); time.sleep(1000)' &",
    ];
    at_once(&left, |left| {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = text(folder.path());
        // O's first move comes when everything that X has left is gone.
        let o = format!(
            "while grep -qzxF MARK={mark} /proc/[0-9]*/environ 2>/dev/null; do sleep .01; done; echo 0,0"
        );
        for end in [
            "echo 1,1",
            "printf 1,1",
            "echo 1,1; sleep 1000",
            "echo 1,1; kill -9 $$",
        ] {
            let x = format!("export MARK={mark}; {left} {end}");
            let (_, stdout, stderr) = run(&match_of(&x, &o, &["--json"]), "");
            let game: Value = serde_json::from_str(&stdout).expect("a record");
            assert_eq!(
                game["message"], "1,1 is already taken by X",
                "{x}: {stderr}"
            );
            wait_for_end(mark);
        }
    });
}

/// If anything waited for it, the test would take a quarter of an hour.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_leaves_its_group_survives_and_nothing_waits_for_it() {
    let starts = [
        "setsid DAEMON &",
        "(setsid DAEMON &);",
        "bash -c 'set -m; DAEMON &';",
    ];
    at_once(&starts, |start| {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = text(folder.path());
        let daemon = format!("sh -c \"echo > {mark}/begun; exec sleep 1000\"");
        let start = start.replace("DAEMON", &daemon);
        // It holds all pipes.
        let x = format!(
            "rm -f {mark}/begun; {start} until test -e {mark}/begun; do sleep .01; done; echo 1,1"
        );
        let output = marked(mark, &match_of(&x, "builtin:greedy", &["--json"])).output();
        let game: Value =
            serde_json::from_slice(&output.expect("it runs").stdout).expect("a record");
        assert_eq!(game["message"], "1,1 is already taken by X");
        assert_eq!(alive(mark).len(), 2, "one for each move: {start}");
        end(mark);
    });
}

/// The documentation names this command for bots that are not trusted.
#[cfg(target_os = "linux")]
#[test]
fn a_process_namespace_ends_everything_that_a_bot_starts() {
    const UNSHARE: &str = "unshare --map-root-user --pid --kill-child";
    const BOT: &str = "
import os
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execlp('sleep', 'sleep', '1000')
    os._exit(0)
os.wait()
print('1,1', flush=True)
";
    let line = format!("{UNSHARE} python3 bot.py");
    let page = include_str!("../../docs/hypercube.md");
    assert_contains(page, &format!("`{line}`"));
    let tried = answer(
        Command::new("sh").args(["-c", &format!("{UNSHARE} true")]),
        "",
    );
    if tried.0 != 0 {
        eprintln!("skipped: this system does not allow it: {}", tried.2);
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    fs::write(folder.path().join("bot.py"), BOT).expect("written");
    let mut referee = marked(mark, &match_of(&line, "builtin:greedy", &["--json"]));
    let output = referee.current_dir(&folder).output().expect("it runs");
    let game: Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(game["message"], "1,1 is already taken by X");
    wait_for_end(mark);
}

/// Starts a tournament with a bot that hangs, and waits until it runs, after both games of the others. Returns the
/// tournament and its output.
fn start_hanging(mark: &str) -> (Child, io::PipeReader) {
    let begun = format!("{mark}/begun");
    let hang = format!("hang=sleep 1000 & echo > {begun}; sleep 1000");
    let record = format!("{mark}/record");
    let options = ["--boards", "3,2", "--record", &record];
    let players = ["builtin:greedy", "builtin:random", &hang];
    let arguments = tournament(&[&players[..], &options].concat());
    let (reader, stdout) = io::pipe().expect("a pipe");
    let mut command = marked(mark, &arguments);
    let child = command.stdout(stdout).spawn().expect("it starts");
    wait_until(|| fs::exists(&begun).is_ok_and(|exists| exists));
    (child, reader)
}

#[test]
fn an_interrupted_tournament_fails_even_if_nobody_reads_its_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, reader) = start_hanging(text(folder.path()));
    drop(reader);
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_contains(&stderr, "error: interrupted: 2 of 6 games");
}

#[test]
fn a_match_fails_if_its_output_is_closed_before_its_end() {
    let (reader, stdout) = io::pipe().expect("a pipe");
    drop(reader);
    let arguments = match_of("builtin:greedy", "builtin:random", &[]);
    let ended = spawn(&arguments, Stdio::null(), stdout).wait_with_output();
    let ended = ended.expect("it ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let expected = "error: interrupted before the end of the game\n";
    assert_eq!((ended.status.code(), &stderr[..]), (Some(2), expected));
}

#[test]
fn a_second_run_on_a_record_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, _reader) = start_hanging(text(folder.path()));
    let record = folder.path().join("record");
    let before = fs::read(&record).expect("a record");
    let players = [
        "builtin:greedy",
        "builtin:random",
        "--record",
        text(&record),
    ];
    let (code, stdout, stderr) = run(&tournament(&players), "");
    let message = format!("error: another run is writing to {}\n", record.display());
    assert_eq!((code, stdout.as_str(), stderr), (2, "", message));
    assert_eq!(fs::read(&record).expect("a record"), before);
    // A command that only reads the file may do so.
    let (code, _, stderr) = run(&["hypercube", "standings", text(&record)], "");
    assert_eq!(code, 0, "{stderr}");
    kill_process(Pid::from_child(&child), Signal::KILL).expect("it runs");
    child.wait_with_output().expect("it ends");
    let (code, _, stderr) = run(&tournament(&players), "");
    assert_eq!(code, 0, "{stderr}");
    end(text(folder.path()));
}

#[cfg(target_os = "linux")]
#[test]
fn signals_close_together_end_everything_with_a_message() {
    let cases = [
        &[Signal::INT, Signal::TERM][..],
        &[Signal::TERM, Signal::TERM, Signal::TERM],
        &[Signal::HUP, Signal::INT],
        &[Signal::QUIT],
    ];
    at_once(&cases, |signals| {
        if signals.iter().all(|&signal| is_ignored(signal)) {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (child, mut reader) = start_hanging(text(folder.path()));
        for &signal in *signals {
            kill_process(Pid::from_child(&child), signal).expect("it was not waited for");
        }
        let output = child.wait_with_output().expect("it ends");
        let mut stdout = String::new();
        reader.read_to_string(&mut stdout).expect("text");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{signals:?}: {stderr}");
        let message = format!(
            "error: interrupted: 2 of 6 games are in {}/record; ",
            text(folder.path())
        );
        assert_contains(&stderr, &message);
        assert_contains(&stdout, "\n2 games played, 4 missing; ");
        wait_for_end(text(folder.path()));
    });
}

#[test]
fn sees_bots_exit_even_if_sigchld_was_ignored_at_the_start() {
    for (x, reason) in [
        ("echo 1,1", "illegal"),
        ("exit 200", "crash"),
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
fn too_few_descriptors_are_an_error_and_do_not_lose_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let script = format!(
        "ulimit -n 12; exec {} hypercube tournament 'a=echo 1,1' 'b=echo 0,0' --jobs 8 --record {}",
        env!("CARGO_BIN_EXE_qttt"),
        record.display()
    );
    let (code, _, stderr) = answer(Command::new("sh").args(["-c", &script]), "");
    assert_eq!(code, 2, "{stderr}");
    assert_contains(&stderr, "error: cannot run a bot: Too many open files");
    let games = fs::read_to_string(&record).expect("a file");
    assert!(!games.contains("crash"), "{games}");
}

/// On so large a board, the players would play for hours.
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
    let message = b"error: interrupted before the end of the game\n";
    assert_eq!(output.stderr, message);
}

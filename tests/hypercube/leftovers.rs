//! What a bot may leave running, and what may happen to the referee: nothing that a bot starts outlives its move, and
//! nothing else is ended.

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
        alive, answer, assert_contains, at_once, is_ignored, marked, run, spawn, text, wait_until,
    },
};

/// Ways to leave something running outside the shell.
const LEFT: [&str; 6] = [
    "sleep 1000 &",
    "setsid sleep 1000 &",
    "(setsid sleep 1000 &);",
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
        // O looks for what X has left running.
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

/// A shell replaces itself by the last command of its line, which then has the children of the shell.
#[cfg(target_os = "linux")]
#[test]
fn the_children_of_a_shell_that_replaces_itself_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (qttt, mark) = (env!("CARGO_BIN_EXE_qttt"), text(folder.path()));
    let line = format!("{qttt} check '{qttt} --quiet' -n 20 > >(cat > {mark}/log)");
    let (code, _, stderr) = answer(Command::new("bash").args(["-c", &line]), "");
    assert_eq!(code, 0, "{stderr}");
    let logged = || fs::read_to_string(format!("{mark}/log")).unwrap_or_default();
    wait_until(|| !logged().is_empty());
    assert_eq!(logged(), "20 records: all answers are right.\n");

    // The bot joins the group of the shell's child, and leaves a process there.
    let join = format!(
        "import os,time; os.setpgid(0, int(open('{mark}/pid').read())); os.fork() or time.sleep(1000)"
    );
    let line = format!(
        "set -m; MARK={mark} sleep 1000 > {mark}/out 2>&1 & echo $! > {mark}/pid; export MARK={mark}; \
         exec {qttt} hypercube match -q --o builtin:greedy 3,2 --x \"python3 -c \\\"{join}\\\"; echo 9,9\""
    );
    let (code, stdout, stderr) = answer(Command::new("bash").args(["-c", &line]), "");
    assert_eq!(code, 1, "{stdout}{stderr}");
    assert_contains(&stdout, "an illegal move");
    let stranger = fs::read_to_string(format!("{mark}/pid")).expect("a number");
    assert_eq!(
        alive(mark),
        [stranger.trim().parse::<u32>().expect("a number")]
    );
    end(&stranger);
}

/// Kills a process that nothing else will end.
fn end(pid: &str) {
    let pid = pid.trim().parse().expect("a number");
    kill_process(Pid::from_raw(pid).expect("a process"), Signal::KILL).expect("it is alive");
}

/// The documentation says the same.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_leaves_its_group_and_clears_its_environment_survives() {
    let folder = tempfile::tempdir().expect("a folder");
    let pid = folder.path().join("pid");
    let hide = format!(
        "env -i setsid sh -c 'echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000' & until test -e {0}; do sleep .01; done; echo 9,9",
        pid.display()
    );
    let (code, _, stderr) = run(&match_of(&hide, "builtin:greedy", &["-q"]), "");
    assert_eq!(code, 1, "{stderr}");
    end(&fs::read_to_string(&pid).expect("a number"));
}

/// While one bot hides what it starts, the other bot does its work in its own session.
#[cfg(target_os = "linux")]
#[test]
fn what_belongs_to_a_program_that_is_running_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    // The parent of the working process has exited.
    let work = "(setsid sh -c 'sleep .2; echo 0,0 > answer.$$; mv answer.$$ answer' &); while ! test -e answer; do sleep .01; done; cat answer";
    let worker = format!("worker=cd $(mktemp -d -p {}); {work}", text(folder.path()));
    let hiding = "hiding=setsid sleep 1000 & echo 9,9";
    let options = ["--boards", "3..6,2", "-j", "2", "--record", text(&record)];
    let arguments = tournament(&[&[&worker[..], hiding, "builtin:random"], &options[..]].concat());
    let (code, _, stderr) = answer(&mut marked(text(folder.path()), &arguments), "");
    assert_eq!(code, 0, "{stderr}");
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

/// Starts a tournament with a bot that hangs, and waits until it runs, after both games of the others. Returns the
/// tournament and its output.
fn start_hanging(mark: &str) -> (Child, io::PipeReader) {
    let begun = format!("{mark}/begun");
    let hang = format!("hang=setsid sleep 1000 & echo > {begun}; sleep 1000");
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
fn a_match_whose_output_is_closed_before_its_end_fails() {
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
    for bot in alive(text(folder.path())) {
        let bot = Pid::from_raw(bot as i32).expect("a process");
        // The process may have ended with its shell.
        let _ = kill_process(bot, Signal::KILL);
    }
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

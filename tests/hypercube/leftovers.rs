//! What a program may leave running, and what may happen to the referee: nothing outlives it.

use std::{
    fs,
    path::Path,
    process::{self, Child},
};

use serde_json::Value;
#[cfg(target_os = "linux")]
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::{
    hypercube::tournament::{FIRST, tournament},
    support::{OTHERS, alive, at_once, marked, text, wait_until},
};

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_starts_outlives_its_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    for left in [
        "sleep 1000 &",
        "setsid sleep 1000 &",
        "(setsid sleep 1000 &);",
        "bash -c 'set -m; sleep 1000 & sleep 1000 &';",
        "setsid sh -c 'setsid sleep 1000 & setsid sleep 1000 & wait' &",
        "python3 -c 'import os,time; os.fork() or (os.setsid(), os.fork() or time.sleep(1000))';",
    ] {
        for end in ["echo 1,1", "exit 1", "sleep 1000", "kill -9 $$"] {
            let command = format!("{left} {end}");
            let arguments = ["hypercube", "match", "--timeout", "0.3", "--x", &command];
            let rest = ["--o", "builtin:greedy", "3,2"];
            let output = marked(mark, &[&arguments[..], &rest].concat()).output();
            let output = output.expect("it runs");
            assert_eq!(output.status.code(), Some(1), "{command}");
            assert_eq!(alive(mark), [0; 0], "{command}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_kills_or_stops_what_runs_it_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    for command in [
        "kill -9 $PPID; sleep 1000",
        "setsid sleep 1000 & kill -9 $PPID; echo 1,1",
        "kill -STOP $PPID; sleep 1000",
    ] {
        let arguments = ["hypercube", "match", "--json", "--x", command];
        let rest = ["--o", "builtin:greedy", "3,2"];
        let output = marked(mark, &[&arguments[..], &rest].concat()).output();
        let output = output.expect("it runs");
        let game: Value = serde_json::from_slice(&output.stdout).expect("a record");
        assert_eq!(
            (output.status.code(), &game["reason"]),
            (Some(1), &"crash".into()),
            "{game}"
        );
        let message = game["message"].as_str().expect("text");
        assert!(
            message
                .ends_with("was killed or stopped, and was so again with no other program running"),
            "{message}"
        );
        assert_eq!(alive(mark), [0; 0], "{command}");
    }
}

/// It writes what could be a message of the process that runs it, of a length without bounds, wherever that has something
/// open.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_speaks_for_what_runs_it_ends_no_more_than_its_game() {
    let zeros = r"\0\0\0\0\0\0\0";
    let words = format!(r"\1{zeros}\0{zeros}\1{zeros}{zeros}\100");
    let command = format!(
        "for fd in /proc/$PPID/fd/[013456789]; do printf '{words}' 2>&- > $fd; done; sleep 1000"
    );
    let output = process::Command::new("timeout")
        .args(["-k", "1", "30", env!("CARGO_BIN_EXE_qttt")])
        .args(["hypercube", "match", "--json", "--timeout", "0.5"])
        .args(["--x", &command, "--o", "builtin:greedy", "3,2"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let game: Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(game["reason"], "time", "{game}");
}

/// Plays a tournament with its record in the folder, and returns each game with who lost it, O where nobody did.
#[cfg(target_os = "linux")]
fn played(folder: &TempDir, options: &[&str]) -> Vec<(Value, &'static str)> {
    let record = folder.path().join("record");
    let arguments = tournament(&[options, &["--record", text(&record)]].concat());
    let output = marked(text(folder.path()), &arguments)
        .output()
        .expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let games = fs::read_to_string(&record).expect("a record");
    let read = |game| -> Value { serde_json::from_str(game).expect("a game") };
    let with_loser = |game: Value| match game["winner"] == "o" {
        true => (game, "x"),
        false => (game, "o"),
    };
    games.lines().map(read).map(with_loser).collect()
}

/// Of the processes that run programs, the hostile player leaves alone only its own.
#[cfg(target_os = "linux")]
#[test]
fn a_program_cannot_make_others_lose_by_what_it_does_to_them() {
    let hostile = [
        "kill -9 $other",
        "kill -STOP $other",
        "kill -9 $(cat /proc/$other/task/*/children)",
        "for one in $(cat /proc/$other/task/*/children); do echo no > /proc/$one/fd/1; done",
    ];
    at_once(&hostile, |hostile| {
        let folder = tempfile::tempdir().expect("a folder");
        let hostile = format!("hostile=for other in {OTHERS}; do {hostile}; done 2>&-; echo 9,9");
        let innocent = |name| FIRST.replacen("first=", &format!("{name}=sleep .02; "), 1);
        let [one, two] = ["one", "two"].map(innocent);
        let players = [one.as_str(), &two, &hostile];
        let options = ["--boards", "3..4,2", "--jobs", "3"];
        let games = played(&folder, &[&players[..], &options].concat());
        assert_eq!(games.len(), 12, "{games:?}");
        for (game, loser) in games {
            let is_fault = game["reason"] != "line" && game["reason"] != "draw";
            assert_eq!(is_fault, game[loser] == "hostile", "{hostile}: {game}");
        }
        wait_until(|| alive(text(folder.path())).is_empty());
    });
}

/// When a move is asked for again, what runs the program may have been killed since the first time.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_run_again_alone_does_not_lose_by_what_was_done_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = folder.path().join("asked");
    let asked = text(&asked);
    let once = format!("victim=if [ ! -e {asked} ]; then echo $$ > {asked}; echo no; exit; fi; ");
    let victim = FIRST.replacen("first=", &once, 1);
    let killer = format!(
        "killer=while ! [ -s {asked} ] || kill -0 $(cat {asked}) 2>&-; do sleep .01; done; \
         sleep .1; for other in {OTHERS}; do kill -9 $other; done 2>&-; echo 9,9"
    );
    let options = ["--boards", "3,2", "--jobs", "2"];
    let games = played(
        &folder,
        &[&[victim.as_str(), &killer][..], &options].concat(),
    );
    assert_eq!(games.len(), 2, "{games:?}");
    for (game, loser) in games {
        assert_eq!(
            (&game[loser], &game["reason"]),
            (&"killer".into(), &"illegal".into()),
            "{game}"
        );
    }
}

/// Starts a tournament with a program that hangs, and waits until that runs.
#[cfg(target_os = "linux")]
fn start_hanging(folder: &Path, players: [&str; 2]) -> Child {
    let begun = folder.join("begun");
    let hang = players[0].replace("BEGUN", text(&begun));
    let record = folder.join("record");
    let options = ["--boards", "3,2", "--record", text(&record)];
    let arguments = [
        &["hypercube", "tournament", &hang, players[1]][..],
        &options,
    ]
    .concat();
    let child = marked(text(folder), &arguments).spawn().expect("it starts");
    wait_until(|| begun.exists());
    child
}

/// Returns `true` if this process ignores a signal, and with it the processes that it starts.
#[cfg(target_os = "linux")]
fn is_ignored(signal: rustix::process::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = u64::from_str_radix(mask.expect("a mask").trim(), 16).expect("digits");
    mask >> (signal.as_raw() - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn signals_close_together_end_everything_with_a_word() {
    use rustix::process::{Pid, Signal, kill_process};

    for signals in [
        &[Signal::INT, Signal::TERM][..],
        &[Signal::TERM, Signal::TERM, Signal::TERM],
        &[Signal::HUP, Signal::INT],
        &[Signal::QUIT],
        &[Signal::USR1, Signal::USR2],
        &[Signal::ALARM],
        &[Signal::XCPU],
    ] {
        // Those that are ignored from the start stay ignored: in the background of a script, after nohup.
        if signals.iter().all(|&signal| is_ignored(signal)) {
            continue;
        }
        for _ in 0..3 {
            let folder = tempfile::tempdir().expect("a folder");
            let hang = "hang=setsid sleep 1000 & echo > BEGUN; sleep 1000";
            let child = start_hanging(folder.path(), [hang, "builtin:greedy"]);
            for &signal in signals {
                kill_process(Pid::from_child(&child), signal).expect("it was not waited for");
            }
            let output = child.wait_with_output().expect("it ends");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{signals:?}: {stderr}");
            assert!(
                stderr.starts_with("error: interrupted: 0 of 2 games are in "),
                "{stderr}"
            );
            assert_eq!(alive(text(folder.path())), [0; 0], "{signals:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_referee_leaves_nothing_that_runs() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let hang = "hang=setsid sleep 1000 & echo > BEGUN; sleep 1000";
        let mut child = start_hanging(folder.path(), [hang, "builtin:greedy"]);
        child.kill().expect("killed by signal 9");
        child.wait().expect("it ends");
        wait_until(|| alive(text(folder.path())).is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_referee_that_ends_while_a_program_stops_what_runs_it_leaves_nothing() {
    use rustix::process::{Pid, Signal, kill_process};

    for signals in [
        &[Signal::KILL][..],
        &[Signal::TERM],
        &[Signal::TERM, Signal::TERM],
    ] {
        for _ in 0..5 {
            let folder = tempfile::tempdir().expect("a folder");
            let hang = "hang=echo > BEGUN; kill -STOP $PPID; sleep 1000";
            let mut child = start_hanging(folder.path(), [hang, "builtin:greedy"]);
            let is_stopped = |pid: &u32| {
                let status = fs::read_to_string(format!("/proc/{pid}/stat"));
                status.is_ok_and(|status| status.contains(") T "))
            };
            wait_until(|| {
                let alive = alive(text(folder.path()));
                alive.is_empty() || alive.iter().any(is_stopped)
            });
            for &signal in signals {
                // The games may be over before.
                let _ = kill_process(Pid::from_child(&child), signal);
            }
            child.wait().expect("it ends");
            wait_until(|| alive(text(folder.path())).is_empty());
        }
    }
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
        for _ in 0..5 {
            let output = process::Command::new("bash").args(["-c", &script]).output();
            let output = output.expect("sh runs");
            let game: Value = serde_json::from_slice(&output.stdout).expect("a record");
            assert_eq!(game["reason"], reason, "{game}");
        }
    }
}

#[test]
fn too_few_descriptors_for_the_jobs_are_told_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let script = format!(
        "ulimit -n 12; exec {} hypercube tournament 'a=echo 1,1' 'b=echo 0,0' --jobs 8 --record {}",
        env!("CARGO_BIN_EXE_qttt"),
        record.display()
    );
    let output = process::Command::new("sh").args(["-c", &script]).output();
    let output = output.expect("sh runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.starts_with(
            "error: cannot play 8 games at a time: the limit is 12 open files (ulimit -n): "
        ),
        "{stderr}"
    );
    assert_eq!(fs::metadata(&record).expect("a file").len(), 0);
}

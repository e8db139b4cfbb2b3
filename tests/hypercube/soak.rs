//! Hostile programs by the thousand, and a tournament that is killed again and again: minutes each, so they run only
//! when asked for:
//!
//! ```sh
//! QTTT_SOAK=600 cargo test --release --test main hypercube::soak -- --ignored --nocapture
//! ```
//!
//! `QTTT_SOAK` is how many seconds of hostile games there are to be, 60 if it isn't set.

use std::{
    collections::BTreeSet,
    env, fs,
    process::{self, Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{alive, text, wait_until};

/// Each loses its games, and some do worse on the way.
const HOSTILE: [&str; 44] = [
    "exit 1",
    "kill -9 $$",
    "kill -SEGV $$",
    "kill -STOP $$",
    "true",
    "echo",
    "echo resign",
    "echo 1,1,1",
    "echo 9,9",
    "echo 1,1; echo 0,0",
    "echo 1,1; sleep .15; echo 0,0",
    "printf 1,1; exec >&-; sleep 1000",
    "exec >&-; sleep 1000",
    "exec <&- >&- 2>&-; sleep 1000",
    "yes",
    "yes 1,1",
    "yes >&2",
    "cat /dev/zero",
    "cat /dev/zero >&2 & cat /dev/zero",
    "trap '' PIPE HUP INT TERM USR1; yes; sleep 1000",
    "sleep 1000",
    "sleep 1000 & sleep 1000 & wait",
    "sleep 1000 & echo 1,1",
    "setsid sleep 1000 & echo 1,1",
    "setsid sleep 1000 & exit 1",
    "(setsid sleep 1000 &); sleep 1000",
    "setsid sh -c 'setsid sleep 1000 & setsid sleep 1000 & wait' & echo 1,1",
    "bash -c 'set -m; sleep 1000 & echo 1,1'",
    "bash -c 'set -m; (sleep 1000; echo 0,0) & disown; exit 3'",
    "trap '' HUP INT TERM; while :; do sleep .01; done",
    "while :; do setsid sleep 1000 & sleep .01; done",
    "exec python3 -c 'import os,time;os.setpgid(0,os.getpgid(os.getppid()));time.sleep(1000)'",
    "python3 -c 'import os,time;os.fork() or (os.setsid(),os.fork() or time.sleep(1000))'; echo 1,1",
    "python3 -c 'import os,time;[os.fork() for i in range(5)];os.setsid();time.sleep(1000)'",
    "python3 -c 'import signal,time;[signal.signal(s,signal.SIG_IGN) for s in (1,2,3,15)];time.sleep(1000)'",
    "python3 -c 'import os\nwhile os.fork()==0: os.setsid() if os.getpid()!=os.getsid(0) else 0'; echo 1,1",
    "kill -9 $PPID; sleep 1000",
    "setsid sleep 1000 & kill $PPID; echo 1,1",
    "kill -HUP -$PPID; kill -INT $PPID; sleep 1000",
    r"printf '\033]0;owned\007\033[2J' >&2; exit 1",
    r"printf '\377\376\0\n'",
    "head -c 100000 /dev/zero",
    "head -c 10000000 /dev/zero >&2; echo 1,1",
    "ulimit -n 0; ulimit -u 1; echo 1,1",
];

/// The command, with a mark in the environment of all that it starts, by which that is found.
fn command(mark: &str, arguments: &[&str]) -> process::Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_qttt"));
    command.args(arguments).env("QTTT_TEST", mark);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

#[test]
#[ignore = "takes a minute, or as long as told"]
fn hostile_programs_neither_hold_the_referee_nor_outlive_it() {
    let seconds = env::var("QTTT_SOAK")
        .ok()
        .and_then(|text| text.parse().ok());
    let until = Instant::now() + Duration::from_secs(seconds.unwrap_or(60));
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    let (mut games, mut signals) = (0, 0);
    for round in 0_usize.. {
        if Instant::now() > until {
            break;
        }
        // Four at once, every other time ended by signals in the middle.
        let players: Vec<_> = (0..4)
            .map(|i| format!("p{i}={}", HOSTILE[(round * 7 + i * 11) % HOSTILE.len()]))
            .collect();
        let mut arguments = vec!["hypercube", "tournament", "builtin:greedy"];
        arguments.extend(players.iter().map(String::as_str));
        arguments.extend([
            "--boards",
            "3..4,2",
            "--timeout",
            "0.3",
            "--jobs",
            "4",
            "--json",
        ]);
        let child = command(mark, &arguments).spawn().expect("it starts");
        if round % 2 == 1 {
            thread::sleep(Duration::from_millis(37 * (round as u64 % 23)));
            let kinds = [
                Signal::TERM,
                Signal::INT,
                Signal::KILL,
                Signal::USR1,
                Signal::XCPU,
            ];
            // If the program kills the one and this test the other, nobody is left to clean up.
            let is_rebel = players.iter().any(|player| player.contains("$PPID"));
            let kind = match kinds[round / 2 % 5] {
                Signal::KILL if is_rebel => Signal::INT,
                kind => kind,
            };
            for signal in [kind, Signal::TERM] {
                let _ = kill_process(Pid::from_child(&child), signal);
            }
            signals += 1;
        }
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => {
                let sum: Value = serde_json::from_slice(&output.stdout).expect("JSON");
                assert_eq!(sum["games"], 40, "{players:?}: {stderr}");
                games += 40;
            }
            Some(2) => assert!(
                stderr.contains("interrupted after "),
                "{players:?}: {stderr}"
            ),
            None => {}
            code => panic!("{code:?}: {players:?}: {stderr}"),
        }
        wait_until(|| alive(mark).is_empty());
    }
    println!("{games} games, {signals} runs ended by signals; nothing runs any more");
}

/// The keeper is given ten seconds more than the program, twice.
#[test]
#[ignore = "takes half a minute"]
fn a_program_that_stops_what_runs_it_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    let x = "kill -STOP $PPID; sleep 1000";
    let arguments = ["hypercube", "match", "--json", "--timeout", "0.5", "--x", x];
    let rest = ["--o", "builtin:greedy", "3,2"];
    let output = command(mark, &[&arguments[..], &rest].concat()).output();
    let game: Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("a record");
    assert_eq!(game["reason"], "crash", "{game}");
    assert_eq!(alive(mark), [0; 0]);
}

#[test]
#[ignore = "takes a minute"]
fn a_tournament_that_is_killed_fifty_times_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let mark = text(folder.path());
    let slow = |cell: &str| format!("s{cell}=sleep 0.02; echo {cell}");
    let players: Vec<_> = ["0,0", "1,1", "2,2", "0,2", "2,0"].map(slow).into();
    let start = |record| -> Child {
        let mut arguments = vec![
            "hypercube",
            "tournament",
            "builtin:greedy",
            "builtin:random",
        ];
        arguments.extend(players.iter().map(String::as_str));
        arguments.extend([
            "--boards", "3..8,2", "--jobs", "2", "--json", "--record", record,
        ]);
        command(mark, &arguments).spawn().expect("it starts")
    };
    let finish = |record| {
        let output = start(record).wait_with_output().expect("it ends");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut sum: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for row in sum["standings"].as_array_mut().expect("rows") {
            row["slowest_ms"].take();
        }
        sum
    };
    let games = |path| -> Vec<String> {
        let text = fs::read_to_string(path).expect("a record");
        let games = text.lines().map(|line| {
            let mut game: Value = serde_json::from_str(line).expect("a whole line");
            game["milliseconds"].take();
            game.to_string()
        });
        games.collect()
    };
    let expected = finish(text(&whole));
    let lines =
        || fs::read(&killed).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    let mut kills = 0;
    while kills < 50 {
        let before = lines();
        let mut child = start(text(&killed));
        wait_until(|| lines() > before + kills % 4 || child_has_ended(Pid::from_child(&child)));
        thread::sleep(Duration::from_millis(kills as u64 * 7 % 40));
        let _ = child.kill();
        if child.wait().expect("it ends").code() == Some(0) {
            break;
        }
        kills += 1;
        wait_until(|| alive(mark).is_empty());
    }
    assert_eq!(finish(text(&killed)), expected);
    let found = games(&killed);
    assert_eq!(
        found.iter().collect::<BTreeSet<_>>().len(),
        found.len(),
        "no game twice"
    );
    assert_eq!(
        found.into_iter().collect::<BTreeSet<_>>(),
        games(&whole).into_iter().collect()
    );
    println!("killed {kills} times");
    assert_eq!(kills, 50);
}

fn child_has_ended(pid: Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), look), Ok(None))
}

//! Hostile programs by the thousand, and a tournament that is killed again and again: minutes each, so they run only
//! when asked for:
//!
//! ```sh
//! QTTT_SOAK=600 cargo test --release --test main hypercube::soak -- --ignored --nocapture
//! ```
//!
//! `QTTT_SOAK` is how many seconds of hostile games there are to be, 60 if it isn't set, and `QTTT_SEED` which of them.

use std::{
    collections::BTreeSet,
    env, fs,
    process::Child,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::{
    hypercube::tournament::FIRST,
    support::{OTHERS, alive, chance::Chance, marked, text, wait_until},
};

/// Each loses its games, and some do worse on the way: OTHERS are the processes that run other programs.
const HOSTILE: [&str; 54] = [
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
    "kill -STOP $PPID; sleep 1000",
    "setsid sleep 1000 & kill -STOP $PPID; echo 9,9",
    "for fd in /proc/$PPID/fd/[013456789]; do printf '\\1\\0\\0\\0\\377' > $fd; done 2>&-; echo 9,9",
    "for other in OTHERS; do kill -9 $other; done; echo 9,9",
    "for other in OTHERS; do kill -STOP $other; done; echo 9,9",
    "for other in OTHERS; do kill $other; done; sleep .1; echo 9,9",
    "for other in OTHERS; do kill -9 $(cat /proc/$other/task/*/children); done 2>&-; echo 9,9",
    "for other in OTHERS; do kill -STOP $(cat /proc/$other/task/*/children); done 2>&-; echo 9,9",
    "for other in OTHERS; do for one in $(cat /proc/$other/task/*/children); do echo no > /proc/$one/fd/1; done; done 2>&-; echo 9,9",
    "for i in 1 2 3 4 5 6 7 8; do (chain() { setsid sh -c \"$1\" chain \"$1\" & }; chain 'eval \"$1\" &') & done; echo 9,9",
];

/// Panics if a record says that another player than a hostile one has lost by fault. Returns the number of games.
fn check_losers(record: &str) -> usize {
    for game in record.lines() {
        let game: Value = serde_json::from_str(game).expect("a whole line");
        let is_fault = game["reason"] != "line" && game["reason"] != "draw";
        let loser = &game[if game["winner"] == "o" { "x" } else { "o" }];
        let is_hostile = loser
            .as_str()
            .is_some_and(|name| name.starts_with("hostile"));
        assert!(is_hostile || !is_fault, "{game}");
    }
    record.lines().count()
}

#[test]
#[ignore = "takes a minute, or as long as told"]
fn hostile_programs_neither_hold_the_referee_nor_outlive_it_nor_make_others_lose() {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let until = Instant::now() + Duration::from_secs(number("QTTT_SOAK").unwrap_or(60));
    let mut chance = Chance(number("QTTT_SEED").unwrap_or(1));
    let (mut games, mut signals) = (0, 0);
    let innocent = |name| FIRST.replacen("first=", &format!("{name}=sleep .01; "), 1);
    let innocent = ["one", "two"].map(innocent);
    for round in 0_usize.. {
        if Instant::now() > until {
            break;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (mark, record) = (text(folder.path()), folder.path().join("record"));
        let hostile = |i| {
            let command = chance.one_of(&HOSTILE).replace("OTHERS", OTHERS);
            format!("hostile{i}={command}")
        };
        let hostile: Vec<_> = (0..3).map(hostile).collect();
        let mut arguments = vec!["hypercube", "tournament"];
        arguments.extend(innocent.iter().chain(&hostile).map(String::as_str));
        arguments.extend(["--boards", "3,2", "--timeout", "2", "--jobs", "3"]);
        arguments.extend(["--record", text(&record)]);
        let child = marked(mark, &arguments).spawn().expect("it starts");
        // Every other time it is ended by signals in the middle.
        if round % 2 == 1 {
            thread::sleep(Duration::from_millis(chance.below(3000) as u64));
            let kinds = [Signal::TERM, Signal::USR1, Signal::KILL, Signal::XCPU];
            // If a program kills or stops the one and this test the other, nobody is left to clean up.
            let rebels = ["kill -9 $PPID", "kill -STOP $PPID", "$other; done"];
            let rebels = |player: &String| rebels.iter().any(|part| player.contains(part));
            let kind = match chance.one_of(&kinds) {
                Signal::KILL if hostile.iter().any(rebels) => Signal::TERM,
                kind => kind,
            };
            for signal in [kind, Signal::TERM] {
                let _ = kill_process(Pid::from_child(&child), signal);
            }
            signals += 1;
        }
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let played = check_losers(&fs::read_to_string(&record).unwrap_or_default());
        match output.status.code() {
            Some(0) => assert_eq!(played, 20, "{hostile:?}: {stderr}"),
            Some(2) => assert!(stderr.contains("interrupted: "), "{hostile:?}: {stderr}"),
            None => {}
            code => panic!("{code:?}: {hostile:?}: {stderr}"),
        }
        games += played;
        wait_until(|| alive(mark).is_empty());
        if round % 10 == 9 {
            println!(
                "{} tournaments, {games} games, {signals} ended by signals",
                round + 1
            );
        }
    }
    println!("{games} games, {signals} tournaments ended by signals; nothing runs any more");
}

/// O is not asked while something of X runs: X loses, if that can't be ended.
#[test]
#[ignore = "takes half a minute"]
fn a_storm_of_forks_is_over_before_the_next_move_or_lost_by() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    let storm = r#"exec python3 -c '
import os, time
print("1,1", flush=True)
for i in range(200):
    if os.fork() == 0:
        while True:
            if os.fork(): os._exit(0)
            os.setsid()
            if os.fork(): os._exit(0)
time.sleep(1000)'"#;
    // It is in the way of an innocent move that something of X runs.
    let o = "n=$(grep -lz '^STORM=' /proc/[0-9]*/environ 2>&- | wc -l); test $n = 0 && echo 0,0 || echo $n";
    let x = format!("export STORM=1; {storm}");
    let arguments = ["hypercube", "match", "--json", "--x", &x, "--o", o, "3,2"];
    let output = marked(mark, &arguments).output().expect("it runs");
    let game: Value = serde_json::from_slice(&output.stdout).expect("a record");
    assert_eq!(game["winner"], "o", "{game}");
    println!("{}: {}", game["reason"], game["message"]);
    wait_until(|| alive(mark).is_empty());
}

#[test]
#[ignore = "takes two minutes"]
fn a_tournament_that_is_killed_a_hundred_times_loses_nothing() {
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
            "--boards", "3..14,2", "--jobs", "3", "--json", "--record", record,
        ]);
        marked(mark, &arguments).spawn().expect("it starts")
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
    while kills < 100 {
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
    assert_eq!(kills, 100);
}

fn child_has_ended(pid: Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), look), Ok(None))
}

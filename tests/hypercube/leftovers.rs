//! What a bot leaves running, and signals to the referee.

use std::io::{self, BufRead, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{fs, thread};

use rustix::process::{Pid, kill_process_group};

use super::*;

/// The message about a signal during a game between programs, or an output that is closed too early.
pub(super) const INTERRUPTED: &str = "error: interrupted before the end of the game\n";

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
    in_parallel(&left, |left| {
        let (_folder, [mark]) = &temporary(["mark"]);
        // O moves as soon as no process of X is left.
        let is_left = format!("grep -qzxF MARK={mark} /proc/[0-9]*/environ 2>/dev/null");
        let o = format!("while {is_left}; do sleep .01; done; echo 0,0");
        for end in [
            "echo 1,1",
            "printf 1,1",
            "echo 1,1; sleep 1000",
            "echo 1,1; kill -9 $$",
        ] {
            let x = format!("export MARK={mark}; {left} {end}");
            let (stdout, _) = exits(1, &game_of(&x, &o, &[]), "");
            assert_contains(&stdout, " at move 3 by an illegal move: 1,1 is ");
            wait_for_end(mark);
        }
    });
}

/// If the referee waited for the process, the test would take a quarter of an hour.
#[cfg(target_os = "linux")]
#[test]
fn the_referee_does_not_wait_for_a_process_that_leaves_its_group() {
    let starts = [
        "setsid DAEMON &",
        "(setsid DAEMON &);",
        "bash -c 'set -m; DAEMON &';",
    ];
    in_parallel(&starts, |start| {
        let (_folder, [begun]) = &temporary(["begun"]);
        let daemon = format!("sh -c \"echo > {begun}; exec sleep 1000\"");
        let start = start.replace("DAEMON", &daemon);
        let wait = format!("until test -e {begun}; do sleep .01; done");
        // The process keeps all pipes open.
        let x = format!("rm -f {begun}; {start} {wait}; echo 1,1");
        let game = game_of(&x, "builtin:greedy", &[]);
        assert_eq!(forfeited(&mut marked(begun, &game)).1, TAKEN);
        assert_eq!(alive(begun).len(), 2, "one for each move: {start}");
        end(begun);
    });
}

/// The documentation names these commands for bots that are not trusted.
#[cfg(target_os = "linux")]
#[test]
fn a_pid_namespace_kills_everything_that_a_bot_starts() {
    const UNSHARE: &str = "unshare --map-root-user --net --pid --kill-child";
    const BWRAP: &str = "bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib \
        --symlink usr/lib64 /lib64 --ro-bind-try /etc/alternatives /etc/alternatives \
        --tmpfs /tmp --proc /proc --dev /dev --ro-bind bots/mine /bot --chdir /bot \
        --unshare-all --die-with-parent";
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
    let page = include_str!("../../docs/contests.md");
    let (folder, mark) = file("bot.py", BOT);
    for sandbox in [UNSHARE, BWRAP] {
        assert_contains(page, &format!("{sandbox} python3 bot.py"));
        let sandbox = sandbox.replace("bots/mine", ".");
        let run = |line: &str| {
            let mut sandboxed = shell(&format!("{sandbox} {line}"));
            answer(sandboxed.current_dir(&folder), "")
        };
        let (code, _, why) = run("true");
        if code != 0 {
            eprintln!("skipped: this system does not allow it: {why}");
            continue;
        }
        let bot = format!("{sandbox} python3 bot.py");
        let game = game_of(&bot, "builtin:greedy", &[]);
        let (_, fault) = forfeited(marked(&mark, &game).current_dir(&folder));
        assert_eq!(fault, TAKEN);
        wait_for_end(&mark);
        // On many systems, this command is a link through /etc/alternatives.
        assert_eq!(run("awk 'BEGIN { print \"1,1\" }'").1, "1,1\n");
    }
}

/// Starts a tournament with a bot that hangs. Waits until this bot runs, and the game before is in the record file.
/// Returns the tournament and its output. The name of the record file marks the processes.
fn start_hanging(record: &str) -> (Child, io::PipeReader) {
    let begun = format!("{record}.begun");
    let hang = format!("hang=sleep 1000 & echo > {begun}; sleep 1000");
    let options = format!("--boards 3,2 --record {record}");
    let arguments = tournament(&["builtin:greedy", "builtin:random", &hang], &options);
    let (reader, stdout) = io::pipe().expect("a pipe");
    let mut command = marked(record, &arguments);
    let child = command.stdout(stdout).spawn().expect("it starts");
    wait_for_file(&begun);
    // Another thread records the game.
    wait_until(|| content(record).lines().count() == 1);
    (child, reader)
}

#[test]
fn an_interrupted_tournament_fails_even_if_nobody_reads_its_output() {
    let (_folder, [record]) = temporary(["record"]);
    let (child, reader) = start_hanging(&record);
    drop(reader);
    send(Signal::TERM, &child);
    let (code, stderr) = ended(child);
    assert_eq!(code, Some(2), "{stderr}");
    assert_contains(&stderr, "error: interrupted: recorded 1 of 6 games");
}

#[test]
fn a_game_fails_if_its_output_is_closed_before_its_end() {
    for (x, moves, code, message) in [
        ("builtin:greedy", "1,1;0,0", 2, INTERRUPTED),
        // These games end before anything is printed.
        ("builtin:greedy", ROW, 0, ""),
        ("echo why >&2; exit 1", "", 1, "why\n"),
    ] {
        let game = game_of(x, "builtin:random", &[moves]);
        let end = ended(spawn(&game, Stdio::null(), closed_pipe()));
        assert_eq!(end, (Some(code), message.to_string()), "{x}");
    }
}

#[test]
fn a_second_run_on_a_record_file_is_refused() {
    let (_folder, [record]) = temporary(["record"]);
    let (child, _reader) = start_hanging(&record);
    let before = content(&record);
    let options = format!("--record {record}");
    let arguments = tournament(&["builtin:greedy", "builtin:random"], &options);
    let message = format!("error: another run is writing to {record}\n");
    assert_eq!(refused(2, &arguments, ""), message);
    assert_eq!(content(&record), before);
    // A command that only reads the file may do so.
    exits(0, &["hypercube", "standings", &record], "");
    send(Signal::KILL, &child);
    child.wait_with_output().expect("it ends");
    exits(0, &arguments, "");
    #[cfg(target_os = "linux")]
    end(&record);
}

#[cfg(target_os = "linux")]
#[test]
fn two_signals_in_quick_succession_stop_a_tournament_and_its_bots() {
    let cases = [
        &[Signal::INT, Signal::TERM][..],
        &[Signal::TERM, Signal::TERM, Signal::TERM],
        &[Signal::HUP, Signal::INT],
        &[Signal::QUIT],
    ];
    in_parallel(&cases, |signals| {
        if signals.iter().all(|&signal| is_ignored(signal)) {
            return;
        }
        let (_folder, [record]) = temporary(["record"]);
        let (child, mut reader) = start_hanging(&record);
        for &signal in *signals {
            send(signal, &child);
        }
        let (code, stderr) = ended(child);
        let mut stdout = String::new();
        reader.read_to_string(&mut stdout).expect("text");
        assert_eq!(code, Some(2), "{signals:?}: {stderr}");
        let message = format!("error: interrupted: recorded 1 of 6 games in {record}; ");
        assert_contains(&stderr, &message);
        assert_contains(&stdout, "\n1 game on 1 board, 3,2; 5 missing.");
        wait_for_end(&record);
    });
}

#[test]
fn the_exit_of_a_bot_is_noticed_even_if_sigchld_was_ignored() {
    let game = "hypercube play --x 'exit 200' --o builtin:greedy 3,2";
    let (_, fault) = forfeited(&mut shell(&format!("trap '' CHLD; exec qttt {game}")));
    assert_starts_with(&fault, "1 by a crash: ");
}

/// On this board, the players would play for hours.
#[test]
fn a_signal_stops_built_in_players() {
    let arguments = words("hypercube play --x builtin:greedy --o builtin:random 10,10");
    for signal in ending_signals() {
        let (child, _, mut moves) = piped(&arguments);
        moves.read_line(&mut String::new()).expect("a move");
        send(signal, &child);
        moves.read_to_end(&mut Vec::new()).expect("moves");
        assert_eq!(ended(child), (Some(2), INTERRUPTED.to_string()));
    }
}

/// A terminal sends a signal to the whole group. A bot that is just starting is still in it.
#[test]
fn a_signal_never_makes_a_bot_forfeit() {
    let signals = ending_signals();
    let fast = ["one", "two"].map(|name| format!("{name}={FIRST}"));
    in_parallel(&[0, 1, 2, 3], |worker| {
        for nth in 0..12 {
            let (_folder, [record]) = temporary(["record"]);
            let options = format!("--boards 3..40,2 -q -j 2 --record {record}");
            let arguments = tournament(&[&fast[0], &fast[1]], &options);
            let mut command = marked(&record, &arguments);
            let child = command.process_group(0).spawn().expect("it starts");
            wait_until(|| fs::metadata(&record).is_ok_and(|file| file.len() > 0));
            thread::sleep(Duration::from_micros(nth * 323 + worker * 81));
            let signal = signals[nth as usize % signals.len()];
            kill_process_group(Pid::from_child(&child), signal).expect("it runs");
            let (code, stderr) = ended(child);
            assert_eq!(code, Some(2), "{stderr}");
            let games = content(&record);
            assert!(!games.contains("message"), "{signal:?}: {games}");
        }
    });
}

//! Games between programs: what bots may do, and the faults by which they forfeit a game.

use super::*;

/// A time limit in seconds that no bot of these tests exceeds, even on a busy machine.
const LONG: &str = "30";

/// Lets a bot play X. Returns the lines of the moves, and the fault with its move.
#[track_caller]
fn played(command: &str, options: &[&str]) -> (String, String) {
    let player = format!("x={command}");
    forfeited(&mut qttt(&game_of(&player, "builtin:greedy", options)))
}

/// These bots always make the same move. The first time, the move counts. The second time, the cell is taken.
#[test]
fn a_good_move_counts_whatever_else_the_bot_does() {
    let commands = [
        "echo 1,1",
        "printf 1,1",
        r"printf '1,1\r\n'",
        r"printf '1,1 \t\n\n'",
        r"printf ' \t1,1\n'",
        "echo 1,1; kill -9 $$",
        "exec <&-; echo 1,1",
        "head -c 1000000 /dev/zero >&2; echo 1,1",
        "sleep 100 & echo 1,1",
        "echo 1,1; sleep 100",
        "printf 1,1; exec >&-; sleep 100",
        // The shell exits, and its child keeps the output open.
        "printf 1,1; sleep 100 &",
        "echo 1,1; sleep 0.4; echo 0,0",
        "yes 1,1",
        "ulimit -n 0; echo 1,1",
        "echo 1,1 & wait",
    ];
    in_parallel(&commands, |command| {
        let (moves, fault) = played(command, &["--timeout", LONG]);
        assert_starts_with(&moves, "  1. X 1,1  ");
        assert_eq!((moves.lines().count(), &fault[..]), (2, TAKEN), "{command}");
    });
}

#[test]
fn the_result_names_the_fault_by_which_a_bot_forfeits() {
    let (nothing, exited) = ("printed nothing", "printed nothing (exit status: 200)");
    let (illegal, output, crash) = ("an illegal move", "bad output", "a crash");
    let commands = [
        ("echo 3,0", illegal, "expected 2 coordinates from 0 to 2"),
        ("true", output, nothing),
        ("echo", output, "printed \"\"; expected 2 coordinates"),
        ("echo resign", output, "printed \"resign\"; expected 2"),
        ("echo 1, 1", output, "printed \"1, 1\"; expected 2"),
        (r"printf '1,1\0\n'", output, r#"printed "1,1\0"; "#),
        ("yes", output, "printed \"y\"; "),
        ("yes '' | tr -d '\\n' & cat /dev/zero", output, "printed "),
        ("exec >&-; sleep 0.4; exit 200", crash, exited),
        ("sleep 1000 & exit 200", crash, exited),
        ("kill -SEGV $$", crash, "killed by SIGSEGV"),
        ("kill -9 $$", crash, "killed by SIGKILL; out of memory?"),
        // The bot is a child of the shell, which then exits with 128 plus the signal.
        ("sh -c 'kill -9 $$'; exit $?", crash, "killed by SIGKILL;"),
        ("exit 1", crash, "printed nothing (exit status: 1)"),
        ("exit 160", crash, "printed nothing (exit status: 160)"),
    ];
    in_parallel(&commands, |&(command, reason, message)| {
        let (moves, fault) = played(command, &["--timeout", LONG]);
        assert_eq!(moves, "", "{command}");
        assert_starts_with(&fault, &format!("1 by {reason}: {message}"));
    });
}

#[test]
fn a_bot_forfeits_if_it_does_not_print_a_line_within_the_time_limit() {
    let commands = [
        "sleep 100; echo 1,1",
        "exec >&-; sleep 100",
        // The bot joins the referee's group.
        "exec python3 -c 'import os,time;os.setpgid(0,os.getpgid(os.getppid()));time.sleep(1000)'",
        "trap '' HUP INT TERM; while :; do sleep 1; done",
        "yes >&2",
        "kill -STOP $$",
    ];
    in_parallel(&commands, |command| {
        let (_, fault) = played(command, &["--timeout", "0.4"]);
        assert_eq!(fault, "1 by exceeding the time limit: no move within 0.4 s");
    });
    let (_, fault) = played("printf 1,1; sleep 100", &["--timeout", "0.4"]);
    let why = ": printed \"1,1\" without a newline, and did not exit within 0.4 s";
    assert_ends_with(&fault, why);
}

#[test]
fn the_message_says_why_a_command_cannot_be_run() {
    let not_started = |x: &str| refused(2, &game_of(x, "builtin:greedy", &[]), "");
    for (x, why) in [
        ("no-such-program-of-anyone", "sh: "),
        ("exit 127", "exit status: 127\n"),
        ("echo why >&2; exit 126", "why\n"),
    ] {
        let told = format!("error: {x} could not be run on 3,2 as X, move 1: {why}");
        assert_starts_with(&not_started(x), &told);
    }
    assert_contains(&not_started("/etc/passwd"), "ermission denied");
    let mut without_sh = qttt(&game_of("bot", "builtin:greedy", &[]));
    let (code, _, stderr) = answer(without_sh.env("PATH", "/nowhere"), "");
    assert_eq!(code, 2, "{stderr}");
    assert_contains(&stderr, "cannot run a bot: ");
    // This bot has printed something, so the command can be run.
    assert_starts_with(&played("echo oops; exit 127", &[]).1, "1 by bad output: ");
}

#[test]
fn a_command_that_cannot_be_run_ends_a_game_at_any_move() {
    let lost = "a=if test -n \"$(sed -n 2p)\"; then exec no-such-program-of-anyone; fi; echo 1,1";
    for o in ["builtin:greedy", "person"] {
        let (stdout, stderr) = exits(2, &game_of(lost, o, &[]), "0,0\n");
        assert_contains(&stdout, "0,0");
        assert_starts_with(&stderr, "error: a could not be run on 3,2 as X, move 3: ");
    }
}

#[test]
fn a_forfeit_is_shown_with_standard_error_and_how_to_reproduce_it() {
    let loud = "seq 100000 >&2; echo the last >&2; exit 200";
    let (_, kept) = exits(1, &game_of(loud, "builtin:random", &[]), "");
    assert_ends_with(&kept, "\n100000\nthe last\n");
    assert!(kept.len() <= 4096, "{} bytes", kept.len());
    for o in ["echo why >&2; exit 200", "echo why >&2; echo 9,9"] {
        let again = format!("\nTo reproduce it:\nprintf '%s\\n' '3,2' '1,1' | sh -c '{o}'\n");
        let (stdout, stderr) = exits(1, &game_of("builtin:greedy", o, &[]), "");
        assert_eq!(stderr, "why\n");
        assert_ends_with(&stdout, &again);
        let (stdout, stderr) = exits(1, &game_of("person", o, &[]), "1,1\n");
        assert_ends_with(&stdout, "\nMoves: 1,1\n");
        assert_starts_with(&stderr, &format!("error: {o} (O) forfeited at move 2 by "));
        assert_ends_with(&stderr, &format!("{again}why\n"));
    }
}

#[test]
fn programs_play_from_any_position_and_each_move_is_a_line() {
    for (o, options, snapshot) in [
        ("builtin:random", &[][..], "play"),
        ("best=builtin:qttt", &["1,1;0,0", "0,1"], "resumed"),
        ("builtin:greedy", &[ROW], "over"),
    ] {
        let stdout = printed(&game_of("builtin:greedy", o, options), "");
        let (moves, end) = stdout.split_once("x,y").expect("a drawing");
        let without_time = |line| str::rsplit_once(line, "  ").expect("a time").0;
        let moves: Vec<_> = moves.lines().map(without_time).collect();
        let shown = format!("{}\nx,y{end}", moves.join("\n"));
        assert_is_snapshot(&shown, &format!("hypercube-{snapshot}.txt"));
    }
}

#[test]
fn the_output_of_a_bot_cannot_control_the_terminal() {
    let x = r#"printf '\033]0;owned\007\033[2J\302\233\342\200\256two\nlines\n' >&2; exit 200"#;
    let (_, stderr) = exits(1, &game_of(x, "builtin:random", &[]), "");
    let shown = "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}\\u{202e}two\nlines\n";
    assert_eq!(stderr, shown);
}

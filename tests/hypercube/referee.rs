//! `qttt hypercube match` in a script: what bots may do, and the faults by which they forfeit a game.

use super::*;

/// A time limit in seconds that no bot of these tests exceeds, even on a busy machine.
const LONG: &str = "30";

/// Lets a bot play X against the greedy player on 3^2, and forfeit the game. Returns its record.
#[track_caller]
fn forfeited(command: &str, options: &[&str]) -> Value {
    let player = format!("x={command}");
    let options = [&["--json"], options].concat();
    let game = game_of(&mut qttt(&match_of(&player, "builtin:greedy", &options)));
    assert_eq!(game["winner"], "O", "{command}: {game}");
    game
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
        "echo 1,1 & wait",
    ];
    in_parallel(&commands, |command| {
        let game = forfeited(command, &["--timeout", LONG]);
        assert_eq!(game["reason"], "illegal", "{command}: {game}");
        let moves = game["moves"].as_str().expect("text");
        assert_starts_with(moves, "1,1;");
        assert_eq!(moves.matches(';').count(), 1, "{command}");
        let times = game["milliseconds"].as_array().map(Vec::len);
        assert_eq!(times, Some(3), "{command}");
        assert_eq!(game["message"], "1,1 is already taken by X");
    });
}

#[test]
fn the_record_names_the_fault_by_which_a_bot_forfeits() {
    let (nothing, exited) = ("printed nothing", "printed nothing (exit status: 200)");
    let commands = [
        ("echo 3,0", "illegal", "expected 2 coordinates from 0 to 2"),
        ("true", "output", nothing),
        ("echo", "output", "printed \"\"; expected 2 coordinates"),
        ("echo resign", "output", "printed \"resign\"; expected 2"),
        ("echo 1, 1", "output", "printed \"1, 1\"; expected 2"),
        (r"printf '1,1\0\n'", "output", r#"printed "1,1\0"; "#),
        ("yes", "output", "printed \"y\"; "),
        ("yes '' | tr -d '\\n' & cat /dev/zero", "output", "printed "),
        ("exec >&-; sleep 0.4; exit 200", "crash", exited),
        ("sleep 1000 & exit 200", "crash", exited),
        ("kill -SEGV $$", "crash", "killed by SIGSEGV"),
        ("kill -9 $$", "crash", "killed by SIGKILL; out of memory?"),
        // The bot is a child of the shell, which then exits with 128 plus the signal.
        ("sh -c 'kill -9 $$'; exit $?", "crash", "killed by SIGKILL;"),
        ("exit 1", "crash", "printed nothing (exit status: 1)"),
        ("exit 160", "crash", "printed nothing (exit status: 160)"),
    ];
    in_parallel(&commands, |&(command, reason, message)| {
        let game = forfeited(command, &["--timeout", LONG]);
        assert_eq!(game["reason"], reason, "{command}: {game}");
        assert_eq!(game["moves"], "", "{command}: {game}");
        assert_starts_with(game["message"].as_str().expect("text"), message);
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
        "while :; do echo trouble >&2; done",
        "kill -STOP $$",
    ];
    in_parallel(&commands, |command| {
        let game = forfeited(command, &["--timeout", "0.4"]);
        assert_eq!(game["reason"], "time", "{command}: {game}");
        assert_eq!(game["message"], "no move within 0.4 s");
    });
    let game = forfeited("printf 1,1; sleep 100", &["--timeout", "0.4"]);
    assert_eq!(game["reason"], "time", "{game}");
    let why = "printed \"1,1\" without a newline, and did not exit within 0.4 s";
    assert_eq!(game["message"], why);
}

#[test]
fn the_message_says_why_a_command_cannot_be_run() {
    let not_started = |x: &str| refused(2, &match_of(x, "builtin:greedy", &["-q"]), "");
    for (x, why) in [
        ("no-such-program-of-anyone", "sh: "),
        ("exit 127", "exit status: 127\n"),
        ("echo why >&2; exit 126", "why\n"),
    ] {
        let told = format!("error: {x} could not be run on 3,2 as X, move 1: {why}");
        assert_starts_with(&not_started(x), &told);
    }
    assert_contains(&not_started("/etc/passwd"), "ermission denied");
    let mut without_sh = qttt(&match_of("bot", "builtin:greedy", &[]));
    let (code, _, stderr) = answer(without_sh.env("PATH", "/nowhere"), "");
    assert_eq!(code, 2, "{stderr}");
    assert_contains(&stderr, "cannot run a bot: ");
    // This bot has printed something, so the command can be run.
    assert_eq!(forfeited("echo oops; exit 127", &[])["reason"], "output");
}

#[test]
fn a_command_that_cannot_be_run_ends_a_match_at_any_move() {
    let lost = "a=if test -n \"$(sed -n 2p)\"; then exec no-such-program-of-anyone; fi; echo 1,1";
    let play = ["hypercube", "play", "3,2", "--x", lost];
    for arguments in [&match_of(lost, "builtin:greedy", &[])[..], &play] {
        let (_, stderr) = exits(2, arguments, "");
        let message = "error: a could not be run on 3,2 as X, move 3: ";
        assert_contains(&stderr, message);
    }
    let play = ["hypercube", "play", "3,2", "--x", "exit 1"];
    let (_, stderr) = exits(2, &play, "");
    assert_contains(&stderr, "exit 1 did not make a legal move: printed nothing");
}

#[test]
fn the_end_of_a_bots_standard_error_is_recorded() {
    let game = forfeited("seq 100000 >&2; echo the last >&2; exit 200", &[]);
    let kept = game["stderr"].as_str().expect("text");
    assert_ends_with(kept, "\n100000\nthe last\n");
    assert!(kept.len() <= 4096, "{} bytes", kept.len());
    for x in ["echo why >&2; exit 200", "echo why >&2; echo 9,9"] {
        let (code, stdout, stderr) = run(&match_of(x, "builtin:random", &[]), "");
        assert_eq!(code, 1);
        assert_ends_with(&stderr, "\nwhy\n");
        let again = format!("\nTo reproduce it:\nprintf '%s\\n' '3,2' '' | sh -c '{x}'\n");
        assert_ends_with(&stdout, &again);
    }
}

#[test]
fn a_match_prints_each_move_the_final_board_and_who_won() {
    let (stdout, _) = exits(0, &match_of("builtin:greedy", "builtin:random", &[]), "");
    let (moves, end) = stdout.split_once("x,y").expect("a drawing");
    let without_time = |line| str::rsplit_once(line, "  ").expect("a time").0;
    let moves: Vec<_> = moves.lines().map(without_time).collect();
    let shown = format!("{}\nx,y{end}", moves.join("\n"));
    assert_is_snapshot(&shown, "hypercube-match.txt");
    let drawn = "builtin:greedy (X) and best drew in 9 moves\n";
    let fault = "at move 2 by an illegal move: 1,1 is already taken by X\n";
    let lost = format!("echo 1,1 (O) forfeited to builtin:greedy {fault}");
    for (o, code, expected) in [("best=builtin:qttt", 0, drawn), ("echo 1,1", 1, &lost)] {
        let end = exits(code, &match_of("builtin:greedy", o, &["-q"]), "");
        assert_eq!(end, (expected.to_string(), String::new()));
    }
}

#[test]
fn the_output_of_a_bot_cannot_control_the_terminal() {
    let x = r#"printf '\033]0;owned\007\033[2J\302\233\342\200\256two\nlines\n' >&2; exit 200"#;
    let (_, stderr) = exits(1, &match_of(x, "builtin:random", &[]), "");
    let shown = "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}\\u{202e}two\nlines\n";
    assert_ends_with(&stderr, &format!("\n{shown}"));
}

//! `qttt hypercube match`, as a script sees it: what a player program may do, and what it loses by.

use std::{fs, thread, time::Duration};

use crate::support::{at_once, is_plain, run};
use serde_json::Value;

/// Enough for any program of these tests on a busy machine.
const LONG: &str = "30";

/// Lets a program play X against the greedy player on 3^2.
fn play_x(command: &str, options: &[&str]) -> (i32, Value) {
    let arguments = [
        &["hypercube", "match", "--json", "--x", command][..],
        &["--o", "builtin:greedy", "3,2"][..],
        options,
    ];
    let (code, stdout, stderr) = run(&arguments.concat(), "");
    let game = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("a record: {stderr}"));
    (code, game)
}

/// Programs that know one move only: it counts, and then it is illegal, for the cell is taken.
#[test]
fn a_good_move_counts_whatever_else_the_program_does() {
    let commands = [
        "echo 1,1",
        "printf 1,1",
        r"printf '1,1\r\n'",
        r"printf '1,1 \t\n\n'",
        "echo 1,1; exit 3",
        "echo 1,1; kill -9 $$",
        // What runs it ends only with the game.
        "kill $PPID; kill -HUP $PPID; echo 1,1",
        "exec <&-; echo 1,1",
        "cat > /dev/null; echo 1,1",
        "echo no trouble >&2; echo 1,1",
        "head -c 1000000 /dev/zero >&2; echo 1,1",
        "sleep 100 & echo 1,1",
        "echo 1,1; sleep 100",
        "printf 1,1; exec >&-; sleep 100",
        "echo 1,1; echo 0,0",
        "echo 1,1; sleep 0.15; echo 0,0",
        "echo 1,1; sleep 0.4; echo 0,0",
        "echo 1,1; echo nonsense; exit 1",
        "yes 1,1",
        "trap '' HUP INT TERM; echo 1,1; sleep 100",
        "echo 1,1 & wait",
        "setsid sleep 3 & echo 1,1",
        r#"python3 -c 'print("1,1")'"#,
    ];
    at_once(&commands, |command| {
        let (code, game) = play_x(command, &["--timeout", LONG]);
        let ends = (code, &game["reason"], &game["winner"]);
        assert_eq!(
            ends,
            (1, &"illegal".into(), &"o".into()),
            "{command}: {game}"
        );
        let moves = game["moves"].as_str().expect("text");
        assert!(
            moves.starts_with("1,1;") && moves.matches(';').count() == 1,
            "{command}"
        );
        assert_eq!(
            game["milliseconds"].as_array().map(Vec::len),
            Some(3),
            "{command}"
        );
        assert_eq!(
            game["message"],
            "expected an empty cell, found 1,1, which X took before"
        );
    });
}

#[test]
fn a_fault_loses_the_game_and_is_told_from_other_faults() {
    let commands = [
        ("echo 3,0", "illegal"),
        ("true", "output"),
        ("echo", "output"),
        ("echo resign", "output"),
        ("echo 1,1,1", "output"),
        ("echo 1", "output"),
        ("echo 1, 1", "output"),
        ("echo ' 1,1'", "output"),
        ("echo +1,1", "output"),
        ("echo; echo 1,1", "output"),
        ("echo '1,1;0,0'", "output"),
        (r"printf '1,1\0\n'", "output"),
        (r"printf '\377\n'", "output"),
        ("echo oops; exit 1", "output"),
        ("yes", "output"),
        ("trap '' PIPE HUP INT TERM; yes", "output"),
        ("yes '' | tr -d '\\n' & cat /dev/zero", "output"),
        ("exit 1", "crash"),
        ("exec >&-; exit 1", "crash"),
        ("exec >&-; sleep 0.4; exit 1", "crash"),
        ("setsid sleep 1000 & exit 1", "crash"),
        ("kill -SEGV $$", "crash"),
        ("kill -9 $$", "crash"),
        ("no-such-program-of-anyone", "crash"),
        ("if", "crash"),
    ];
    at_once(&commands, |&(command, reason)| {
        let (code, game) = play_x(command, &["--timeout", LONG]);
        let ends = (code, &game["reason"], &game["winner"], &game["moves"]);
        assert_eq!(
            ends,
            (1, &reason.into(), &"o".into(), &"".into()),
            "{command}: {game}"
        );
        let message = game["message"].as_str().expect("text");
        assert!(message.starts_with("expected "), "{command}: {message}");
    });
}

#[test]
fn a_program_is_late_that_prints_no_line_within_the_time_limit() {
    let commands = [
        "sleep 100",
        "sleep 100; echo 1,1",
        "printf 1,1; sleep 100",
        "exec >&-; sleep 100",
        // It joins the group of the process that runs it, or that of the referee.
        "exec python3 -c 'import os,time;os.setpgid(0,os.getpgid(os.getppid()));time.sleep(1000)'",
        "setsid sleep 1000 & exec setsid -w sleep 1000",
        "trap '' HUP INT TERM; while :; do sleep 1; done",
        "sleep 100 & sleep 100 & wait",
        "while :; do echo trouble >&2; done",
        "kill -STOP $$",
        "cat /dev/zero >/dev/null",
    ];
    at_once(&commands, |command| {
        let (code, game) = play_x(command, &["--timeout", "0.4"]);
        assert_eq!(
            (code, &game["reason"]),
            (1, &"time".into()),
            "{command}: {game}"
        );
        assert_eq!(game["message"], "expected a move within 0.4 s");
    });
}

#[test]
fn the_end_of_standard_error_is_kept_of_a_program_that_loses_by_fault() {
    let (_, game) = play_x("seq 100000 >&2; echo the last >&2; exit 1", &[]);
    let kept = game["stderr"].as_str().expect("text");
    assert!(kept.ends_with("\n100000\nthe last\n"), "{kept}");
    assert!(kept.len() <= 4096, "{} bytes", kept.len());

    let (_, game) = play_x("yes trouble >&2", &["--timeout", "0.3"]);
    assert!(
        game["stderr"]
            .as_str()
            .is_some_and(|kept| kept.len() <= 4096)
    );

    for x in ["echo why >&2; exit 1", "echo why >&2; echo 9,9"] {
        let players = ["--x", x, "--o", "builtin:random"];
        let (code, _, stderr) = run(
            &[&["hypercube", "match"], &players[..], &["3,2"]].concat(),
            "",
        );
        assert_eq!((code, stderr.as_str()), (1, "why\n"));
    }
}

#[test]
fn a_match_prints_each_move_the_final_board_and_who_won_by_name() {
    let play = |x: &str, o: &str| {
        let arguments = ["hypercube", "match", "--x", x, "--o", o, "3,2"];
        let (code, stdout, _) = run(&arguments, "");
        let (moves, end) = stdout.split_once("x,y").expect("a board");
        let without_time = |line: &str| Some(line.rsplit_once("  ")?.0.to_string());
        let moves: Vec<_> = moves.lines().filter_map(without_time).collect();
        (code, moves.join("\n"), end.to_string())
    };
    let moves =
        "  1. X 1,1\n  2. O 2,0\n  3. X 0,0\n  4. O 2,2\n  5. X 2,1\n  6. O 0,2\n  7. X 0,1";
    let end = "
   0  1  2
0  X  ·  O
1 [X](X)(X)
2  O  ·  O
X's last move is 0,1. X wins with move 7. It has the line 0,1 1,1 2,1.
builtin:greedy (X) beat builtin:random in 7 moves.
";
    let won = (0, moves.to_string(), end.to_string());
    assert_eq!(play("builtin:greedy", "builtin:random"), won);
    let (code, _, end) = play("builtin:greedy", "builtin:qttt");
    let drawn = "builtin:greedy (X) and builtin:qttt drew in 9 moves.\n";
    assert!(code == 0 && end.ends_with(drawn), "{end}");
    let end = "
   0  1  2
0  ·  ·  ·
1  · [X] ·
2  ·  ·  ·
X's last move is 1,1. Move 2: O to move.
echo 1,1 (O) lost to builtin:greedy by an illegal move in move 2: expected an empty cell, found 1,1, which X took before.
";
    let lost = (1, "  1. X 1,1".to_string(), end.to_string());
    assert_eq!(play("builtin:greedy", "echo 1,1"), lost);
}

#[test]
fn the_children_of_a_program_end_with_its_move() {
    let folder = tempfile::tempdir().expect("a folder");
    for (last, timeout) in [("wait", "0.5"), ("sleep 0.2; echo 1,1", LONG)] {
        let beats = folder.path().join("beats");
        let beat = format!("echo >> {}; sleep 0.02", beats.display());
        let command = format!("(trap '' HUP INT TERM; while :; do {beat}; done) & {last}");
        play_x(&command, &["--timeout", timeout]);
        let count = || fs::metadata(&beats).expect("it beat").len();
        let then = count();
        thread::sleep(Duration::from_millis(300));
        assert_eq!(count(), then, "{last}");
    }
}

#[test]
fn memory_is_bounded_on_request_and_the_command_parsed_as_without() {
    let hog = r#"python3 -c 'x = bytearray(1 << 30); print("1,1")'"#;
    let (_, game) = play_x(hog, &["--memory", "500"]);
    assert_eq!(game["reason"], "crash", "{game}");
    assert!(
        game["stderr"]
            .as_str()
            .is_some_and(|text| text.contains("MemoryError")),
        "{game}"
    );

    for options in [&[][..], &["--memory", "1000"]] {
        let (_, game) = play_x(r#"test "$#$0" = 0sh && echo "1,1""#, options);
        assert_eq!(game["reason"], "illegal", "{game}");
    }
}

#[test]
fn what_a_program_writes_cannot_steer_a_terminal() {
    let x = r#"printf '\033]0;owned\007\033[2J\302\233\342\200\256two\nlines\n' >&2; exit 1"#;
    let arguments = [
        "hypercube",
        "match",
        "--x",
        x,
        "--o",
        "builtin:random",
        "3,2",
    ];
    let (code, _, stderr) = run(&arguments, "");
    let shown = "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}\\u{202e}two\nlines\n";
    assert_eq!((code, stderr.as_str()), (1, shown));
    let (_, json, _) = run(&[&arguments[..], &["--json"]].concat(), "");
    assert!(is_plain(json.trim_end()), "{json}");
}

#[test]
fn a_move_is_as_long_as_its_board_needs() {
    let x = r#"python3 -c 'print(",".join("1" * 33000))'"#;
    let arguments = [
        "hypercube",
        "match",
        "--json",
        "--x",
        x,
        "--o",
        x,
        "3,33000",
    ];
    let (_, stdout, stderr) = run(&arguments, "");
    let game: Value =
        serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("a record: {stderr}"));
    assert_eq!(
        (&game["reason"], &game["winner"]),
        (&"illegal".into(), &"x".into())
    );
}

#[test]
fn programs_play_a_whole_game_by_the_protocol() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bot.py");
    let bot = "import itertools\n\
        (n, d), moves = map(int, input().split(',')), input().split(';')\n\
        print(next(m for m in (','.join(map(str, c)) for c in itertools.product(range(n), repeat=d)) if m not in moves))\n";
    fs::write(&file, bot).expect("written");
    let (code, game) = play_x(&format!("python3 {}", file.display()), &["--timeout", LONG]);
    assert_eq!((code, &game["reason"]), (0, &"line".into()), "{game}");
    assert!(
        game["moves"]
            .as_str()
            .is_some_and(|moves| moves.starts_with("0,0;1,1;0,1;"))
    );
}

#[test]
fn a_command_that_makes_no_sense_is_told_in_a_sentence() {
    let game = ["hypercube", "match", "--x", "true", "--o"];
    for (rest, message) in [
        (
            &["builtin:chess", "3,2"][..],
            "expected builtin:random, builtin:greedy or builtin:qttt",
        ),
        (&[" ", "3,2"], "expected a command that plays"),
        (&["true", "2,2"], "expected a width of at least 3, found 2"),
        (&["true", "3"], "expected boards such as 4,3"),
        (
            &["true", "3,4294967295"],
            "expected at most 524288 dimensions, found 4294967295",
        ),
        (
            &["true", "3,2", "--timeout", "0"],
            "expected a number of seconds from 0.001 to 1000000",
        ),
        (
            &["true", "3,2", "--timeout", "inf"],
            "expected a number of seconds from 0.001 to 1000000",
        ),
        (
            &["true", "3,2", "--memory", "0"],
            "expected a number of MiB from 1 to ",
        ),
    ] {
        let (code, stdout, stderr) = run(&[&game[..], rest].concat(), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{rest:?}");
        assert!(stderr.contains(message), "{rest:?}: {stderr}");
    }
}

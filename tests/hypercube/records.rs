//! Record files: what is read from them is replayed, and what others do to them is noticed.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::{
    hypercube::tournament::{start, tournament, without_times},
    support::{is_plain, run, text, wait_until},
};

/// A record of a game on 3,2.
fn record(x: &str, o: &str, moves: &str, winner: impl Into<Value>, reason: &str) -> Value {
    json!({"board": "3,2", "x": x, "o": o, "winner": winner.into(), "reason": reason, "moves": moves})
}

/// X owns a row.
const ROW: &str = "0,0;0,1;1,0;1,1;2,0";

/// Nobody owns a line.
const FULL: &str = "0,0;1,0;2,0;1,1;0,1;2,1;1,2;0,2;2,2";

fn write_records(path: &Path, games: &[Value]) {
    let lines: String = games.iter().map(|game| format!("{game}\n")).collect();
    fs::write(path, lines).expect("written");
}

/// The fields of a game, without their names.
const ARRAY: &str = r#"["3,2","a","b","x","line","0,0;0,1;1,0;1,1;2,0",0,[],"","",null,null]"#;

#[test]
fn results_that_the_moves_do_not_give_are_refused_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let pair = ["a=builtin:greedy", "b=builtin:random"];
    let standings = ["hypercube", "standings", text(&path)];
    let options = ["--boards", "3,2", "--check-determinism", "--record"];
    let resumed = [&tournament(&pair)[..], &options, &[text(&path)]].concat();
    let other = record("b", "a", FULL, None::<&str>, "draw");
    for (moves, winner, reason, message) in [
        (
            ROW,
            Some("o"),
            "line",
            "expected winner x and reason line after these moves, found winner o and reason line",
        ),
        (ROW, None, "draw", "found no winner and reason draw"),
        (ROW, Some("x"), "crash", "found winner x and reason crash"),
        (
            FULL,
            Some("x"),
            "draw",
            "expected no winner and reason draw after these moves, found winner x and reason draw",
        ),
        (FULL, Some("o"), "line", "found winner o and reason line"),
        (FULL, Some("o"), "time", "found winner o and reason time"),
        (
            "0,0;1,1",
            Some("o"),
            "line",
            "expected winner o and a fault as reason after these moves, found winner o and reason line",
        ),
        (
            "0,0;1,1",
            Some("x"),
            "illegal",
            "found winner x and reason illegal",
        ),
        ("0,0;1,1", None, "draw", "found no winner and reason draw"),
        (
            "",
            Some("x"),
            "output",
            "expected winner o and a fault as reason",
        ),
        (
            "0,0;0,0",
            Some("o"),
            "time",
            "move 2: expected an empty cell, found 0,0, which X took before",
        ),
        (
            "0,0;3,0",
            Some("o"),
            "time",
            "move 2: expected 2 coordinates from 0 to 2, found 3,0",
        ),
        (
            "0,0;1,1;",
            Some("x"),
            "time",
            "move 3: expected 2 numbers below 3 with commas between, found \"\"",
        ),
        ("0,0,0", Some("x"), "time", "move 1: expected 2 numbers"),
        (
            "0,0;0,1;1,0;1,1;2,0;2,2",
            Some("x"),
            "line",
            "move 6: expected no more moves: X has won",
        ),
    ] {
        write_records(
            &path,
            &[other.clone(), record("a", "b", moves, winner, reason)],
        );
        let before = fs::read_to_string(&path).expect("a record");
        for command in [&standings[..], &resumed] {
            let (code, stdout, stderr) = run(command, "");
            assert_eq!(
                (code, stdout.as_str()),
                (2, ""),
                "{moves} {winner:?} {reason}"
            );
            let place = format!(
                "error: {}:2: expected a game by the rules: ",
                path.display()
            );
            assert!(
                stderr.starts_with(&place) && stderr.contains(message),
                "{stderr}"
            );
        }
        assert_eq!(fs::read_to_string(&path).expect("a record"), before);
    }
}

#[test]
fn times_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    for (times, found) in [
        (json!([1, 1, -0.5, 1, 1]), "found -0.5 ms"),
        (json!([1, 1, 1e11, 1, 1]), "found 100000000000 ms"),
        (json!([1, 1, 1, 1, 1, 1]), "found 6 times for 5 moves"),
        (json!([1]), "found 1 times for 5 moves"),
    ] {
        let mut game = record("a", "b", ROW, "x", "line");
        game["milliseconds"] = times;
        write_records(&path, &[game]);
        let (code, stdout, stderr) = run(&["hypercube", "standings", text(&path)], "");
        assert_eq!((code, stdout.as_str()), (2, ""));
        let message = format!(
            "error: {}:1: expected a game by the rules: expected as many times as moves, each from 0 to 1e10 ms; {found}\n",
            path.display()
        );
        assert_eq!(stderr, message);
    }
}

#[test]
fn standings_of_strangers_take_no_more_than_their_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let game = |i: usize| {
        let mut game = record(&format!("x{i}"), &format!("o{i}"), "", "o", "crash");
        game["board"] = format!("{},2", 3 + i).into();
        game
    };
    write_records(&path, &(0..150).map(game).collect::<Vec<_>>());
    let standings = |option: &str| {
        let script = format!(
            "ulimit -v 300000; {} hypercube standings {option} {}",
            env!("CARGO_BIN_EXE_qttt"),
            path.display()
        );
        let output = Command::new("sh").args(["-c", &script]).output();
        let output = output.expect("sh runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        String::from_utf8(output.stdout).expect("text")
    };
    let end = "\n150 games played, 13454850 missing: most of the schedule.\n";
    assert!(standings("").ends_with(end));
    let json: Value = serde_json::from_str(&standings("--json")).expect("JSON");
    assert_eq!(json["missing"], 300 * 299 * 150 - 150);
    assert_eq!(
        (&json["missing_games"], &json["cross"]),
        (&json!([]), &json!([]))
    );
}

#[test]
fn records_are_read_from_standard_input_as_well() {
    let game = record("a", "b", ROW, "x", "line").to_string();
    let (code, stdout, stderr) = run(&["hypercube", "standings", "-"], game.as_str());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("1 game played, 1 missing"), "{stdout}");
    let players = ["--x", "builtin:greedy", "--o", "builtin:random"];
    let (_, game, _) = run(
        &[&["hypercube", "match", "--json", "3,2"], &players[..]].concat(),
        "",
    );
    let (code, stdout, stderr) = run(&["hypercube", "replay", "-"], game);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(
        stdout.starts_with("Game 1 on 3,2: builtin:greedy (X)"),
        "{stdout}"
    );
    let (code, _, stderr) = run(&["hypercube", "replay", "-"], "1");
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: <stdin>:1: "), "{stderr}");
}

#[test]
fn a_record_that_grows_too_long_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let script = format!(
        "ulimit -f 1; exec {} hypercube tournament builtin:greedy builtin:random --boards 3..9,2 --record {}",
        env!("CARGO_BIN_EXE_qttt"),
        path.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output();
    let output = output.expect("sh runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    let message = format!(
        "a finished game is not recorded: cannot write {}: File too large",
        path.display()
    );
    assert!(stderr.contains(&message), "{stderr}");
}

#[test]
fn records_of_a_game_that_differ_are_refused_and_equal_ones_count_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let won = record("a", "b", ROW, "x", "line");
    let otherwise = record("a", "b", "0,0;1,0;0,1;1,1;0,2", "x", "line");
    write_records(&one, &[won.clone(), won.clone()]);
    write_records(
        &two,
        &[record("b", "a", "", "o", "crash"), otherwise.clone()],
    );
    let (code, stdout, stderr) = run(&["hypercube", "standings", text(&one), text(&two)], "");
    assert_eq!((code, stdout.as_str()), (2, ""));
    let message = format!(
        "error: {}:2: expected the game that {}:1 has, found other moves or another result of it\n",
        two.display(),
        one.display()
    );
    assert_eq!(stderr, message);

    let (code, _, stderr) = run(&["hypercube", "standings", text(&one)], "");
    let note = "note: 1 game recorded more than once, alike; each counts once\n";
    assert_eq!((code, stderr.as_str()), (0, note));

    write_records(&one, &[won, otherwise]);
    let resumed = [
        "a=builtin:greedy",
        "b=builtin:random",
        "--record",
        text(&one),
    ];
    let (code, _, stderr) = run(&tournament(&resumed), "");
    assert_eq!(code, 2);
    assert!(stderr.contains(":2: expected the game that "), "{stderr}");
}

#[test]
fn games_of_another_command_under_the_same_name_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let play = |command: &str, path: &Path| {
        let player = format!("a={command}");
        let arguments = [
            &player,
            "builtin:greedy",
            "--boards",
            "3,2",
            "--record",
            text(path),
        ];
        run(&tournament(&arguments), "")
    };
    assert_eq!(play("exit 7", &one).0, 0);
    let (code, _, stderr) = play("exit 8", &one);
    assert_eq!(code, 0);
    let note = format!(
        "note: games of a in {} were played by another command than now: `exit 7`; they count, but a changed program should have a new name\n",
        one.display()
    );
    assert!(stderr.starts_with(&note), "{stderr}");
    let (_, _, stderr) = play("exit 7", &one);
    assert!(!stderr.contains("another command"), "{stderr}");

    // The same result, by another program.
    assert_eq!(play("exit 8", &two).0, 0);
    let text = fs::read_to_string(&two)
        .expect("a record")
        .replace("status: 8", "status: 7");
    fs::write(&two, text).expect("written");
    let files = [
        "hypercube",
        "standings",
        one.to_str().expect("UTF-8"),
        two.to_str().expect("UTF-8"),
    ];
    let (code, _, stderr) = run(&files, "");
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains(
            "games of a in the files were played by more than one command: `exit 7`, `exit 8`; "
        ),
        "{stderr}"
    );
}

#[test]
fn names_can_neither_steer_a_terminal_nor_forge_a_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let name = "\u{1b}[31mred\n  1 forged\u{202e}\u{9b}2J\u{7f}";
    write_records(
        &path,
        &[
            record("b", name, ROW, "x", "line"),
            json!({"board": "3,3", "x": name, "o": name, "winner": "o", "reason": "time", "moves": ""}),
        ],
    );
    let (code, table, stderr) = run(&["hypercube", "standings", text(&path)], "");
    assert_eq!(code, 0);
    assert!(table.contains(r"\u{1b}[31mred\n  …"), "{table}");
    let (_, json, _) = run(&["hypercube", "standings", "--json", text(&path)], "");
    for text in [&table, &stderr, &json] {
        assert!(text.lines().all(is_plain), "{text:?}");
        assert!(!text.contains("\n  1 forged"), "{text:?}");
    }
    assert_eq!(without_times(&json)["standings"][1]["name"], name);
}

#[test]
fn games_of_another_tournament_are_reported_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let other =
        r#"{"board":"3,3","x":"a","o":"b","winner":"o","reason":"time","moves":"","judge":"me"}"#;
    let own =
        r#"{"board":"3,2","x":"a","o":"b","winner":"o","reason":"time","moves":"","more":[1]}"#;
    // A last line without its end is whole all the same.
    fs::write(&path, format!("{other}\n\n{own}")).expect("written");
    let arguments = tournament(&[
        "a=builtin:greedy",
        "b=builtin:random",
        "--boards",
        "3,2",
        "--quiet",
        "--record",
        text(&path),
    ]);
    let (code, stdout, stderr) = run(&arguments, "");
    assert_eq!(code, 0, "{stderr}");
    let note = format!(
        "note: 1 game in {} between other players, on other boards or from other openings, such as a (X) against b (O) on 3,3; left alone, not counted\n",
        path.display()
    );
    assert_eq!(
        stderr,
        note + "note: 1 of 2 games recorded before; 1 left to play\n"
    );
    assert!(stdout.contains("2 games played.\n"), "{stdout}");
    let lines = fs::read_to_string(&path).expect("a record");
    assert!(
        lines.starts_with(&format!(
            "{other}\n\n{own}\n{{\"board\":\"3,2\",\"x\":\"b\""
        )),
        "{lines}"
    );
    assert_eq!(lines.lines().count(), 4);
}

#[test]
fn a_record_that_cannot_be_used_is_told_and_left_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    let arguments = tournament(&[
        "a=builtin:greedy",
        "b=builtin:random",
        "--record",
        text(&path),
    ]);
    let board = r#"{"board":"2,2","x":"a","o":"b","winner":null,"reason":"draw","moves":""}"#;
    let winner = r#"{"board":"3,2","x":"a","o":"b","winner":"X","reason":"line","moves":""}"#;
    for (line, message) in [
        (
            "half",
            "1: expected a game as a JSON object: found other text; a record file is what `--record` wrote",
        ),
        (
            board,
            "1: expected a game as a JSON object: expected a width of at least 3, found 2",
        ),
        (winner, "unknown variant `X`, expected `x` or `o`"),
        (r#""my only notes"#, "1: expected a game as a JSON object"),
        (
            ARRAY,
            "1: expected a game as a JSON object: found other text",
        ),
        (r#"{"my":["#, "1: expected a game as a JSON object"),
        ("\x7fELF\0\0", "1: expected a game as a JSON object"),
    ] {
        for before in [format!("{line}\n{line}"), line.to_string()] {
            fs::write(&path, &before).expect("written");
            for command in [&arguments[..], &["hypercube", "standings", text(&path)]] {
                let (code, stdout, stderr) = run(command, "");
                assert_eq!((code, stdout.as_str()), (2, ""));
                assert!(stderr.contains(message), "{stderr}");
            }
            assert_eq!(fs::read_to_string(&path).expect("a record"), before);
        }
    }
    let (code, _, stderr) = run(&["hypercube", "standings", "/no/such/file"], "");
    assert_eq!(code, 2);
    assert!(
        stderr.starts_with("error: cannot open /no/such/file: "),
        "{stderr}"
    );
}

#[test]
fn a_record_is_not_written_to_standard_output() {
    let options = ["--boards", "3,2", "--record", "-"];
    let players = ["a=builtin:greedy", "b=builtin:random"];
    let (code, stdout, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_eq!(
        stderr,
        "error: expected a file to keep records in, found -\n"
    );
    assert!(!Path::new("-").exists());
}

#[test]
fn a_record_is_written_by_one_tournament_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, begun) = (folder.path().join("record"), folder.path().join("begun"));
    let hang = format!("hang=echo > {}; sleep 100", begun.display());
    let arguments = tournament(&[&hang, "b=builtin:greedy", "--record", text(&path)]);
    let mut first = start(&arguments);
    wait_until(|| begun.exists());
    let (code, _, stderr) = run(&arguments, "");
    let pid = rustix::process::Pid::from_child(&first);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    assert_eq!(first.wait().expect("it ends").code(), Some(2));
    assert_eq!(code, 2);
    assert!(stderr.contains("another one is writing to it"), "{stderr}");
}

#[test]
fn a_record_that_others_touch_during_the_tournament_is_missed_at_the_next_game() {
    for (action, message) in [
        ("rm $r", "bytes where it was opened, found No such file"),
        (
            "mv $r $r.old",
            "bytes where it was opened, found No such file",
        ),
        ("mv $r $r.old; cp $r.old $r", "found another file"),
        (": > $r", "bytes where it was opened, found 0 bytes"),
        ("echo >> $r", "bytes where it was opened, found"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record");
        // The first game is recorded when the second one begins.
        let player = format!(
            "a=r={}; test -s $r && {{ {action}; }}; exit 1",
            path.display()
        );
        let arguments = [
            &player,
            "builtin:greedy",
            "--boards",
            "3,2",
            "--record",
            text(&path),
        ];
        let (code, stdout, stderr) = run(&tournament(&arguments), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{action}: {stderr}");
        let error = format!(
            "error: a finished game is not recorded: {} was ",
            path.display()
        );
        assert!(
            stderr.contains(&error) && stderr.contains(message),
            "{action}: {stderr}"
        );
    }
}

#[test]
fn a_fault_that_was_none_is_flagged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record");
    for (reason, code) in [("crash", 0), ("output", 1), ("illegal", 1)] {
        write_records(
            &path,
            &[
                record("a", "b", "", "o", reason),
                record("b", "a", ROW, "x", "line"),
            ],
        );
        let players = ["a=exit 1", "b=builtin:greedy", "--boards", "3,2"];
        let options = ["--check-determinism", "--record", text(&path)];
        let (found, table, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
        assert_eq!(found, 1, "{stderr}");
        let line = format!(
            "  a, board 3,2, a (X) against b (O), move 1:\n    first {reason}, then expected a move, found no output (exit status 1)\n"
        );
        assert_eq!(table.contains(&line), code == 1, "{table}");
    }
}

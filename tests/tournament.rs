//! `qttt hypercube tournament` and `standings`: records that outlive a kill, shares, points, tables.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use crate::support::{run, spawn, text, wait_until};
use serde_json::{Value, json};

/// Takes the first free cell, of two dimensions.
const FIRST: &str = r#"first=read board; read moves; n=${board%,*}
y=0; while [ $y -lt $n ]; do
    x=0; while [ $x -lt $n ]; do
        case ";$moves;" in *";$x,$y;"*) ;; *) echo $x,$y; exit;; esac
        x=$((x + 1))
    done
    y=$((y + 1))
done"#;

/// The arguments of a tournament.
fn tournament<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["hypercube", "tournament"], arguments].concat()
}

/// The arguments of a tournament of four players, half of them programs: 36 games.
fn four<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    let late_enough_to_be_killed = "slow=sleep 0.02; echo 2,2";
    let players = [
        FIRST,
        late_enough_to_be_killed,
        "greedy=builtin:greedy",
        "random=builtin:random",
    ];
    let options = ["--boards", "3..5,2", "--timeout", "30"];
    tournament(&[&players[..], &options, rest].concat())
}

/// Reads a record file, without what differs from run to run.
fn games(path: &Path) -> BTreeSet<String> {
    let games = fs::read_to_string(path).expect("a record");
    let games = games.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).expect("a whole line");
        game["milliseconds"].take();
        game.to_string()
    });
    games.collect()
}

fn count_lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

fn start(arguments: &[&str]) -> Child {
    spawn(arguments, Stdio::null(), Stdio::piped())
}

fn without_times(json: &str) -> Value {
    let mut standings: Value = serde_json::from_str(json).expect("JSON");
    for row in standings["standings"].as_array_mut().expect("rows") {
        row["slowest_ms"].take();
    }
    standings
}

#[test]
fn a_tournament_that_is_killed_twice_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let (code, standings, _) = run(&four(&["--json", "--record", text(&whole)]), "");
    assert_eq!((code, count_lines(&whole)), (0, 36));

    let arguments = four(&["--json", "--jobs", "2", "--record", text(&killed)]);
    // The start of a line, and one that a file system has filled up with zeros.
    for (recorded, half) in [(5, r#"{"board":"3,2","x":"fi"#), (15, "{\"boa\0\0\0")] {
        let mut tournament = start(&arguments);
        wait_until(|| count_lines(&killed) >= recorded);
        tournament.kill().expect("killed by signal 9");
        tournament.wait().expect("it ends");
        assert!(
            (recorded..36).contains(&count_lines(&killed)),
            "killed in the middle"
        );
        let cut = fs::read_to_string(&killed).expect("a record") + half;
        fs::write(&killed, cut).expect("written");
    }
    let before = count_lines(&killed);
    let (code, resumed, stderr) = run(&arguments, "");
    assert_eq!(code, 0, "{stderr}");
    let dropped = format!(
        "note: the last line of {} was half-written; it is dropped, and its game counts as not played\n",
        killed.display()
    );
    let left = format!(
        "note: {before} of 36 games recorded before; {} left to play\n",
        36 - before
    );
    assert!(stderr.starts_with(&(dropped + &left)), "{stderr}");
    assert_eq!(games(&killed), games(&whole));
    assert_eq!(count_lines(&killed), 36);
    assert_eq!(without_times(&resumed), without_times(&standings));
}

#[test]
fn an_interrupted_tournament_ends_its_programs_and_says_what_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, beats) = (folder.path().join("record"), folder.path().join("beats"));
    let hang = format!(
        "hang=while :; do echo >> {}; sleep 0.02; done",
        beats.display()
    );
    let tournament = start(&[
        "hypercube",
        "tournament",
        &hang,
        "greedy=builtin:greedy",
        "--boards",
        "3,2",
        "--record",
        text(&record),
    ]);
    wait_until(|| beats.exists());
    let pid = rustix::process::Pid::from_child(&tournament);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    let output = tournament.wait_with_output().expect("it ends");
    let message = format!(
        "error: interrupted: 0 of 2 games are in {}; the same command goes on from there\n",
        record.display()
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let then = fs::metadata(&beats).expect("it beat").len();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(fs::metadata(&beats).expect("it beat").len(), then);
}

#[test]
fn the_shares_of_a_tournament_add_up_to_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let (whole, one, two) = (file("whole"), file("one"), file("two"));
    let (_, standings, _) = run(&four(&["--json", "--record", text(&whole)]), "");
    for (shard, path) in [("1/2", &one), ("2/2", &two)] {
        let (code, table, stderr) = run(&four(&["--shard", shard, "--record", text(path)]), "");
        assert_eq!((code, count_lines(path)), (0, 18));
        let head = format!("18 of 18 games of share {shard}\n");
        assert!(
            table.starts_with(&head) && !table.contains("points"),
            "{table}"
        );
        let rounds = games(path).into_iter().map(|game| {
            let game: Value = serde_json::from_str(&game).expect("a whole line");
            let name = |key: &str| game[key].to_string();
            (name("board"), BTreeSet::from([name("x"), name("o")]))
        });
        assert_eq!(
            rounds.collect::<BTreeSet<_>>().len(),
            9,
            "both games of nine rounds"
        );
        assert!(stderr.contains("`qttt hypercube standings "), "{stderr}");
    }
    let both: BTreeSet<_> = games(&one).union(&games(&two)).cloned().collect();
    assert_eq!(both, games(&whole));

    let (code, sum, stderr) = run(
        &["hypercube", "standings", "--json", text(&two), text(&one)],
        "",
    );
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(without_times(&sum), without_times(&standings));

    let (code, sum, _) = run(&["hypercube", "standings", text(&two)], "");
    assert_eq!(code, 0);
    assert!(
        sum.contains("18 games played, 18 missing; a round counts"),
        "{sum}"
    );
    assert!(
        sum.contains("  and 10 more; --json lists them all"),
        "{sum}"
    );

    let (_, sum, stderr) = run(&["hypercube", "standings", text(&one), text(&one)], "");
    assert!(sum.contains("18 games played, 18 missing"), "{sum}");
    let note = "note: 18 games recorded more than once, alike; each counts once\n";
    assert_eq!(stderr, note);
}

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
        let is_plain = |line: &str| line.chars().all(qttt::escape::is_printable);
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
        "--record",
        text(&path),
    ]);
    let (code, stdout, stderr) = run(&arguments, "");
    assert_eq!(code, 0, "{stderr}");
    let note = format!(
        "note: 1 game in {} between other players or on other boards, such as a (X) against b (O) on 3,3; left alone, not counted\n",
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
            "1: expected a game as a JSON object: expected value at line 1 column 1",
        ),
        (
            board,
            "1: expected a game as a JSON object: expected a width of at least 3, found 2",
        ),
        (winner, r#"found "X""#),
        (r#""my only notes"#, "1: expected a game as a JSON object"),
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
        (
            "rm $r",
            "was deleted during the tournament, and the games in it with it",
        ),
        (
            "mv $r $r.old",
            "was moved or replaced during the tournament: the games recorded so far are where it is now",
        ),
        (
            "mv $r $r.old; cp $r.old $r",
            "was moved or replaced during the tournament",
        ),
        (": > $r", "bytes, found 0; games at its end are lost"),
        ("echo >> $r", "was changed during the tournament: expected"),
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
fn the_first_fault_of_each_program_is_told_once() {
    let players = [
        "a=echo why; echo no >&2; exit 7",
        "b=printf '1\\n2\\n3\\n4\\n5\\n6\\n\\033' >&2; exit 7",
    ];
    let (code, _, stderr) = run(
        &tournament(&[&players[..], &["--boards", "3..4,2"]].concat()),
        "",
    );
    let told = "\
note: a lost by bad output as X on 3,2: expected a move as 2 numbers with commas between, found \"why\"
  no
note: b lost by a crash as X on 3,2: expected a move, found no output and exit status: 7
  3
  4
  5
  6
  \\u{1b}
";
    assert_eq!((code, stderr.as_str()), (0, told));
}

#[test]
fn a_builtin_player_goes_by_its_own_name() {
    let players = ["builtin:random", "builtin:greedy", "third=builtin:greedy"];
    let options = ["--boards", "3,2", "--json"];
    let (code, json, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let standings = without_times(&json);
    let rows = standings["standings"].as_array().expect("rows");
    let names: BTreeSet<_> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, BTreeSet::from(["greedy", "random", "third"]));
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
            "  a, board 3,2, a (X) against b (O), move 1:\n    first {reason}, then expected a move, found no output and exit status: 1\n"
        );
        assert_eq!(table.contains(&line), code == 1, "{table}");
    }
}

#[test]
fn a_program_that_answers_differently_is_flagged() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = folder.path().join("count");
    let count = count.display();
    // On a board as wide as this, it can count its moves up and never be in the way.
    let counting = format!("counting=echo >> {count}; echo 0,$(wc -l < {count} | tr -d ' ')");
    let arguments = tournament(&[
        &counting,
        "steady=read b; read m; echo 1,${#m}",
        "--boards",
        "99,2",
        "--check-determinism",
    ]);
    let (code, stdout, stderr) = run(&arguments, "");
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stdout.contains("Not deterministic, against the rules:\n  counting, board 99,2,"),
        "{stdout}"
    );
    let (code, stdout, _) = run(
        &tournament(&[
            "a=builtin:greedy",
            "b=builtin:random",
            "--boards",
            "3,2",
            "--check-determinism",
            "--json",
        ]),
        "",
    );
    assert_eq!(code, 0);
    assert_eq!(without_times(&stdout)["disagreements"], json!([]));
}

#[test]
fn arguments_that_make_no_sense_are_told_in_a_sentence() {
    let pair = ["a=builtin:greedy", "b=builtin:random"];
    let with = |rest: &[&'static str]| [&pair[..], rest].concat();
    for (arguments, message) in [
        (
            vec!["a=true"],
            "expected at least two players, each as NAME=COMMAND; found 1",
        ),
        (vec!["a=true", "a=false"], "found two named \"a\""),
        (
            vec!["a=true", "false"],
            "expected a player as NAME=COMMAND, found \"false\"",
        ),
        (
            vec!["a=true", "=false"],
            "expected a player as NAME=COMMAND, found \"=false\"",
        ),
        (
            vec!["a=true", "b="],
            "expected a player as NAME=COMMAND, found \"b=\"",
        ),
        (
            vec!["a=true", "b\n=true"],
            "expected a name that can be printed",
        ),
        (vec!["a=true", "b=builtin:"], "found \"builtin:\""),
        (
            with(&["--shard", "0/2"]),
            "expected a share K/N with K from 1 to N, such as 1/4; found \"0/2\"",
        ),
        (with(&["--shard", "3/2"]), "expected a share K/N"),
        (with(&["--shard", "1"]), "expected a share K/N"),
        (
            with(&["--boards", "6..3,2"]),
            "expected a range from the lower to the higher number",
        ),
        (
            with(&["--boards", "3"]),
            "expected boards such as 4,3 or 3..6,2..5",
        ),
        (
            with(&["--boards", "2,2"]),
            "expected a width of at least 3, found 2",
        ),
        (
            with(&["--boards", "3..4294967295,2"]),
            "expected at most 1000 boards",
        ),
        (with(&["--jobs", "0"]), "0 is not in 1..=1024"),
        (
            with(&["--record", "/no/such/folder/record"]),
            "cannot open /no/such/folder/record",
        ),
    ] {
        let (code, stdout, stderr) = run(&tournament(&arguments), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

/// Minutes where the player thinks long: `cargo test --test tournament -- --ignored`.
#[test]
#[ignore = "takes as long as the player thinks on the largest boards"]
fn the_builtin_players_play_all_sixteen_boards() {
    let arguments = tournament(&[
        "r=builtin:random",
        "g=builtin:greedy",
        "q=builtin:qttt",
        "--jobs",
        "2",
    ]);
    let (code, stdout, stderr) = run(&arguments, "");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.ends_with("\n96 games played.\n"), "{stdout}");
}

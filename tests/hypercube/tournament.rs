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
pub(crate) const FIRST: &str = r#"first=read board; read moves; n=${board%,*}
y=0; while [ $y -lt $n ]; do
    x=0; while [ $x -lt $n ]; do
        case ";$moves;" in *";$x,$y;"*) ;; *) echo $x,$y; exit;; esac
        x=$((x + 1))
    done
    y=$((y + 1))
done"#;

/// The arguments of a tournament.
pub(crate) fn tournament<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
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

pub(crate) fn start(arguments: &[&str]) -> Child {
    spawn(arguments, Stdio::null(), Stdio::piped())
}

pub(crate) fn without_times(json: &str) -> Value {
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
1/4  3,2  a (X) lost to b by bad output in move 1: expected a move as 2 numbers with commas between, found \"why\"
  no
2/4  3,2  b (X) lost to a by a crash in move 1: expected a move, found no output (exit status 7)
  3
  4
  5
  6
  \\u{1b}
3/4  4,2  a (X) lost to b by bad output in move 1
4/4  4,2  b (X) lost to a by a crash in move 1
";
    assert_eq!((code, stderr.as_str()), (0, told));
}

#[test]
fn each_finished_game_is_a_line_unless_it_is_to_be_quiet() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let players = ["builtin:greedy", FIRST];
    let options = ["--boards", "3..7,2", "--record", text(&record)];
    let (code, _, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
    assert_eq!(code, 0);
    let lines: Vec<_> = stderr.lines().collect();
    assert_eq!(lines.len(), 10, "{stderr}");
    assert_eq!(lines[0], " 1/10  3,2  greedy (X) beat first in 5 moves");
    assert_eq!(lines[9], "10/10  7,2  greedy (O) beat first in 22 moves");

    let kept = fs::read_to_string(&record).expect("a record");
    let kept: Vec<_> = kept.lines().take(8).collect();
    fs::write(&record, kept.join("\n")).expect("written");
    let arguments = tournament(&[&players[..], &options].concat());
    let (_, _, stderr) = run(&arguments, "");
    let resumed = "note: 8 of 10 games recorded before; 2 left to play\n 9/10  7,2  greedy (X) ";
    assert!(stderr.starts_with(resumed), "{stderr}");

    let players = ["a=exit 3", "b=builtin:random"];
    for quiet in ["-q", "--quiet"] {
        let options = ["--boards", "3,2", quiet];
        let (code, _, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
    }
}

#[test]
fn a_builtin_player_goes_by_its_own_name() {
    let players = ["builtin:random", "builtin:greedy", "third=builtin:greedy"];
    let options = ["--boards", "3,2", "--json", "-q"];
    let (code, json, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let standings = without_times(&json);
    let rows = standings["standings"].as_array().expect("rows");
    let names: BTreeSet<_> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, BTreeSet::from(["greedy", "random", "third"]));
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
        (
            with(&["--jobs", "0"]),
            "expected a whole number from 1 to 1024",
        ),
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

/// Minutes where the player thinks long: `cargo test --release --test main hypercube::tournament -- --ignored`.
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

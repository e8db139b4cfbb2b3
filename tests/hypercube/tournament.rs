//! `qttt hypercube tournament`: names, shares, and records that survive a kill.

use std::{collections::BTreeSet, fs, process::Stdio};

use rustix::{
    fs::{FlockOperation, flock},
    process::Signal,
};
use serde_json::{Value, json};

use crate::support::{
    Terminal, assert_contains, assert_ends_with, assert_starts_with, content, exits, file,
    is_ignored, printed, refused, run, spawn, temporary, wait_for_file, wait_until,
};

/// A bot that takes the first free cell of a board of two dimensions.
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

/// The arguments of a tournament of four players, two of which are commands: 36 games.
fn four<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    let late_enough_to_be_killed = "slow=sleep 0.02; echo 2,2";
    let programs = [FIRST, late_enough_to_be_killed];
    let builtin = ["builtin:greedy", "builtin:random"];
    let options = ["--boards", "3..5,2", "--timeout", "30"];
    tournament(&[&programs[..], &builtin, &options, rest].concat())
}

/// Reads a record file, without the fields that differ from run to run.
pub(super) fn games(path: &str) -> BTreeSet<String> {
    let games = content(path);
    let games = games.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).expect("a whole line");
        game["milliseconds"].take();
        game.to_string()
    });
    games.collect()
}

pub(super) fn count_lines(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

pub(crate) fn without_times(json: &str) -> Value {
    let mut standings: Value = serde_json::from_str(json).expect("JSON");
    for row in standings["standings"].as_array_mut().expect("rows") {
        row["slowest_ms"].take();
    }
    standings
}

#[test]
fn a_tournament_that_is_killed_twice_resumes_and_loses_nothing() {
    let (_folder, [whole, killed]) = temporary(["whole", "killed"]);
    let (code, standings, _) = run(&four(&["--json", "--record", &whole]), "");
    assert_eq!((code, count_lines(&whole)), (0, 36));

    let arguments = four(&["--json", "--jobs", "2", "--record", &killed]);
    for recorded in [5, 15] {
        let mut tournament = spawn(&arguments, Stdio::null(), Stdio::piped());
        wait_until(|| count_lines(&killed) >= recorded);
        tournament.kill().expect("killed by signal 9");
        tournament.wait().expect("it ends");
        // A process that was just forked keeps the lock until it runs the bot.
        let file = fs::File::open(&killed).expect("a record");
        wait_until(|| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok());
        let games = count_lines(&killed);
        assert!((recorded..36).contains(&games), "killed after {games}");
        let torn = content(&killed) + r#"{"board":"3,2","x":"fi"#;
        fs::write(&killed, torn).expect("written");
    }
    let before = count_lines(&killed);
    let (resumed, stderr) = exits(0, &arguments, "");
    let notes = format!(
        "note: ignored the incomplete last line of {killed}\n\
         note: {before} of 36 games are already recorded in {killed} (",
    );
    let left = format!(
        "); {} left to play. If you changed a bot, rename it.\n",
        36 - before
    );
    assert_starts_with(&stderr, &notes);
    assert_contains(&stderr, &left);
    assert_eq!(games(&killed), games(&whole));
    assert_eq!(count_lines(&killed), 36);
    assert_eq!(without_times(&resumed), without_times(&standings));
}

#[test]
fn the_shares_of_a_tournament_add_up_to_the_whole() {
    let (_folder, [whole, one, two]) = temporary(["whole", "one", "two"]);
    let (_, standings, _) = run(&four(&["--json", "--record", &whole]), "");
    for (shard, path) in [("1/2", &one), ("2/2", &two)] {
        let (code, table, _) = run(&four(&["--shard", shard, "--record", path]), "");
        assert_eq!((code, count_lines(path)), (0, 18));
        assert_contains(&table, "\n18 games played, 18 missing; ");
        let rounds = games(path).into_iter().map(|game| {
            let game: Value = serde_json::from_str(&game).expect("a whole line");
            let name = |key: &str| game[key].to_string();
            (name("board"), BTreeSet::from([name("x"), name("o")]))
        });
        let rounds: BTreeSet<_> = rounds.collect();
        assert_eq!(rounds.len(), 9, "both games of nine rounds");
    }
    let both: BTreeSet<_> = games(&one).union(&games(&two)).cloned().collect();
    assert_eq!(both, games(&whole));
    let files = ["--json", &two, &one];
    let sum = printed(&[&["hypercube", "standings"], &files[..]].concat(), "");
    assert_eq!(without_times(&sum), without_times(&standings));
}

#[test]
fn each_finished_game_is_a_line() {
    let players = ["a=echo why; exit 7", "b=printf '\\033[2J'"];
    let options = ["--boards", "3..4,2"];
    let (code, _, stderr) = run(&tournament(&[&players[..], &options].concat()), "");
    let told = "\
1/4  3,2  a (X) forfeited to b by bad output at move 1: printed \"why\"; a move is 2 numbers separated by commas
2/4  3,2  b (X) forfeited to a by bad output at move 1: printed \"\\u{1b}[2J\"; a move is 2 numbers separated by commas
3/4  4,2  a (X) forfeited to b by bad output at move 1: printed \"why\"; a move is 2 numbers separated by commas
4/4  4,2  b (X) forfeited to a by bad output at move 1: printed \"\\u{1b}[2J\"; a move is 2 numbers separated by commas
";
    assert_eq!((code, stderr.as_str()), (0, told));
    printed(&tournament(&[&players[..], &options, &["-q"]].concat()), "");
}

#[test]
fn no_time_left_is_shown_before_a_game_has_finished() {
    let (_folder, [go]) = temporary(["go"]);
    let qttt = env!("CARGO_BIN_EXE_qttt");
    let line = format!(
        "{qttt} hypercube tournament 'a=until test -e {go}; do sleep .01; done; echo 9,9' builtin:random --boards 3,2"
    );
    let Some(mut terminal) = Terminal::start("", &line) else {
        return;
    };
    let mut seen = terminal.read_up_to("0 of 2 games played");
    fs::write(&go, "").expect("written");
    seen += &terminal.end().1;
    assert_contains(&seen, "0 of 2 games played");
    assert!(!seen.contains("0 of 2 games played,"), "{seen}");
}

/// A terminal echoes `^C` behind the bar.
#[test]
fn the_bar_is_cleared_before_the_standings_of_an_interrupted_tournament() {
    if is_ignored(Signal::INT) {
        return;
    }
    let (_folder, [asked]) = temporary(["asked"]);
    let qttt = env!("CARGO_BIN_EXE_qttt");
    let line = format!(
        "{qttt} hypercube tournament 'a=echo >{asked}; sleep 1000' builtin:random --boards 3,2 --timeout 2000"
    );
    let Some(mut terminal) = Terminal::start("", &line) else {
        return;
    };
    terminal.read_up_to("0 of 2 games played");
    wait_for_file(&asked);
    terminal.enter(b"\x03");
    let (_, seen) = terminal.end();
    let (before, _) = seen.split_once("#  name").expect("a table");
    assert_ends_with(before, "\u{1b}[2K");
    assert_contains(&seen, "interrupted after 0 of 2 games");
}

/// The names of the players in the standings of a tournament on 3,2.
fn names(players: &[&str]) -> BTreeSet<String> {
    let options = ["--boards", "3,2", "--json", "-q"];
    let json = printed(&tournament(&[players, &options].concat()), "");
    let standings = without_times(&json);
    let rows = standings["standings"].as_array().expect("rows");
    rows.iter()
        .filter_map(|row| Some(row["name"].as_str()?.to_string()))
        .collect()
}

#[test]
fn a_command_needs_no_name_and_equal_names_are_numbered() {
    let (_folder, script) = file("bot.sh", "echo 1,1 $1\n");
    let bot = format!("sh {script} --depth=3");
    let named = ["mine=echo 2,2", "builtin:greedy", "greedy=echo 0,0"];
    let players = [&[&bot[..], &bot], &named[..]].concat();
    let expected = ["bot", "bot-2", "mine", "greedy", "greedy-2"].map(String::from);
    assert_eq!(names(&players), BTreeSet::from(expected));
}

#[test]
fn the_games_of_a_disqualified_player_are_not_played_and_do_not_count() {
    let (_folder, [record]) = temporary(["record"]);
    let players = ["bad=echo 9,9", "builtin:greedy", "builtin:random"];
    let options = ["--boards", "3,2", "--json", "--record", &record];
    let out = ["--disqualify", "bad"];
    let rows = |arguments: &[&str]| {
        let table = without_times(&exits(0, arguments, "").0);
        assert_eq!((&table["games"], &table["missing"]), (&2.into(), &0.into()));
        table["standings"].as_array().expect("rows").clone()
    };
    let played = rows(&tournament(&[&players[..], &options, &out].concat()));
    assert_eq!(count_lines(&record), 2);
    let last = json!({
        "rank": 3, "name": "bad", "points": -1, "disqualified": true, "faults": {}, "against": {}, "slowest_ms": null,
        "rounds": {"won": 0, "drawn": 0, "lost": 0}, "games": {"won": 0, "drawn": 0, "lost": 0},
    });
    assert_eq!(played[2], last);
    // The same holds if the games were played before.
    let (code, ..) = run(&tournament(&[&players[..], &options].concat()), "");
    assert_eq!((code, count_lines(&record)), (0, 6));
    let files = ["hypercube", "standings", "--json", &record];
    assert_eq!(rows(&[&files[..], &out].concat()), played);
    let (_, table, _) = run(
        &[&["hypercube", "standings", &record], &out[..]].concat(),
        "",
    );
    let row = table.lines().nth(3).expect("a row");
    assert_starts_with(row, "3  bad ");
    assert_ends_with(row, " disqualified");
    let unknown = ["--disqualify", "worse"];
    for arguments in [
        &tournament(&[&players[..], &options, &unknown].concat())[..],
        &[&files[..], &unknown].concat(),
    ] {
        let message = "error: no player is named \"worse\"; the players are bad, greedy, random\n";
        assert_eq!(refused(2, arguments, ""), message);
    }
}

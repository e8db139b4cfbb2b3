//! `qttt hypercube tournament`: names, boards, and records that survive a kill.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::thread;

use super::*;

/// A bot that takes the first free cell.
pub(super) const FIRST: &str = r#"first=awk 'NR == 1 { split($0, board, ","); n = board[1]; d = board[2] }
NR == 2 {
    count = split($0, moves, ";"); for (i = 1; i <= count; i++) taken[moves[i]] = 1
    for (i = 0; i < n ^ d; i++) {
        cell = i % n; rest = int(i / n)
        for (k = 1; k < d; k++) { cell = cell "," rest % n; rest = int(rest / n) }
        if (!(cell in taken)) { print cell; exit }
    }
}'"#;

/// The arguments of a tournament whose players may forfeit games.
pub(crate) fn tournament<'a>(players: &[&'a str], options: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["hypercube", "tournament", "--no-trial"];
    arguments.extend(players);
    arguments.extend(options.split(' '));
    arguments
}

/// Reads a record file, without the fields that differ from run to run.
fn games(path: &str) -> BTreeSet<String> {
    let games = content(path);
    let games = games.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).expect("a whole line");
        game["milliseconds"].take();
        game.to_string()
    });
    games.collect()
}

/// The words of the standings, without the time of the slowest move.
fn without_times(table: &str) -> Vec<String> {
    let is_time = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let words = table.split_whitespace().filter(|word| !is_time(word));
    words.map(String::from).collect()
}

fn count_lines(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn a_tournament_killed_twice_resumes_without_losing_a_game() {
    let (_folder, [whole, killed, open]) = temporary(["whole", "killed", "open"]);
    // Until the file exists, half of the 36 games cannot end.
    let waiting = format!("waiting=until test -e {open}; do sleep .05; done; echo 2,2");
    let players = [FIRST, &waiting, "builtin:greedy", "builtin:random"];
    let options = |record| format!("--boards 3..5,2 --jobs 36 --record {record}");
    let (to_whole, to_killed) = (options(&whole), options(&killed));
    let arguments = tournament(&players, &to_killed);
    for recorded in [5, 15] {
        let mut tournament = spawn(&arguments, Stdio::null(), Stdio::piped());
        wait_until(|| count_lines(&killed) >= recorded);
        tournament.kill().expect("killed by signal 9");
        tournament.wait().expect("it ends");
        // A process that was just forked keeps the lock until it runs the bot.
        let file = fs::File::open(&killed).expect("a record");
        wait_until(|| file.try_lock().is_ok());
        let games = count_lines(&killed);
        assert!((recorded..=18).contains(&games), "killed after {games}");
        let torn = content(&killed) + r#"{"board":"3,2","x":"fi"#;
        fs::write(&killed, torn).expect("written");
    }
    fs::write(&open, "").expect("written");
    let (standings, _) = exits(0, &tournament(&players, &to_whole), "");
    assert_eq!(count_lines(&whole), 36);
    let before = count_lines(&killed);
    let (resumed, stderr) = exits(0, &arguments, "");
    let left = 36 - before;
    let played = format!("{before} of 36 games already recorded in {killed}");
    let notes = format!(
        "note: ignored the incomplete last line of {killed}\nnote: {played}; {left} left to play. "
    );
    assert_starts_with(&stderr, &notes);
    assert_eq!(games(&killed), games(&whole));
    assert_eq!(count_lines(&killed), 36);
    assert_eq!(without_times(&resumed), without_times(&standings));
}

#[test]
fn nothing_is_played_if_a_player_fails_its_trial() {
    let (_folder, [record]) = temporary(["record"]);
    let broken = "mine=seq 9 >&2; echo no bus >&2; exit 1";
    let players = [FIRST, broken, "not=exit 127", "builtin:greedy"];
    let options = format!("-q --boards 4,2;3,2 --record {record}");
    let with_trial = |players: &[&'static str]| {
        let mut arguments = tournament(players, &options);
        arguments.retain(|argument| *argument != "--no-trial");
        arguments
    };
    let stderr = refused(2, &with_trial(&players), "");
    assert_is_snapshot(&stderr, "hypercube-trial.txt");
    assert_eq!(content(&record), "");
    // A bot that can't play is not asked again when all games are recorded.
    exits(2, &tournament(&players, &options), "");
    exits(0, &with_trial(&players[..2]), "");
    assert_eq!(count_lines(&record), 14);
}

#[test]
fn a_forfeited_game_is_reported_with_how_to_reproduce_it() {
    let (_folder, [record]) = temporary(["record"]);
    let players = ["a=echo why >&2; exit 7", "builtin:greedy"];
    let (_, stderr) = exits(0, &tournament(&players, "--boards 3,2"), "");
    let faults = stderr.matches(" (exit status: 7)\nwhy\n");
    assert_eq!(faults.count(), 2, "{stderr}");
    let recorded = format!("--boards 3,2 --record {record}");
    let (_, stderr) = exits(0, &tournament(&players, &recorded), "");
    for game in [1, 2] {
        let again = format!("To reproduce it: qttt hypercube replay '{record}' --line {game}\n");
        assert_contains(&stderr, &format!(" (exit status: 7)\n{again}"));
    }
}

#[test]
fn each_finished_game_is_a_line() {
    let players = ["a=echo why; exit 7", "b=printf '\\033[2J'"];
    let (_, stderr) = exits(0, &tournament(&players, "--boards 3..4,2"), "");
    assert_is_snapshot(&stderr, "hypercube-tournament.txt");
    printed(&tournament(&players, "--boards 3..4,2 -q"), "");
}

#[test]
fn a_player_that_cannot_be_run_on_a_board_does_not_end_the_other_games() {
    let not_on_4_2 = "q=read board; [ $board = 4,2 ] && exit 127; (echo $board; cat) | ";
    let not_wide = FIRST.replacen("first=", not_on_4_2, 1);
    let results = [false, true].map(|is_reversed| {
        let (_folder, [record]) = temporary(["record"]);
        let mut players = [&not_wide, FIRST, "builtin:greedy"];
        if is_reversed {
            players.reverse();
        }
        let options = format!("--boards 3..5,2 -q --record {record}");
        let arguments = tournament(&players, &options);
        let (first, stderr) = exits(2, &arguments, "");
        let failure = ["X, move 1", "O, move 2"][usize::from(is_reversed)];
        let message = format!("error: q could not be run on 4,2 as {failure}: exit status: 127\n");
        assert_eq!(stderr, message);
        let (second, again) = exits(2, &arguments, "");
        assert_eq!((&second, again), (&first, message));
        (without_times(&first), games(&record))
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0].1.len(), 14);
}

#[test]
fn more_jobs_than_cores_are_noted() {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    for (jobs, count) in [(cores, 0), (cores + 1, 1)] {
        let players = ["builtin:greedy", "builtin:random"];
        let options = format!("--boards 3,2 -j {jobs}");
        let (_, stderr) = exits(0, &tournament(&players, &options), "");
        let note = format!("note: {jobs} jobs on {cores} core");
        assert_eq!(stderr.matches(&note).count(), count, "{stderr}");
    }
}

/// The job array in the documentation, without Slurm.
#[test]
fn boards_played_on_several_machines_add_up_to_a_tournament() {
    let page = include_str!("../../docs/contests.md");
    let (_, job) = page.split_once("```sh\n#!/bin/sh\n").expect("a script");
    let (job, _) = job.split_once("```").expect("its end");
    let players = "'mine=python3 bot.py' 'ours=qttt hypercube move'";
    let job = job.replace(players, "builtin:random builtin:greedy");
    let (folder, [first, second]) = temporary(["3,2.ndjson", "4,2.ndjson"]);
    for task in ["0", "4"] {
        let mut shell = shell(&job);
        shell.env("SLURM_ARRAY_TASK_ID", task).current_dir(&folder);
        let (code, _, stderr) = answer(&mut shell, "");
        assert_eq!(code, 0, "{stderr}");
    }
    let command = "`qttt hypercube standings --boards 3..6,2..5 *.ndjson`";
    assert_contains(page, command);
    let boards = ["hypercube", "standings", "--boards", "3..6,2..5"];
    let table = printed(&[&boards[..], &[&first, &second]].concat(), "");
    assert_contains(&table, "4 games on 16 boards, 3..6,2..5; 28 missing.");
}

/// Counts results from the record file alone, by the rules in the documentation.
const COUNTER: &str = r#"
import collections, json, sys
rounds, points, lost = collections.defaultdict(list), collections.Counter(), collections.Counter()
for line in sys.stdin:
    game = json.loads(line)
    rounds[game["board"], *sorted([game["x"], game["o"]])].append(game)
    points[game["x"]] += 0
    if game["winner"]:
        lost[game["o" if game["winner"] == "X" else "x"]] += 1
for (board, one, two), games in rounds.items():
    assert len(games) == 2 and games[0]["x"] == games[1]["o"]
    wins = [sum(bool(game["winner"]) and game[game["winner"].lower()] == name for game in games) for name in (one, two)]
    points[one] += 3 if wins[0] > wins[1] else int(wins[0] == wins[1])
    points[two] += 3 if wins[1] > wins[0] else int(wins[0] == wins[1])
for name in sorted(points, key=lambda name: (-points[name], lost[name], name)):
    print(name, points[name], lost[name])
"#;

#[test]
fn standings_agree_with_an_independent_count() {
    let (_folder, [record]) = temporary(["record"]);
    let faulty = "late=if test -n \"$(sed -n 2p | cut -d';' -f4)\"; then exit 1; fi; echo 2,2";
    let players = [FIRST, "middle=echo 1,1", faulty, "g=builtin:greedy"];
    let players = [&players[..], &["builtin:random"]].concat();
    let options = format!("--boards 3..4,2 --record {record}");
    exits(0, &tournament(&players, &options), "");
    let mut python = Command::new("python3");
    let (code, counted, stderr) = answer(python.args(["-c", COUNTER]), content(&record));
    assert_eq!(code, 0, "{stderr}");
    let table = &objects(&["hypercube", "standings", "--json", &record], "")[0];
    assert_eq!(table["games"], 2 * 5 * 4);
    let rows = table["standings"].as_array().expect("rows").iter();
    let rows = rows.map(|row| {
        let name = row["name"].as_str().expect("text");
        format!("{name} {} {}\n", row["points"], row["games"]["lost"])
    });
    assert_eq!(rows.collect::<String>(), counted);
}

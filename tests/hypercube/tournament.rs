//! `qttt hypercube tournament`: names, boards, and records that survive a kill.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

use super::*;

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
    let first = format!("first={FIRST}");
    let players = [&first, &waiting, "builtin:greedy", "builtin:random"];
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
    let first = format!("first={FIRST}");
    let players = [&first, broken, "not=exit 127", "builtin:greedy"];
    let options = format!("-q --boards 4,2;3,2 --record {record}");
    let with_trial = |players| {
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
fn the_command_that_shows_a_forfeited_game_can_be_pasted() {
    let players = ["a=echo why >&2; exit 7", "builtin:greedy"];
    let (folder, _) = temporary([]);
    let play = |record: &OsStr| {
        let mut tournament = qttt(&tournament(&players, "--boards 3,2 --record"));
        let (code, _, stderr) = answer(tournament.arg(record).current_dir(&folder), "");
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let start = "To reproduce it: ";
    for name in ["a;b", "o'brien", "a';touch pwned;'", "zoe\u{308}", "./-x"] {
        let stderr = play(name.as_ref());
        for again in stderr.lines().filter_map(|line| line.strip_prefix(start)) {
            let (_, shown, _) = answer(shell(again).current_dir(&folder), "");
            assert_contains(&shown, "\nwhy\nTo reproduce it:\nprintf ");
        }
        assert_eq!(stderr.matches(start).count(), 2, "{stderr}");
    }
    assert!(!folder.path().join("pwned").exists());
    // Without a file, or a name that can be pasted, the output of the bot is shown.
    let (_, stderr) = exits(0, &tournament(&players, "--boards 3,2"), "");
    let [escape, byte] = [&b"a\x1bb"[..], b"\xff"].map(|name| play(OsStr::from_bytes(name)));
    for stderr in [stderr, escape, byte] {
        let shown = stderr.matches(" (exit status: 7)\nwhy\n");
        assert_eq!(shown.count(), 2, "{stderr}");
        assert!(!stderr.contains("reproduce"), "{stderr}");
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
    let first = format!("first={FIRST}");
    let not_wide =
        format!("q=read board; [ $board = 4,2 ] && exit 127; (echo $board; cat) | {FIRST}");
    let results = [false, true].map(|is_reversed| {
        let (_folder, [record]) = temporary(["record"]);
        let mut players = [&not_wide, &first, "builtin:greedy"];
        if is_reversed {
            players.reverse();
        }
        let options = format!("--boards 3..5,2 -q --record {record}");
        let arguments = tournament(&players, &options);
        let (first, stderr) = exits(2, &arguments, "");
        let message = "error: q could not be run on 4,2 as O, move 2: exit status: 127\n";
        assert_eq!(stderr, message);
        let (second, again) = exits(2, &arguments, "");
        assert_eq!((&second, &*again), (&first, message));
        (without_times(&first), games(&record))
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0].1.len(), 14);
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

/// The commands in the documentation that no other test runs.
#[test]
fn players_are_read_from_a_file_and_one_game_is_played_again() {
    let page = include_str!("../../docs/contests.md");
    let block = |start| {
        let (_, block) = page.split_once(start).expect(start);
        block.split_once("```").expect("its end").0
    };
    let (folder, [players, record]) = temporary(["players.txt", "games.ndjson"]);
    fs::write(players, "mine=echo 1,1\nold=echo 0,0\n").expect("written");
    // Not every system allows the sandbox.
    let sandbox = "'unshare --map-root-user --net --pid --kill-child'";
    let play = block("```bash\n").replace(sandbox, "env");
    let play = play.replace("builtin:qttt", "builtin:greedy --no-trial --boards 3,2");
    let remove = block("same command again:\n\n```sh\n");
    for (script, games) in [(&*play, 6), (remove, 5), (&play, 6)] {
        let mut bash = shell("exec bash -c \"$0\"");
        let (code, _, stderr) = answer(bash.arg(script).current_dir(&folder), "");
        assert_eq!(code, 0, "{script}: {stderr}");
        assert_eq!(count_lines(&record), games, "{script}: {stderr}");
    }
    let commands = r#""commands":["env echo 1,1","env echo 0,0"]"#;
    assert_contains(&content(&record), commands);
}

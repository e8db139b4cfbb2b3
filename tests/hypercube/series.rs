//! `qttt hypercube match --games`: openings, the difference in Elo points, and a match that is resumed.

use std::{collections::HashSet, fs};

use qttt::hypercube::protocol;
use serde_json::Value;

use super::match_of;
use crate::support::{
    assert_contains, assert_ends_with, assert_starts_with, content, exits, objects, printed,
    refused, run, temporary,
};

fn many<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let players = ["--x", "builtin:greedy", "--o", "builtin:random"];
    [&["hypercube", "match"], &players[..], options].concat()
}

/// Plays games on boards, and returns the records.
fn play(boards: &str, games: &str, plies: &str, seed: &str) -> Vec<Value> {
    let (_folder, [record]) = temporary(["record"]);
    let openings = ["-n", games, "--openings", plies, "--seed", seed];
    let output = ["-q", "--record", &record, boards];
    exits(0, &many(&[&openings[..], &output].concat()), "");
    let games = content(&record);
    let games = games.lines().map(serde_json::from_str);
    games.collect::<Result<_, _>>().expect("games")
}

/// Returns the opening of a game in the form of the protocol.
fn opening(game: &Value) -> String {
    let plies = game["opening"].as_u64().expect("a number") as usize;
    let moves = game["moves"].as_str().expect("text").split(';');
    let opening: Vec<_> = moves.take(plies).collect();
    format!(
        "{}\n{}\n",
        game["board"].as_str().expect("text"),
        opening.join(";")
    )
}

#[test]
fn nobody_has_won_after_an_opening() {
    for (board, plies) in [("3,2", "8"), ("3,3", "6"), ("4,3", "12"), ("5,3", "30")] {
        let games = play(board, "20", plies, "1");
        assert_eq!(games.len(), 20);
        for game in games {
            let position = protocol::read(opening(&game).as_bytes()).expect("an opening");
            assert_eq!(position.moves().len().to_string(), plies);
            assert_eq!(position.winner(), None, "{game}");
        }
    }
}

#[test]
fn each_opening_is_played_with_both_sides_and_none_twice() {
    let games = play("4,3", "62", "2", "7");
    let mut seen = HashSet::new();
    for pair in games.chunks(2) {
        let names = |game: &Value| [game["x"].clone(), game["o"].clone()];
        assert_eq!(names(&pair[0]), ["greedy", "random"]);
        assert_eq!(names(&pair[1]), ["random", "greedy"]);
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert!(seen.insert(opening(&pair[0])));
    }
    // The same seed begins with the same openings; another seed has different openings.
    let fewer: Vec<_> = play("4,3", "32", "2", "7").iter().map(opening).collect();
    assert_eq!(games[..32].iter().map(opening).collect::<Vec<_>>(), fewer);
    let others = play("4,3", "32", "2", "8");
    assert_ne!(others.iter().map(opening).collect::<Vec<_>>(), fewer);
}

/// There are 9 · 8 openings of two plies.
#[test]
fn all_openings_of_a_small_board_are_found_and_no_more() {
    assert_eq!(play("3,2", "144", "2", "3").len(), 144);
    for (games, plies, message) in [
        (
            "146",
            "2",
            "3,2 has only 72 different openings of 2 moves, but 73 are needed",
        ),
        ("4", "0", "3,2 has only 1 different openings"),
        ("2", "9", "3,2 has only 0 different openings"),
        ("2", "10", "3,2 has only 0 different openings"),
    ] {
        let arguments = many(&["-n", games, "--openings", plies, "3,2"]);
        assert_contains(&refused(2, &arguments, ""), message);
    }
}

#[test]
fn a_match_reports_the_difference_and_can_be_resumed() {
    let (_folder, [record]) = temporary(["record"]);
    let options = ["-n", "40", "--record", &record, "3,2"];
    let (code, whole, stderr) = run(&many(&options), "");
    assert_eq!((code, stderr.lines().count()), (0, 41), "{stderr}");
    let (head, rating) = whole.split_once("Elo difference: +").expect("a rating");
    assert_starts_with(head, "greedy against random: 40 games\n");
    assert_contains(rating, " ± ");

    let kept = content(&record);
    let kept: Vec<_> = kept.lines().take(25).collect();
    // A game that is recorded twice counts once.
    let twice = [&kept[..], &kept[..3]].concat();
    fs::write(&record, twice.join("\n")).expect("written");
    let (code, resumed, stderr) = run(&many(&[&["-j", "2"], &options[..]].concat()), "");
    assert_eq!((code, resumed.as_str()), (0, whole.as_str()));
    let note = format!(
        "note: 25 of 40 games are already recorded in {record} (greedy 25, random 25); 15 left to play. \
         If you changed a bot, rename it.\n"
    );
    assert_contains(&stderr, &note);

    let (_, json, stderr) = run(&many(&[&options[..], &["--json", "--quiet"]].concat()), "");
    let score: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&score["name"], stderr.as_str()), (&"greedy".into(), ""));
    let games = ["won", "drawn", "lost"].map(|result| score["games"][result].as_u64());
    assert_eq!(games.into_iter().flatten().sum::<u64>(), 40);
    assert!(score["rating"]["error"].as_f64() > Some(0.0), "{json}");
}

#[test]
fn each_run_draws_new_openings_unless_the_seed_is_given() {
    let noted = |options: &[&str]| run(&many(&[options, &["-n", "2", "9,2"]].concat()), "").2;
    let seed = |stderr: &str| {
        let (note, _) = stderr
            .split_once(" to play the same openings again\n")
            .expect("a note");
        note.strip_prefix("note: use --seed ")
            .expect("a seed")
            .to_string()
    };
    let [one, two] = [noted(&[]), noted(&[])];
    assert_ne!(seed(&one), seed(&two));
    let again = noted(&["--seed", &seed(&one)]);
    let (_, games) = one.split_once('\n').expect("a note");
    assert_eq!(again, games);
}

#[test]
fn faults_lose_games_and_the_match_goes_on() {
    let arguments = match_of("exit 200", "builtin:greedy", &["--games", "4"]);
    let (code, stdout, stderr) = run(&arguments, "");
    let expected = "exit against greedy: 4 games\n0 won, 0 drawn, 4 lost\nexit forfeited 4 games\n\
                    Elo difference: cannot be estimated (4 losses and no other results).\n";
    assert_eq!((code, stdout.as_str()), (0, expected));
    assert_eq!(stderr.matches("by a crash at move ").count(), 4, "{stderr}");
}

#[test]
fn no_error_is_estimated_from_a_single_pair() {
    let arguments = match_of("builtin:greedy", "builtin:greedy", &["-n", "2", "-q"]);
    let expected = "Elo difference: +0.0; its error cannot be estimated from these results.\n";
    assert_ends_with(&printed(&arguments, ""), expected);
}

/// All that greedy wins against random decides the match after 8 pairs.
const SPRT: [&str; 7] = ["-n", "100", "--seed", "1", "--sprt", "0,200", "4,3"];

#[test]
fn a_match_stops_when_it_is_decided_whatever_the_number_of_jobs() {
    let expected = "greedy against random: 16 games\n16 won, 0 drawn, 0 lost\n\
                    Elo difference: cannot be estimated (16 wins and no other results).\n\
                    SPRT 0,200: LLR 3.35 of 2.94, accepted: stronger by 200\n";
    for jobs in ["1", "2", "5"] {
        let stdout = printed(&many(&[&SPRT[..], &["-q", "--jobs", jobs]].concat()), "");
        assert_eq!(stdout, expected, "{jobs} jobs");
    }
    let swapped = [
        "hypercube match --x builtin:random --o builtin:greedy",
        "-q -n 100 --seed 1 --sprt -200,0 4,3",
    ];
    let swapped = swapped.join(" ");
    let stdout = printed(&swapped.split(' ').collect::<Vec<_>>(), "");
    let last = "SPRT -200,0: LLR -3.35 of -2.94, accepted: stronger by -200\n";
    assert_ends_with(&stdout, last);
}

#[test]
fn a_match_with_a_record_is_decided_at_the_same_pair() {
    let (_folder, [stopped, whole]) = temporary(["stopped", "whole"]);
    let decided = |record: &str| {
        let options = ["--json", "--record", record];
        exits(0, &many(&[&SPRT[..], &options].concat()), "")
    };
    let (expected, _) = decided(&stopped);
    let score: Value = serde_json::from_str(&expected).expect("JSON");
    let sprt = &score["sprt"];
    assert_eq!((&sprt["elo0"], &sprt["elo1"]), (&0.0.into(), &200.0.into()));
    assert_eq!(sprt["accepted"], "elo1");
    assert!(sprt["llr"].as_f64() > Some(19f64.ln()), "{sprt}");
    let games = content(&stopped);
    // A later game may have finished before the match was stopped.
    let games: Vec<_> = games.lines().take(16).collect();
    assert_eq!(games.len(), 16);

    // An interrupted match goes on up to the same pair.
    fs::write(&stopped, games[..5].join("\n")).expect("written");
    assert_eq!(decided(&stopped).0, expected);

    // If all games are recorded, those after the decision don't count, and no game is played.
    let without_sprt = [&SPRT[..4], &["4,3", "--record", &whole]].concat();
    exits(0, &many(&without_sprt), "");
    let (json, stderr) = decided(&whole);
    assert_eq!(json, expected);
    assert_contains(&stderr, "; 0 left to play.");
    fs::write(&stopped, games[2..].join("\n")).expect("written");
    let (json, stderr) = decided(&stopped);
    assert_eq!(json, expected, "the first pair was missing");
    assert_contains(&stderr, "; 86 left to play.");
}

#[test]
fn a_match_that_stays_undecided_is_not_a_failure() {
    let options = ["-n", "10", "-q", "--sprt", "-5,0.5"];
    let arguments = match_of("builtin:greedy", "builtin:greedy", &options);
    let stdout = printed(&arguments, "");
    assert_ends_with(&stdout, " (decided at ±2.94), not decided\n");
    assert_contains(&stdout, "\nSPRT -5,0.5: LLR ");
    let score = &objects(&[&arguments[..], &["--json"]].concat(), "")[0];
    assert_eq!(score["sprt"]["accepted"], Value::Null, "{score}");
    let options = ["-n", "2", "-q", "--json"];
    let score = &objects(&match_of("a=true", "b=true", &options), "")[0];
    assert!(score.get("sprt").is_none(), "{score}");
}

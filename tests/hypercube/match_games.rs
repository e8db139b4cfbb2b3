//! `qttt hypercube match --games`: openings, the difference in Elo points, and a match that is resumed.

use std::collections::HashSet;
use std::fs;

use qttt::hypercube::protocol;
use serde_json::Value;

use super::match_of;
use crate::support::{
    assert_contains, assert_ends_with, assert_starts_with, content, exits, objects, printed, run,
    temporary,
};

fn many<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let players = ["--x", "greedy=builtin:greedy", "--o", "builtin:random"];
    [&["hypercube", "match"], &players[..], options].concat()
}

/// Plays games on boards and returns the records.
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
    let board = game["board"].as_str().expect("text");
    format!("{board}\n{}\n", opening.join(";"))
}

#[test]
fn each_opening_is_played_once_with_each_side() {
    for (board, plies) in [("3,2", "8"), ("3,3", "6"), ("4,3", "2"), ("5,3", "30")] {
        let games = play(board, "20", plies, "1");
        let mut seen = HashSet::new();
        for round in games.chunks(2) {
            let names = |game: &Value| [game["x"].clone(), game["o"].clone()];
            assert_eq!(names(&round[0]), ["greedy", "builtin:random"]);
            assert_eq!(names(&round[1]), ["builtin:random", "greedy"]);
            let opening = opening(&round[0]);
            assert_eq!(opening, self::opening(&round[1]));
            let position = protocol::read(opening.as_bytes()).expect("an opening");
            assert_eq!(position.moves().len().to_string(), plies);
            assert_eq!(position.winner(), None, "{opening}");
            assert!(seen.insert(opening));
        }
        assert_eq!(seen.len(), 10);
        // The same seed begins with the same openings.
        let fewer = play(board, "8", plies, "1");
        assert!(fewer.iter().map(opening).eq(games[..8].iter().map(opening)));
    }
}

/// There are 9 · 8 openings of two plies.
#[test]
fn a_match_plays_every_opening_of_a_small_board_once() {
    assert_eq!(play("3,2", "144", "2", "3").len(), 144);
    for (games, plies, played) in [
        ("146", "2", 144),
        ("4", "0", 2),
        ("2", "9", 0),
        ("2", "10", 0),
    ] {
        let options = ["-q", "-n", games, "--openings", plies, "3,2"];
        let (stdout, stderr) = exits(2, &many(&options), "");
        let head = format!("greedy against builtin:random: {played} games\n");
        assert_starts_with(&stdout, &head);
        let message = format!(
            "error: only {played} of {games} games were played, because there are no more distinct openings\n"
        );
        assert_eq!(stderr, message);
    }
}

#[test]
fn a_match_reports_the_difference_and_can_be_resumed() {
    let (_folder, [record]) = temporary(["record"]);
    let options = ["-n", "40", "--seed", "5", "--record", &record, "3,2"];
    let (code, whole, stderr) = run(&many(&options), "");
    assert_eq!((code, stderr.lines().count()), (0, 42), "{stderr}");
    let (head, rating) = whole.split_once("Elo difference: +").expect("a rating");
    assert_starts_with(head, "greedy against builtin:random: 40 games\n");
    assert_contains(rating, " ± ");

    let kept = content(&record);
    let kept: Vec<_> = kept.lines().take(25).collect();
    // A game that is recorded twice counts once.
    let twice = [&kept[..], &kept[..3]].concat();
    fs::write(&record, twice.join("\n")).expect("written");
    let (code, resumed, stderr) = run(&many(&[&["-j", "2"], &options[..]].concat()), "");
    assert_eq!((code, resumed.as_str()), (0, whole.as_str()));
    let note = format!(
        "note: 25 of 40 games already recorded in {record}; 15 left to play. \
         If you changed a bot, rename it.\n"
    );
    assert_starts_with(&stderr, &note);

    let (_, json, stderr) = run(&many(&[&options[..], &["--json", "--quiet"]].concat()), "");
    let score: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&score["name"], stderr.as_str()), (&"greedy".into(), ""));
    let games = ["won", "drawn", "lost"].map(|result| score["games"][result].as_u64());
    assert_eq!(games.into_iter().flatten().sum::<u64>(), 40);
    assert!(score["rating"]["error"].as_f64() > Some(0.0), "{json}");
}

#[test]
fn the_same_openings_are_played_unless_the_seed_is_given() {
    let played = |options: &[&str]| run(&many(&[options, &["-n", "2", "9,2"]].concat()), "").2;
    assert_eq!(played(&[]), played(&["--seed", "1"]));
    assert_ne!(played(&[]), played(&["--seed", "2"]));
}

#[test]
fn a_difference_or_its_error_that_cannot_be_estimated_is_not_printed() {
    let arguments = match_of("a=exit 200", "builtin:greedy", &["--games", "4"]);
    let (code, stdout, stderr) = run(&arguments, "");
    let expected = "a against builtin:greedy: 4 games\n0 won, 0 drawn, 4 lost\na forfeited 4 games\n\
                    Elo difference: cannot be estimated from these results.\n";
    assert_eq!((code, stdout.as_str()), (0, expected));
    assert_eq!(stderr.matches("by a crash at move ").count(), 4, "{stderr}");
    let arguments = match_of("a=builtin:greedy", "b=builtin:greedy", &["-n", "2", "-q"]);
    let expected = "Elo difference: +0.0; its error cannot be estimated from these results.\n";
    assert_ends_with(&printed(&arguments, ""), expected);
    let score = &objects(&[&arguments[..], &["--json"]].concat(), "")[0];
    assert_eq!(score["rating"]["error"], Value::Null, "{score}");
}

//! `qttt hypercube tournament --rounds`: openings, the difference in Elo points, and rounds that are resumed.

use std::collections::HashSet;
use std::fs;

use qttt::hypercube::protocol;

use super::*;

fn many(options: &str) -> Vec<&str> {
    tournament(&["greedy=builtin:greedy", "builtin:random"], options)
}

/// Plays rounds and returns the records.
fn play(options: &str) -> Vec<Value> {
    let (_folder, [record]) = temporary(["record"]);
    exits(0, &many(&format!("{options} -q --record {record}")), "");
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
        let options = format!("--boards {board} --opening-moves {plies}");
        let games = play(&format!("{options} --rounds 10"));
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
        // The seed is 1 by default, and fewer rounds have the same openings.
        let fewer = play(&format!("{options} --rounds 4 --seed 1"));
        assert!(fewer.iter().map(opening).eq(games[..8].iter().map(opening)));
    }
}

/// There are 9 · 8 openings of two plies.
#[test]
fn a_tournament_plays_every_opening_of_a_small_board_once() {
    for (rounds, plies, played, all) in [(73, 2, 144, 146), (2, 0, 2, 4), (1, 9, 0, 2)] {
        let options = format!("--boards 3,2 -q --rounds {rounds} --opening-moves {plies}");
        let (stdout, stderr) = exits(2, &many(&options), "");
        assert_contains(&stdout, &format!("\n{played} games on 1 board, 3,2"));
        let why = "because there are no more distinct openings";
        let message = format!("error: only {played} of {all} games were played, {why}\n");
        assert_eq!(stderr, message);
    }
}

#[test]
fn rounds_are_resumed_and_another_seed_adds_more() {
    let (_folder, [record]) = temporary(["record"]);
    let options = format!("--boards 3..4,2 --rounds 10 --seed 5 --record {record}");
    let (whole, stderr) = exits(0, &many(&options), "");
    assert_eq!(stderr.lines().count(), 43, "{stderr}");
    let strength = |stdout: &str| stdout.split("against builtin").last().map(String::from);
    assert_contains(&whole, "\nElo difference: +");

    let kept = content(&record);
    let kept: Vec<_> = kept.lines().take(25).collect();
    // A game that is recorded twice counts once.
    let twice = [&kept[..], &kept[..3]].concat();
    fs::write(&record, twice.join("\n")).expect("written");
    let (resumed, stderr) = exits(0, &many(&format!("{options} -j 2")), "");
    assert_eq!(strength(&resumed), strength(&whole));
    let left = "15 left to play. If you changed a bot, rename it.\n";
    let note = format!("note: 25 of 40 games already recorded in {record}; {left}");
    assert_starts_with(&stderr, &note);

    let other = format!("--boards 3,2 --rounds 3 --seed 6 --record {record}");
    let (stdout, _) = exits(0, &many(&other), "");
    assert!(!stdout.contains("\n6 games on 1 board"), "{stdout}");
    // `standings` prints the same result.
    let standings = ["hypercube", "standings", "--boards", "3,2", &record];
    assert_eq!(strength(&exits(0, &standings, "").0), strength(&stdout));
}

/// The values were computed in Python by the formulas of fastchess.
#[test]
fn the_strength_of_two_players_is_estimated_from_whole_rounds() {
    let mut games = Vec::new();
    // The winner when `a` is X, and when `b` is X.
    for (width, winners) in (3..).zip("-a bb ba aa bb bb aa ab ab b?".split(' ')) {
        for (winner, [x, o]) in winners.chars().zip([["a", "b"], ["b", "a"]]) {
            let mut game = match winner {
                // A round of one game doesn't count.
                '?' => continue,
                '-' => recorded(x, o, FULL, None, "draw"),
                // The player to move is late.
                _ if x.contains(winner) => recorded(x, o, "0,0", Some("X"), "time"),
                _ => recorded(x, o, "", Some("O"), "time"),
            };
            game["board"] = format!("{width},2").into();
            games.push(game);
        }
    }
    let standings = ["hypercube", "standings", "-"];
    let text = printed(&standings, lines(&games));
    let expected = "\nb against a: 3 pairs won, 3 tied, 3 lost.\n\
        Elo difference: +19.3 ± 190.7 (95%).\n\
        If the difference stays the same, it exceeds its error after 714 further pairs.\n";
    assert_contains(&text, expected);
    let table = &objects(&[&standings[..], &["--json"]].concat(), lines(&games))[0];
    for (field, value) in [("difference", 19.321_872), ("error", 190.715_778)] {
        let found = table["elo"][field].as_f64().expect("a number");
        assert!((found - value).abs() < 1e-6, "{field}: {found}");
    }
    let text = printed(&standings, lines(&games[4..6]));
    let unknown = "Elo difference: +0.0; its error cannot be estimated from these";
    assert_contains(&text, unknown);
    games.push(recorded("c", "b", "", Some("O"), "crash"));
    assert!(!printed(&standings, lines(&games)).contains("Elo"));
}

//! `qttt hypercube replay`: a list of recorded games, and drawings of one.

use super::*;

/// In two of the games, the winner is a small letter, as in old record files.
const GAMES: &str = include_str!("games.ndjson");

/// Replays a record file.
fn replay(games: &str, arguments: &[&str]) -> (i32, String, String) {
    let (_folder, path) = file("games.ndjson", games);
    run(&[&["hypercube", "replay", &path], arguments].concat(), "")
}

#[test]
fn games_are_listed_one_per_line() {
    let (code, stdout, stderr) = replay(GAMES, &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_is_snapshot(&stdout, "hypercube-games.txt");
    let without_ann = GAMES.replacen("ann", "eve", 1);
    let (_, own, _) = replay(&without_ann, &["--player", "ann"]);
    assert_eq!(own.lines().count(), 3, "{own}");
}

#[test]
fn a_game_is_shown_with_its_end_and_its_moves() {
    let (code, stdout, stderr) = replay(GAMES, &["--game", "1"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_is_snapshot(&stdout, "hypercube-replay.txt");
    let (_, stdout, _) = replay(GAMES, &["--game", "1", "--steps", "--ascii"]);
    assert_eq!(stdout.matches("last move was").count(), 5);
    assert_contains(&stdout, "0 [X] .  .\n");
    assert_contains(&stdout, "0  X [O] .\n");
}

#[test]
fn a_forfeited_game_is_shown_with_its_fault_and_how_to_reproduce_it() {
    let (_, stdout, _) = replay(GAMES, &["--game", "4"]);
    assert_ends_with(&stdout, ": late\na trace\n\\u{1b}[31m\n");
    let (_, stdout, _) = replay(GAMES, &["--game", "3"]);
    let fault = "\nann (O) forfeited to bob by an illegal move at move 2: 1,1,1 is ";
    let (_, again) = stdout.split_once(fault).expect(&stdout);
    let again = again.strip_prefix("\\u{1b}[31mtaken\nTo reproduce it:\n");
    assert_eq!(answer(&mut shell(again.expect(&stdout)), "").1, "1,1,1\n");
}

#[test]
fn any_move_of_a_bot_can_be_repeated() {
    let game = r#"{"board":"3,2","x":"ann","o":"bob","commands":["tail -n 1; echo 'X'","builtin:greedy"],"winner":"O","reason":"output","moves":"1,1;0,0;2,0;0,2","opening":2}"#;
    let command = |number| replay(game, &["--game", "1", "--move", number]);
    for (number, asked) in [("3", "1,1;0,0"), ("5", "1,1;0,0;2,0;0,2")] {
        let (code, stdout, stderr) = command(number);
        assert_eq!((code, stdout.lines().count(), &*stderr), (0, 1, ""));
        let expected = format!("{asked}\nX\n");
        assert_eq!(answer(&mut shell(&stdout), "").1, expected);
    }
    for (number, why) in [
        ("2", "moves 3 to 5, not for move 2"),
        ("6", "moves 3 to 5, not for move 6"),
        ("4", "move 4 was made by builtin:greedy, which is built in"),
    ] {
        let (code, stdout, stderr) = command(number);
        assert_eq!((code, &*stdout), (2, ""));
        assert_contains(&stderr, why);
    }
    let (_, _, stderr) = replay(GAMES, &["--game", "1", "--move", "1"]);
    assert_contains(&stderr, "the record does not contain the commands");
}

#[test]
fn refuses_a_game_that_is_missing_or_contradicts_its_result() {
    let (code, _, stderr) = replay(GAMES, &["--game", "2"]);
    assert_eq!(code, 2);
    assert_contains(&stderr, "no game on line 2 of ");
    let (code, stdout, stderr) = replay(&GAMES.replace("0,2\"", "2,2\""), &[]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_contains(&stderr, "games.ndjson:1");
    exits(2, &["hypercube", "replay", "-", "--steps"], GAMES);
}

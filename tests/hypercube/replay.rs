//! `qttt hypercube replay`: drawings of recorded games.

use crate::support::{assert_contains, assert_ends_with, file, run};

const GAMES: &str = concat!(
    r#"{"board":"3,2","x":"ann","o":"bob","winner":"x","reason":"line","moves":"0,0;1,0;0,1;1,1;0,2"}"#,
    "\n",
    r#"{"board":"3,3","x":"bob","o":"ann","winner":"x","reason":"illegal","moves":"1,1,1","message":"1,1,1 is \u001b[31mtaken"}"#,
    "\n",
    r#"{"board":"3,5","x":"bob","o":"ann","winner":"x","reason":"time","moves":"1,1,1,1,1","message":"late","stderr":"a trace\n\u001b[31m\n"}"#,
    "\n",
);

/// Replays a record file.
fn replay(games: &str, arguments: &[&str]) -> (i32, String, String) {
    let (_folder, path) = file("games.ndjson", games);
    run(&[&["hypercube", "replay", &path], arguments].concat(), "")
}

#[test]
fn draws_the_end_of_a_game() {
    let (code, stdout, stderr) = replay(GAMES, &["--game", "1"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let expected = "\
Game 1 on 3,2: ann (X) against bob (O)
x,y
   0  1  2
0 (X) O  ·
1 (X) O  ·
2 [X] ·  ·
X's last move was 0,2. X wins at move 5 with the line 0,0 0,1 0,2.
";
    assert_eq!(stdout, expected);
}

#[test]
fn draws_every_step_of_every_game() {
    let (code, stdout, _) = replay(GAMES, &["--steps", "--ascii"]);
    assert_eq!(code, 0);
    assert_eq!(stdout.matches("last move was").count(), 5 + 1 + 1);
    let (before, after) = stdout.split_once("Game 2 on 3,3").expect("the second game");
    assert!(before.contains("0 [X] .  .\n") && before.contains("0  X [O] .\n"));
    assert!(after.contains("Game 3 on 3,5: bob (X) against ann (O)"));
}

#[test]
fn prints_what_a_bot_that_forfeited_wrote_on_standard_error() {
    let (code, stdout, _) = replay(GAMES, &["--game", "3"]);
    let end = "late\na trace\n\\u{1b}[31m\n";
    assert!(code == 0 && stdout.ends_with(end), "{stdout}");
}

#[test]
fn names_the_fault_by_which_a_game_was_forfeited_and_escapes_its_message() {
    let (code, stdout, _) = replay(GAMES, &["--game", "2"]);
    assert_eq!(code, 0);
    let fault =
        "\nann (O) forfeited to bob by an illegal move at move 2: 1,1,1 is \\u{1b}[31mtaken\n";
    assert_ends_with(&stdout, fault);
}

#[test]
fn refuses_a_game_that_is_missing_or_contradicts_its_result() {
    let (code, _, stderr) = replay(GAMES, &["--game", "4"]);
    assert_eq!(code, 2);
    assert_contains(&stderr, "no game on line 4 of ");
    let (code, stdout, stderr) = replay(&GAMES.replace("0,2\"", "2,2\""), &[]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_contains(&stderr, "games.ndjson:1");
}

//! `qttt hypercube replay`: a list of recorded games, and drawings of one.

use super::*;

/// In two of the games, the winner is a small letter, as in old record files.
const GAMES: &str = include_str!("games.ndjson");

/// The arguments that replay games from standard input.
fn replay<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&["hypercube", "replay", "-"], options].concat()
}

#[test]
fn games_are_listed_one_per_line() {
    let list = printed(&replay(&[]), GAMES);
    assert_is_snapshot(&list, "hypercube-games.txt");
    let without_ann = GAMES.replacen("ann", "eve", 1);
    let own = printed(&replay(&["--player", "ann"]), without_ann);
    assert_eq!(own.lines().count(), 3, "{own}");
    let lost = printed(&replay(&["--lost-by", "ann"]), GAMES);
    let mut games = lost.lines().skip(1);
    assert!(games.all(|game| game.contains("O forfeited")), "{lost}");
    for option in ["--player", "--lost-by"] {
        let stderr = refused(2, &replay(&[option, "nobody"]), GAMES);
        let message = "error: no player is named \"nobody\"; the players are ann, ";
        assert_starts_with(&stderr, message);
    }
    let forging = GAMES.replacen("ann", r"ann\nerror: forged", 1);
    let stderr = refused(2, &replay(&["--player", "nobody"]), forging);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_game_is_shown_with_its_end_and_its_moves() {
    let game = printed(&replay(&["--line", "1"]), GAMES);
    assert_is_snapshot(&game, "hypercube-replay.txt");
    let steps = printed(&replay(&["--line", "1", "--steps", "--ascii"]), GAMES);
    assert_eq!(steps.matches("last move was").count(), 5);
    assert_contains(&steps, "0 [X] .  .\n");
    assert_contains(&steps, "0  X [O] .\n");
}

#[test]
fn a_forfeited_game_is_shown_with_its_fault_and_how_to_reproduce_it() {
    let late = printed(&replay(&["--line", "4"]), GAMES);
    assert_ends_with(&late, ": late\na trace\n\\u{1b}[31m\n");
    let illegal = printed(&replay(&["--line", "3"]), GAMES);
    let fault = "\nann (O) forfeited to bob at move 2 by an illegal move: 1,1,1 is ";
    let (_, again) = illegal.split_once(fault).expect(&illegal);
    let again = again.strip_prefix("\\u{1b}[31mtaken\nTo reproduce it:\n");
    assert_eq!(answer(&mut shell(again.expect(&illegal)), "").1, "1,1,1\n");
}

#[test]
fn any_move_of_a_bot_can_be_repeated() {
    let mut game = recorded("ann", "bob", "1,1;0,0;2,0;0,2", Some("O"), "output");
    game["commands"] = json!(["tail -n 1; echo 'X'", "builtin:greedy"]);
    game["opening"] = 2.into();
    let shown = printed(&replay(&["--line", "1"]), game.to_string());
    let moves = "\n1.  X  1,1  opening\n2.  O  0,0  opening\n3.  X  2,0\n";
    assert_contains(&shown, moves);
    let command = |number| replay(&["--line", "1", "--move", number]);
    for (number, asked) in [("3", "1,1;0,0"), ("5", "1,1;0,0;2,0;0,2")] {
        let command = printed(&command(number), game.to_string());
        assert_eq!(command.lines().count(), 1, "{command}");
        let expected = format!("{asked}\nX\n");
        assert_eq!(answer(&mut shell(&command), "").1, expected);
    }
    for (number, why) in [
        ("2", "moves 3 to 5, not for move 2"),
        ("6", "moves 3 to 5, not for move 6"),
        ("4", "move 4 was made by builtin:greedy, which is built in"),
    ] {
        assert_contains(&refused(2, &command(number), game.to_string()), why);
    }
    game["commands"][0] = "true\n\u{7}error: forged".into();
    let stderr = refused(2, &command("3"), game.to_string());
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let why = "the record does not contain the commands";
    assert_contains(&refused(2, &command("1"), GAMES), why);
}

#[test]
fn a_game_that_is_missing_or_contradicts_its_result_is_refused() {
    let stderr = refused(2, &replay(&["--line", "2"]), GAMES);
    assert_contains(&stderr, "no game on line 2 of ");
    let other = GAMES.replace("0,2\"", "2,2\"");
    assert_contains(&refused(2, &replay(&[]), other), "<stdin>:1");
    refused(2, &replay(&["--steps"]), GAMES);
}

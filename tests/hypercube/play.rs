//! `qttt hypercube play`, with a script at the keyboard.

use std::fs;

use crate::support::{run, spawn, text};

/// Plays a script of entries, and returns all that was printed.
#[track_caller]
fn play(arguments: &[&str], entries: &str) -> String {
    let (code, stdout, stderr) = run(&[&["hypercube", "play"], arguments].concat(), entries);
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout
}

/// Returns the moves in the last line.
#[track_caller]
fn moves(printed: &str) -> &str {
    let (_, moves) = printed.rsplit_once("\nMoves: ").expect("the moves");
    moves.trim_end()
}

#[test]
fn a_person_plays_the_builtin_player() {
    let printed = play(&["3,2", "--ascii"], "1,1\n1,1\n1\nundo\n0,0\nquit\n");
    assert!(
        printed.starts_with(
            "X is yours, O is played by builtin:qttt. Enter a cell, such as 1,1, or help.\nCells are x,y: "
        ),
        "{printed}"
    );
    assert_eq!(
        printed.matches("Not played: expected").count(),
        2,
        "{printed}"
    );
    assert!(moves(&printed).starts_with("0,0;1,1"), "{printed}");
}

#[test]
fn any_builtin_player_or_command_is_an_opponent() {
    let printed = play(&["3,2", "--o", "builtin:greedy"], "1,1\n");
    assert!(
        printed.contains("O is played by builtin:greedy"),
        "{printed}"
    );
    assert_eq!(moves(&printed), "1,1;0,0");
    let printed = play(&["3,2", "--x", "echo 2,0", "--o", "human"], "");
    assert!(printed.contains("\n1. X plays 2,0\n"), "{printed}");
    assert_eq!(moves(&printed), "2,0");
    let (code, stdout, stderr) = run(
        &[
            "hypercube",
            "play",
            "3,2",
            "--x",
            "echo trouble >&2; echo 3,0",
            "--o",
            "human",
        ],
        "",
    );
    assert_eq!((code, moves(&stdout)), (2, ""));
    let message = "X, which echo trouble >&2; echo 3,0 plays, makes no move: expected 2 coordinates from 0 to 2, found 3,0";
    assert!(
        stderr.contains(message) && stderr.contains("\ntrouble"),
        "{stderr}"
    );
    let (code, _, stderr) = run(&["hypercube", "play", "3,2", "--x", "builtin:chess"], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("expected builtin:random"), "{stderr}");
}

#[test]
fn programs_play_each_other() {
    let printed = play(&["3,3", "--x", "builtin:qttt"], "");
    assert!(printed.contains("X wins with move"), "{printed}");
    // Each move is followed by a board, and the empty board comes before.
    let plies = moves(&printed).split(';').count();
    assert_eq!(printed.matches("x,y,0 ").count(), plies + 1);
}

#[test]
fn two_people_play_until_one_has_a_line() {
    let record = "0,0;1,0;0,1;1,1;0,2";
    for entries in [record.replace(';', "\n"), record.to_string()] {
        let printed = play(&["3,2", "--o", "human"], &entries);
        assert!(printed.contains("X wins with move 5"), "{printed}");
        assert_eq!(moves(&printed), record);
    }
}

#[test]
fn a_cell_is_read_in_every_form_that_can_mean_one_only() {
    let printed = play(
        &["4,3", "--o", "human"],
        "111\n0 0 0\n 3, 3 ,3\n2,1\t0\n0  12\n1\n0,1,2;032\n",
    );
    assert_eq!(
        moves(&printed),
        "1,1,1;0,0,0;3,3,3;2,1,0;0,1,2;0,3,2",
        "{printed}"
    );
    assert_eq!(printed.matches("Not played").count(), 2, "{printed}");
    let printed = play(&["11,2", "--o", "human"], "10 1\n11\n1,1\n");
    assert_eq!(moves(&printed), "10,1;1,1", "{printed}");
}

#[test]
fn nothing_is_played_for_the_other_player() {
    let printed = play(&["3,2"], "1,1;0,0\n");
    assert!(
        printed
            .contains("Not played: expected nothing after 1,1, found 0,0; it is O's turn then\n"),
        "{printed}"
    );
    assert_eq!(moves(&printed), "");
}

#[test]
fn what_was_taken_back_can_be_played_again() {
    let printed = play(
        &["3,2", "--o", "human"],
        "11\n00\nundo\nundo\nundo\nredo\nredo\nredo\n",
    );
    assert_eq!(moves(&printed), "1,1;0,0");
    for said in [
        "Taken back: 0,0\n",
        "There is nothing to take back",
        "There is nothing to play again.",
    ] {
        assert!(printed.contains(said), "{printed}");
    }
    let printed = play(&["3,2"], "11\nundo\nredo\n");
    assert!(printed.contains("Taken back: 1,1;0,0\n"), "{printed}");
    assert_eq!(moves(&printed), "1,1;0,0");
}

#[test]
fn hint_eval_and_moves_say_what_is_known() {
    let printed = play(&["3,2", "--o", "human"], "11;01;00;22\nhint\neval\nmoves\n");
    assert!(
        printed.contains("builtin:qttt would play 2,0.")
            || printed.contains("builtin:qttt would play 1,0."),
        "{printed}"
    );
    assert!(
        printed.contains("X wins in 3, whatever is played against it."),
        "{printed}"
    );
    assert!(printed.contains("\n1,0 2,0 2,1 0,2 1,2\n"), "{printed}");
    assert!(play(&["3,2"], "eval\n").contains("Even: "));
    let drawn = "00;10;20;11;01;21;12;02";
    let printed = play(&["3,2", "--o", "human"], &format!("{drawn}\neval\n"));
    assert!(
        printed.contains("A draw: nobody can get a line any more."),
        "{printed}"
    );
    // O must block, and X wins all the same.
    let printed = play(&["3,2", "--o", "human"], "11;01;00;22;20\neval\n");
    assert!(printed.contains("X wins in 2, "), "{printed}");
}

#[test]
fn save_writes_what_the_protocol_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game");
    let entries = format!("11\nsave {0}\nsave {0}\n", text(&path));
    let printed = play(&["3,2", "--o", "human"], &entries);
    assert_eq!(fs::read_to_string(&path).expect("saved"), "3,2\n1,1\n");
    assert!(
        printed
            .replace('\n', " ")
            .contains("is there already, and stays as it is. Choose another name."),
        "{printed}"
    );
    let (code, answer, _) = run(&["hypercube", "move"], fs::read(&path).expect("saved"));
    assert_eq!((code, answer.as_str()), (0, "0,0\n"));
}

#[test]
fn help_names_every_command() {
    let printed = play(&["3,2"], "help\n");
    assert_eq!(play(&["3,2"], "?\n"), printed);
    for command in [
        "undo, redo ",
        "hint ",
        "eval ",
        "moves ",
        "save FILE ",
        "help, ? ",
        "quit ",
    ] {
        assert!(printed.contains(&format!("\n  {command}")), "{printed}");
    }
}

/// A terminal of 80 columns has 24 rows; the last one is for the prompt.
#[test]
fn a_board_of_4_4_is_whole_on_the_screen_when_a_move_is_asked_for() {
    let printed = play(&["4,4", "--o", "builtin:greedy"], "0000\n3333\n");
    let turns: Vec<_> = printed.split("X moves> ").collect();
    assert_eq!(turns.len(), 4);
    for turn in &turns[..3] {
        let rows: Vec<_> = turn.lines().collect();
        let top = rows
            .iter()
            .rposition(|row| row.starts_with("x,y,0,0"))
            .expect("a board");
        assert!(rows.len() - top <= 23, "{turn}");
        assert_eq!(turn.matches("x,y,0,0").count(), 1, "once a turn: {turn}");
    }
}

#[test]
fn an_interrupted_game_prints_its_moves() {
    use std::{
        io::{Read, Write},
        process::Stdio,
    };
    let mut child = spawn(
        &["hypercube", "play", "3,2"],
        Stdio::piped(),
        Stdio::piped(),
    );
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    stdin.write_all(b"1,1\n").expect("it reads");
    // the program has answered when X is asked again.
    let (mut seen, mut byte) = (String::new(), [0]);
    while seen.matches("X moves> ").count() < 2 {
        assert_eq!(stdout.read(&mut byte).expect("it writes"), 1);
        seen.push(char::from(byte[0]));
    }
    let id = child.id().to_string();
    // An INT would be ignored where the tests run in the background of a script.
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(killed.expect("kill runs").success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert!(rest.contains("\nMoves: 1,1;0,0\n"), "{rest}");
    assert_eq!(child.wait().expect("it ends").code(), None);
    drop(stdin);
}

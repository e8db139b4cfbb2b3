//! `qttt hypercube play`, with input from a script.

use std::fs;

use crate::support::{run, text, wait_until};

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
    let printed = play(&["3,2"], "1,1\n1,1\n1\nundo\n0,0\nquit\n");
    assert!(
        printed.starts_with("Enter a cell, for example 1,1, or help. A cell is x,y: "),
        "{printed}"
    );
    assert_eq!(printed.matches("Not played: ").count(), 2, "{printed}");
    assert!(moves(&printed).starts_with("0,0;1,1"), "{printed}");
}

#[test]
fn any_builtin_player_or_command_is_an_opponent() {
    let printed = play(&["3,2", "--o", "builtin:greedy"], "1,1\n");
    assert_eq!(moves(&printed), "1,1;0,0");
    let printed = play(&["3,2", "--x", "echo 2,0", "--o", "human"], "");
    assert!(printed.contains("\n1. X plays 2,0\n"), "{printed}");
    assert_eq!(moves(&printed), "2,0");
    let illegal = "echo trouble >&2; echo 3,0";
    let (code, stdout, stderr) = run(&["hypercube", "play", "3,2", "--x", illegal], "");
    assert_eq!((code, moves(&stdout)), (2, ""));
    let message = "did not make a legal move: expected 2 coordinates from 0 to 2, found 3,0";
    assert!(
        stderr.contains(message) && stderr.contains("\ntrouble"),
        "{stderr}"
    );
    let (code, _, stderr) = run(&["hypercube", "play", "3,2", "--x", "builtin:chess"], "");
    assert_eq!(code, 2);
    assert!(
        stderr.contains("unknown built-in player \"builtin:chess\""),
        "{stderr}"
    );
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
fn hint_names_a_move() {
    let printed = play(&["3,2", "--o", "human"], "11;01;00;22\nhint\nundo\n");
    assert!(
        printed.contains("builtin:qttt would play 2,0.")
            || printed.contains("builtin:qttt would play 1,0."),
        "{printed}"
    );
    assert!(printed.contains("Taken back: 2,2\n"), "{printed}");
    assert_eq!(moves(&printed), "1,1;0,1;0,0");
}

#[test]
fn a_game_continues_from_arguments_or_a_file() {
    let printed = play(&["3,2", "1,1;0,0", "2,2", "--o", "human"], "20\n");
    assert_eq!(moves(&printed), "1,1;0,0;2,2;2,0");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game");
    fs::write(&path, "3,2\n1,1;0,0\n").expect("written");
    let printed = play(&["-f", text(&path), "--o", "human"], "22\n");
    assert_eq!(moves(&printed), "1,1;0,0;2,2");
    for (arguments, code) in [
        (&["3,2", "1,1;1,1"][..], 1),
        (&["3,2", "-f", text(&path)], 2),
        (&["-f", "/nowhere"], 2),
        (&[], 2),
    ] {
        let (found, stdout, _) = run(&[&["hypercube", "play"], arguments].concat(), "");
        assert_eq!((found, stdout.as_str()), (code, ""), "{arguments:?}");
    }
}

/// At a terminal, which `script` provides.
#[test]
fn a_ctrl_d_that_is_typed_while_a_program_thinks_ends_the_game() {
    use std::{
        io::{Read, Write},
        process::{Command, Stdio},
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (asked, typed) = (folder.path().join("asked"), folder.path().join("typed"));
    let program = format!(
        "echo > {}; until test -e {}; do sleep .01; done; echo 1,1",
        asked.display(),
        typed.display()
    );
    let qttt = env!("CARGO_BIN_EXE_qttt");
    // In the foreground, for only programs there may read from the terminal.
    let line = format!(
        "timeout --foreground -s KILL 30 {qttt} hypercube play 3,2 --o human --x '{program}'"
    );
    let spawned = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    // Only where people test by hand it may be missing.
    assert!(
        spawned.is_ok() || std::env::var_os("CI").is_none(),
        "there is no script"
    );
    let Ok(mut child) = spawned else {
        eprintln!("skipped: there is no script");
        return;
    };
    let mut keyboard = child.stdin.take().expect("a pipe");
    let mut screen = child.stdout.take().expect("a pipe");
    wait_until(|| asked.exists());
    keyboard.write_all(b"\x04").expect("it reads");
    // The terminal shows that the key has come.
    let (mut seen, mut byte) = (String::new(), [0]);
    while !seen.contains("^D") && screen.read(&mut byte).is_ok_and(|len| len == 1) {
        seen.push(char::from(byte[0]));
    }
    fs::write(&typed, "").expect("written");
    screen.read_to_string(&mut seen).expect("text");
    assert!(seen.contains("\nMoves: 1,1\r\n"), "{seen}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{seen}");
    drop(keyboard);
}

//! `qttt hypercube play`, with input from a script.

use std::{
    fs,
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    process::Command,
};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{
    answer, assert_contains, assert_starts_with, at_once, is_ignored, marked, printed, read_up_to,
    run, start_at_terminal, text, wait_for_end, wait_until,
};

/// Plays a script of entries, and returns all that was printed.
#[track_caller]
fn play(arguments: &[&str], entries: &str) -> String {
    printed(&[&["hypercube", "play"], arguments].concat(), entries)
}

/// Returns the moves in the last line.
#[track_caller]
fn moves(printed: &str) -> &str {
    let (_, moves) = printed.rsplit_once("\nMoves: ").expect("the moves");
    moves.trim_end()
}

#[test]
fn a_person_plays_against_the_built_in_player() {
    let printed = play(&["3,2"], "1,1\n1,1\n1\nundo\n0,0\nquit\n");
    assert_starts_with(
        &printed,
        "Enter a cell, for example 1,1, or enter help. A cell is x,y: ",
    );
    assert_eq!(printed.matches("Not played: ").count(), 2, "{printed}");
    assert_contains(
        &printed,
        "Not played: expected 2 coordinates from 0 to 2, found \"1\"\n",
    );
    assert!(moves(&printed).starts_with("0,0;1,1"), "{printed}");
}

#[test]
fn help_explains_how_a_cell_is_entered() {
    let printed = play(&["3,2", "--o", "human"], "help\n").replace('\n', " ");
    assert_contains(&printed, "as in the drawing: 1,1,1 or 1 1 1, or 111 if");
}

#[test]
fn the_legend_explains_the_drawing_in_this_terminal() {
    for (columns, board, is_drawn) in [(60, "18,2", false), (150, "30,2", true)] {
        let qttt = env!("CARGO_BIN_EXE_qttt");
        let line = format!("stty rows 24 cols {columns}; {qttt} hypercube play {board}");
        let Some(mut child) = start_at_terminal("", &line) else {
            return;
        };
        let mut keyboard = child.stdin.take().expect("a pipe");
        let mut screen = child.stdout.take().expect("a pipe");
        let seen = read_up_to("X moves> ", &mut screen);
        keyboard.write_all(b"\x04").expect("it reads");
        screen.read_to_end(&mut Vec::new()).expect("it ends");
        child.wait().expect("it ends");
        assert_eq!(
            seen.contains("x increases to the right"),
            is_drawn,
            "{seen}"
        );
        assert_eq!(
            seen.contains("The stones, in the order"),
            !is_drawn,
            "{seen}"
        );
        assert_contains(&seen, "or enter help.");
        assert!(!seen.contains(" \r\n"), "{seen}");
    }
}

#[test]
fn any_built_in_player_or_command_can_be_the_opponent() {
    let printed = play(&["3,2", "--o", "builtin:greedy"], "1,1\n");
    assert_eq!(moves(&printed), "1,1;0,0");
    let printed = play(&["3,2", "--x", "echo 2,0", "--o", "human"], "");
    assert_contains(&printed, "\n1. X plays 2,0\n");
    assert_eq!(moves(&printed), "2,0");
    let illegal = "echo trouble >&2; echo 3,0";
    let (code, stdout, stderr) = run(&["hypercube", "play", "3,2", "--x", illegal], "");
    assert_eq!((code, moves(&stdout)), (2, ""));
    let message = "did not make a legal move: expected 2 coordinates from 0 to 2, found \"3,0\"";
    assert_contains(&stderr, message);
    assert_contains(&stderr, "\ntrouble");
    let (code, _, stderr) = run(&["hypercube", "play", "3,2", "--x", "builtin:chess"], "");
    assert_eq!(code, 2);
    assert_contains(&stderr, "unknown built-in player \"builtin:chess\"");
}

/// As a command that `docker exec` starts: its session has no number there.
#[cfg(target_os = "linux")]
#[test]
fn a_game_can_be_played_in_a_process_namespace() {
    let unshare = |command: &[&str]| {
        let namespace = ["--map-root-user", "--pid", "--fork"];
        answer(
            Command::new("unshare").args(namespace).args(command),
            "1,1\nquit\n",
        )
    };
    if unshare(&["true"]).0 != 0 {
        eprintln!("skipped: this system does not allow it");
        return;
    }
    let (code, printed, stderr) =
        unshare(&[env!("CARGO_BIN_EXE_qttt"), "hypercube", "play", "3,2"]);
    assert_eq!((code, &*stderr), (0, ""));
    assert_eq!(moves(&printed), "1,1;0,0");
}

#[test]
fn a_cell_can_be_entered_in_every_unambiguous_form() {
    let printed = play(
        &["4,3", "--o", "human"],
        "111\n0 0 0\n 3, 3 ,3\n2,1\t0\n0  12\n1\n0,1,2;032\n",
    );
    let played = "1,1,1;0,0,0;3,3,3;2,1,0;0,1,2;0,3,2";
    assert_eq!(moves(&printed), played, "{printed}");
    assert_eq!(printed.matches("Not played").count(), 2, "{printed}");
    let printed = play(&["11,2", "--o", "human"], "10 1\n11\n1,1\n");
    assert_eq!(moves(&printed), "10,1;1,1", "{printed}");
}

#[test]
fn hint_names_a_move() {
    let printed = play(&["3,2", "--o", "human"], "11;01;00;22\nhint\nundo\n");
    let hints = ["2,0", "1,0"].map(|cell| format!("builtin:qttt would play {cell}."));
    assert!(hints.iter().any(|hint| printed.contains(hint)), "{printed}");
    assert_contains(&printed, "Taken back: 2,2\n");
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

/// The signals that end a run.
const ENDING: [Signal; 4] = [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT];

/// A bot that reports that it has begun, and then thinks.
fn thinking(mark: &str) -> String {
    format!("sleep 1000 & echo > {mark}/begun; sleep 1000")
}

fn wait_for_bot(mark: &str) {
    wait_until(|| fs::exists(format!("{mark}/begun")).is_ok_and(|exists| exists));
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_game_with_its_bot_without_losing_the_moves() {
    at_once(&ENDING, |&signal| {
        if is_ignored(signal) {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mark = text(folder.path());
        let bot = thinking(mark);
        let players = ["--x", "human", "--o", &bot];
        let game = [&["hypercube", "play", "3,2", "1,1"], &players[..]].concat();
        let child = marked(mark, &game).spawn().expect("it starts");
        wait_for_bot(mark);
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(signal.as_raw()));
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(
            (moves(&printed), printed.matches("Moves").count()),
            ("1,1", 1)
        );
        wait_for_end(mark);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_at_the_prompt_or_while_a_bot_thinks_restores_the_terminal() {
    let games = [
        "play --o human",
        "hypercube play 3,2",
        "hypercube play 3,2 --x BOT",
    ];
    let cases = games.map(|game| ENDING.map(|signal| (game, signal)));
    at_once(cases.as_flattened(), |&(game, signal)| {
        // A shell ends with a program that SIGINT has ended.
        if is_ignored(signal) || signal == Signal::INT {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mark = text(folder.path());
        let game = game.replace("BOT", &format!("'{}'", thinking(mark)));
        fs::write(
            folder.path().join("game"),
            format!(
                "echo $$ > {mark}/pid; exec {} {game}",
                env!("CARGO_BIN_EXE_qttt")
            ),
        )
        .expect("written");
        let line = format!("stty -g > {mark}/before; sh {mark}/game; stty -g > {mark}/after");
        let Some(mut child) = start_at_terminal(mark, &line) else {
            return;
        };
        let mut screen = child.stdout.take().expect("a pipe");
        if game.contains("--x") {
            wait_for_bot(mark);
        } else {
            read_up_to("X moves> ", &mut screen);
        }
        let pid = fs::read_to_string(format!("{mark}/pid")).expect("a number");
        let pid = Pid::from_raw(pid.trim().parse().expect("a number")).expect("a process");
        kill_process(pid, signal).expect("it runs");
        let seen = read_up_to("the end", &mut screen);
        child.wait().expect("it ends");
        assert!(
            seen.contains("\nMoves: ") || seen.contains("\nRecord:"),
            "{game} {signal:?}: {seen}"
        );
        let [before, after] = ["before", "after"]
            .map(|name| fs::read_to_string(format!("{mark}/{name}")).expect("flags"));
        assert_eq!(before, after, "{game} {signal:?}: {seen}");
        wait_for_end(mark);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn closing_the_terminal_ends_the_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    let game = format!(
        "{} hypercube play 3,2 --x '{}'",
        env!("CARGO_BIN_EXE_qttt"),
        thinking(mark)
    );
    let Some(mut child) = start_at_terminal(mark, &game) else {
        return;
    };
    wait_for_bot(mark);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    wait_for_end(mark);
}

#[test]
fn a_ctrl_d_typed_while_a_bot_thinks_ends_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (asked, typed) = (folder.path().join("asked"), folder.path().join("typed"));
    let program = format!(
        "echo > {}; until test -e {}; do sleep .01; done; echo 1,1",
        asked.display(),
        typed.display()
    );
    let qttt = env!("CARGO_BIN_EXE_qttt");
    // This runs in the foreground, because only programs there may read from the terminal.
    let line = format!(
        "timeout --foreground -s KILL 30 {qttt} hypercube play 3,2 --o human --x '{program}'"
    );
    let Some(mut child) = start_at_terminal("", &line) else {
        return;
    };
    let mut keyboard = child.stdin.take().expect("a pipe");
    let mut screen = child.stdout.take().expect("a pipe");
    wait_until(|| asked.exists());
    keyboard.write_all(b"\x04").expect("it reads");
    // The terminal shows that the key has arrived.
    let mut seen = read_up_to("^D", &mut screen);
    fs::write(&typed, "").expect("written");
    screen.read_to_string(&mut seen).expect("text");
    assert_contains(&seen, "\nMoves: 1,1\r\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{seen}");
    drop(keyboard);
}

/// The shell of Debian doesn't restore the terminal when a job is stopped.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_while_a_bot_thinks_restores_the_terminal_until_the_game_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let written = |name: &str| fs::read_to_string(path(name)).unwrap_or_default();
    let bot = "echo > begun; until test -e typed; do sleep .01; done; echo 1,1";
    fs::write(path("bot"), bot).expect("written");
    let line = format!("cd {} && env ENV= PS1='next%%' sh -i", text(folder.path()));
    let Some(mut child) = start_at_terminal("", &line) else {
        return;
    };
    let mut keyboard = child.stdin.take().expect("a pipe");
    let mut screen = child.stdout.take().expect("a pipe");
    let mut enter = |keys: &str| keyboard.write_all(keys.as_bytes()).expect("it reads");
    let qttt = env!("CARGO_BIN_EXE_qttt");
    read_up_to("next%%", &mut screen);
    enter("tty > name; stty -g > before\n");
    read_up_to("next%%", &mut screen);
    enter(&format!(
        "{qttt} hypercube play 3,2 --o human --x 'sh bot'\n"
    ));
    wait_until(|| path("begun").exists());
    enter("\x1a");
    read_up_to("next%%", &mut screen);
    enter("stty -g > stopped\n");
    read_up_to("next%%", &mut screen);
    assert_eq!(written("stopped"), written("before"));
    enter("fg\n");
    let name = written("name");
    wait_until(|| {
        let modes = Command::new("stty")
            .args(["-F", name.trim(), "-a"])
            .output();
        String::from_utf8_lossy(&modes.expect("it runs").stdout).contains("-icanon")
    });
    enter("\x04");
    // The terminal shows that the key has arrived.
    read_up_to("^D", &mut screen);
    fs::write(path("typed"), "").expect("written");
    assert!(read_up_to("Moves: 1,1", &mut screen).ends_with("Moves: 1,1"));
    read_up_to("next%%", &mut screen);
    enter("stty -g > after; exit\n");
    screen.read_to_end(&mut Vec::new()).expect("it ends");
    child.wait().expect("it ends");
    assert_eq!(written("after"), written("before"));
}

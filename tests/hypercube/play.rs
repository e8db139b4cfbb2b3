//! `qttt hypercube play`, with input from a script.

use std::fs;
use std::os::unix::process::ExitStatusExt;

use super::*;

/// The message about a signal during a game between programs, or an output that is closed too early.
pub(super) const INTERRUPTED: &str = "error: interrupted before the end of the game\n";

/// Plays a script of entries and returns all that was printed.
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
    let printed = play(&["3,2"], "help\n1,1\n1,1\n1\nundo\n0,0\nquit\n");
    let intro = "Enter a cell, for example 1,1, or enter help. A cell is x,y: ";
    assert_starts_with(&printed, intro);
    assert_eq!(printed.matches("Not played: ").count(), 2, "{printed}");
    let why = "Not played: expected 2 coordinates from 0 to 2, found \"1\"\n";
    assert_contains(&printed, why);
    let rules = printed.replace('\n', " ");
    assert_contains(&rules, "as in the drawing: 1,1,1 or 1 1 1, or 111 if");
    assert!(moves(&printed).starts_with("0,0;1,1"), "{printed}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_legend_describes_a_drawing_or_a_list_of_stones() {
    for (columns, board, is_drawn) in [(60, "18,2", false), (150, "30,2", true)] {
        let line = format!("stty rows 24 cols {columns}; qttt hypercube play {board}");
        let mut terminal = Terminal::start(&line);
        let seen = terminal.read_up_to("X moves> ");
        terminal.enter(b"\x04");
        terminal.end();
        let texts = ["x increases to the right", "The stones, in the order"];
        let is_there = texts.map(|text| seen.contains(text));
        assert_eq!(is_there, [is_drawn, !is_drawn], "{seen}");
        assert_contains(&seen, "or enter help.");
        assert!(!seen.contains(" \r\n"), "{seen}");
    }
}

#[test]
fn any_built_in_player_or_command_can_be_the_opponent() {
    let printed = play(&["3,2", "--o", "builtin:greedy"], "1,1\n");
    assert_eq!(moves(&printed), "1,1;0,0");
    let printed = play(&["3,2", "--x", "echo 2,0", "--o", "person"], "");
    assert_contains(&printed, "\n1. X plays 2,0\n");
    assert_eq!(moves(&printed), "2,0");
    let late = game_of("person", "sleep 1000", &["--timeout", "0.4"]);
    let (stdout, stderr) = exits(1, &late, "1,1\n");
    assert_eq!(moves(&stdout), "1,1");
    let again = "To reproduce it:\nprintf '%s\\n' '3,2' '1,1' | sh -c 'sleep 1000'\n";
    assert_ends_with(&stderr, &format!(" no move within 0.4 s\n{again}"));
}

/// Arguments, entries, parts of the output, and the moves at the end.
#[test]
fn each_entry_is_played_or_answered() {
    for (arguments, entries, said, expected) in [
        // A cell can be entered in every unambiguous form.
        ("4,3", "111\n0 0 0\n 3, 3 ,3\n", "", "1,1,1;0,0,0;3,3,3"),
        ("4,3", "2,1\t0\n0  12\n", "Not played: ", "2,1,0"),
        ("4,3", "0,1,2;032\n", "", "0,1,2;0,3,2"),
        ("11,2", "10 1\n11\n", "Not played: ", "10,1"),
        ("3,2", "11;01;00\nundo\n", "Taken back: 0,0\n", "1,1;0,1"),
        ("3,2", "hint\n", "builtin:qttt would play 1,1.", ""),
        ("3,2 1,1 0,0", "20\n", "3. X plays 2,0", "1,1;0,0;2,0"),
    ] {
        let arguments = arguments.split(' ').chain(["--o", "person"]);
        let printed = play(&arguments.collect::<Vec<_>>(), entries);
        assert_contains(&printed, said);
        assert_eq!(moves(&printed), expected, "{printed}");
    }
    refused(1, &["hypercube", "play", "3,2", "1,1;1,1"], "");
    refused(2, &["hypercube", "play"], "");
}

/// A bot that creates a file to report that it has begun, and then thinks.
fn thinking(begun: &str) -> String {
    format!("sleep 1000 & echo > {begun}; sleep 1000")
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_game_with_its_bot_without_losing_the_moves() {
    in_parallel(&ending_signals(), |&signal| {
        for x in ["person", "builtin:greedy"] {
            let (_folder, [begun]) = temporary(["begun"]);
            let bot = thinking(&begun);
            let game = game_of(x, &bot, &["1,1"]);
            let child = marked(&begun, &game).spawn().expect("it starts");
            wait_for_file(&begun);
            send(signal, &child);
            let output = child.wait_with_output().expect("it ends");
            let printed = String::from_utf8(output.stdout).expect("text");
            if x == "person" {
                assert_eq!(output.status.signal(), Some(signal.as_raw()));
                assert_eq!(moves(&printed), "1,1");
                assert_eq!(printed.matches("Moves").count(), 1);
            } else {
                assert_eq!((output.status.code(), &printed[..]), (Some(2), ""));
                assert_eq!(output.stderr, INTERRUPTED.as_bytes());
            }
            wait_for_end(&begun);
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn closing_the_terminal_kills_the_bot() {
    if is_ignored(Signal::HUP) {
        return;
    }
    let (_folder, [begun]) = temporary(["begun"]);
    let bot = thinking(&begun);
    let game = format!("QTTT_TEST={begun} qttt hypercube play 3,2 --x '{bot}'");
    let mut terminal = Terminal::start(&game);
    wait_for_file(&begun);
    terminal.child.kill().expect("it runs");
    terminal.child.wait().expect("it ends");
    wait_for_end(&begun);
}

/// The shell doesn't restore the terminal when a job is stopped.
#[cfg(target_os = "linux")]
#[test]
fn a_game_stopped_by_ctrl_z_continues_with_what_was_typed_ahead() {
    let bot = "echo > begun; until test -e typed; do sleep .01; done; echo 1,1";
    let (folder, _) = file("bot", bot);
    let path = |name: &str| folder.path().join(name);
    let here = folder.path().display();
    let mut terminal = Terminal::start(&format!("cd {here} && ENV= PS1='next%%' sh -i"));
    terminal.read_up_to("next%%");
    terminal.enter("qttt hypercube play 3,2 --o person --x 'sh bot'\n");
    wait_until(|| path("begun").exists());
    terminal.enter("\x1a");
    terminal.read_up_to("next%%");
    terminal.enter("fg\n");
    terminal.read_up_to("fg\r\n");
    terminal.enter("help\n\x04");
    // The terminal shows that the keys have arrived.
    terminal.read_up_to("help\r\n");
    fs::write(path("typed"), "").expect("written");
    let seen = terminal.read_up_to("Moves: 1,1");
    assert_contains(&seen, "A move is a free cell");
    assert_ends_with(&seen, "Moves: 1,1");
    terminal.read_up_to("next%%");
    terminal.enter("exit\n");
    terminal.end();
}

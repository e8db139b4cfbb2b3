//! Games and tournaments in a terminal, and ended by signals.

use std::fs;
use std::os::unix::process::ExitStatusExt;

use super::leftovers::INTERRUPTED;
use super::play::moves;
use super::*;

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

/// A bot that creates a file to report that it has begun, and then thinks.
fn thinking(begun: &str) -> String {
    format!("sleep 1000 & echo > {begun}; sleep 1000")
}

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

/// A terminal echoes `^C` behind the bar.
#[test]
fn the_bar_is_cleared_before_the_standings_of_an_interrupted_tournament() {
    if is_ignored(Signal::INT) {
        return;
    }
    let (_folder, [asked]) = temporary(["asked"]);
    let options = "--boards 3,2 --timeout 2000 --no-trial";
    let bot = format!("a=echo >{asked}; sleep 1000");
    let line = format!("qttt hypercube tournament '{bot}' builtin:random {options}");
    let mut terminal = Terminal::start(&line);
    terminal.read_up_to("0 of 2 games played");
    wait_for_file(&asked);
    terminal.enter(b"\x03");
    let (_, seen) = terminal.end();
    let (before, _) = seen.split_once("#  name").expect("a table");
    assert_ends_with(before, "\u{1b}[2K");
    assert_contains(&seen, "interrupted after 0 of 2 games");
}

/// One game on the small board takes a second, and those that are left have 19 times as many cells.
#[test]
fn the_time_left_is_estimated_from_the_cells_of_the_boards() {
    if is_ignored(Signal::INT) {
        return;
    }
    let bot = "read board; [ $board = 3,2 ] && sleep 1 || sleep 1000";
    let options = "--boards '3,2;9,2' --timeout 2000 --no-trial";
    let line = format!("qttt hypercube tournament 'a={bot}' 'b={bot}' {options}");
    let mut terminal = Terminal::start(&line);
    let seen = terminal.read_up_to("1 of 4 games played, ");
    let total = " 4 games to play, on boards with 180 cells in total\r\n";
    assert_contains(&seen, total);
    let left = terminal.read_up_to("s left");
    let seconds: u32 = left.trim_end_matches("s left").parse().expect(&left);
    assert!(seconds >= 19, "{left}");
    terminal.enter(b"\x03");
    terminal.end();
}

/// A bot is not in the foreground of the terminal, so the system stops it.
#[test]
fn a_bot_that_uses_the_terminal_forfeits_as_soon_as_it_is_stopped() {
    let stopped = "was stopped because it used the terminal: don't run a shell with -i";
    let play = "play 3,2 --o builtin:greedy --x";
    let late = "at move 1 by exceeding the time limit: ";
    let cases = [
        (play, "bash -ic \"echo 1,1\"", late),
        (play, "read x </dev/tty; echo 1,1", late),
        (play, "(stty -echo </dev/tty); echo 1,1", late),
        ("check", "echo 1,1; stty -echo </dev/tty", "On 3,2: "),
    ];
    in_parallel(&cases, |(command, bot, fault)| {
        let line = format!("qttt hypercube {command} '{bot}' --timeout 1000");
        let (code, seen) = Terminal::start(&line).end();
        assert_eq!(code, Some(1), "{seen}");
        assert_contains(&seen, &format!("{fault}{stopped}"));
    });
    // A move that was printed before counts.
    let bot = "echo 1,1; stty -echo </dev/tty";
    let line = format!("qttt hypercube {play} '{bot}'");
    assert_contains(&Terminal::start(&line).end().1, TAKEN);
    let (code, seen) = Terminal::start("qttt check 'bash -ic qttt' --timeout 1000").end();
    assert_eq!(code, Some(1), "{seen}");
    assert_contains(&seen, &format!("The scorer {stopped}"));
}

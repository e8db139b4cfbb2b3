//! The command in a terminal, also with a locale whose characters are not UTF-8.

use crate::support::{Terminal, assert_contains, snapshot::assert_is_snapshot};

/// Runs a command line in a terminal with these locale variables, and enters a line at each prompt; `None` if `script`
/// is missing.
fn seen(line: &str, locale: &str, entries: &[&[u8]]) -> Option<String> {
    let qttt = env!("CARGO_BIN_EXE_qttt");
    let line = format!("env -u LC_ALL -u LC_CTYPE -u LANG TERM=xterm {locale} {qttt} {line}");
    let mut terminal = Terminal::start("", &line)?;
    let mut seen = String::new();
    for entry in entries {
        // Keys that come before their prompt can be lost when the line editor takes over the terminal. It shows what is
        // typed behind the prompt again, and then ends the line.
        seen += &terminal.read_up_to("> ");
        terminal.enter(entry);
        seen += &terminal.read_up_to("\n");
    }
    Some(seen + &terminal.end().1)
}

#[test]
fn drawings_are_as_wide_as_the_terminal() {
    let game = "--steps AI EG BE EH DG AI 1 BC CE 3";
    for columns in [40, 200] {
        let line = format!(
            "stty cols {columns}; exec {} show {game}",
            env!("CARGO_BIN_EXE_qttt")
        );
        let Some(terminal) = Terminal::start("", &format!("env NO_COLOR=1 sh -c '{line}'")) else {
            return;
        };
        let drawn = terminal.end().1.replace('\r', "");
        assert_is_snapshot(&drawn, &format!("steps-{columns}.txt"));
    }
}

#[test]
fn lines_typed_ahead_are_played() {
    for (line, entries, record) in [
        (
            "play --o human",
            &b"AB\rCD\rEF\rquit\r"[..],
            "Record: AB CD EF",
        ),
        (
            "hypercube play --o human 3,2",
            b"1,1\r0,0\r2,0\rquit\r",
            "Moves: 1,1;0,0;2,0",
        ),
    ] {
        // All at once, as when text is pasted.
        let Some(seen) = seen(line, "", &[entries]) else {
            return;
        };
        assert_contains(&seen, record);
    }
}

#[test]
fn a_key_that_is_not_utf8_is_refused_and_the_game_goes_on() {
    for line in ["play --o human", "hypercube play 3,2"] {
        let locale = "LANG=de_DE.ISO-8859-1";
        let Some(seen) = seen(line, locale, &[b"\xc4\r", b"quit\r"]) else {
            return;
        };
        assert_contains(&seen, "a line that is not UTF-8 is not a move");
        let is_told = seen.contains("Record:") || seen.contains("Moves:");
        assert!(is_told, "{seen}");
    }
}

//! The command in a terminal.

use crate::support::*;

#[test]
fn drawings_are_as_wide_as_the_terminal() {
    let game = "--steps AI EG BE EH DG AI 1 BC CE 3";
    for columns in [40, 200] {
        let line = format!("stty cols {columns}; NO_COLOR=1 qttt show {game}");
        let (_, drawn) = Terminal::start(&line).end();
        let drawn = drawn.replace('\r', "");
        assert_is_snapshot(&drawn, &format!("steps-{columns}.txt"));
    }
}

/// The lines arrive all together, as pasted text does. At Ctrl-D, the terminal ends the input.
#[test]
fn lines_typed_ahead_are_played() {
    for (arguments, keys, record) in [
        ("play --o person", &b"AB\rCD\r\x04"[..], "Record: AB CD"),
        ("hypercube play 3,2", b"1,1\r0\xc4\r\x04", "Moves: 1,1;"),
    ] {
        let mut terminal = Terminal::start(&format!("qttt {arguments}"));
        terminal.enter(keys);
        let (code, seen) = terminal.end();
        assert_eq!(code, Some(0), "{seen}");
        assert_contains(&seen, record);
    }
}

#[test]
fn a_usage_error_quotes_arguments_as_printable_text() {
    for arguments in [
        "-",
        "-j",
        "generate ",
        "generate --x ",
        "check a ",
        "hypercube ",
        "hypercube play 3,2 --timeout ",
        "hypercube tournament builtin:",
        "completions ",
    ] {
        let hostile = r"\033]0;title\007\302\233\342\200\256 \033[2J";
        let line = format!("qttt {arguments}\"$(printf \"{hostile}\")\"");
        let (code, seen) = Terminal::start(&line).end();
        assert_eq!(code, Some(2), "{arguments}: {seen}");
        assert_contains(&seen, "error:");
        for raw in ["\x1b]", "\x1b[2J", "\x07", "\u{9b}", "\u{202e}"] {
            assert!(!seen.contains(raw), "{arguments}: {seen:?}");
        }
    }
}

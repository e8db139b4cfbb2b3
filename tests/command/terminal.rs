//! The command in a terminal, also with a locale whose characters are not UTF-8.

use std::{
    env,
    io::{Read, Write},
    process::{ChildStdout, Command, Stdio},
};

/// Reads until a text has arrived, or to the end.
fn read_up_to(text: &[u8], output: &mut ChildStdout, seen: &mut Vec<u8>) {
    let start = seen.len();
    let mut byte = [0];
    while !seen[start..].ends_with(text) && output.read(&mut byte).is_ok_and(|len| len > 0) {
        seen.extend(byte);
    }
}

/// Runs a command line in a terminal with these locale variables, and enters a line at each prompt; `None` if `script`
/// is missing.
fn seen(line: &str, locale: &[(&str, &str)], entries: &[&[u8]]) -> Option<Vec<u8>> {
    let mut command = Command::new("script");
    command
        .args(["-qec", &format!("{} {line}", env!("CARGO_BIN_EXE_qttt"))])
        .arg("/dev/null")
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    let child = command.envs(locale.iter().copied()).spawn();
    // `script` may only be missing when people test by hand.
    assert!(
        child.is_ok() || env::var_os("CI").is_none(),
        "there is no script"
    );
    let mut child = child.ok()?;
    let mut keyboard = child.stdin.take().expect("a pipe");
    let mut screen = child.stdout.take().expect("a pipe");
    let mut seen = Vec::new();
    for entry in entries {
        // Keys that come before their prompt can be lost when the line editor takes over the terminal. It shows what is
        // typed behind the prompt again, and then ends the line.
        read_up_to(b"> ", &mut screen, &mut seen);
        keyboard.write_all(entry).expect("it reads");
        read_up_to(b"\n", &mut screen, &mut seen);
    }
    screen.read_to_end(&mut seen).expect("it ends");
    child.wait().expect("it ends");
    Some(seen)
}

const LOCALES: &[(&[(&str, &str)], bool)] = &[
    (&[], true),
    (
        &[("LANG", "C"), ("LC_CTYPE", ""), ("LC_ALL", "en_US.utf8")],
        true,
    ),
    (
        &[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "de_DE.ISO-8859-1")],
        false,
    ),
];

#[test]
fn a_terminal_that_is_not_utf8_gets_ascii() {
    for (line, entries) in [
        ("play --o human", &[&b"AE\r"[..], b"help\r", b"quit\r"][..]),
        ("show AB BE DE AE", &[]),
        ("hypercube play 3,2", &[b"1,1\r", b"help\r", b"quit\r"]),
    ] {
        for &(locale, is_utf8) in LOCALES {
            let Some(seen) = seen(line, locale, entries) else {
                eprintln!("skipped: there is no script");
                return;
            };
            assert!(seen.len() > 200, "{}", String::from_utf8_lossy(&seen));
            assert_eq!(seen.is_ascii(), !is_utf8, "{line}, {locale:?}");
        }
    }
}

#[test]
fn lines_that_are_typed_ahead_are_played() {
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
        let Some(seen) = seen(line, &[], &[entries]) else {
            return;
        };
        let seen = String::from_utf8_lossy(&seen);
        assert!(seen.contains(record), "{seen}");
    }
}

#[test]
fn a_key_that_is_not_utf8_is_refused_and_the_game_goes_on() {
    for line in ["play --o human", "hypercube play 3,2"] {
        let locale = [("LANG", "de_DE.ISO-8859-1")];
        let Some(seen) = seen(line, &locale, &[b"\xc4\r", b"quit\r"]) else {
            return;
        };
        let seen = String::from_utf8_lossy(&seen);
        assert!(
            seen.contains("a line that is not UTF-8 is not a move"),
            "{seen}"
        );
        assert!(
            seen.contains("Record:") || seen.contains("Moves:"),
            "{seen}"
        );
    }
}

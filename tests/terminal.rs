//! What a terminal sees, as it is where the locale's characters are not UTF-8, too.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// Runs a command line at a terminal with these locale variables and keys; `None` where `script` is missing.
fn seen(line: &str, locale: &[(&str, &str)], keys: &[u8]) -> Option<Vec<u8>> {
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
    let mut child = command.envs(locale.iter().copied()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(keys).expect("it reads");
    drop(stdin);
    Some(child.wait_with_output().expect("it ends").stdout)
}

const LOCALES: &[(&[(&str, &str)], bool)] = &[
    (&[], true),
    (&[("LANG", "C.UTF-8")], true),
    (&[("LANG", "de_DE"), ("LC_ALL", "en_US.utf8")], true),
    (&[("LC_ALL", "C")], false),
    (&[("LANG", "de_DE.ISO-8859-1")], false),
    (&[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "POSIX")], false),
];

#[test]
fn a_terminal_that_is_not_utf8_gets_ascii() {
    for (line, keys) in [
        ("play", &b"AE\nhint\neval\nhelp\nundo\nquit\n"[..]),
        ("show AB BE DE AE", b""),
        ("show --steps AE BF EI DH AI 1", b""),
        ("hypercube play 3,2", b"1,1\nhint\nhelp\nquit\n"),
    ] {
        for &(locale, is_utf8) in LOCALES {
            let Some(seen) = seen(line, locale, keys) else {
                eprintln!("skipped: there is no script");
                return;
            };
            assert!(seen.len() > 200, "{}", String::from_utf8_lossy(&seen));
            assert_eq!(seen.is_ascii(), !is_utf8, "{line}, {locale:?}");
        }
    }
}

#[test]
fn a_key_that_is_not_utf8_is_refused_and_the_game_goes_on() {
    for line in ["play", "hypercube play 3,2"] {
        let locale = [("LANG", "de_DE.ISO-8859-1")];
        let Some(seen) = seen(line, &locale, b"\xc4\nquit\n") else {
            return;
        };
        let seen = String::from_utf8_lossy(&seen);
        assert!(seen.contains("found a line that is not"), "{seen}");
        assert!(
            seen.contains("Record:") || seen.contains("Moves:"),
            "{seen}"
        );
    }
}

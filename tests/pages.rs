//! `qttt completions` and `qttt man`.

use std::{fs, io, process::Command};

use crate::support::run;

#[test]
fn prints_completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, stdout, stderr) = run(&["completions", shell], "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(stdout.contains("qttt"), "{shell}");
    }
    for shell in ["elvish", "powershell"] {
        let (_, stdout, _) = run(&["completions", shell], "");
        for command in ["show", "solve", "play", "generate", "hypercube"] {
            assert!(stdout.contains(command), "{shell} knows {command}");
        }
    }
    assert_eq!(run(&["completions", "no-such-shell"], "").0, 2);
}

#[test]
fn every_shell_that_is_there_can_parse_its_completions() {
    for shell in ["bash", "zsh", "fish"] {
        let (_, script, _) = run(&["completions", shell], "");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), script).expect("a file");
        match Command::new(shell).arg("-n").arg(file.path()).output() {
            Ok(parsed) => {
                let stderr = String::from_utf8_lossy(&parsed.stderr);
                assert!(
                    parsed.status.success() && stderr.is_empty(),
                    "{shell}: {stderr}"
                );
            }
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::NotFound, "{shell}"),
        }
    }
}

#[test]
fn prints_a_manual_page_for_every_command() {
    for (words, title) in [
        (&[][..], "qttt"),
        (&["solve"], "qttt-solve"),
        (&["hypercube", "move"], "qttt-hypercube-move"),
    ] {
        let (code, stdout, stderr) = run(&[&["man"], words].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(stdout.contains(&format!(".TH {title} 1")), "{stdout}");
    }
    let (code, _, stderr) = run(&["man", "nothing"], "");
    assert_eq!(
        (code, stderr.as_str()),
        (
            2,
            "error: there is no command `nothing`; see `qttt --help`\n"
        )
    );
}

#[test]
fn every_help_ends_well_and_names_its_usage() {
    for words in [
        &[][..],
        &["show"],
        &["solve"],
        &["play"],
        &["generate"],
        &["hypercube"],
        &["hypercube", "move"],
        &["man"],
    ] {
        for flag in ["-h", "--help"] {
            let (code, stdout, stderr) = run(&[words, &[flag]].concat(), "");
            assert_eq!((code, stderr.as_str()), (0, ""));
            assert!(stdout.contains("Usage: qttt"), "{stdout}");
        }
    }
}

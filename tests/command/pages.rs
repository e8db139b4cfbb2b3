//! `qttt completions` and `qttt man`.

use std::{fs, io, process::Command};

use crate::support::{answer, qttt, run};

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

/// The words of every command that has a page.
fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![vec![]];
    let mut next = 0;
    while let Some(command) = commands.get(next).cloned() {
        let words = [
            &["completions", "fish", "--", "qttt", "man"].map(String::from),
            &command[..],
            &[String::new()],
        ]
        .concat();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let inner = run(&words, "").1;
        let names = inner.lines().filter_map(|line| line.split('\t').next());
        commands.extend(names.map(|name| [&command[..], &[name.to_string()]].concat()));
        next += 1;
    }
    commands
}

#[test]
fn every_manual_has_the_sections_that_readers_look_for() {
    let commands = commands();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let (_, page, _) = run(&[&["man"], &words[..]].concat(), "");
        for section in ["NAME", "SYNOPSIS", "\"EXIT STATUS\"", "EXAMPLES"] {
            assert!(
                page.contains(&format!(".SH {section}\n")),
                "{command:?}: {section}"
            );
        }
        let reads = !matches!(words[..], ["completions" | "man"]);
        assert_eq!(
            page.contains(".SH FORMAT\n") || page.contains(".SH FILES\n"),
            reads,
            "{command:?}"
        );
    }
}

#[test]
fn mandoc_has_nothing_against_the_manuals_but_style() {
    for command in commands() {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let (_, page, _) = run(&[&["man"], &words[..]].concat(), "");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), &page).expect("a file");
        let Ok(found) = Command::new("mandoc")
            .args(["-Tlint", "-Wwarning"])
            .arg(file.path())
            .output()
        else {
            eprintln!("skipped: there is no mandoc");
            return;
        };
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        assert!(found.is_empty(), "{command:?}: {found}");
    }
}

#[test]
fn help_says_what_a_move_is_read_from() {
    for command in ["move", "show"] {
        let (_, help, _) = run(&["hypercube", command, "--help"], "");
        assert!(
            help.contains("the board as n,d") && help.contains("semicolons"),
            "{help}"
        );
    }
}

#[test]
fn help_is_as_wide_as_the_terminal_and_breaks_no_word() {
    for command in commands() {
        let help = |columns: &str| {
            let words: Vec<_> = command.iter().map(String::as_str).collect();
            let mut asked = qttt(&[&words[..], &["--help"]].concat());
            answer(asked.env("COLUMNS", columns), "").1
        };
        let wide = help("1000");
        for columns in [40, 60, 80] {
            let narrow = help(&columns.to_string());
            assert!(narrow.split_whitespace().eq(wide.split_whitespace()));
            for line in narrow.lines() {
                assert!(
                    line.chars().count() <= columns,
                    "{command:?}, {columns}: {line}"
                );
            }
        }
        assert!(help("40").lines().count() > wide.lines().count());
    }
}

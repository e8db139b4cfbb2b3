//! `qttt completions` and `qttt man`.

use std::{fs, io, process::Command};

use crate::support::{answer, qttt, run};

#[test]
fn prints_completions_for_the_shells_they_are_tried_in() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, stdout, stderr) = run(&["completions", shell], "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(stdout.contains("qttt"), "{shell}");
    }
    assert_eq!(run(&["completions", "powershell"], "").0, 2);
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
        (&[][..], "QTTT"),
        (&["qttt"], "QTTT"),
        (&["solve"], "QTTT\\-SOLVE"),
        (&["qttt-solve"], "QTTT\\-SOLVE"),
        (&["hypercube", "move"], "QTTT\\-HYPERCUBE\\-MOVE"),
        (&["hypercube-move"], "QTTT\\-HYPERCUBE\\-MOVE"),
    ] {
        let (code, stdout, stderr) = run(&[&["man"], words].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        let found = stdout.lines().any(|line| {
            line.replace("\\-", "-")
                .starts_with(&format!(".TH {} 1", title.replace("\\-", "-")))
        });
        assert!(found, "{stdout}");
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
fn every_page_is_written_into_a_folder() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().to_str().expect("a name in UTF-8");
    assert_eq!(
        run(&["man", "--all", path], ""),
        (0, String::new(), String::new())
    );
    for command in commands() {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let name = [&["qttt"], &words[..]].concat().join("-");
        let page = fs::read_to_string(folder.path().join(format!("{name}.1"))).expect(&name);
        assert_eq!(page, run(&[&["man"], &words[..]].concat(), "").1, "{name}");
    }
    let pages = fs::read_dir(folder.path()).expect("a directory").count();
    assert_eq!(pages, commands().len());
    assert_eq!(run(&["man", "--all", "/dev/null/folder"], "").0, 2);
}

#[test]
fn help_is_a_command_and_an_option_alike() {
    for words in [&[][..], &["solve"], &["hypercube"], &["hypercube", "match"]] {
        let (code, asked, _) = run(&[&["help"], words].concat(), "");
        assert_eq!(
            (code, asked),
            (0, run(&[words, &["--help"]].concat(), "").1),
            "{words:?}"
        );
    }
    let (_, inner, _) = run(&["hypercube", "help", "match"], "");
    assert_eq!(inner, run(&["hypercube", "match", "--help"], "").1);
}

#[test]
fn an_option_of_another_command_is_known() {
    for (arguments, tip) in [
        (&["AB", "--svg"][..], "did you mean `qttt show --svg`?"),
        (&["AB", "--value"], "did you mean `qttt solve --value`?"),
        (&["-v"], "did you mean `qttt -V`?"),
        (&["show", "--json"], "did you mean `qttt --json`?"),
        (
            &["hypercube", "tournament", "--steps"],
            "did you mean `qttt hypercube replay --steps`?",
        ),
    ] {
        let (code, _, stderr) = run(arguments, "");
        assert_eq!(code, 2);
        assert!(stderr.contains(tip), "{stderr}");
    }
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
        let mut sections = vec!["NAME", "SYNOPSIS", "\"EXIT STATUS\""];
        match words[..] {
            ["hypercube"] => {}
            ["hypercube", "match" | "tournament"] => sections.push("PLAYERS"),
            _ => sections.push("EXAMPLES"),
        }
        for section in sections {
            assert!(
                page.contains(&format!(".SH {section}\n")),
                "{command:?}: {section} in {page}"
            );
        }
    }
}

#[test]
fn an_item_is_one_line_of_its_manual() {
    for command in commands() {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let (_, page, _) = run(&[&["man"], &words[..]].concat(), "");
        let page = page.replace("\\\n", "");
        for (macro_line, item) in page.lines().zip(page.lines().skip(1)) {
            let count = |font: &str| item.matches(font).count();
            if macro_line == ".TP" {
                assert_eq!(count(r"\fB") + count(r"\fI"), count(r"\fR"), "{item}");
            }
        }
    }
}

#[test]
fn mandoc_has_nothing_against_the_manuals() {
    for command in commands() {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let (_, page, _) = run(&[&["man"], &words[..]].concat(), "");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), &page).expect("a file");
        let Ok(found) = Command::new("mandoc")
            .args(["-Tlint"])
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
            // How a command is called is the one part of help that is never broken.
            let is_usage =
                |line: &str| line.starts_with("Usage: ") || line.starts_with("       qttt");
            for line in narrow.lines().filter(|line| !is_usage(line)) {
                assert!(
                    line.chars().count() <= columns,
                    "{command:?}, {columns}: {line}"
                );
            }
        }
        assert!(help("40").lines().count() > wide.lines().count());
    }
}

//! Help, completions, and manual pages.

use std::fs;

use crate::support::*;

/// Lists the commands and the group of commands, each of which has a page, as clap lists them in a completion script.
fn commands() -> Vec<String> {
    let script = printed(&["completions", "bash"], "");
    let lines = script.lines().map(str::trim);
    let names = lines.filter_map(|line| line.strip_prefix("qttt,")?.strip_suffix(')'));
    let names = names.filter(|name| *name != "help");
    let names: Vec<_> = names.map(String::from).collect();
    assert!(names.len() > 5, "{script}");
    names
}

#[test]
fn each_shell_has_a_completion_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell], "");
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        if shell == "zsh" {
            // With records as operands, zsh would refuse the script: "doubled rest argument definition".
            let (top, _) = script.split_once("case $state in").expect("subcommands");
            assert!(!top.contains("words"), "{top}");
            // After a record, zsh would offer no options.
            assert!(!script.contains("'*::"), "{script}");
        }
    }
}

/// A manual page is filled unless it says otherwise, and indented by seven columns.
#[test]
fn every_command_has_a_manual_page_with_its_options_and_examples() {
    let (_folder, [path]) = temporary(["made/for it"]);
    assert_eq!(printed(&["man", &path], ""), "");
    let read_page = |title: &str| content(&format!("{path}/{title}.1")).replace('\\', "");
    for command in commands() {
        read_page(&format!("qttt-{command}"));
    }
    for (title, option) in [
        ("qttt", "json"),
        ("qttt-solve", "value"),
        ("qttt-hypercube-tournament", "rounds"),
    ] {
        let page = read_page(title);
        assert_contains(&page, &format!(".TH {title} 1"));
        assert_contains(&page, &format!("--{option}"));
        assert_contains(&page, "Exit codes:");
    }
    let mut lines = 0;
    for file in fs::read_dir(&path).expect("pages") {
        let page = fs::read_to_string(file.expect("a page").path()).expect("text");
        assert_contains(&page, concat!("\"qttt ", env!("CARGO_PKG_VERSION"), "\""));
        let (_, options) = page.split_once(".SH OPTIONS\n").expect("options");
        for option in options.split(".TP\n").skip(1) {
            let (name, description) = option.split_once('\n').expect("a name");
            let starts = description.chars().next();
            assert!(starts.is_some_and(char::is_alphabetic), "{name}: {page}");
        }
        let examples = page.split(".SH EXAMPLES\n.nf\n").nth(1).unwrap_or_default();
        for line in examples.lines().take_while(|line| *line != ".fi") {
            let line = line.replace("\\*(Aq", "'").replace("\\e", "\\");
            let line = line.replace("\\-", "-");
            assert!(line.starts_with("  ") && line.len() <= 80 - 7, "{line}");
            lines += 1;
        }
    }
    assert!(lines > 20, "{lines}");
}

#[test]
fn each_short_help_fits_on_a_screen() {
    let commands = commands();
    let short = commands.iter().map(|command| vec![command.as_str(), "-h"]);
    for arguments in [vec!["-h"]].into_iter().chain(short) {
        let (code, help, stderr) = answer(qttt(&arguments).env("COLUMNS", "80"), "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        let longest = help.lines().map(|line| line.chars().count()).max();
        assert!(help.lines().count() <= 24 && longest <= Some(80), "{help}");
    }
}

#[test]
fn the_long_help_of_games_between_programs_says_when_a_bot_forfeits() {
    for command in ["play", "tournament"] {
        let help = printed(&["hypercube", command, "--help"], "");
        assert_contains(&help, "A bot forfeits the game if its move is illegal");
    }
}

#[test]
fn the_long_help_names_each_command() {
    let help = printed(&["--help"], "");
    for command in commands() {
        let is_listed = help.contains(&format!("\n  {command} "));
        let is_hidden = ["completions", "man"].contains(&command.as_str());
        assert!(is_listed != is_hidden, "{command}");
        let is_named = help.contains(&format!("qttt {command} "));
        assert!(is_listed || is_named, "{command}");
    }
}

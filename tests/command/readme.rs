//! The commands in the README and in docs print the output shown there.

use crate::support::{answer, assert_contains, content, shell};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The code blocks of a page in a language, each with the number of its first line.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<(usize, Vec<&'p str>)> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(page.lines());
    while let Some((_, line)) = lines.next() {
        let Some(found) = line.strip_prefix("```") else {
            continue;
        };
        let rest = lines.by_ref();
        let block: Vec<_> = rest.take_while(|(_, line)| *line != "```").collect();
        if found == language && !block.is_empty() {
            let text = block.iter().map(|&(_, line)| line).collect();
            blocks.push((block[0].0, text));
        }
    }
    blocks
}

/// The commands of a console block, each with its output. A backslash continues a command on the next line.
fn commands(block: &[&str]) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut is_continued = false;
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (_, Some((command, _))) if is_continued => *command += &format!("\n{line}"),
            (Some(command), _) => commands.push((command.to_string(), String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("expected a block to begin with a command, found {line:?}"),
        }
        is_continued = commands
            .last()
            .is_some_and(|(command, output)| output.is_empty() && command.ends_with('\\'));
    }
    commands
}

/// Runs a command with `qttt` on the path and the folder as the home directory. Returns whether it succeeded, and its
/// output.
fn seen(command: &str, folder: &Path) -> (bool, String) {
    let mut shell = shell(&format!("exec 2>&1\n{command}"));
    shell.current_dir(folder).env("HOME", folder);
    shell.env_remove("COLUMNS");
    let (code, seen, _) = answer(&mut shell, "");
    (code == 0, seen)
}

/// The sections of a page, each with the number of its first line.
fn sections(page: &str) -> Vec<(usize, String)> {
    let mut sections = vec![(1, String::new())];
    for (number, line) in (1..).zip(page.lines()) {
        if line.starts_with("## ") {
            sections.push((number, String::new()));
        }
        let (_, section) = sections.last_mut().expect("there is one");
        *section += &format!("{line}\n");
    }
    sections
}

/// The README, and the pages beside it.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    if let Ok(folder) = fs::read_dir(root.join("docs")) {
        paths.extend(folder.map(|entry| entry.expect("an entry").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let names = paths.into_iter().map(|path| path.display().to_string());
    names.map(|name| (name.clone(), content(&name))).collect()
}

/// Returns `true` for a command that needs neither a keyboard nor another program.
fn runs_by_itself(command: &str) -> bool {
    let alone = ["show", "solve", "generate", "completions"];
    let alone = alone.map(|name| format!("qttt {name} "));
    command.starts_with("mkdir ") || alone.iter().any(|start| command.starts_with(start))
}

/// Each section stands alone: its commands run in order, in an empty folder.
#[test]
fn each_command_prints_the_output_shown_and_each_script_can_be_parsed() {
    let (mut shown, mut silent, mut failed) = (0, 0, Vec::new());
    for (name, page) in pages() {
        for (start, section) in sections(&page) {
            let folder = tempfile::tempdir().expect("a directory");
            let consoles = blocks(&section, "console").into_iter();
            let consoles = consoles.map(|(line, block)| (line, commands(&block), true));
            let scripts = blocks(&section, "sh").into_iter().map(|(line, block)| {
                let mut shell = Command::new("sh");
                let (code, _, stderr) = answer(shell.args(["-n", "-c", &block.join("\n")]), "");
                if code != 0 {
                    failed.push(format!("{name}, line {}: {stderr}", start + line - 1));
                }
                let alone = block.into_iter().filter(|command| runs_by_itself(command));
                // A few records show as much as thousands.
                let commands = alone.map(|command| (command.replace("000 ", " "), String::new()));
                (line, commands.collect::<Vec<_>>(), false)
            });
            let mut blocks: Vec<_> = consoles.chain(scripts).collect();
            blocks.sort_by_key(|&(line, ..)| line);
            for (line, commands, is_shown) in blocks {
                let place = format!("{name}, the block at line {}", start + line - 1);
                for (command, expected) in commands {
                    let (succeeds, seen) = seen(&command, folder.path());
                    if is_shown {
                        shown += 1;
                    } else {
                        silent += 1;
                    }
                    if is_shown && seen != expected {
                        failed.push(format!(
                            "{place}: {command}\n{seen}\ninstead of\n{expected}"
                        ));
                    } else if !is_shown && !succeeds {
                        failed.push(format!("{place}: {command}: {seen}"));
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    // The blocks were found.
    assert!(shown > 10 && silent > 3, "{shown} and {silent}");
}

/// Python is on every machine that runs the tests, unlike the packages of the other blocks.
#[test]
fn the_environment_and_the_grades_work_as_described() {
    let page = include_str!("../../docs/data.md");
    let scripts = blocks(page, "python").into_iter();
    let scripts: Vec<_> = scripts.map(|(_, block)| block.join("\n")).collect();
    let script = |word: &str| {
        let script = scripts.iter().find(|script| script.contains(word));
        script.expect(word).as_str()
    };
    let folder = tempfile::tempdir().expect("a directory");
    let games = "qttt generate -n 100 --x random:0.3 --o random --seed 1 > games.txt";
    assert!(seen(games, folder.path()).0);
    let tests = "
import random

environment = Environment()
for _ in range(2000):
    state, reward = environment.reset(), 0
    assert len(state['actions']) == 36
    while state['state'] != 'over':
        assert reward == 0
        state, reward = environment.step(random.choice(state['actions'])['action'])
    assert reward == state['x'] - state['o'] == state['value']
environment.reset()
for action in ['AB', 'AB', '3', '1', 'CD']:
    try:
        state, reward = environment.step(action)
        assert action != '3'
    except ValueError as error:
        assert action == '3' and 'choose 1 or 2' in str(error)
assert environment.record == ['AB', 'AB', '1', 'CD'] and state['turn'] == 'O'
assert 0 < grades['X'] < grades['O'], grades
";
    let program = [script("class Environment"), script("grades ="), tests].join("\n");
    fs::write(folder.path().join("program.py"), program).expect("a file");
    let (succeeds, output) = seen("ulimit -n 64; python3 program.py", folder.path());
    assert!(succeeds, "{output}");
}

/// The page, `qttt play`, and the documentation of positions include the file.
#[test]
fn the_readme_repeats_the_rules() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rules = words(include_str!("../../src/quantum/rules.md"));
    assert_contains(&words(include_str!("../../README.md")), &rules);
}

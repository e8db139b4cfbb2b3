//! The commands in the README and in docs print the output shown there.

use crate::support::*;
use std::fs;
use std::path::Path;

/// The README, and the pages in docs.
fn pages() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("docs");
    let mut paths: Vec<_> = docs.map(|entry| entry.expect("a path").path()).collect();
    paths.push(root.join("README.md"));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let pages = paths.iter().map(|path| path.display().to_string());
    pages.map(|path| content(&path)).collect()
}

/// The code blocks of a page, each with its language.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').expect("a language"))
}

/// The commands of a console block, each with its output. A backslash continues a command on the next line.
fn commands(block: &str) -> impl Iterator<Item = (&str, &str)> {
    let block = block.strip_suffix('\n').expect("lines");
    let block = block.strip_prefix("$ ").expect("a command");
    block.split("\n$ ").map(|shown| {
        let is_end = |&(at, _): &(usize, &str)| !shown[..at].ends_with('\\');
        let end = shown.match_indices('\n').find(is_end);
        end.map_or((shown, ""), |(end, _)| (&shown[..end], &shown[end + 1..]))
    })
}

/// Runs a command with `qttt` on the path and the folder as the home directory. Returns whether it succeeded, and its
/// output.
fn seen(command: &str, folder: &Path) -> (bool, String) {
    let mut shell = shell(&format!("exec 2>&1\n{command}"));
    shell.current_dir(folder).env("HOME", folder);
    let (code, seen, _) = answer(shell.env_remove("COLUMNS"), "");
    (code == 0, seen)
}

/// Returns `true` for a command that other tests don't run: those of a scorer `./mine`, of a job array on a cluster,
/// and with `jq`, which not every machine has.
fn runs_here(command: &str, has_jq: bool) -> bool {
    let elsewhere = ["./mine", "$board"];
    let is_elsewhere = elsewhere.iter().any(|part| command.contains(part));
    command.starts_with("qttt ") && !is_elsewhere && (has_jq || !command.contains("| jq"))
}

/// Each section stands alone: its commands run in order, in a folder with the programs that they name.
#[test]
fn each_command_prints_the_output_shown_and_each_script_can_be_parsed() {
    const FILES: &str =
        "play sheets/boards sheets/easy sheets/easy-key sheets/hard sheets/hard-key";
    const SCORER: &str = "import os; os.execlp('qttt', 'qttt')";
    let mut scripts = blocks(include_str!("../../docs/bots.md"));
    let (_, bot) = scripts.find(|block| block.0 == "python").expect("a bot");
    let has_jq = answer(&mut shell("command -v jq"), "").0 == 0;
    let (mut shown, mut silent, mut written) = (0, 0, 0);
    for section in pages().iter().flat_map(|page| page.split("\n## ")) {
        let folder = tempfile::tempdir().expect("a directory");
        let bots = ["bot.py", "new.py", "old.py"].map(|name| (name, bot));
        for (name, program) in bots.into_iter().chain([("mine.py", SCORER)]) {
            fs::write(folder.path().join(name), program).expect("written");
        }
        for (language, block) in blocks(section) {
            if language == "console" {
                for (command, output) in commands(block) {
                    // Another test prints all positions, which takes a while.
                    let quick = command.replace("generate --all", "generate -n 20000");
                    let seen = seen(&quick, folder.path()).1;
                    let seen = seen.strip_suffix('\n').unwrap_or_default();
                    assert_eq!(seen, output, "{command}");
                    shown += 1;
                }
            } else if language == "sh" {
                let (code, _, stderr) = answer(shell("exec sh -n -c \"$0\"").arg(block), "");
                assert_eq!(code, 0, "{block}: {stderr}");
                for command in block.lines().filter(|line| runs_here(line, has_jq)) {
                    // A few records show as much as thousands, and a small board as a large one.
                    let quick = command.replace("000 ", " ").replace("200 ", "1 ");
                    let quick = quick.replace("4,3", "3,2").replace("3..4,2..3", "3,2");
                    let (succeeds, seen) = seen(&quick, folder.path());
                    assert!(succeeds, "{command}: {seen}");
                    silent += 1;
                }
            }
        }
        for name in FILES.split(' ') {
            let file = format!("{}.html", name.trim_start_matches("sheets/"));
            if let Ok(text) = fs::read_to_string(folder.path().join(file)) {
                assert_is_snapshot(&text, &format!("../../docs/{name}.html"));
                written += 1;
            }
        }
    }
    // The blocks were found.
    assert!(shown > 10 && silent > 10 && written > 6);
}

/// Python is on every machine that runs the tests, unlike the packages of the other blocks.
#[test]
fn the_environment_and_the_grades_work_as_described() {
    let page = include_str!("../../docs/data.md");
    let script = |word: &str| {
        let mut scripts = blocks(page).filter(|(language, _)| *language == "python");
        let script = scripts.find(|(_, script)| script.contains(word));
        script.expect(word).1
    };
    let folder = tempfile::tempdir().expect("a directory");
    let tests = "
record, facts = [], ask([])
assert len(facts['actions']) == 36
while facts['state'] != 'over':
    record.append(facts['actions'][-1]['action'])
    facts = ask(record)
assert facts['x'] - facts['o'] == facts['value']
assert 'choose 1 or 2' in ask(['AB', 'AB', '3'])['error']
assert 0 < grades['X'] < grades['O'], grades
";
    let program = [script("Popen"), script("grades ="), tests].join("\n");
    fs::write(folder.path().join("program.py"), program).expect("written");
    let games = "qttt generate -n 100 --x random:0.3 --o random --seed 1 > games.txt";
    let (succeeds, output) = seen(&format!("{games}; python3 program.py"), folder.path());
    assert!(succeeds, "{output}");
}

#[test]
fn the_files_named_for_contributors_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = include_str!("../../docs/CONTRIBUTING.md").split('`');
    let is_path = |word: &&str| word.contains(['/', '.']) && !word.contains([' ', '\n']);
    let paths: Vec<_> = words.filter(is_path).collect();
    assert!(paths.len() > 30);
    for path in paths {
        let places = ["", "src", "src/bin/qttt"].map(|folder| root.join(folder).join(path));
        assert!(places.iter().any(|place| place.exists()), "{path}");
    }
}

/// The web page, `qttt play`, and the documentation of positions include the file.
#[test]
fn the_readme_repeats_the_rules() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rules = words(include_str!("../../src/quantum/rules.md"));
    assert_contains(&words(include_str!("../../README.md")), &rules);
}

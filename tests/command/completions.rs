//! `qttt completions`: what TAB makes of a line in a real shell.

use std::{
    fs, io,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::run;

/// A line as it is typed, and as TAB completes it, in every shell.
const COMPLETED: &[(&str, &str)] = &[
    ("qttt gener", "qttt generate"),
    ("qttt sol", "qttt solve"),
    ("qttt hypercube tour", "qttt hypercube tournament"),
    (
        "qttt hypercube standings gam",
        "qttt hypercube standings games.txt",
    ),
    ("qttt play --x perf", "qttt play --x perfect"),
    ("qttt play --o hu", "qttt play --o human"),
    ("qttt generate --x=perf", "qttt generate --x=perfect"),
    ("qttt show --sv", "qttt show --svg"),
    ("qttt solve --val", "qttt solve --value"),
    ("qttt --color alw", "qttt --color always"),
    ("qttt solve --color=nev", "qttt solve --color=never"),
    ("qttt -qf gam", "qttt -qf games.txt"),
    ("qttt show --file gam", "qttt show --file games.txt"),
    ("qttt < gam", "qttt < games.txt"),
    ("qttt solve --value < gam", "qttt solve --value < games.txt"),
    ("qttt completions zs", "qttt completions zsh"),
    ("qttt man hyper", "qttt man hypercube"),
    ("qttt man hypercube stand", "qttt man hypercube standings"),
    (
        "qttt hypercube match --o gam",
        "qttt hypercube match --o games.txt",
    ),
    (
        "qttt hypercube tournament a=gam",
        "qttt hypercube tournament a=games.txt",
    ),
    ("qttt play -f gam", "qttt play -f games.txt"),
    ("qttt --file=gam", "qttt --file=games.txt"),
    ("qttt -f my", "qttt -f my\\ games.txt"),
    ("qttt -f you", "qttt -f you\\$name.txt"),
    ("qttt < my", "qttt < my\\ games.txt"),
    ("qttt --color never sol", "qttt --color never solve"),
    // What isn't there isn't offered: no file where none belongs.
    ("qttt completions gam", "qttt completions gam"),
    ("qttt man gam", "qttt man gam"),
    ("qttt --color gam", "qttt --color gam"),
    ("qttt AB gam", "qttt AB gam"),
    (
        "qttt hypercube tournament --boards gam",
        "qttt hypercube tournament --boards gam",
    ),
    ("qttt play AB sol", "qttt play AB sol"),
    ("qttt -f games.txt sol", "qttt -f games.txt sol"),
];

/// Runs a shell with the command on its path in a folder that holds a few files; `None` where there is no such shell.
fn run_shell(command: &mut Command, input: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a directory");
    for name in ["games.txt", "my games.txt", "you$name.txt"] {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_qttt"));
    let bin = binary.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let spawned = command
        .current_dir(folder.path())
        .env("PATH", format!("{bin}:{path}"))
        .env("HOME", folder.path())
        .env("TERM", "dumb")
        .env_remove("EDITOR")
        .env_remove("VISUAL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        spawned => spawned.expect("it starts"),
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn is_there(shell: &str) -> bool {
    let found = Command::new(shell).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {shell}");
    }
    found
}

/// Presses TAB at the end of each line, and shows what is there then between brackets.
#[cfg(target_os = "linux")]
fn press_tab(shell: &str) {
    if !is_there(shell) || !is_there("script") {
        return;
    }
    let set_up = match shell {
        "bash" => "source <(qttt completions bash)\n",
        _ => "autoload -U compinit; compinit -D -u; source <(qttt completions zsh)\n",
    };
    let mut keys = set_up.to_string();
    for (typed, _) in COMPLETED {
        // Ctrl-A goes to the line's beginning, Ctrl-E to its end.
        keys += &format!("{typed}\t\x01echo '<<\x05>>'\n");
    }
    keys += "exit\n";
    let start = match shell {
        "bash" => "stty columns 200; exec bash --norc --noprofile -i",
        _ => "stty columns 200; exec zsh -f -i",
    };
    let mut command = Command::new("script");
    command.args(["-qec", start, "/dev/null"]);
    let screen = run_shell(&mut command, &keys).expect("script is there");
    for (typed, completed) in COMPLETED {
        let found = screen
            .lines()
            .map(str::trim)
            .filter_map(|line| line.strip_prefix("<<")?.strip_suffix(">>"))
            .any(|line| line.trim_end() == *completed);
        assert!(
            found,
            "{shell}, {typed:?}: expected {completed:?}\n{screen}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_what_tab_is_pressed_after() {
    press_tab("bash");
}

#[cfg(target_os = "linux")]
#[test]
fn zsh_completes_what_tab_is_pressed_after() {
    press_tab("zsh");
}

#[test]
fn fish_completes_every_line() {
    if !is_there("fish") {
        return;
    }
    let mut script = "qttt completions fish | source\n".to_string();
    for (typed, _) in COMPLETED {
        script += &format!("echo '<<{typed}'; complete -C '{typed}'\n");
    }
    let mut command = Command::new("fish");
    command.arg("--no-config");
    let answers = run_shell(&mut command, &script).expect("fish is there");
    for (typed, completed) in COMPLETED {
        let (_, rest) = answers
            .split_once(&format!("<<{typed}\n"))
            .expect("an answer");
        let offered: Vec<_> = rest
            .lines()
            .take_while(|line| !line.starts_with("<<"))
            .map(|line| line.split('\t').next().unwrap_or_default())
            .collect();
        let (before, _) = typed.rsplit_once(' ').expect("words");
        let expected = match typed == completed {
            true => vec![],
            // It says the word itself, and quotes it only where it is put into the line.
            false => vec![completed[before.len() + 1..].replace('\\', "")],
        };
        assert_eq!(offered, expected, "fish, {typed:?}");
    }
}

/// Every command and option is offered, whatever the shell.
#[test]
fn every_command_and_option_is_offered() {
    let offered = |words: &[&str]| {
        let arguments = [&["completions", "fish", "--", "qttt"], words].concat();
        let (code, stdout, stderr) = run(&arguments, "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        stdout
    };
    let mut commands = vec![vec![]];
    let mut count = 0;
    while let Some(command) = commands.pop() {
        let help = run(&[&command[..], &["--help"]].concat(), "").1;
        let help_lines = help.lines().map(str::trim_start);
        let options = offered(&[&command[..], &["-"]].concat());
        for line in help_lines.filter(|line| line.starts_with('-')) {
            let option = line
                .split([' ', ',', '=', '['])
                .find(|word| word.starts_with("--"))
                .unwrap_or("-h");
            assert!(options.contains(option), "{command:?} {option}: {options}");
            count += 1;
        }
        let inner = offered(&[&command[..], &[""]].concat());
        if command != ["man"] {
            for line in inner.lines() {
                let (name, about) = line.split_once('\t').expect("a word and what it means");
                if !about.is_empty() && name != "help" {
                    assert!(help.contains(name), "{name}");
                    let mut next = command.clone();
                    next.push(name.to_string().leak());
                    commands.push(next);
                }
            }
        }
    }
    assert!(count > 60, "{count} options");
}

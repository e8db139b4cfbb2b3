//! Manual pages: what clap knows of a command, and the sections that readers of manuals look for.

use std::io;

use crate::cli::hypercube::POSITION;

const FORMAT: &str = "A record is a game as text: two cells side by side are a move (AB), a digit is a measurement (4). \
    White space between them is optional, and so is upper case. The cells are A to I, in reading order. A file or a \
    stream has a record a line; a line is at most 64 KiB long.";

const GAMES: &str = "A file of records has a JSON object a line for each game: board, x and o (the players' names), winner \
    (\"x\", \"o\" or null), reason, moves (as the protocol has them), and x_command and o_command. A half-written last \
    line is left out.";

const EXIT: &str =
    "0 fine; 1 a record or a position is invalid; 2 wrong usage, or input or output failed.";

const CHECK_EXIT: &str =
    "0 all answers are right; 1 one is not, or the program is at fault; 2 it could not be run.";

const MATCH_EXIT: &str =
    "0 a win by a line, or a draw; 1 a player lost by fault; 2 wrong usage, or interrupted.";

const TOURNAMENT_EXIT: &str = "0 fine; 1 a program is not deterministic; 2 wrong usage, interrupted, or reading or writing failed.";

/// Renders the page of a command; `words` are what it is called by, after `qttt`.
pub(super) fn page(command: &clap::Command, words: &[String]) -> io::Result<String> {
    let mut page = Vec::new();
    let has_commands = command.has_subcommands();
    let version = command.get_version().unwrap_or(env!("CARGO_PKG_VERSION"));
    let manual = clap_mangen::Man::new(command.clone())
        .source(format!("qttt {version}"))
        .manual("User Commands")
        .date("2026-11-21");
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    manual.render_synopsis_section(&mut page)?;
    manual.render_description_section(&mut page)?;
    manual.render_options_section(&mut page)?;
    if has_commands {
        manual.render_subcommands_section(&mut page)?;
    }
    let mut page = tidied(&String::from_utf8_lossy(&page));
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let (title, text) = match words[..] {
        [] | ["show" | "solve" | "play" | "generate" | "check"] => ("FORMAT", FORMAT),
        ["hypercube", "standings" | "replay" | "tournament"] => ("FILES", GAMES),
        ["hypercube", ..] => ("FORMAT", POSITION),
        _ => ("", ""),
    };
    if !title.is_empty() {
        page += &format!(".SH {title}\n{}\n", escaped(text));
    }
    let status = match words[..] {
        ["check"] => CHECK_EXIT,
        ["hypercube", "match"] => MATCH_EXIT,
        ["hypercube", "tournament"] => TOURNAMENT_EXIT,
        _ => EXIT,
    };
    page += &format!(".SH \"EXIT STATUS\"\n{}\n.SH EXAMPLES\n", escaped(status));
    for (example, meaning) in examples(&words) {
        page += &format!(".TP\n.B {}\n{}\n", escaped(example), escaped(meaning));
    }
    Ok(page)
}

fn examples(words: &[&str]) -> &'static [(&'static str, &'static str)] {
    match words {
        [] => &[
            ("qttt AB BE DE AE 4", "Score one record."),
            ("qttt < games.txt", "Score a record a line."),
            (
                "qttt --json -f games.txt",
                "The same as JSON objects, from a file.",
            ),
        ],
        ["show"] => &[
            ("qttt show AB BE DE AE", "Draw a position."),
            (
                "qttt show --svg --steps AB BE DE AE > game.svg",
                "Draw a game as a picture.",
            ),
            (
                "qttt show --html --values AB BE DE AE > game.html",
                "Make a page to step through.",
            ),
        ],
        ["solve"] => &[
            ("qttt solve AB BE DE AE", "Find the best moves."),
            (
                "qttt solve --steps AB BE DE AE 4",
                "Say what each move gave away.",
            ),
            (
                "qttt solve --value < games.txt",
                "Print the value of each record.",
            ),
        ],
        ["play"] => &[
            ("qttt play", "Play X against perfect O."),
            ("qttt play --x perfect --o human", "Play O."),
            (
                "qttt play -f game.txt",
                "Go on from the record in a file, such as one that was saved.",
            ),
            (
                "qttt play --o random:0.3 AI",
                "Go on from a record, against an O that errs.",
            ),
        ],
        ["generate"] => &[
            (
                "qttt generate -n 1000 --seed 1 > games.txt",
                "Make a thousand games.",
            ),
            (
                "qttt generate --x perfect --json",
                "Make one that X plays perfectly, as JSON.",
            ),
            (
                "qttt generate --all | qttt solve --value",
                "Solve every position.",
            ),
        ],
        ["check"] => &[
            (
                "qttt check 'python3 mine.py'",
                "Judge a scorer that reads a record a line.",
            ),
            (
                "qttt check --each=argument ./mine",
                "Judge one that is started for each record.",
            ),
        ],
        ["completions"] => &[(
            "source <(qttt completions bash)",
            "Complete commands in this shell.",
        )],
        ["man"] => &[("qttt man hypercube move | man -l -", "Read a page.")],
        ["hypercube", "match"] => &[(
            "qttt hypercube match --x 'python3 bot.py' --o builtin:qttt 3,2",
            "Play one game.",
        )],
        ["hypercube", "tournament"] => &[(
            "qttt hypercube tournament 'mine=python3 bot.py' builtin:qttt --record games.ndjson",
            "Play all rounds, and keep the games.",
        )],
        ["hypercube", "standings"] => &[(
            "qttt hypercube standings share-*.ndjson",
            "Add up the shares of a tournament.",
        )],
        ["hypercube", "replay"] => &[(
            "qttt hypercube replay games.ndjson",
            "Draw each game's end.",
        )],
        ["hypercube", "play"] => &[("qttt hypercube play 3,3", "Play X on the cube of 27 cells.")],
        ["hypercube", "show"] => &[(
            "printf '3,2\\n1,1;0,0\\n' | qttt hypercube show",
            "Draw a position after two moves.",
        )],
        _ => &[(
            "printf '3,2\\n1,1;0,0\\n' | qttt hypercube move",
            "Print X's second move.",
        )],
    }
}

/// Escapes what troff takes for commands, and breaks lines between words.
fn escaped(text: &str) -> String {
    let text = text
        .replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq");
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.len() + word.len() > 76 && !text.starts_with("qttt") {
            lines.push(word.to_string());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// Leaves out breaks beside white space that breaks anyway, and empty lines.
fn tidied(page: &str) -> String {
    let lines: Vec<_> = page
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let is_space = |line: Option<&&str>| {
        line.is_some_and(|line| [".sp", ".PP", ".TP"].contains(line) || line.starts_with(".SH"))
    };
    let mut tidied = String::new();
    for (i, line) in lines.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| lines.get(before));
        let repeats = *line == ".br"
            && (is_space(before) || is_space(lines.get(i + 1)) || before == Some(&".br"));
        if !repeats {
            tidied += line.trim_end();
            tidied.push('\n');
        }
    }
    tidied
}

//! Manual pages: what clap knows of a command, and what its long help says after the options, section by section.

use std::{fs, io, path::Path};

use clap::{Arg, ArgAction, Command};

/// Renders the page of a command that is built.
pub(super) fn page(command: &Command) -> io::Result<String> {
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    let version = env!("CARGO_PKG_VERSION");
    let manual = clap_mangen::Man::new(command.clone())
        .title(name.to_uppercase())
        .source(format!("qttt {version}"))
        .manual("User Commands")
        .date(DATE);
    let mut page = Vec::new();
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    page.extend(synopsis(command).bytes());
    manual.render_description_section(&mut page)?;
    manual.render_options_section(&mut page)?;
    if command.has_subcommands() {
        manual.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    if let Some(help) = command.get_after_long_help() {
        page += &sections(&help.to_string());
    }
    Ok(tidied(&page))
}

/// Writes the page of a command and of all its subcommands into a folder.
pub(super) fn write_all(command: &Command, folder: &Path) -> io::Result<()> {
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    let mut inner = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help");
    inner.try_for_each(|inner| write_all(inner, folder))
}

/// The day of the last change to what the pages say.
const DATE: &str = "2026-11-22";

fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let is_seen = |arg: &&Arg| !arg.is_hide_set();
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let operands = command.get_positionals();
    let words: Vec<_> = options.chain(operands).filter(is_seen).map(usage).collect();
    let mut synopsis = format!(
        ".SH SYNOPSIS\n\\fB{}\\fR {}\n",
        escaped(name),
        words.join("\n")
    );
    if command.has_subcommands() {
        synopsis += &format!(".br\n\\fB{}\\fR \\fICOMMAND\\fR ...\n", escaped(name));
    }
    synopsis
}

/// Returns how an argument is given: `[-f FILE]...` or `[MOVES]...`.
fn usage(arg: &Arg) -> String {
    let value = || {
        let names = arg.get_value_names().unwrap_or_default();
        names.first().map_or("VALUE", |name| name.as_str())
    };
    let flag = match (arg.get_short(), arg.get_long()) {
        (Some(letter), _) => format!("\\fB\\-{letter}\\fR"),
        (None, Some(name)) => format!("\\fB\\-\\-{}\\fR", escaped(name)),
        (None, None) => format!("\\fI{}\\fR", escaped(value())),
    };
    let words = match !arg.is_positional() && arg.get_action().takes_values() {
        true => format!("{flag} \\fI{}\\fR", escaped(value())),
        false => flag,
    };
    let repeats = matches!(arg.get_action(), ArgAction::Append);
    let dots = if repeats { "..." } else { "" };
    match arg.is_required_set() {
        true => format!("{words}{dots}"),
        false => format!("[{words}]{dots}"),
    }
}

/// Renders what the long help says after the options: paragraphs `Title: text`, and lists under a `Title:`, in which two
/// spaces part an item from its meaning.
fn sections(help: &str) -> String {
    let mut page = String::new();
    for block in help.split("\n\n") {
        let mut lines = block.lines();
        let first = lines.next().unwrap_or_default();
        match first.split_once(':') {
            Some((title, text)) if title.starts_with(char::is_uppercase) => {
                let title = match title {
                    "Exit codes" => "EXIT STATUS".to_string(),
                    title => title.to_uppercase(),
                };
                page += &format!(".SH {}\n{}\n", quoted(&title), escaped(text.trim()));
            }
            _ => page += &format!(".PP\n{}\n", escaped(first.trim())),
        }
        for line in lines {
            match line.trim().split_once("  ") {
                Some((item, meaning)) => {
                    page += &format!(
                        ".TP\n\\fB{}\\fR\n{}\n",
                        escaped(item),
                        escaped(meaning.trim())
                    );
                }
                None => page += &format!("{}\n", escaped(line.trim())),
            }
        }
    }
    page
}

fn quoted(title: &str) -> String {
    match title.contains(' ') {
        true => format!("\"{title}\""),
        false => title.to_string(),
    }
}

/// Escapes what troff takes for commands.
fn escaped(text: &str) -> String {
    let text = text
        .replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq");
    match text.starts_with('.') {
        true => format!("\\&{text}"),
        false => text,
    }
}

/// Leaves out empty lines and breaks beside white space that breaks anyway, and folds long lines.
fn tidied(page: &str) -> String {
    const WIDTH: usize = 78;
    let breaks = |line: &str| {
        [".sp", ".PP", ".TP"].contains(&line) || line.starts_with(".SH") || line.is_empty()
    };
    let lines: Vec<_> = page
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    let mut tidied = String::new();
    for (i, &line) in lines.iter().enumerate() {
        let beside = [
            i.checked_sub(1).map_or("", |before| lines[before]),
            lines.get(i + 1).unwrap_or(&""),
        ];
        if line == ".br" && (beside[0] == ".br" || beside.into_iter().any(breaks)) {
            continue;
        }
        let mut width = 0;
        for word in line.split(' ') {
            let is_text = !line.starts_with('.');
            let len = word.len() + 1;
            match width {
                0 => {}
                _ if is_text && width + len > WIDTH => {
                    tidied.push('\n');
                    width = 0;
                }
                _ => tidied.push(' '),
            }
            tidied += word;
            width += len;
        }
        tidied.push('\n');
    }
    tidied
}

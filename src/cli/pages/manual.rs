//! Manual pages: what clap knows of a command, and what its long help says after the options, section by section.

use std::{fs, io, path::Path};

use clap::Command;

use crate::canvas::wrap;

/// Renders the page of a command that is built.
pub(super) fn page(command: &Command) -> io::Result<String> {
    let manual = clap_mangen::Man::new(command.clone())
        .title(name_of(command).to_uppercase())
        .source(concat!("qttt ", env!("CARGO_PKG_VERSION")))
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
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{}.1", name_of(command)));
    fs::write(file, page(command)?)?;
    let mut inner = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help");
    inner.try_for_each(|inner| write_all(inner, folder))
}

/// The day of the last change to what the pages say.
const DATE: &str = "2026-11-22";

/// Returns the name of a page, such as `qttt-solve`.
fn name_of(command: &Command) -> &str {
    command
        .get_display_name()
        .unwrap_or_else(|| command.get_name())
}

/// Says how the command is called, as its help does.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let forms = usage.trim_start_matches("Usage: ").lines();
    let forms: Vec<_> = forms.map(|form| escaped(form.trim())).collect();
    format!(".SH SYNOPSIS\n{}\n", forms.join("\n.br\n"))
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
        // What a paragraph hangs from is the one line after its macro, folded or not.
        let fold = if beside[0] == ".TP" { " \\\n" } else { "\n" };
        match line.starts_with('.') {
            true => tidied += line,
            false => tidied += &wrap(line, WIDTH).join(fold),
        }
        tidied.push('\n');
    }
    tidied
}

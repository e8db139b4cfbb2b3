//! `qttt completions SHELL` and `qttt man DIR`, by clap's own crates.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;
use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use qttt::Strategy;

use crate::input::name_of;
use crate::terminal::output::{Outcome, write};

/// Prints a completion script. It offers the levels of the computer, although a player can also be `random:P`.
pub(crate) fn completions(shell: Shell, qttt: &Command) -> anyhow::Result<Outcome> {
    // zsh scripts fail for a command with both operands and subcommands, so the operands are left out.
    let options = qttt.get_arguments().filter(|arg| !arg.is_positional());
    let levels = Strategy::LEVELS.map(|(name, _)| name);
    let with_levels = |command: &Command| {
        let names = match command.get_name() {
            "play" => [&["person"], &levels[..]].concat(),
            "generate" => levels.to_vec(),
            _ => return command.clone(),
        };
        let offered = ["x", "o"].into_iter();
        offered.fold(command.clone(), |command, side| {
            command.mut_arg(side, |arg| arg.value_parser(names.clone()))
        })
    };
    let commands = qttt.get_subcommands().map(with_levels);
    let mut completed = Command::new("qttt")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .args(options.cloned())
        .subcommands(commands.map(|command| command.hide(false)));
    let mut script = Vec::new();
    generate(shell, &mut completed, "qttt", &mut script);
    let mut script = String::from_utf8(script)?;
    if shell == Shell::Zsh {
        // With two colons, zsh offers no options after an operand: https://github.com/clap-rs/clap/issues/6282.
        script = script.replace("'*::", "'*:");
    }
    write(script.as_bytes())?;
    Ok(Outcome::Fine)
}

/// Writes the manual pages to a directory.
pub(crate) fn man(dir: &Path, qttt: &Command) -> anyhow::Result<Outcome> {
    let mut qttt = qttt.clone().disable_help_subcommand(true);
    qttt.build();
    fs::create_dir_all(dir)
        .and_then(|()| write_pages(&qttt, dir))
        .with_context(|| format!("cannot write to {}", name_of(dir)))?;
    Ok(Outcome::Fine)
}

/// Writes the pages of a command and of the commands in it, including those that the help doesn't list.
fn write_pages(command: &Command, dir: &Path) -> io::Result<()> {
    for command in command.get_subcommands() {
        write_pages(command, dir)?;
    }
    let visible = command.clone().mut_args(|arg| arg.hide_short_help(false));
    let page = Man::new(visible.mut_subcommands(|command| command.hide(false)));
    let page = page.source(concat!("qttt ", env!("CARGO_PKG_VERSION")));
    let (mut notes, mut examples) = (Roff::new(), Roff::new());
    let help = command.get_after_long_help();
    let help = help.map_or(String::new(), ToString::to_string);
    for paragraph in help.split("\n\n") {
        if let Some(lines) = paragraph.strip_prefix("Examples:\n") {
            examples.control("SH", ["EXAMPLES"]);
            // Each example keeps its line.
            examples
                .control("nf", [])
                .text([roman(lines)])
                .control("fi", []);
        } else {
            notes.control("PP", []).text([roman(paragraph)]);
        }
    }
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    notes.to_writer(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    examples.to_writer(&mut text)?;
    fs::write(dir.join(page.get_filename()), text)
}

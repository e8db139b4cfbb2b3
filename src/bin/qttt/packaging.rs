//! `qttt completions SHELL` and `qttt man DIR`, by clap's own crates.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;
use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::input::name_of;
use crate::terminal::output::{Outcome, write};

/// Prints a completion script.
pub(crate) fn completions(shell: Shell, qttt: &Command) -> anyhow::Result<Outcome> {
    // zsh scripts fail for a command with both operands and subcommands, so the operands are left out.
    let options = qttt.get_arguments().filter(|arg| !arg.is_positional());
    let commands = qttt.get_subcommands().cloned();
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
    let (mut notes, mut examples) = (Roff::new(), Roff::new());
    notes.control("SH", ["NOTES"]);
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
    let visible = command
        .clone()
        .after_long_help(None::<&str>)
        .version(None::<&str>)
        .mut_args(|arg| arg.hide_short_help(false))
        .mut_subcommands(|command| command.hide(false));
    let page = Man::new(visible).source(concat!("qttt ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text)?;
    notes.to_writer(&mut text)?;
    examples.to_writer(&mut text)?;
    fs::write(dir.join(page.get_filename()), text)
}

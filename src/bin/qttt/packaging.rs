//! `qttt completions SHELL` and `qttt man DIR`, by clap's own crates.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::Command;
use clap_complete::{Shell, generate};

use crate::terminal::input::name_of;
use crate::terminal::output::{Outcome, write};

/// Prints a completion script.
pub(crate) fn completions(shell: Shell, qttt: &Command) -> anyhow::Result<Outcome> {
    // zsh scripts fail for a command with both operands and subcommands, so the operands are left out.
    let options = qttt.get_arguments().filter(|arg| !arg.is_positional());
    let mut completed = Command::new("qttt")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .args(options.cloned())
        .subcommands(all_commands(qttt));
    let mut script = Vec::new();
    generate(shell, &mut completed, "qttt", &mut script);
    write(&script)?;
    Ok(Outcome::Fine)
}

/// Writes the manual pages to a directory.
pub(crate) fn man(dir: &Path, qttt: &Command) -> anyhow::Result<Outcome> {
    let commands = all_commands(qttt).map(|command| (command.get_name().to_string(), command));
    let mut qttt = qttt.clone();
    for (name, command) in commands {
        qttt = qttt.mut_subcommand(name, |_| command);
    }
    fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(qttt, dir))
        .with_context(|| format!("cannot write to {}", name_of(dir)))?;
    Ok(Outcome::Fine)
}

/// Iterates over all commands, also those that the help doesn't list.
fn all_commands(qttt: &Command) -> impl Iterator<Item = Command> {
    qttt.get_subcommands()
        .map(|command| command.clone().hide(false))
}

//! `qttt completions SHELL` and `qttt man [COMMAND]...`, both by clap's crates.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Command, builder::PossibleValuesParser, error::ErrorKind};
use clap_complete::Shell;

use super::{
    SUCCESS_OR_ERROR,
    output::{Outcome, write_bytes},
};
use crate::{escape, input::name_of};

#[derive(clap::Args)]
#[command(after_long_help = format!("\
Examples:
  source <(qttt completions bash)                               complete in this shell
  qttt completions zsh > ~/.zfunc/_qttt                         install the script for zsh
  qttt completions fish > ~/.config/fish/completions/qttt.fish  install the script for fish

{SUCCESS_OR_ERROR}"))]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_long_help = format!("\
Examples:
  qttt man hypercube move | man -l -      read a page
  qttt man --all ~/.local/share/man/man1  install all pages

{SUCCESS_OR_ERROR}"))]
pub(crate) struct Man {
    /// Command, for example `solve` or `hypercube move` [default: qttt itself]
    command: Vec<String>,

    /// Write all pages to this directory, as qttt.1, qttt-show.1, and so on
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

const SHELLS: &str = "bash elvish fish powershell zsh";

/// The players of a game in the terminal.
const PLAYERS: [&str; 5] = ["human", "perfect", "easy", "medium", "random"];

impl Completions {
    pub(crate) fn run(&self, qttt: &Command) -> anyhow::Result<Outcome> {
        // zsh scripts fail for a command with both operands and subcommands, so the operands are left out.
        let options = qttt.get_arguments().filter(|arg| !arg.is_positional());
        // A parser keeps its values until the process ends.
        let name = |command: &Command| &*command.get_name().to_string().leak();
        let names = PossibleValuesParser::new(qttt.get_subcommands().map(name));
        let mut completed = Command::new("qttt")
            .version(env!("CARGO_PKG_VERSION"))
            .disable_version_flag(true)
            .args(options.cloned())
            .subcommands(qttt.get_subcommands().cloned())
            .mut_subcommand("man", |man| {
                man.mut_arg("command", |arg| arg.value_parser(names))
            })
            .mut_subcommand("play", |play| {
                let offered = |arg: clap::Arg| arg.value_parser(PLAYERS);
                play.mut_arg("x", offered).mut_arg("o", offered)
            });
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut completed, "qttt", &mut script);
        if self.shell == Shell::Fish {
            // The generator knows no values of operands.
            let names: Vec<_> = qttt.get_subcommands().map(Command::get_name).collect();
            let names = names.join(" ");
            for (command, words) in [("completions", SHELLS), ("help", &names), ("man", &names)] {
                let line = format!(
                    "complete -c qttt -n \"__fish_seen_subcommand_from {command}\" -f -a \"{words}\"\n"
                );
                script.extend_from_slice(line.as_bytes());
            }
        }
        write_bytes(&script)?;
        Ok(Outcome::Fine)
    }
}

impl Man {
    pub(crate) fn run(&self, qttt: Command) -> anyhow::Result<Outcome> {
        if let Some(dir) = &self.all {
            fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(qttt, dir))
                .with_context(|| format!("cannot write to {}", name_of(dir)))?;
            return Ok(Outcome::Fine);
        }
        let mut qttt = qttt.disable_help_subcommand(true);
        qttt.build();
        let mut command = &qttt;
        for name in &self.command {
            let Some(found) = command.find_subcommand(name) else {
                let message = format!("unrecognized subcommand '{}'", escape::line(name));
                let man = qttt.find_subcommand_mut("man").expect("this command");
                man.error(ErrorKind::InvalidSubcommand, message).exit();
            };
            command = found;
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        write_bytes(&page)?;
        Ok(Outcome::Fine)
    }
}

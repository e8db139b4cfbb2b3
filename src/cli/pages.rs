//! `qttt completions SHELL` and `qttt man [COMMAND]...`: what a shell and `man` want to know of the commands.

mod manual;

use std::{ffi::OsString, path::PathBuf};

use anyhow::Context;
use clap::{Command, ValueEnum};

use super::{
    complete::{self, Candidate, FILES},
    output::{Outcome, name_of, report, write},
};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  source <(qttt completions bash)                             complete in this shell
  qttt completions zsh > ~/.zfunc/_qttt                       complete from now on, in zsh
  qttt completions fish > ~/.config/fish/completions/qttt.fish  the same in fish

Exit codes: 0 success, 2 usage error, or output failed.")]
pub(crate) struct CompletionsArguments {
    /// The shell to complete in
    shell: Shell,

    /// What the script asks: the words of a command line; from bash, the line itself
    #[arg(hide = true, last = true)]
    words: Vec<OsString>,
}

/// The shells in which TAB was tried.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  qttt man hypercube move | man -l -  read a page
  qttt man --all ~/.local/share/man/man1  install every page

Exit codes: 0 success, 2 usage error, or output failed.")]
pub(crate) struct ManArguments {
    /// The command that the page is about, such as `solve`, `hypercube move` or `qttt-solve`; without it, it is about qttt
    command: Vec<String>,

    /// Write every page into this folder, as qttt.1, qttt-show.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

impl CompletionsArguments {
    pub(crate) fn run(&self, qttt: Command) -> anyhow::Result<Outcome> {
        if !self.words.is_empty() {
            write(&self.candidates(qttt))?;
            return Ok(Outcome::Fine);
        }
        write(match self.shell {
            Shell::Bash => include_str!("complete/qttt.bash"),
            Shell::Zsh => include_str!("complete/qttt.zsh"),
            Shell::Fish => include_str!("complete/qttt.fish"),
        })?;
        Ok(Outcome::Fine)
    }

    /// Returns a line for each candidate: the word, a tab, and what it means.
    fn candidates(&self, qttt: Command) -> String {
        let words = self
            .words
            .iter()
            .map(|word| word.to_string_lossy().into_owned());
        let words: Vec<_> = words.collect();
        let words = match self.shell {
            Shell::Bash => complete::split(&words.join(" ")),
            _ => Some(words),
        };
        let Some(words) = words else {
            return format!("{FILES}\n");
        };
        let line = |Candidate { word, help }| format!("{word}\t{help}\n");
        complete::candidates(qttt, &words)
            .into_iter()
            .map(line)
            .collect()
    }
}

impl ManArguments {
    pub(crate) fn run(&self, mut qttt: Command) -> anyhow::Result<Outcome> {
        qttt.build();
        if let Some(folder) = &self.all {
            manual::write_all(&qttt, folder)
                .with_context(|| format!("cannot write to {}", name_of(folder)))?;
            return Ok(Outcome::Fine);
        }
        let mut command = &qttt;
        let words = self.command.iter().flat_map(|words| words.split('-'));
        for word in words.skip_while(|&word| word == "qttt") {
            let Some(inner) = command.find_subcommand(word) else {
                report(&format!("there is no command `{word}`; see `qttt --help`"));
                return Ok(Outcome::Failed);
            };
            command = inner;
        }
        write(&manual::page(command)?)?;
        Ok(Outcome::Fine)
    }
}

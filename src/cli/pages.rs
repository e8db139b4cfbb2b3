//! `qttt completions SHELL` and `qttt man [COMMAND]...`: what a shell and `man` want to know of the commands.

mod manual;

use std::ffi::OsString;

use clap_complete::Shell;

use super::{
    complete::{self, Candidate, FILES},
    output::{Outcome, report, write, write_bytes},
};

#[derive(clap::Args)]
pub(crate) struct CompletionsArguments {
    /// The shell to complete in
    shell: Shell,

    /// What the script asks: the words of a command line; from bash, the line itself
    #[arg(hide = true, last = true)]
    words: Vec<OsString>,
}

#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// The command that the page is about, such as `solve` or `hypercube move`; without it, it is about qttt
    command: Vec<String>,
}

impl CompletionsArguments {
    pub(crate) fn run(&self, mut qttt: clap::Command) -> anyhow::Result<Outcome> {
        if !self.words.is_empty() {
            write(&self.candidates(qttt))?;
            return Ok(Outcome::Fine);
        }
        match self.shell {
            Shell::Bash => write(include_str!("complete/qttt.bash"))?,
            Shell::Zsh => write(include_str!("complete/qttt.zsh"))?,
            Shell::Fish => write(include_str!("complete/qttt.fish"))?,
            other => {
                let mut script = Vec::new();
                clap_complete::generate(other, &mut qttt, "qttt", &mut script);
                write_bytes(&script)?;
            }
        }
        Ok(Outcome::Fine)
    }

    /// Returns a line for each candidate: the word, a tab, and what it means.
    fn candidates(&self, qttt: clap::Command) -> String {
        let words = complete::words(&self.words);
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
    pub(crate) fn run(&self, mut command: clap::Command) -> anyhow::Result<Outcome> {
        command.build();
        for word in &self.command {
            let Some(inner) = command.find_subcommand(word) else {
                report(&format!("there is no command `{word}`; see `qttt --help`"));
                return Ok(Outcome::Failed);
            };
            command = inner.clone();
        }
        write(&manual::page(&command, &self.command)?)?;
        Ok(Outcome::Fine)
    }
}

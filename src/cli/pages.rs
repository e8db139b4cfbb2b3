//! `qttt completions SHELL` and `qttt man [COMMAND]...`: what a shell and `man` want to know of the commands.

use clap_complete::Shell;

use super::output::{Outcome, report, write_bytes};

#[derive(clap::Args)]
pub(crate) struct CompletionsArguments {
    /// The shell to complete in
    shell: Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// The command that the page is about, such as `solve` or `hypercube move`; without it, it is about qttt
    command: Vec<String>,
}

impl CompletionsArguments {
    pub(crate) fn run(&self, mut qttt: clap::Command) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut qttt, "qttt", &mut script);
        write_bytes(&script)?;
        Ok(Outcome::Fine)
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
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        write_bytes(&page)?;
        Ok(Outcome::Fine)
    }
}

//! `qttt completions SHELL` and `qttt man DIR`, by clap's own crates.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::Command;
use clap_complete::{Shell, generate};

use crate::terminal::{
    input::name_of,
    output::{Outcome, write},
};

/// Print a shell completion script
///
/// For Bash, run `source <(qttt completions bash)`. For zsh, write the script to the file _qttt in a directory of
/// $fpath; for fish, to ~/.config/fish/completions/qttt.fish.
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, qttt: &Command) -> anyhow::Result<Outcome> {
        // zsh scripts fail for a command with both operands and subcommands, so the operands are left out.
        let options = qttt.get_arguments().filter(|arg| !arg.is_positional());
        let mut completed = Command::new("qttt")
            .version(env!("CARGO_PKG_VERSION"))
            .disable_version_flag(true)
            .args(options.cloned())
            .subcommands(qttt.get_subcommands().cloned());
        let mut script = Vec::new();
        generate(self.shell, &mut completed, "qttt", &mut script);
        write(&script)?;
        Ok(Outcome::Fine)
    }
}

/// Write the manual pages
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Directory for qttt.1, qttt-show.1, and so on; it is created if it doesn't exist
    dir: PathBuf,
}

impl Man {
    pub(crate) fn run(&self, qttt: Command) -> anyhow::Result<Outcome> {
        fs::create_dir_all(&self.dir)
            .and_then(|()| clap_mangen::generate_to(qttt, &self.dir))
            .with_context(|| format!("cannot write to {}", name_of(&self.dir)))?;
        Ok(Outcome::Fine)
    }
}

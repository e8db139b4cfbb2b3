//! The process that the referee starts to run programs for it. It is known by the name that it is started under, so that
//! there is no command for it that people would be offered.

use std::{env, os::unix::process::CommandExt, path::PathBuf, process::Command, sync::Arc};

use crate::hypercube::referee::{Keepers, keep};
use anyhow::Context;
use signal_hook::{consts::SIGCHLD, flag};

use crate::cli::output::Outcome;

/// What process lists show, where `qttt` stands for the referee alone: to kill all of that name must leave somebody who
/// ends the programs.
const NAME: &str = "hypercube-keeper";

/// Tells whether this process is to be a keeper.
pub(crate) fn is_asked_for() -> bool {
    env::args_os().next().is_some_and(|name| name == NAME)
}

/// Runs programs for the referee that has started this process.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    // At most fifteen bytes.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(c"hypercube-keep");
    hear_of_children()?;
    keep().context("cannot run programs for the referee")?;
    Ok(Outcome::Fine)
}

/// Makes sure that the ends of child processes are told: not if whoever started this one let it ignore SIGCHLD.
fn hear_of_children() -> anyhow::Result<()> {
    flag::register(SIGCHLD, Arc::default()).context("cannot hear how programs end")?;
    Ok(())
}

/// Returns the keepers of this process: it is started anew for each.
pub(super) fn keepers() -> anyhow::Result<Keepers> {
    hear_of_children()?;
    // On Linux this is the running file, even if another one has been installed in its place.
    let own = PathBuf::from("/proc/self/exe");
    let own = match own.exists() {
        true => own,
        false => env::current_exe().context("cannot find the file of this program")?,
    };
    Ok(Keepers::new(move || {
        let mut command = Command::new(&own);
        command.arg0(NAME);
        command
    }))
}

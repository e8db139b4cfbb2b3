//! `qttt hypercube keep`: a process that the referee starts, to run programs for it.

use std::{
    env,
    os::unix::process::CommandExt,
    path::PathBuf,
    process::Command,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::Context;
use qttt::hypercube::referee::{Keepers, keep};
use signal_hook::{consts::SIGCHLD, flag};

use crate::cli::output::Outcome;

/// What process lists show, where `qttt` stands for the referee alone: to kill all of that name must leave somebody who
/// ends the programs.
const NAME: &str = "keeper";

pub(super) fn run() -> anyhow::Result<Outcome> {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(c"keeper");
    // Whoever ignored it when they started us would keep us from hearing how programs end.
    flag::register(SIGCHLD, Arc::new(AtomicBool::new(false)))
        .context("cannot hear how programs end")?;
    keep().context("expected to be started by a referee")?;
    Ok(Outcome::Fine)
}

/// Returns the keepers of this process: it is started anew for each.
pub(super) fn keepers() -> anyhow::Result<Keepers> {
    // On Linux this is the running file, even if another one has been installed in its place.
    let own = PathBuf::from("/proc/self/exe");
    let own = match own.exists() {
        true => own,
        false => env::current_exe().context("cannot find the file of this program")?,
    };
    Ok(Keepers::new(move || {
        let mut command = Command::new(&own);
        command.arg0(NAME).args(["hypercube", "keep"]);
        command
    }))
}

//! The pool that programs are run by. Its supervisors are this program, started anew, and known by the name that they are
//! started under, so that there is no command for it that people would be offered.

use std::{env, path::PathBuf};

use anyhow::Context;
use signal_hook::consts::SIGCHLD;

use super::{
    output::Outcome,
    signals::{self, outlive},
};
use crate::process::{self, Pool};

/// The name in process lists. It has no `qttt` in it, so that killing all of that name leaves somebody who ends the programs.
const NAME: &str = "supervisor";

/// Returns `true` if this process is to be a supervisor.
pub(crate) fn is_supervisor() -> bool {
    env::args_os().next().is_some_and(|name| name == NAME)
}

/// Runs programs for the process that has started this one.
pub(crate) fn supervise() -> anyhow::Result<Outcome> {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(c"supervisor");
    // It ends when its socket does, and not by what a program sends it.
    for signal in signals::ending() {
        outlive(signal)?;
    }
    outlive(SIGCHLD)?;
    process::supervise().context("cannot run programs")?;
    Ok(Outcome::Fine)
}

/// Returns the pool of this process.
pub(crate) fn pool() -> anyhow::Result<Pool> {
    // Exit statuses are lost where SIGCHLD is ignored, as whoever started this process may have had it.
    outlive(SIGCHLD)?;
    // On Linux this is the running file, even if another one has been installed in its place.
    let own = PathBuf::from("/proc/self/exe");
    let own = match own.exists() {
        true => own,
        false => env::current_exe().context("cannot find the file of this program")?,
    };
    Ok(Pool::new(own, NAME))
}

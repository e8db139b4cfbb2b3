//! The signals that terminate a process, and the work that they interrupt.

use std::ffi::c_int;
use std::sync::Arc;
use std::{fs, io};

use signal_hook::consts::{SIGCHLD, SIGHUP};
use signal_hook::{SigId, flag};

use super::{ENDING, Runner};

/// Returns `true` if a signal is ignored, because it was ignored when the process started (`nohup`, or a background job
/// of a script). If so, it must stay ignored.
///
/// Without unsafe code, this can be checked only on Linux. Elsewhere, SIGHUP counts as ignored, because of `nohup`, and
/// no other signal does.
fn is_ignored(signal: c_int) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.map_or(signal == SIGHUP, |mask| mask >> (signal - 1) & 1 == 1)
}

/// Lists the signals that terminate this process: those that are not ignored.
pub(crate) fn ending() -> impl Iterator<Item = c_int> {
    ENDING.into_iter().filter(|&signal| !is_ignored(signal))
}

/// Catches a signal and does nothing. If this process ignored it, the commands that it runs would also ignore it.
pub(crate) fn outlive(signal: c_int) -> io::Result<SigId> {
    flag::register(signal, Arc::default())
}

/// Makes this process exit with code 0 when a signal terminates it.
pub(crate) fn exit_at_signals() -> io::Result<()> {
    ending().try_for_each(|signal| {
        let is_caught = Arc::new(true.into());
        flag::register_conditional_shutdown(signal, 0, is_caught).map(drop)
    })
}

/// Creates a runner of commands. Signals that would end this process stop the runner instead.
pub(crate) fn runner() -> io::Result<Arc<Runner>> {
    // Exit statuses are lost if SIGCHLD is ignored, as it may be when the process starts.
    outlive(SIGCHLD)?;
    let runner: Arc<Runner> = Arc::default();
    for signal in ending() {
        flag::register_conditional_default(signal, Arc::clone(&runner.is_last_signal))?;
        flag::register(signal, Arc::clone(&runner.is_stopped))?;
    }
    Ok(runner)
}

/// Runs commands until they are done. Returns `None` if a signal that ends this process, for example by Ctrl-C, has
/// interrupted them.
pub(crate) fn interruptible<T>(
    work: impl FnOnce(Arc<Runner>) -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    let runner = runner()?;
    let done = work(Arc::clone(&runner));
    // What is printed next may wait for a reader that has stopped.
    runner.let_signals_end();
    let is_interrupted = |error: &io::Error| error.kind() == io::ErrorKind::Interrupted;
    match done {
        Err(error) if error.downcast_ref().is_some_and(is_interrupted) => Ok(None),
        done => done.map(Some),
    }
}

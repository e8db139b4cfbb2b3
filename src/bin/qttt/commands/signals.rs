//! The signals that end a process, and work that they interrupt.

use std::{
    ffi::c_int,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use signal_hook::{
    consts::{
        SIGALRM, SIGCHLD, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
        SIGXCPU,
    },
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};

use crate::process::Runner;

/// Signals that end a process by default, and that people, terminals and batch systems send.
const ENDING: [c_int; 10] = [
    SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF,
];

/// Returns the signals of [`ENDING`] that are not ignored.
///
/// A signal that was ignored when the process started (`nohup`, or a background job of a script) must stay ignored.
pub(crate) fn ending() -> Vec<c_int> {
    let ignored = ignored();
    ENDING
        .into_iter()
        .filter(|&signal| match ignored {
            Some(mask) => mask >> (signal - 1) & 1 == 0,
            // Where the system doesn't tell, at least `nohup` must work.
            None => signal != SIGHUP,
        })
        .collect()
}

/// Returns the ignored signals, a bit for each. Only Linux tells them.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Catches a signal and does nothing. If it were ignored instead, the commands that this process runs would ignore it,
/// too.
pub(crate) fn outlive(signal: c_int) -> anyhow::Result<()> {
    flag::register(signal, Arc::default()).context("cannot catch signals")?;
    Ok(())
}

/// Calls `act` for each signal that would end the process, on its own thread.
pub(crate) fn on_ending(act: impl FnMut(c_int) + Send + 'static) -> anyhow::Result<()> {
    const CANNOT_CATCH: &str = "cannot catch interruptions";
    let mut signals = Signals::new(ending()).context(CANNOT_CATCH)?;
    thread::Builder::new()
        .spawn(move || signals.forever().for_each(act))
        .context(CANNOT_CATCH)?;
    Ok(())
}

/// Creates a runner of commands.
pub(crate) fn runner() -> anyhow::Result<Runner> {
    // Exit statuses are lost where SIGCHLD is ignored, as it may be from the start.
    outlive(SIGCHLD)?;
    Ok(Runner::new())
}

/// Runs commands until they are done, or until Ctrl-C or another signal that would end the process stops them.
///
/// Signals often come in pairs: `timeout` sends one to the process and another to its group. So for three seconds after
/// the first, while the commands are stopped and the message is printed, further signals are ignored. A later one ends
/// the process as if it were not caught, and so does any that comes once the work is done.
pub(crate) fn interruptible<T>(work: impl FnOnce(&Runner) -> T) -> anyhow::Result<T> {
    const TIME_TO_STOP: Duration = Duration::from_secs(3);
    let runner = Arc::new(runner()?);
    let is_done = Arc::new(AtomicBool::new(false));
    let mut stopped = None::<Instant>;
    on_ending({
        let (runner, is_done) = (Arc::clone(&runner), Arc::clone(&is_done));
        move |signal| match stopped {
            None if !is_done.load(Ordering::SeqCst) => {
                runner.stop();
                stopped = Some(Instant::now());
            }
            Some(then) if then.elapsed() < TIME_TO_STOP => {}
            _ => {
                // It can't fail: these signals can be caught.
                let _ = emulate_default_handler(signal);
            }
        }
    })?;
    let done = work(&runner);
    is_done.store(true, Ordering::SeqCst);
    Ok(done)
}

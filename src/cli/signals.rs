//! The signals that end a program, and work that they interrupt.

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

/// Signals that end a process unless it does something about them, and that people, terminals and batch systems send.
const ENDING: [c_int; 10] = [
    SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF,
];

/// Returns the signals that would end the process now: those of the keyboard, of `kill`, of a terminal that goes away,
/// and those by which batch systems tell that time is nearly over.
///
/// A signal that was ignored when the process started (`nohup`, or a background job of a script) is to be ignored on.
pub(crate) fn ending() -> Vec<c_int> {
    let ignored = ignored();
    ENDING
        .into_iter()
        .filter(|&signal| match ignored {
            Some(mask) => mask >> (signal - 1) & 1 == 0,
            // Where the system doesn't tell: most of all, what runs under nohup must not end.
            None => signal != SIGHUP,
        })
        .collect()
}

/// Returns the signals that are ignored, a bit for each, as Linux tells them.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Catches a signal and does nothing about it. To ignore it would make the programs that are run ignore it, too.
pub(crate) fn outlive(signal: c_int) -> anyhow::Result<()> {
    flag::register(signal, Arc::default()).context("cannot catch signals")?;
    Ok(())
}

/// Does something about each signal that would end the process now, on a thread of its own.
pub(crate) fn on_ending(act: impl FnMut(c_int) + Send + 'static) -> anyhow::Result<()> {
    const CANNOT_CATCH: &str = "cannot catch interruptions";
    let mut signals = Signals::new(ending()).context(CANNOT_CATCH)?;
    thread::Builder::new()
        .spawn(move || signals.forever().for_each(act))
        .context(CANNOT_CATCH)?;
    Ok(())
}

/// Returns what runs programs.
pub(crate) fn runner() -> anyhow::Result<Runner> {
    // Exit statuses are lost where SIGCHLD is ignored, as it may be from the start.
    outlive(SIGCHLD)?;
    Ok(Runner::new())
}

/// Does work with programs, which Ctrl-C stops, or another signal that would end the process.
///
/// Signals often come in pairs: `timeout` sends one to the process and another to its group. So after the first, further
/// ones are ignored for as long as the work should take to stop and say so. A later one ends the process as if it were
/// not caught, and so does any that comes once the work is done.
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

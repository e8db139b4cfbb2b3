//! The signals that end a process, work that they interrupt, and games whose record is printed first.

use std::{
    ffi::c_int,
    fs, io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use signal_hook::{
    consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};

use super::output::write;
use crate::process::Runner;

const CANNOT_CATCH: &str = "cannot catch signals";

/// The signals by which people, terminals, and services end a process.
const ENDING: [c_int; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// Returns `true` if a signal is ignored, because it was ignored when the process started (`nohup`, or a background job
/// of a script). Then it must stay ignored.
///
/// Without unsafe code, this can be checked only on Linux. Elsewhere, SIGHUP counts as ignored, because of `nohup`, and
/// no other signal does.
fn is_ignored(signal: c_int) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut masks = status
        .lines()
        .filter_map(|line| line.strip_prefix("SigIgn:"));
    let mask = masks
        .next()
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.map_or(signal == SIGHUP, |mask| mask >> (signal - 1) & 1 == 1)
}

/// Catches a signal and does nothing. If it were ignored instead, the commands that this process runs would ignore it,
/// too.
pub(crate) fn outlive(signal: c_int) -> anyhow::Result<()> {
    flag::register(signal, Arc::default()).context(CANNOT_CATCH)?;
    Ok(())
}

/// Calls `act` with the first signal that would end the process, on another thread. The flag that it returns is set as
/// soon as the signal comes.
///
/// Signals often come in pairs: `timeout` sends one to the process and another to its group. So for three seconds after
/// the first, further signals are ignored. A later one ends the process as if it were not caught, even if `act` has not
/// returned.
pub(crate) fn on_ending(
    act: impl FnOnce(c_int) + Send + 'static,
) -> anyhow::Result<Arc<AtomicBool>> {
    const TIME_TO_END: Duration = Duration::from_secs(3);
    let is_signalled = Arc::new(AtomicBool::new(false));
    let ending = ENDING.into_iter().filter(|&signal| !is_ignored(signal));
    let ending: Vec<_> = ending.collect();
    for &signal in &ending {
        flag::register(signal, Arc::clone(&is_signalled)).context(CANNOT_CATCH)?;
    }
    let mut signals = Signals::new(ending).context(CANNOT_CATCH)?;
    let (started, is_started) = mpsc::channel();
    let wait = move || {
        let _ = started.send(());
        let mut signals = signals.forever();
        let first = signals.next().expect("there is no end of signals");
        let came = Instant::now();
        if thread::Builder::new().spawn(move || act(first)).is_err() {
            die_by(first);
        }
        for signal in signals {
            if came.elapsed() > TIME_TO_END {
                die_by(signal);
            }
        }
    };
    thread::Builder::new().spawn(wait).context(CANNOT_CATCH)?;
    // The system may deliver a signal to a thread that is just starting, which would set the flag too late.
    let _ = is_started.recv();
    Ok(is_signalled)
}

/// Ends the process by a signal, as if it were not caught.
fn die_by(signal: c_int) {
    // It can't fail: these signals can be caught.
    let _ = emulate_default_handler(signal);
}

/// Creates a runner of commands.
pub(crate) fn runner() -> anyhow::Result<Runner> {
    // Exit statuses are lost if SIGCHLD is ignored, as it may be when the process starts.
    outlive(SIGCHLD)?;
    Ok(Runner::default())
}

/// Runs commands until they are done, or until a signal that would end the process, for example by Ctrl-C, stops them.
/// A signal that comes once the work is done ends the process.
pub(crate) fn interruptible<T>(work: impl FnOnce(&Arc<Runner>) -> T) -> anyhow::Result<T> {
    let runner = Arc::new(runner()?);
    let is_done = Arc::new(AtomicBool::new(false));
    on_ending({
        let (runner, is_done) = (Arc::clone(&runner), Arc::clone(&is_done));
        move |signal| {
            if is_done.load(Ordering::SeqCst) {
                die_by(signal);
            }
            runner.stop();
        }
    })?;
    let done = work(&runner);
    is_done.store(true, Ordering::SeqCst);
    Ok(done)
}

/// The text to print when a game ends, by itself or by a signal. Whichever thread comes first prints it.
pub(crate) struct Ending {
    text: Arc<Mutex<String>>,
    /// Whether a signal has come.
    is_signalled: Arc<AtomicBool>,
}

impl Ending {
    /// From now on, a signal that would end the process first ends the commands of a runner and prints the text.
    pub(crate) fn prepare(runner: Option<Arc<Runner>>) -> anyhow::Result<Self> {
        let text = Arc::new(Mutex::new(String::new()));
        let shared = Arc::clone(&text);
        let is_signalled = on_ending(move |signal| {
            if let Some(runner) = runner {
                runner.end_all();
            }
            let text = lock(&shared);
            // Without the lock of standard output, which another thread may hold while it waits for a reader.
            let _ = rustix::io::write(io::stdout(), text.as_bytes());
            die_by(signal);
        })?;
        Ok(Self { text, is_signalled })
    }

    /// Sets the text for a signal that comes now.
    pub(crate) fn set(&self, text: String) {
        *lock(&self.text) = text;
    }

    /// Prints the text at the end of a game. If a signal has come, it ends the process, and this doesn't return.
    ///
    /// # Errors
    ///
    /// If it can't be printed.
    pub(crate) fn print(self, text: &str) -> anyhow::Result<()> {
        let mut kept = lock(&self.text);
        kept.clear();
        write(text)?;
        drop(kept);
        while self.is_signalled.load(Ordering::SeqCst) {
            thread::park();
        }
        Ok(())
    }
}

fn lock(text: &Mutex<String>) -> MutexGuard<'_, String> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

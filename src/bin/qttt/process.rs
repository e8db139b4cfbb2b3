//! Runs commands that can't block their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, shortly after the caller has
//! read enough, or at the time limit. The shell and its group are then killed. Nothing else is ever signalled or
//! waited for: a process that leaves the group survives, even if it holds the pipes.

pub(crate) mod last_words;
mod running;
pub(crate) mod signals;

use std::ffi::c_int;
use std::num::NonZeroUsize;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::signal_name;

pub(crate) use running::Until;

/// The signals with which people, terminals, and services terminate a process.
pub(crate) const ENDING: [c_int; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// Runs commands. Several threads can use it at the same time.
#[derive(Default)]
pub(crate) struct Runner {
    /// Whether all current and future runs stop. A signal can set it.
    pub(crate) is_stopped: Arc<AtomicBool>,
    /// Whether the next signal terminates the process immediately.
    pub(crate) is_last_signal: Arc<AtomicBool>,
    /// Each running command holds it for reading.
    running: RwLock<()>,
}

/// A finished run.
pub(crate) struct Run {
    pub(crate) end: RunEnd,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunEnd {
    Exited(ExitStatus),
    /// The time limit was reached.
    TimedOut,
    /// The shell did not exit after the caller had read enough.
    Killed,
}

impl Runner {
    /// Stops all current and future runs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Waits until the shells of all runs have exited.
    pub(crate) fn wait(&self) {
        drop(self.running.write());
    }

    /// Makes the next signal terminate the process, because the rest may hang. After a signal, waits a little for
    /// a second one: `timeout` signals the process and its group.
    pub(crate) fn let_signals_end(&self) {
        const GAP: Duration = Duration::from_millis(100);
        if self.is_stopped() {
            thread::sleep(GAP);
        }
        self.is_last_signal.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Returns `true` if a shell was killed by a signal to this process: before it has left our process group, it gets
    /// the signals that a terminal sends to the group. Our own handler may run a little later.
    fn has_lost(&self, shell: ExitStatus) -> bool {
        shell
            .signal()
            .is_some_and(|signal| ENDING.contains(&signal))
            && (0..50).any(|_| {
                thread::sleep(Duration::from_millis(1));
                self.is_stopped()
            })
    }
}

/// Returns the number of threads that can run at the same time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns `true` if a shell's exit status says that the command does not exist or can't be executed.
pub(crate) fn is_not_run(status: ExitStatus) -> bool {
    matches!(status.code(), Some(126 | 127))
}

/// Describes the signal that killed a command, if one did: the shell itself, or the program that it ran last. The shell
/// then exits with 128 plus the number of the signal.
pub(crate) fn killed_by(status: ExitStatus) -> Option<String> {
    let below_shell = status.code().map(|code| code - 128);
    let below_shell = below_shell.filter(|signal| (1..=31).contains(signal));
    let signal = status.signal().or(below_shell)?;
    Some(match signal_name(signal) {
        Some("SIGKILL") => "killed by SIGKILL; out of memory?".to_string(),
        Some(name) => format!("killed by {name}"),
        None => format!("killed by signal {signal}"),
    })
}

//! The state of all running commands, which signals change.
//!
//! ```text
//!  running ──(a signal, or a failure: stop)─→ stopped: every run ends, and no other starts
//!     └────────(terminate_on_next_signal)───────┴─→ the next signal terminates this process
//! ```

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::SIGCHLD;
use signal_hook::flag;

use super::{SIGNAL_GAP, Stop, TERMINATION_SIGNALS, catch_and_ignore, termination_signals};

/// Runs commands. Several threads can use it at the same time.
#[derive(Default)]
pub(crate) struct Runner {
    /// Whether all current and future runs stop. A signal can set it.
    is_stopped: Arc<AtomicBool>,
    /// Whether the next signal terminates the process immediately.
    is_last_signal: Arc<AtomicBool>,
    /// Each running command holds it for reading.
    pub(super) running: RwLock<()>,
}

/// Runs commands until they are done. Returns `None` if a termination signal, for example by Ctrl-C, has interrupted
/// them.
pub(crate) fn interruptible<T>(
    work: impl FnOnce(Arc<Runner>) -> Result<T, Stop>,
) -> anyhow::Result<Option<T>> {
    let runner = Runner::stopped_by_signals()?;
    let done = work(Arc::clone(&runner));
    // What is printed next may wait for a reader that has stopped.
    runner.terminate_on_next_signal();
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Stop::Interrupted) => Ok(None),
        Err(stop) => Err(stop.into_error()),
    }
}

impl Runner {
    /// Creates a runner. Signals that would terminate this process stop the runner instead.
    pub(crate) fn stopped_by_signals() -> io::Result<Arc<Self>> {
        // Exit statuses are lost if SIGCHLD is ignored, as it may be when the process starts.
        catch_and_ignore(SIGCHLD)?;
        let runner: Arc<Self> = Arc::default();
        for signal in termination_signals() {
            flag::register_conditional_default(signal, Arc::clone(&runner.is_last_signal))?;
            flag::register(signal, Arc::clone(&runner.is_stopped))?;
        }
        Ok(runner)
    }

    /// Stops all current and future runs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// From now on, a signal terminates the process, because the rest may hang. After a signal, this first waits for
    /// another one.
    pub(crate) fn terminate_on_next_signal(&self) {
        if self.is_stopped() {
            thread::sleep(SIGNAL_GAP);
        }
        self.is_last_signal.store(true, Ordering::SeqCst);
    }

    /// Waits until the shells of all runs have exited.
    pub(crate) fn wait(&self) {
        drop(self.running.write());
    }

    /// Returns `true` if a shell was killed by a signal to this process: before it has left our process group, it gets
    /// the signals that a terminal sends to the group. Our own handler may run a little later.
    pub(super) fn was_killed_with_us(&self, shell: ExitStatus) -> bool {
        let signal = shell.signal();
        signal.is_some_and(|signal| TERMINATION_SIGNALS.contains(&signal))
            && (0..50).any(|_| {
                thread::sleep(Duration::from_millis(1));
                self.is_stopped()
            })
    }
}

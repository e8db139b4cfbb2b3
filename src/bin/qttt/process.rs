//! Runs commands that can't block their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, when the caller has read
//! enough, or at the time limit. Then the shell and its group are killed. Nothing else is ever signalled, or waited
//! for: a process that leaves the group survives, even if it holds the pipes.

mod exchange;

use std::{
    io,
    num::NonZeroUsize,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    low_level::signal_name,
};

use exchange::Exchange;

/// Runs commands. Several threads can use it at once.
#[derive(Default)]
pub(crate) struct Runner {
    /// Whether all current and future runs stop. A signal can set it.
    pub(crate) is_stopped: Arc<AtomicBool>,
    /// Whether the next signal ends the process at once.
    pub(crate) is_last_signal: Arc<AtomicBool>,
    /// Each run holds it for reading.
    running: RwLock<()>,
}

/// Why a command was not run to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    /// The runner was stopped.
    #[error("interrupted")]
    Interrupted,
    /// No process could be started, or ended.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A finished run.
pub(crate) struct Run {
    pub(crate) end: RunEnd,
    /// The time that it took.
    pub(crate) time: Duration,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
}

/// What the caller wants after a piece of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wants {
    /// The rest of an answer.
    More,
    /// The next answer, which has the whole time limit again.
    Next,
    /// No more output.
    Nothing,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunEnd {
    /// The caller wanted no more output.
    Enough,
    /// The shell exited while the caller still wanted output.
    Exited(ExitStatus),
    /// The time limit was reached.
    TimedOut,
}

impl Runner {
    /// Stops all current and future runs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Stops all runs, and waits until their shells have exited.
    pub(crate) fn kill_all(&self) {
        self.stop();
        drop(self.running.write());
    }

    /// Makes the next signal end the process, because what is left to do may hang. If a signal has come, waits until
    /// the other one of a pair has come, too: `timeout` sends one to the process and one to its group.
    pub(crate) fn let_signals_end(&self, has_signal: bool) {
        const PAIR: Duration = Duration::from_millis(100);
        if has_signal {
            thread::sleep(PAIR);
        }
        self.is_last_signal.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Runs a command. Calls `output` with each piece of standard output, and with `None` at its end, for as long as it
    /// wants more.
    ///
    /// SIGCHLD must not be ignored, or exit statuses are lost.
    ///
    /// # Errors
    ///
    /// If the runner is stopped, or a process can't be started or ended.
    pub(crate) fn run(
        &self,
        command: &str,
        timeout: Duration,
        input: &[u8],
        output: &mut dyn FnMut(Option<&[u8]>) -> Wants,
    ) -> Result<Run, RunError> {
        let _running = self.running.read();
        if self.is_stopped() {
            return Err(RunError::Interrupted);
        }
        let mut shell = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let exchanged = Exchange::new(&mut shell, input, output)
            .and_then(|exchange| exchange.run(timeout, || self.is_stopped()));
        kill(&shell);
        if self.is_stopped() {
            // A process that can't be killed never exits.
            self.let_signals_end(true);
        }
        let status = shell.wait()?;
        if self.has_lost(status) {
            return Err(RunError::Interrupted);
        }
        Ok(exchanged?.finish(status))
    }

    /// Returns `true` if a shell was killed by a signal to this process: before it has left our process group, it gets
    /// the signals that a terminal sends to the group. Our own handler may run a little later.
    fn has_lost(&self, shell: ExitStatus) -> bool {
        let from_terminal = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
        shell
            .signal()
            .is_some_and(|signal| from_terminal.contains(&signal))
            && (0..50).any(|_| {
                thread::sleep(Duration::from_millis(1));
                self.is_stopped()
            })
    }
}

/// Returns the number of threads that can run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Kills a shell and its group.
fn kill(shell: &Child) {
    let pid = Pid::from_child(shell);
    // The shell may have joined another group. Its exit status is collected afterwards, so that until now no other
    // process or group can have its number. Both fail if nothing is left.
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = kill_process(pid, Signal::KILL);
}

/// Returns `true` if the exit status of a shell says that there is no such command, or that it can't be executed.
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

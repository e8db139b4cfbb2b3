//! Runs commands that can't block their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, when the caller has read
//! enough, or at the time limit. Then the shell and its group are killed. Nothing else is ever signalled, or waited
//! for: a process that leaves the group survives, even if it holds the pipes.

mod exchange;

use std::{
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::low_level::signal_name;

use exchange::Exchange;

/// Runs commands. Several threads can use it at once.
#[derive(Default)]
pub(crate) struct Runner {
    is_stopped: AtomicBool,
    /// Each run holds it for reading.
    running: RwLock<()>,
}

/// Why a command was not run to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("stopped")]
    Stopped,
    /// No process could be started, or ended.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) end: End,
    /// The time that it took.
    pub(crate) time: Duration,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
}

/// What the caller makes of a piece of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// The caller waits for more.
    Waits,
    /// The caller has read an answer and waits for the next one, which has the whole time limit again.
    Answered,
    /// The caller has read enough.
    Enough,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The caller has read enough.
    Enough,
    /// The shell exited before the caller had read enough.
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
    pub(crate) fn end_all(&self) {
        self.stop();
        drop(self.running.write());
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Runs a command. Calls `output` with each piece of standard output, and with `None` at its end, until that is
    /// enough.
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
        output: &mut dyn FnMut(Option<&[u8]>) -> Progress,
    ) -> Result<Ended, RunError> {
        let _running = self.running.read();
        if self.is_stopped() {
            return Err(RunError::Stopped);
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
        let status = end(shell)?;
        Ok(exchanged?.end(status))
    }
}

/// Kills a shell with its group, and returns its exit status.
fn end(mut shell: Child) -> io::Result<ExitStatus> {
    /// On a busy machine, a killed process takes a while to exit. It never exits if it is in an uninterruptible system
    /// call, for example on a network file system whose server is down, or if it runs as another user (`sudo`).
    const MAX_KILL: Duration = Duration::from_secs(30);
    let pid = Pid::from_child(&shell);
    // The shell may have joined another group. Its exit status is collected afterwards, so that until now no other
    // process or group can have its number. Both fail if nothing is left.
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = kill_process(pid, Signal::KILL);
    let killed = Instant::now();
    let mut pause = Duration::from_micros(20);
    while killed.elapsed() < MAX_KILL {
        if let Some(status) = shell.try_wait()? {
            return Ok(status);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_micros(200));
    }
    Err(io::Error::other("a process cannot be killed"))
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

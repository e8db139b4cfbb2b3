//! Runs commands that can't block their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, shortly after the caller has
//! read enough, or at the time limit. The shell and its group are then killed. Nothing else is ever signalled or
//! waited for: a process that leaves the group survives, even if it holds the pipes.
//!
//! A signal that would terminate this process stops the runs first.

pub(crate) mod arguments;
pub(crate) mod last_words;
mod runner;
mod running;

use std::ffi::c_int;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use anyhow::anyhow;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::signal_name;
use signal_hook::{SigId, flag};

pub(crate) use runner::{Runner, interruptible};
pub(crate) use running::{INTERVAL, Until};

/// A reason to stop running commands early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A signal, or a failure elsewhere.
    Interrupted,
    /// The shell can't run a command, which has this name. Other commands may run.
    NotRun { name: String, message: String },
    /// A failure of this process, or of the system.
    Failed(anyhow::Error),
}

/// A finished run.
pub(crate) struct Run {
    pub(crate) end: RunEnd,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
    /// The length of all of standard error in bytes.
    pub(crate) stderr_len: usize,
    /// Whether the shell exited before other processes of its group, which were then killed.
    pub(crate) left_processes: bool,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunEnd {
    Exited(ExitStatus),
    /// The time limit was reached.
    TimedOut,
    /// The system stopped the command, because only a command in the foreground can use the terminal.
    UsedTerminal,
    /// The shell did not exit after the caller had read enough.
    Killed,
}

impl Stop {
    /// Returns an error for people.
    pub(crate) fn into_error(self) -> anyhow::Error {
        match self {
            Self::Interrupted => anyhow!("interrupted"),
            Self::NotRun { message, .. } => anyhow!(message),
            Self::Failed(error) => error,
        }
    }

    /// Says what has failed.
    pub(crate) fn context(self, what: &'static str) -> Self {
        match self {
            Self::Failed(error) => Self::Failed(error.context(what)),
            other => other,
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Returns `true` if a shell's exit status says that the command does not exist or can't be executed.
pub(crate) fn is_not_run(status: ExitStatus) -> bool {
    matches!(status.code(), Some(126 | 127))
}

/// Describes [`RunEnd::UsedTerminal`].
pub(crate) const USED_TERMINAL: &str =
    "was stopped because it used the terminal: don't run a shell with -i, and don't use /dev/tty";

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

/// The signals with which people, terminals, and services terminate a process.
const TERMINATION_SIGNALS: [c_int; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// How long to wait for a second signal: `timeout` signals the process and its group.
const SIGNAL_GAP: Duration = Duration::from_millis(100);

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
pub(crate) fn termination_signals() -> impl Iterator<Item = c_int> {
    let signals = TERMINATION_SIGNALS.into_iter();
    signals.filter(|&signal| !is_ignored(signal))
}

/// Catches a signal and does nothing. If this process ignored it, the commands that it runs would also ignore it.
pub(crate) fn catch_and_ignore(signal: c_int) -> io::Result<SigId> {
    flag::register(signal, Arc::default())
}

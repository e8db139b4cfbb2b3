//! Runs commands that can neither block nor outlive their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, when the caller has read
//! enough, or at the time limit. Then the shell and its group are killed, and on Linux also the processes that have
//! left the group: see [`orphans`]. Nothing else is ever signalled.

mod exchange;
mod orphans;

use std::{
    collections::HashSet,
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio, id},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use exchange::Exchange;
use signal_hook::low_level::signal_name;

/// How long to wait for killed processes. On a busy machine they take a while to end; in a system call that can't be
/// interrupted, such as on a network file system without its server, they may never end.
const MAX_KILL: Duration = Duration::from_secs(30);

/// Runs commands. Several threads can use it at once.
pub(crate) struct Runner {
    is_stopped: AtomicBool,
    running: Mutex<Running>,
}

/// The commands that are running.
struct Running {
    /// The number of commands started so far.
    count: u64,
    /// The shells of the commands.
    shells: HashSet<Pid>,
    /// The children that this process had before the first run: those of a shell that has replaced itself by it.
    strangers: HashSet<Pid>,
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
    /// Creates a runner. On Linux, the calling process adopts its orphaned descendants from now on.
    ///
    /// SIGCHLD must not be ignored, or exit statuses are lost.
    pub(crate) fn new() -> Self {
        orphans::adopt();
        Self {
            is_stopped: AtomicBool::new(false),
            running: Mutex::new(Running {
                count: 0,
                shells: HashSet::new(),
                strangers: orphans::children().into_iter().collect(),
            }),
        }
    }

    /// Stops all current and future runs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Stops all runs, and waits until their processes are killed.
    pub(crate) fn end_all(&self) {
        self.stop();
        wait_for(|| self.running().shells.is_empty());
    }

    /// Returns `true` if [`stop`](Self::stop) was called.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Runs a command. Calls `output` with each piece of standard output, and with `None` at its end, until that is
    /// enough.
    ///
    /// # Errors
    ///
    /// If no process can be started or ended. The kind is `Interrupted` if the runner was stopped.
    pub(crate) fn run(
        &self,
        command: &str,
        timeout: Duration,
        input: &[u8],
        output: &mut dyn FnMut(Option<&[u8]>) -> Progress,
    ) -> io::Result<Ended> {
        let (mark, mut shell) = self.start(command)?;
        let exchange = Exchange::new(&mut shell, input, output);
        let exchange = exchange.and_then(|exchange| exchange.run(timeout, || self.is_stopped()));
        let status = self.end(&mark, shell)?;
        Ok(exchange?.end(status))
    }

    /// Starts a shell, and returns it with the mark of its command.
    fn start(&self, command: &str) -> io::Result<(String, Child)> {
        // Locked until the shell is in the list; otherwise a search for orphans would collect its exit status, and
        // somebody who waits for the end of all runs would miss this one.
        let mut running = self.running();
        if self.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        running.count += 1;
        let mark = orphans::mark(id(), running.count);
        let shell = Command::new("sh")
            .args(["-c", command])
            .env(&mark, "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        running.shells.insert(Pid::from_child(&shell));
        Ok((mark, shell))
    }

    /// Kills a shell with its group, and then the orphans of its command.
    fn end(&self, mark: &str, mut shell: Child) -> io::Result<ExitStatus> {
        let pid = Pid::from_child(&shell);
        // The shell may have joined another group. Both fail if it has exited.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
        // What it has started is adopted when it has ended. Its exit status is collected last, so that no other process
        // gets its number, which is that of its group.
        wait_for(|| has_ended(pid, WaitIdOptions::NOWAIT));
        wait_for(|| orphans::kill(mark, &self.running()));
        let status = shell.try_wait();
        self.running().shells.remove(&pid);
        status?.ok_or_else(|| io::Error::other("a process can't be killed"))
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns `true` if the exit status of a shell tells that there is no such command, or that it may not be run.
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

/// Returns `true` if a child has ended. With `NOWAIT`, its exit status can be collected later.
fn has_ended(child: Pid, how: WaitIdOptions) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | how;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)))
}

/// Waits until something is done, or [`MAX_KILL`] is over.
fn wait_for(is_done: impl Fn() -> bool) {
    let started = Instant::now();
    let mut pause = Duration::from_micros(20);
    while !is_done() && started.elapsed() < MAX_KILL {
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_micros(200));
    }
}

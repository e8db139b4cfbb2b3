//! Runs commands that can neither block nor outlive their caller.
//!
//! `sh -c` runs each command in its own process group. A run ends when the shell exits, when the caller has read
//! enough, or at the time limit. Then the group is killed, and on Linux also the processes that have left it: see
//! [`orphans`].

mod exchange;
mod orphans;

use std::{
    collections::HashMap,
    io,
    os::unix::process::CommandExt,
    process::{self, Child, Command, ExitStatus, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use exchange::Exchange;

/// How long to wait for killed processes. On a busy machine they take a while to end; in a system call that can't be
/// interrupted, such as on a network file system without its server, they may never end.
const MAX_KILL: Duration = Duration::from_secs(30);

/// Runs commands. Several threads can use it at once.
#[derive(Debug)]
pub(crate) struct Runner {
    is_stopped: AtomicBool,
    running: Mutex<Running>,
}

/// The commands that are running.
#[derive(Default, Debug)]
struct Running {
    /// The number of commands started so far.
    count: u64,
    /// The process of each shell, by the mark in the environment of its command's processes.
    shells: HashMap<String, Pid>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    /// The time that it took.
    pub(crate) time: Duration,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
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
    /// Creates a runner. On Linux, the calling process adopts orphans from now on, so it should have no children but
    /// those of the runner.
    ///
    /// SIGCHLD must not be ignored, or exit statuses are lost.
    pub(crate) fn new() -> Self {
        orphans::adopt();
        Self {
            is_stopped: AtomicBool::new(false),
            running: Mutex::default(),
        }
    }

    /// Stops all current and future runs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if [`stop`](Self::stop) was called.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Runs a command. Calls `output` with each piece of standard output, and with an empty one at its end, until it
    /// returns `true` because that is enough.
    ///
    /// # Errors
    ///
    /// If no process can be started or ended. The kind is `Interrupted` if the runner was stopped.
    pub(crate) fn run(
        &self,
        command: &str,
        timeout: Duration,
        input: &[u8],
        output: &mut dyn FnMut(&[u8]) -> bool,
    ) -> io::Result<Ended> {
        let (mark, mut shell) = self.start(command)?;
        let exchange = Exchange::new(&mut shell, input, output);
        let exchange = exchange.and_then(|exchange| exchange.run(timeout, || self.is_stopped()));
        let status = self.end(&mark, shell)?;
        Ok(exchange?.end(status))
    }

    /// Starts a shell, and returns it with the mark of its command.
    fn start(&self, command: &str) -> io::Result<(String, Child)> {
        // Locked until the shell is in the list; otherwise a search for orphans would kill it.
        let mut running = self.running();
        running.count += 1;
        let mark = format!("{}.{}", process::id(), running.count);
        let shell = Command::new("sh")
            .args(["-c", command])
            .env(orphans::MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        running.shells.insert(mark.clone(), Pid::from_child(&shell));
        Ok((mark, shell))
    }

    /// Kills a shell with its group, and then all orphans that belong to no running command.
    fn end(&self, mark: &str, mut shell: Child) -> io::Result<ExitStatus> {
        let pid = Pid::from_child(&shell);
        // The shell may have joined another group. Both fail if it has exited.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
        let status = wait_for(|| shell.try_wait().transpose());
        self.running().shells.remove(mark);
        wait_for(|| orphans::kill(&self.running().shells).then_some(()));
        status.unwrap_or_else(|| Err(io::Error::other("a process can't be killed")))
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Repeats an attempt until it returns a value, or [`MAX_KILL`] is over.
fn wait_for<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(20);
    loop {
        let result = attempt();
        if result.is_some() || started.elapsed() > MAX_KILL {
            return result;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_micros(200));
    }
}

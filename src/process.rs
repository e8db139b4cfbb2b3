//! Runs commands that can neither block nor outlive their caller.
//!
//! Each command is run by `sh -c` in a process group of its own. A run ends when the shell exits, when the caller has read
//! enough, or when the time is up. Then the group is killed, and on Linux also what has left it: see [`orphans`].

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
/// interrupted, such as on a dead network file system, they may never end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs commands, on as many threads as call it.
#[derive(Debug)]
pub(crate) struct Runner {
    is_stopped: AtomicBool,
    running: Mutex<Running>,
}

/// The commands that are running.
#[derive(Default, Debug)]
struct Running {
    /// How many have been started.
    count: u64,
    /// The process of each shell, by the mark that its command's processes have in their environment.
    shells: HashMap<String, Pid>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    /// How long it took.
    pub(crate) time: Duration,
    /// The end of standard error.
    pub(crate) stderr_tail: Vec<u8>,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The caller has read enough.
    Enough,
    /// The shell exited, and the caller would have read on.
    Exited(ExitStatus),
    /// The time was up.
    TimedOut,
}

impl Runner {
    /// Creates a runner. On Linux the calling process adopts orphans from now on, so it should have no children but those
    /// that the runner starts.
    ///
    /// SIGCHLD must not be ignored, or else no exit status is known.
    pub(crate) fn new() -> Self {
        orphans::adopt();
        Self {
            is_stopped: AtomicBool::new(false),
            running: Mutex::default(),
        }
    }

    /// Stops all runs, and those to come.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if [`stop`](Self::stop) was called.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Runs a command. `output` is called with each piece of standard output, and with an empty one at its end, until it
    /// returns `true`: then that is enough.
    ///
    /// # Errors
    ///
    /// When no process can be started or ended. The kind is `Interrupted` if the runner was stopped.
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
        // Locked until the shell is known: a search for orphans would kill it.
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

    /// Kills a shell with its group, and then all orphans that belong to no command that is running.
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

/// Tries something until it returns a value, or patience runs out.
fn wait_for<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(20);
    loop {
        let result = attempt();
        if result.is_some() || started.elapsed() > PATIENCE {
            return result;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_micros(200));
    }
}

//! The caller's side: starts, watches and ends supervisors.

use std::{
    io::{self, Write},
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    io::Errno,
    net::{RecvFlags, recv},
    process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process, waitid},
};

use super::{
    GLANCE, orphans,
    supervise::{self, END, Order, READY, Report, Streams},
    wait_for,
};

/// How long a supervisor may take to start.
const MAX_START: Duration = Duration::from_secs(60);

/// How long a supervisor may take to end what it runs: longer than its own patience with killed processes.
pub(super) const MAX_END: Duration = Duration::from_secs(40);

/// How long a supervisor may take to read a message.
const MAX_WRITE: Duration = Duration::from_secs(1);

/// How many times a stopped supervisor is continued, to end what it runs.
const MAX_STOPS: usize = 50;

/// The longest message of a supervisor.
const MAX_MESSAGE: usize = 256;

/// Runs programs by supervisors, which it starts as they are needed.
///
/// On Linux, the calling process adopts what a program that has killed its supervisor leaves behind. It then ends all of its
/// children but the supervisors, so it should have no others.
#[derive(Debug)]
pub struct Pool {
    program: PathBuf,
    name: &'static str,
    /// Those that run nothing.
    idle: Mutex<Vec<Supervisor>>,
    /// All of them. Locked while one is started, and while other children are ended.
    serving: Arc<Mutex<Vec<Pid>>>,
    /// Locked for reading while a program runs, and for writing while one is to run alone.
    pub(super) running: RwLock<()>,
}

impl Pool {
    /// Takes a program that calls [`supervise`](super::supervise()) when it is started under a name, its argument 0.
    /// Usually that is the calling program itself.
    #[must_use]
    pub fn new(program: PathBuf, name: &'static str) -> Self {
        orphans::adopt();
        Self {
            program,
            name,
            idle: Mutex::default(),
            serving: Arc::default(),
            running: RwLock::default(),
        }
    }

    /// Returns `true` if more than one program can run at a time.
    pub(super) fn is_shared(&self) -> bool {
        lock(&self.serving).len() > 1
    }

    /// Returns the supervisors that run nothing.
    pub(super) fn idle(&self) -> MutexGuard<'_, Vec<Supervisor>> {
        lock(&self.idle)
    }

    /// Starts a supervisor.
    ///
    /// # Errors
    ///
    /// Of kind `ConnectionAborted` if it starts, but is lost before it is ready.
    pub(super) fn spawn(&self) -> io::Result<Supervisor> {
        let (socket, theirs) = UnixStream::pair()?;
        // Only a stopped supervisor doesn't take a message at once, if the command is very long.
        socket.set_write_timeout(Some(MAX_WRITE))?;
        let mut serving = lock(&self.serving);
        // In its own group, Ctrl-C doesn't reach it: it is to end the program first.
        let child = Command::new(&self.program)
            .arg0(self.name)
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .process_group(0)
            .spawn()?;
        serving.push(Pid::from_child(&child));
        drop(serving);
        let supervisor = Supervisor {
            child,
            socket,
            serving: Arc::clone(&self.serving),
        };
        let until = Instant::now() + MAX_START;
        while Instant::now() < until {
            wait_for(&mut [PollFd::new(&supervisor, PollFlags::IN)], GLANCE)?;
            match supervisor.receive() {
                Ok(None) => {}
                Ok(Some(message)) if message == READY => return Ok(supervisor),
                Ok(Some(_)) | Err(_) => break,
            }
        }
        Err(io::Error::new(
            io::ErrorKind::ConnectionAborted,
            "a process that is to run programs does not start",
        ))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A supervisor. Dropping it ends it, with all that it runs.
#[derive(Debug)]
pub(super) struct Supervisor {
    child: Child,
    socket: UnixStream,
    serving: Arc<Mutex<Vec<Pid>>>,
}

impl Supervisor {
    /// Starts a command. Each call must be followed by one of [`end`](Self::end).
    pub(super) fn start(&self, order: &Order, streams: &Streams) -> io::Result<()> {
        supervise::send(&self.socket, order, streams).map_err(|_| lost())
    }

    /// Ends the command, if it has not ended by itself.
    pub(super) fn end(&self) -> io::Result<()> {
        (&self.socket).write_all(END).map_err(|_| lost())
    }

    /// Returns its report, once it is there.
    ///
    /// # Errors
    ///
    /// Of kind `BrokenPipe` if the supervisor is lost: killed, stopped, or talking nonsense.
    pub(super) fn report(&self) -> io::Result<Option<Report>> {
        let report = self.receive()?;
        let report = report.map(|message| serde_json::from_slice(&message));
        report.transpose().map_err(|_| lost())
    }

    /// Returns its next message, which is so short that it comes whole.
    fn receive(&self) -> io::Result<Option<Vec<u8>>> {
        let mut buffer = [0; MAX_MESSAGE];
        match recv(&self.socket, &mut buffer[..], RecvFlags::DONTWAIT) {
            Ok((read, _)) if read > 0 => Ok(Some(buffer[..read].to_vec())),
            Err(Errno::AGAIN | Errno::INTR) if self.change().is_none() => Ok(None),
            _ => Err(lost()),
        }
    }

    /// Returns how it was stopped or ended, if it was.
    fn change(&self) -> Option<WaitIdStatus> {
        let changes = WaitIdOptions::EXITED | WaitIdOptions::STOPPED;
        let look = changes | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), look).unwrap_or(None)
    }

    /// Waits until it has ended all that it runs and hung up, and continues it when it is stopped.
    fn wait_until_done(&self) {
        let until = Instant::now() + MAX_END;
        let mut stops = 0;
        while Instant::now() < until {
            match self.change() {
                None => {}
                Some(status) if status.stopped() && stops < MAX_STOPS => {
                    stops += 1;
                    let _ = kill_process(Pid::from_child(&self.child), Signal::CONT);
                }
                Some(_) => return,
            }
            let mut rest = [0; MAX_MESSAGE];
            let is_ready = wait_for(&mut [PollFd::new(self, PollFlags::IN)], GLANCE);
            if is_ready.unwrap_or(true)
                && matches!(
                    recv(&self.socket, &mut rest[..], RecvFlags::DONTWAIT),
                    Ok((0, _))
                )
            {
                return;
            }
        }
    }
}

/// The socket, which becomes readable when there is a message, or the supervisor is gone.
impl AsFd for Supervisor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Write);
        self.wait_until_done();
        let mut serving = lock(&self.serving);
        let was_killed = orphans::end_child(&mut self.child).is_none_or(|status| !status.success());
        serving.retain(|&pid| pid != Pid::from_child(&self.child));
        if was_killed {
            orphans::end(&serving);
        }
    }
}

fn lost() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

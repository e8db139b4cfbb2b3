//! Writes the input of a command and reads its output, until it exits, the caller has enough, or the time limit is
//! reached.
//!
//! The pipes never block, and `poll` waits for all of them at once. So neither a program that doesn't read its input
//! nor a descendant that keeps a pipe open can block the caller.

use std::{
    io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write},
    os::fd::OwnedFd,
    process::{Child, ExitStatus},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, ioctl_fionbio},
    process::{Pid, WaitId, WaitIdOptions, waitid},
};

use super::{Run, RunEnd, RunError, Wants};

/// The number of bytes that are kept from the end of standard error.
const MAX_STDERR: usize = 4 << 10;

/// How long a program has to exit, for instance to close a file, once the caller has enough.
const MAX_EXIT: Duration = Duration::from_millis(250);

/// How often to check whether the run is stopped, or the shell has exited while a descendant keeps the output open.
const INTERVAL: Duration = Duration::from_millis(20);

/// How often to check whether the shell has exited once the output is closed: most exit at once.
const SHORT_INTERVAL: Duration = Duration::from_millis(1);

/// The number of bytes that are read at once.
const CHUNK: usize = 16 << 10;

/// The most chunks read after the shell has exited: a descendant may still write.
const MAX_REST: usize = 128;

/// The streams of a command.
pub(super) struct Exchange<'r> {
    stdin: Option<PipeWriter>,
    /// The bytes still to be written.
    input: &'r [u8],
    stdout: Option<PipeReader>,
    output: &'r mut dyn FnMut(Option<&[u8]>) -> Wants,
    stderr: Option<PipeReader>,
    stderr_tail: Vec<u8>,
    shell: Pid,
    has_exited: bool,
    /// The start of the run, or the time of the last answer.
    waiting_since: Instant,
    /// The time at which the caller had enough of the output.
    enough: Option<Instant>,
    /// The duration of the run.
    time: Duration,
}

impl<'r> Exchange<'r> {
    /// Creates an exchange with a shell that has just been started.
    pub(super) fn new(
        shell: &mut Child,
        input: &'r [u8],
        output: &'r mut dyn FnMut(Option<&[u8]>) -> Wants,
    ) -> Result<Self, RunError> {
        Ok(Self {
            stdin: shell.stdin.take().map(nonblocking).transpose()?,
            input,
            stdout: shell.stdout.take().map(nonblocking).transpose()?,
            output,
            stderr: shell.stderr.take().map(nonblocking).transpose()?,
            stderr_tail: Vec::new(),
            shell: Pid::from_child(shell),
            has_exited: false,
            waiting_since: Instant::now(),
            enough: None,
            time: Duration::ZERO,
        })
    }

    /// Exchanges data until the shell exits or the time limit is reached. Once the caller has enough, [`MAX_EXIT`] is
    /// left.
    pub(super) fn run(
        mut self,
        timeout: Duration,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Self, RunError> {
        let started = self.waiting_since;
        while !self.has_exited {
            let deadline = self
                .enough
                .map_or(self.waiting_since + timeout, |enough| enough + MAX_EXIT);
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            if is_stopped() {
                return Err(RunError::Interrupted);
            }
            let is_open = self.stdout.is_some();
            self.wait(left.min(if is_open { INTERVAL } else { SHORT_INTERVAL }))?;
            self.write();
            self.read();
            self.has_exited = has_exited(self.shell);
            if self.has_exited {
                self.read_rest();
            }
        }
        self.time = self.enough.unwrap_or_else(Instant::now) - started;
        Ok(self)
    }

    /// Returns how the run ended, given the exit status of the shell.
    pub(super) fn finish(self, status: ExitStatus) -> Run {
        let end = match self.enough {
            Some(_) => RunEnd::Enough,
            None if self.has_exited => RunEnd::Exited(status),
            None => RunEnd::TimedOut,
        };
        Run {
            end,
            time: self.time,
            stderr_tail: self.stderr_tail,
        }
    }

    /// Waits until a pipe is ready, or the time is over.
    fn wait(&self, at_most: Duration) -> io::Result<()> {
        let readers = [&self.stdout, &self.stderr];
        let mut watched = Vec::new();
        for pipe in readers.into_iter().flatten() {
            watched.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let Some(pipe) = &self.stdin {
            watched.push(PollFd::new(pipe, PollFlags::OUT));
        }
        let at_most = Timespec::try_from(at_most).map_err(io::Error::other)?;
        match poll(&mut watched, Some(&at_most)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes as many bytes as fit into the pipe, and closes it at the end of the input.
    fn write(&mut self) {
        let Some(pipe) = &mut self.stdin else {
            return;
        };
        match pipe.write(self.input) {
            Ok(written) => self.input = &self.input[written..],
            Err(error) if is_for_later(&error) => return,
            // A program need not read its input.
            Err(_) => self.input = &[],
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
    }

    /// Reads once from each stream. Returns `true` if there was any data.
    fn read(&mut self) -> bool {
        let was_open = self.stdout.is_some();
        let [output, errors] = [&mut self.stdout, &mut self.stderr].map(read);
        if output.is_some() || (was_open && self.stdout.is_none()) {
            self.take_output(output.as_deref());
        }
        self.stderr_tail.extend(errors.iter().flatten());
        let surplus = self.stderr_tail.len().saturating_sub(MAX_STDERR);
        self.stderr_tail.drain(..surplus);
        output.is_some() || errors.is_some()
    }

    /// Reads the remaining data when the shell has exited.
    fn read_rest(&mut self) {
        let _ = (0..MAX_REST).find(|_| !self.read());
        // A descendant may keep the pipe open.
        if self.stdout.take().is_some() {
            self.take_output(None);
        }
    }

    /// Hands a piece of the output, or its end, to the caller.
    fn take_output(&mut self, output: Option<&[u8]>) {
        if self.enough.is_some() {
            return;
        }
        match (self.output)(output) {
            Wants::More => {}
            Wants::Next => self.waiting_since = Instant::now(),
            Wants::Nothing => self.enough = Some(Instant::now()),
        }
    }
}

/// Makes a pipe nonblocking.
fn nonblocking<P: From<OwnedFd>>(pipe: impl Into<OwnedFd>) -> io::Result<P> {
    let pipe = pipe.into();
    ioctl_fionbio(&pipe, true)?;
    Ok(pipe.into())
}

/// Reads once, and returns the data, if there is any. Closes the pipe at the end.
fn read(pipe: &mut Option<PipeReader>) -> Option<Vec<u8>> {
    let mut buffer = [0; CHUNK];
    match pipe.as_mut()?.read(&mut buffer) {
        Err(error) if is_for_later(&error) => None,
        // A failure is the same as the end.
        Ok(0) | Err(_) => {
            *pipe = None;
            None
        }
        Ok(read) => Some(buffer[..read].to_vec()),
    }
}

/// Returns `true` if the shell has exited. Its exit status is collected later, so that no other process gets its number
/// until its group is killed.
fn has_exited(shell: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(shell), options), Ok(Some(_)))
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

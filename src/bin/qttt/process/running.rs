//! A running command, whose input is written while its output is read.
//!
//! The pipes never block, and `poll` waits for all of them at the same time. Therefore, neither a program that doesn't
//! read its input nor a descendant that keeps a pipe open can block the caller.

use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::RwLockReadGuard;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, test_kill_process_group,
    waitid,
};
use signal_hook::consts::{SIGTTIN, SIGTTOU};

use super::{Run, RunEnd, Runner, Stop};

/// The number of bytes kept from the end of standard error.
const MAX_STDERR: usize = 4 << 10;

/// How long a program has to exit, for instance to close a file, once the caller has read enough.
const MAX_EXIT: Duration = Duration::from_millis(250);

/// How often to check whether the run is stopped, or the shell has exited while a descendant keeps the output open.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// How often to check whether the shell has exited once the output is closed: most exit immediately.
const SHORT_INTERVAL: Duration = Duration::from_millis(1);

/// The maximum number of bytes per read.
const CHUNK: usize = 16 << 10;

/// The maximum number of chunks to read after the shell has exited: a descendant may still write.
const MAX_REST: usize = 128;

/// How much output to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// A line, or the rest of the output if it has no newline.
    Line,
    /// Everything until the shell exits.
    Exit,
}

/// A running command. It must be finished.
#[must_use]
pub(crate) struct Running<'r> {
    runner: &'r Runner,
    /// Shows the runner that the shell may be alive.
    _lock: RwLockReadGuard<'r, ()>,
    shell: Child,
    stdin: Option<PipeWriter>,
    /// The bytes still to be written.
    input: &'r [u8],
    stdout: Option<PipeReader>,
    /// The bytes that the caller has not read yet.
    output: VecDeque<u8>,
    stderr: Option<PipeReader>,
    stderr_tail: Vec<u8>,
    stderr_len: usize,
    has_exited: bool,
    /// Whether the system has stopped the shell, because it or its child used the terminal in the background.
    uses_terminal: bool,
    /// Whether the time limit was reached, or the runner stopped. What was read last may then be incomplete.
    pub(crate) is_late: bool,
}

impl Runner {
    /// Starts a command with `sh -c`, in its own process group.
    ///
    /// SIGCHLD must not be ignored, or exit statuses are lost.
    ///
    /// # Errors
    ///
    /// If the runner is stopped, or a process can't be started.
    pub(crate) fn start<'r>(&'r self, command: &str, input: &'r [u8]) -> Result<Running<'r>, Stop> {
        let lock = self.running.read().expect("no thread panics");
        if self.is_stopped() {
            return Err(Stop::Interrupted);
        }
        let (shell_stdin, stdin) = io::pipe()?;
        let (stdout, shell_stdout) = io::pipe()?;
        let (stderr, shell_stderr) = io::pipe()?;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            ioctl_fionbio(pipe, true).map_err(io::Error::from)?;
        }
        let shell = Command::new("sh")
            .args(["-c", command])
            .stdin(shell_stdin)
            .stdout(shell_stdout)
            .stderr(shell_stderr)
            .process_group(0)
            .spawn()?;
        Ok(Running {
            runner: self,
            _lock: lock,
            shell,
            stdin: Some(stdin),
            input,
            stdout: Some(stdout),
            output: VecDeque::new(),
            stderr: Some(stderr),
            stderr_tail: Vec::new(),
            stderr_len: 0,
            has_exited: false,
            uses_terminal: false,
            is_late: false,
        })
    }
}

impl Running<'_> {
    /// Reads output, at most `max` bytes. At the deadline, or if the runner is stopped, returns what has arrived. The
    /// result is empty if the shell has exited and everything has been read, or if nothing has arrived in time.
    pub(crate) fn read(&mut self, until: Until, max: usize, deadline: Instant) -> Vec<u8> {
        let mut read = Vec::new();
        loop {
            let mut output = (&mut self.output).take((max - read.len()) as u64);
            // Memory can be read without errors.
            let _ = match until {
                Until::Line => output.read_until(b'\n', &mut read),
                Until::Exit => output.read_to_end(&mut read),
            };
            let is_line = read.ends_with(b"\n") || (!read.is_empty() && self.stdout.is_none());
            let is_whole = (until == Until::Line && is_line) || read.len() == max;
            if is_whole || self.is_over() {
                return read;
            }
            self.is_late = !self.exchange(deadline);
        }
    }

    /// Gives the command a little time to exit, unless it is late, and kills what is left of it and its group.
    ///
    /// # Errors
    ///
    /// If the runner is stopped, or the shell can't be waited for.
    pub(crate) fn finish(mut self) -> Result<Run, Stop> {
        let deadline = Instant::now() + MAX_EXIT;
        while !self.is_over() && self.exchange(deadline) {
            self.output.clear();
        }
        let pid = self.pid();
        // The shell may have joined another group. Its exit status is collected afterwards, so that until now no other
        // process or group can have its number. Both fail if nothing is left.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = kill_process(pid, Signal::KILL);
        if self.runner.is_stopped() {
            // A process that can't be killed never exits.
            self.runner.terminate_on_next_signal();
        }
        let status = self.shell.wait()?;
        // Until now, the shell itself was in the group. Killed processes stay in it a little longer.
        let left_processes = self.has_exited && test_kill_process_group(pid).is_ok();
        if self.runner.is_stopped() || self.runner.was_killed_with_us(status) {
            return Err(Stop::Interrupted);
        }
        let end = if self.is_late {
            RunEnd::TimedOut
        } else if self.uses_terminal {
            RunEnd::UsedTerminal
        } else if self.has_exited {
            RunEnd::Exited(status)
        } else {
            RunEnd::Killed
        };
        Ok(Run {
            end,
            stderr_tail: self.stderr_tail,
            stderr_len: self.stderr_len,
            left_processes,
        })
    }

    /// Returns `true` if nothing more is read.
    const fn is_over(&self) -> bool {
        self.has_exited || self.uses_terminal || self.is_late
    }

    /// Waits a little and exchanges the data that is ready. Returns `false` at the deadline, or if the runner is
    /// stopped.
    fn exchange(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || self.runner.is_stopped() {
            return false;
        }
        let is_open = self.stdout.is_some();
        self.wait(left.min(if is_open { INTERVAL } else { SHORT_INTERVAL }));
        self.write();
        self.read_once();
        // The exit status is collected later, so that no other process gets the shell's number until its group is
        // killed.
        let options = WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let options = options | WaitIdOptions::EXITED | WaitIdOptions::STOPPED;
        if let Ok(Some(status)) = waitid(WaitId::Pid(self.pid()), options) {
            // The signal is sent to the whole group, whichever process of it used the terminal.
            let signal = status.stopping_signal();
            self.uses_terminal = matches!(signal, Some(SIGTTIN | SIGTTOU));
            self.has_exited = !status.stopped();
        }
        if self.is_over() {
            let _ = (0..MAX_REST).find(|_| !self.read_once());
        }
        true
    }

    /// Waits until a pipe is ready, or the time is over.
    fn wait(&self, at_most: Duration) {
        let readers = [&self.stdout, &self.stderr].into_iter().flatten();
        let readers = readers.map(|pipe| PollFd::new(pipe, PollFlags::IN));
        let writer = self.stdin.iter();
        let writer = writer.map(|pipe| PollFd::new(pipe, PollFlags::OUT));
        let mut watched: Vec<_> = readers.chain(writer).collect();
        let at_most = Timespec::try_from(at_most).expect("it is short");
        // After a failure, the pipes are tried anyway.
        let _ = poll(&mut watched, Some(&at_most));
    }

    /// Writes as many bytes as fit into the pipe and closes it at the end of the input.
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
    fn read_once(&mut self) -> bool {
        let [output, errors] = [&mut self.stdout, &mut self.stderr].map(read);
        self.output.extend(&output);
        self.stderr_tail.extend(&errors);
        self.stderr_len += errors.len();
        let surplus = self.stderr_tail.len().saturating_sub(MAX_STDERR);
        self.stderr_tail.drain(..surplus);
        !output.is_empty() || !errors.is_empty()
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.shell)
    }
}

/// Reads once and returns the data. Closes the pipe at the end.
fn read(pipe: &mut Option<PipeReader>) -> Vec<u8> {
    let mut buffer = [0; CHUNK];
    let read = pipe.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut buffer));
    match read {
        Err(error) if is_for_later(&error) => Vec::new(),
        // A failure is the same as the end.
        Ok(0) | Err(_) => {
            *pipe = None;
            Vec::new()
        }
        Ok(read) => buffer[..read].to_vec(),
    }
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

//! A player program as a process: asked for one move, watched, and ended with all its children.
//!
//! The conversation goes on in one thread: the ends of the three pipes that are ours never block, and `poll` waits for
//! all of them at once. So neither a program that doesn't read, nor a child that keeps a pipe open for ever, can hold
//! the referee.

use std::{
    io::{self, ErrorKind, Read, Write},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::process::CommandExt,
    },
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, ioctl_fionbio},
    process::{Pid, WaitId, WaitIdOptions, waitid},
};

use super::stop::Stop;

/// A move is a few dozen bytes: who prints more than this floods.
const MOST_OUTPUT: usize = 64 << 10;

/// How much of the end of standard error is kept.
const MOST_COMPLAINTS: usize = 4 << 10;

/// How long a program that has printed a line, or has ended while a child holds its output open, is given to finish.
const LINGER: Duration = Duration::from_millis(250);

/// How often it is looked whether the program has ended while a child of its keeps the pipes open.
const GLANCE: Duration = Duration::from_millis(20);

/// How soon it is looked for the first time once the program has closed its output: it is about to end.
const FIRST_GLANCE: Duration = Duration::from_micros(50);

/// What a program may use for a move. Built-in players are not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long it may take.
    pub timeout: Duration,
    /// How much address space each of its processes may have, in MiB (`ulimit -v`).
    pub memory: Option<u64>,
}

/// The tournament's limit of 60 seconds.
impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            memory: None,
        }
    }
}

/// What a program did when it was asked for a move.
#[derive(Debug)]
pub(super) struct Answer {
    /// What it printed, up to a bound.
    pub(super) output: Vec<u8>,
    /// The end of what it wrote on standard error.
    pub(super) complaints: Vec<u8>,
    /// How long it took until the line was there, or the program ended.
    pub(super) time: Duration,
    pub(super) end: End,
}

/// How the conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// There is a line on standard output, or it was closed.
    Answered,
    /// The program ended by itself.
    Exited(ExitStatus),
    /// It printed more than a bound.
    Flooded,
    /// Its time was over.
    TimedOut,
}

/// Runs a command in a process group of its own, gives it the input, and takes its answer; then the group is killed.
///
/// A program that leaves its group (`setsid`) escapes that, but holds nothing up. When the referee itself is killed by
/// signal 9, nobody is left to end a program that runs at that time.
///
/// # Errors
///
/// When no process can be started: that is not the program's fault.
pub(super) fn ask(command: &str, input: &[u8], limits: &Limits, stop: &Stop) -> io::Result<Answer> {
    let started = Instant::now();
    let deadline = started + limits.timeout;
    let mut process = Process::start(command, limits, stop)?;
    let mut talk = Conversation::with(&mut process.child, input)?;
    let mut answered = None;
    let mut glance = FIRST_GLANCE;
    let end = loop {
        let now = Instant::now();
        if talk.output.len() > MOST_OUTPUT {
            break End::Flooded;
        }
        let has_exited = process.has_exited()?;
        if answered.is_none() && (talk.may_be_complete() || has_exited) {
            answered = Some(now);
        }
        if talk.stdout.is_none() && (has_exited || !talk.output.is_empty()) {
            break End::Answered;
        }
        let until = answered.map_or(deadline, |answered| answered + LINGER);
        if now >= until {
            break if answered.is_some() {
                End::Answered
            } else {
                End::TimedOut
            };
        }
        let pause = match talk.stdout {
            Some(_) => GLANCE,
            None => {
                glance = GLANCE.min(glance * 2);
                glance
            }
        };
        talk.go_on(pause.min(until - now))?;
    };
    let time = answered.unwrap_or_else(Instant::now) - started;
    let end = match end {
        End::Answered if process.has_exited()? => End::Exited(process.end()?),
        end => {
            process.end()?;
            end
        }
    };
    talk.hear_the_rest();
    Ok(Answer {
        output: talk.output,
        complaints: talk.complaints,
        time,
        end,
    })
}

/// A process that is killed, and its group with it, when it is no longer needed.
struct Process<'a> {
    child: Child,
    stop: &'a Stop,
}

impl<'a> Process<'a> {
    fn start(command: &str, limits: &Limits, stop: &'a Stop) -> io::Result<Self> {
        let mut shell = Command::new("sh");
        match limits.memory {
            None => shell.args(["-c", command]),
            // The second shell parses the command as it would be without a limit.
            Some(mib) => shell
                .args(["-c", r#"ulimit -v "$1" && exec sh -c "$2""#, "sh"])
                .args([&mib.saturating_mul(1 << 10).to_string(), command]),
        };
        let child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        stop.watch(&child);
        Ok(Self { child, stop })
    }

    /// Looks whether the program has ended, and leaves its number taken: the group is still to be killed by it.
    fn has_exited(&self) -> io::Result<bool> {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), look)?.is_some())
    }

    fn end(&mut self) -> io::Result<ExitStatus> {
        self.stop.kill(&self.child);
        self.child.wait()
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // Nobody is left to hear that it failed.
        let _ = self.end();
    }
}

/// What is still to be written to a program, and what was read from it.
struct Conversation<'a> {
    stdin: Option<ChildStdin>,
    unwritten: &'a [u8],
    stdout: Option<ChildStdout>,
    output: Vec<u8>,
    stderr: Option<ChildStderr>,
    complaints: Vec<u8>,
}

impl<'a> Conversation<'a> {
    fn with(child: &mut Child, input: &'a [u8]) -> io::Result<Self> {
        let talk = Self {
            stdin: child.stdin.take(),
            unwritten: input,
            stdout: child.stdout.take(),
            output: Vec::new(),
            stderr: child.stderr.take(),
            complaints: Vec::new(),
        };
        for pipe in talk.pipes().map(|(pipe, _)| pipe) {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(talk)
    }

    /// Returns our ends of the pipes that are open, with what to wait for on each.
    fn pipes(&self) -> impl Iterator<Item = (BorrowedFd<'_>, PollFlags)> {
        let stdin = self
            .stdin
            .as_ref()
            .map(|pipe| (pipe.as_fd(), PollFlags::OUT));
        let stdout = self
            .stdout
            .as_ref()
            .map(|pipe| (pipe.as_fd(), PollFlags::IN));
        let stderr = self
            .stderr
            .as_ref()
            .map(|pipe| (pipe.as_fd(), PollFlags::IN));
        [stdin, stdout, stderr].into_iter().flatten()
    }

    /// Tells whether there is a line, or there can't be one any more.
    fn may_be_complete(&self) -> bool {
        self.stdout.is_none() || self.output.contains(&b'\n')
    }

    /// Waits until a pipe is ready, but not longer than told, and writes and reads what can be.
    fn go_on(&mut self, at_most: Duration) -> io::Result<()> {
        let mut pipes: Vec<_> = self
            .pipes()
            .map(|(pipe, flags)| PollFd::from_borrowed_fd(pipe, flags))
            .collect();
        let at_most = Timespec {
            tv_sec: 0,
            tv_nsec: at_most.as_nanos().try_into().unwrap_or(0),
        };
        match poll(&mut pipes, Some(&at_most)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        self.write();
        read(&mut self.stdout, &mut self.output);
        self.hear();
        Ok(())
    }

    fn write(&mut self) {
        let Some(pipe) = &mut self.stdin else {
            return;
        };
        match pipe.write(self.unwritten) {
            Ok(written) => self.unwritten = &self.unwritten[written..],
            Err(error) if is_for_later(&error) => {}
            // It need not read its input.
            Err(_) => self.unwritten = &[],
        }
        if self.unwritten.is_empty() {
            self.stdin = None;
        }
    }

    /// Reads of standard error, and forgets all but its end.
    fn hear(&mut self) -> bool {
        let more = read(&mut self.stderr, &mut self.complaints);
        let surplus = self.complaints.len().saturating_sub(MOST_COMPLAINTS);
        self.complaints.drain(..surplus);
        more
    }

    /// Reads what is left on standard error of a program that was killed. A child that escaped may still write: not for
    /// ever.
    fn hear_the_rest(&mut self) {
        for _ in 0..64 {
            if !self.hear() {
                break;
            }
        }
    }
}

/// Reads once, and tells whether there was something; closes a pipe that is at its end.
fn read(pipe: &mut Option<impl Read>, heard: &mut Vec<u8>) -> bool {
    let Some(open) = pipe else {
        return false;
    };
    let mut buffer = [0; 4 << 10];
    match open.read(&mut buffer) {
        Ok(0) => *pipe = None,
        Ok(read) => {
            heard.extend(&buffer[..read]);
            return true;
        }
        Err(error) if is_for_later(&error) => {}
        Err(_) => *pipe = None,
    }
    false
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_longer_than_a_pipe_is_written_whole_or_not_waited_for() {
        let input = [b'x'; 1_000_000];
        for (command, output) in [("wc -c | tr -d ' '", "1000000\n"), ("echo 1,1", "1,1\n")] {
            let answer = ask(command, &input, &Limits::default(), &Stop::default());
            let answer = answer.expect("sh runs");
            assert_eq!(String::from_utf8_lossy(&answer.output), output);
        }
    }

    #[test]
    fn a_program_that_starts_after_everything_was_stopped_is_killed() {
        let stop = Stop::default();
        stop.now();
        let answer = ask("sleep 100", b"", &Limits::default(), &stop).expect("sh runs");
        assert!(matches!(answer.end, End::Exited(status) if !status.success()));
    }
}

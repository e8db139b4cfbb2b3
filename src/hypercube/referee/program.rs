//! A player program as a process: asked for one move, watched, and ended with all its children.
//!
//! The conversation goes on in one thread: the ends of the three pipes that are ours never block, and `poll` waits for
//! all of them at once. So neither a program that doesn't read, nor a child that keeps a pipe open for ever, can hold
//! the referee.
//!
//! What counts is the first line that the program prints or, if it exits before ending that line, what it has printed by
//! then. So no clock but the time limit decides a game.

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

use super::orphans;

/// How much of the end of standard error is kept.
const MOST_COMPLAINTS: usize = 4 << 10;

/// How long a program has to finish after printing its move, before it is killed.
const LINGER: Duration = Duration::from_millis(250);

/// How often to check whether the program has exited while a child of it keeps the pipes open.
const GLANCE: Duration = Duration::from_millis(20);

/// How soon to check for the first time once the program has closed its output: it is about to exit.
const FIRST_GLANCE: Duration = Duration::from_micros(50);

/// What a program may use for a move. Built-in players are not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

/// What a program is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// The command, for `sh -c`.
    pub(super) command: String,
    /// What it reads on standard input.
    pub(super) input: Vec<u8>,
    pub(super) limits: Limits,
    /// A first line of more bytes than this is no move.
    pub(super) longest: usize,
}

/// What a program did when it was asked for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// The first line that it printed, with its end if it has one.
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
    /// There is a line on standard output, or what the program has printed of one when it ended or closed it.
    Answered,
    /// The program ended by itself without output.
    Exited(ExitStatus),
    /// Its first line is longer than any move.
    Flooded,
    /// Its time was over.
    TimedOut,
    /// It has stopped or killed the process that runs it, twice.
    Rebelled,
}

/// Runs a command in a process group of its own, asks it, and takes its answer; then the group is killed, and whatever
/// has left it. Returns nothing if the asker hangs up.
///
/// # Errors
///
/// When no process can be started: that is not the program's fault.
pub(super) fn ask(question: &Question, asker: impl AsFd) -> io::Result<Option<Answer>> {
    let started = Instant::now();
    let deadline = started + question.limits.timeout;
    let mut process = Process::start(&question.command, &question.limits)?;
    let mut talk = Conversation::with(&mut process.child, &question.input)?;
    let mut glance = FIRST_GLANCE;
    let end = loop {
        if talk.has_line() || talk.stdout.is_none() && !talk.output.is_empty() {
            break End::Answered;
        }
        if talk.output.len() > question.longest {
            break End::Flooded;
        }
        let now = Instant::now();
        if process.has_exited()? {
            let status = process.end();
            talk.hear_the_rest();
            break match status {
                Some(status) if talk.output.is_empty() => End::Exited(status),
                _ => End::Answered,
            };
        }
        if now >= deadline {
            break End::TimedOut;
        }
        let pause = talk.pause(&mut glance).min(deadline - now);
        if !talk.go_on(pause, asker.as_fd())? {
            return Ok(None);
        }
    };
    let time = started.elapsed();
    talk.keep_first_line();
    if end == End::Answered {
        // It may still have a file to close.
        let until = Instant::now() + LINGER;
        while Instant::now() < until && !process.has_exited()? {
            let pause = talk.pause(&mut glance);
            if !talk.go_on(pause, asker.as_fd())? {
                return Ok(None);
            }
            talk.keep_first_line();
        }
    }
    drop(process);
    talk.hear_the_rest();
    talk.keep_first_line();
    Ok(Some(Answer {
        output: talk.output,
        complaints: talk.complaints,
        time,
        end,
    }))
}

/// A process that is killed, and everything else of it, when it is no longer needed.
struct Process {
    child: Child,
    /// Whether it was ended, and waited for.
    is_over: bool,
}

impl Process {
    fn start(command: &str, limits: &Limits) -> io::Result<Self> {
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
        Ok(Self {
            child,
            is_over: false,
        })
    }

    /// Looks whether the program has ended, and leaves its number taken: the group is still to be killed by it.
    fn has_exited(&self) -> io::Result<bool> {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let leader = WaitId::Pid(Pid::from_child(&self.child));
        Ok(self.is_over || waitid(leader, look)?.is_some())
    }

    fn end(&mut self) -> Option<ExitStatus> {
        self.is_over = true;
        orphans::end_child(&mut self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_over {
            self.end();
        }
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

    fn has_line(&self) -> bool {
        self.output.contains(&b'\n')
    }

    /// Forgets what comes after the first line.
    fn keep_first_line(&mut self) {
        if let Some(end) = self.output.iter().position(|&byte| byte == b'\n') {
            self.output.truncate(end + 1);
        }
    }

    /// Returns how long to wait for the pipes before checking again whether the program has ended.
    fn pause(&self, glance: &mut Duration) -> Duration {
        if self.stdout.is_some() {
            return GLANCE;
        }
        *glance = GLANCE.min(*glance * 2);
        *glance
    }

    /// Waits until a pipe is ready, but not longer than told, and writes and reads what can be. Returns false if the
    /// asker has hung up.
    fn go_on(&mut self, at_most: Duration, asker: BorrowedFd<'_>) -> io::Result<bool> {
        // Without a flag, it is only told that nobody is at the other end.
        let hang_up = PollFd::from_borrowed_fd(asker, PollFlags::empty());
        let pipes = self
            .pipes()
            .map(|(pipe, flags)| PollFd::from_borrowed_fd(pipe, flags));
        let mut watched: Vec<_> = [hang_up].into_iter().chain(pipes).collect();
        wait_for(&mut watched, at_most)?;
        let is_there = watched[0].revents().is_empty();
        self.write();
        read(&mut self.stdout, &mut self.output);
        self.hear();
        Ok(is_there)
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

    /// Reads what is left in the pipes of a program that was killed. A child that escaped may still write: not for ever.
    fn hear_the_rest(&mut self) {
        for _ in 0..64 {
            let more = !self.has_line() && read(&mut self.stdout, &mut self.output);
            if !self.hear() && !more {
                break;
            }
        }
    }
}

/// Waits until something is ready, but not longer than told, and tells whether anything is.
pub(super) fn wait_for(watched: &mut [PollFd<'_>], at_most: Duration) -> io::Result<bool> {
    let at_most = Timespec::try_from(at_most).map_err(io::Error::other)?;
    match poll(watched, Some(&at_most)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
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
        let (asker, _other_end) = io::pipe().expect("a pipe");
        for (command, output) in [("wc -c | tr -d ' '", "1000000\n"), ("echo 1,1", "1,1\n")] {
            let question = Question {
                command: command.to_string(),
                input: vec![b'x'; 1_000_000],
                limits: Limits::default(),
                longest: 100,
            };
            let answer = ask(&question, &asker).expect("sh runs");
            let answer = answer.expect("nobody hangs up");
            assert_eq!(String::from_utf8_lossy(&answer.output), output);
        }
    }

    #[test]
    fn a_program_ends_when_its_asker_hangs_up() {
        let (asker, other_end) = io::pipe().expect("a pipe");
        drop(other_end);
        let question = Question {
            command: "sleep 1000".to_string(),
            input: Vec::new(),
            limits: Limits::default(),
            longest: 100,
        };
        assert_eq!(ask(&question, &asker).expect("sh runs"), None);
    }
}

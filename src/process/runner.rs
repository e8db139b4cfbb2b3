//! Runs a command: writes its input, reads its output, keeps its time, and kills it whole.
//!
//! Our ends of the three pipes never block, and `poll` waits for all of them at once. So neither a program that doesn't
//! read, nor a child that never closes a pipe, can block the caller.

use std::{
    io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write},
    ops::ControlFlow,
    os::unix::process::ExitStatusExt,
    process::ExitStatus,
    sync::PoisonError,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    io::ioctl_fionbio,
};

use super::{
    GLANCE,
    pool::{MAX_END, Pool, Supervisor},
    stop::Stop,
    supervise::{Order, Report, Streams},
    wait_for,
};

/// How much of the end of standard error is kept.
const MAX_STDERR: usize = 4 << 10;

/// How long a program has to finish, say to close a file, once its reader has enough.
const LINGER: Duration = Duration::from_millis(250);

/// How many bytes are read at once.
const CHUNK: usize = 16 << 10;

/// The most chunks read after a program was killed: an escaped child may still write.
const MAX_REST: usize = 128;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How long it may take.
    pub timeout: Duration,
    /// How much address space each of its processes may have, in MiB (`ulimit -v`).
    pub memory: Option<u64>,
}

/// The tournament's limit of 60 seconds for a move.
impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            memory: None,
        }
    }
}

/// What is to be run, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    /// The command, for `sh -c`.
    pub(crate) command: &'a str,
    pub(crate) limits: Limits,
    /// Stops it early.
    pub(crate) stop: &'a Stop,
    /// Whether nothing else of the pool may run at the same time.
    pub(crate) is_alone: bool,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    /// How long it took.
    pub(crate) time: Duration,
    /// The end of what it wrote on standard error.
    pub(crate) stderr_tail: Vec<u8>,
    /// Whether something else may be to blame: another program could run at the same time, or the supervisor is lost.
    pub(crate) is_doubtful: bool,
}

/// Why a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Its reader has enough.
    Enough,
    /// It exited, and its reader would have read on.
    Exited(ExitStatus),
    /// Its time was up.
    TimedOut,
    /// Something that it has started could not be killed.
    Unending,
    /// Its supervisor was killed or stopped: by this program, by another one, or by somebody else.
    Lost,
}

impl End {
    fn of(report: &Report, is_late: bool, has_enough: bool) -> io::Result<Self> {
        let status = report.status.map_err(io::Error::from_raw_os_error)?;
        Ok(match report.is_all_ended {
            false => Self::Unending,
            true if is_late => Self::TimedOut,
            true if has_enough => Self::Enough,
            true => Self::Exited(ExitStatus::from_raw(status)),
        })
    }
}

impl Pool {
    /// Makes sure that so many commands can run at the same time.
    ///
    /// # Errors
    ///
    /// When the system doesn't allow so many processes, or open files.
    pub(crate) fn prepare(&self, count: usize) -> io::Result<()> {
        while self.idle().len() < count {
            let supervisor = self.spawn()?;
            self.idle().push(supervisor);
        }
        let pipes = (0..3 * count).map(|_| io::pipe());
        pipes.collect::<io::Result<Vec<_>>>().map(drop)
    }

    /// Runs a command. It is given `input`, in which stays what it does not take. Its output goes to `output` as it comes,
    /// and an empty slice at its end, until that breaks; then, or when its time is up, the command is killed with all that
    /// it has started.
    ///
    /// # Errors
    ///
    /// When no process can be started. The kind is `Interrupted` if the work was stopped.
    pub(crate) fn run(
        &self,
        job: &Job<'_>,
        input: &mut &[u8],
        output: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<Ended> {
        let running = &self.running;
        let (_alone, _shared);
        match job.is_alone {
            true => _alone = running.write().unwrap_or_else(PoisonError::into_inner),
            false => _shared = running.read().unwrap_or_else(PoisonError::into_inner),
        }
        let started = Instant::now();
        let mut ended = match self.run_now(job, input, output) {
            Err(error) if is_lost(&error, job) => Ended {
                end: End::Lost,
                time: started.elapsed(),
                stderr_tail: Vec::new(),
                is_doubtful: false,
            },
            ended => ended?,
        };
        ended.is_doubtful = !job.is_alone
            && match ended.end {
                End::Lost => true,
                // It had this supervisor to itself.
                End::Unending => false,
                _ => self.is_shared(),
            };
        Ok(ended)
    }

    fn run_now(
        &self,
        job: &Job<'_>,
        input: &mut &[u8],
        output: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<Ended> {
        let idle = self.idle().pop();
        // It may have been killed while others ran.
        let idle = idle.filter(|_| !job.is_alone);
        let supervisor = idle.map_or_else(|| self.spawn(), Ok)?;
        let ended = Program::start(job, &supervisor, input, output)?.run(job)?;
        // Otherwise the supervisor is ended, with whatever it runs.
        if ended.end != End::Unending {
            self.idle().push(supervisor);
        }
        Ok(ended)
    }
}

/// A program that runs.
struct Program<'r, 'i> {
    supervisor: &'r Supervisor,
    report: Option<Report>,
    stdin: Option<PipeWriter>,
    input: &'r mut &'i [u8],
    stdout: Option<PipeReader>,
    output: &'r mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    has_enough: bool,
    stderr: Option<PipeReader>,
    stderr_tail: Vec<u8>,
}

impl<'r, 'i> Program<'r, 'i> {
    fn start(
        job: &Job<'_>,
        supervisor: &'r Supervisor,
        input: &'r mut &'i [u8],
        output: &'r mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> io::Result<Self> {
        let (their_stdin, stdin) = io::pipe()?;
        let (stdout, their_stdout) = io::pipe()?;
        let (stderr, their_stderr) = io::pipe()?;
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        ioctl_fionbio(&stderr, true)?;
        let order = Order {
            command: job.command.to_string(),
            memory: job.limits.memory,
        };
        let streams: Streams = [their_stdin.into(), their_stdout.into(), their_stderr.into()];
        let mut program = Self {
            supervisor,
            report: None,
            stdin: Some(stdin),
            input,
            stdout: Some(stdout),
            output,
            has_enough: false,
            stderr: Some(stderr),
            stderr_tail: Vec::new(),
        };
        // The pipe has room for most inputs: whether such a one is taken depends on no race.
        program.write();
        program.supervisor.start(&order, &streams)?;
        Ok(program)
    }

    fn run(mut self, job: &Job<'_>) -> io::Result<Ended> {
        let started = Instant::now();
        let deadline = started + job.limits.timeout;
        let is_late = self.go_on(job.stop, deadline, |program| program.has_enough)?;
        let time = started.elapsed();
        if self.has_enough {
            self.go_on(job.stop, Instant::now() + LINGER, |_| false)?;
        }
        self.supervisor.end()?;
        if self.go_on(job.stop, Instant::now() + MAX_END, |_| false)? {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let report = self.report.take().ok_or(ErrorKind::BrokenPipe)?;
        Ok(Ended {
            end: End::of(&report, is_late, self.has_enough)?,
            time,
            stderr_tail: self.stderr_tail,
            is_doubtful: false,
        })
    }

    /// Goes on until the program has ended, or `is_done`. Returns `true` if the time was up before that.
    fn go_on(
        &mut self,
        stop: &Stop,
        deadline: Instant,
        is_done: impl Fn(&Self) -> bool,
    ) -> io::Result<bool> {
        while self.report.is_none() && !is_done(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(true);
            }
            if stop.is_stopped() {
                return Err(ErrorKind::Interrupted.into());
            }
            self.step(left.min(GLANCE))?;
        }
        Ok(false)
    }

    /// Waits until something is ready or the time is up, and writes and reads what it can.
    fn step(&mut self, at_most: Duration) -> io::Result<()> {
        let mut watched = vec![PollFd::new(self.supervisor, PollFlags::IN)];
        watched.extend(
            self.stdin
                .iter()
                .map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
        );
        let readers = self.stdout.iter().chain(&self.stderr);
        watched.extend(readers.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        wait_for(&mut watched, at_most)?;
        self.write();
        self.read();
        self.report = self.supervisor.report()?;
        if self.report.is_some() {
            self.read_rest();
        }
        Ok(())
    }

    fn write(&mut self) {
        let Some(pipe) = &mut self.stdin else {
            return;
        };
        match pipe.write(self.input) {
            Ok(written) => *self.input = &self.input[written..],
            Err(error) if is_for_later(&error) => {}
            // It need not read its input.
            Err(_) => self.stdin = None,
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
    }

    /// Reads once from each stream. Returns `true` if there was something.
    fn read(&mut self) -> bool {
        let mut has_enough = self.has_enough;
        let more_output = read(&mut self.stdout, |bytes| {
            has_enough = has_enough || (self.output)(bytes).is_break();
        });
        self.has_enough = has_enough;
        let more_errors = read(&mut self.stderr, |bytes| {
            self.stderr_tail.extend(bytes);
            let surplus = self.stderr_tail.len().saturating_sub(MAX_STDERR);
            self.stderr_tail.drain(..surplus);
        });
        more_output || more_errors
    }

    /// Reads what is left in the pipes of a program that has ended.
    fn read_rest(&mut self) {
        let _ = (0..MAX_REST).find(|_| !self.read());
        if self.stdout.take().is_some() && !self.has_enough {
            self.has_enough = (self.output)(&[]).is_break();
        }
    }
}

/// Reads once, and closes the pipe at its end. Returns `true` if there was something.
fn read(pipe: &mut Option<PipeReader>, mut take: impl FnMut(&[u8])) -> bool {
    let Some(open) = pipe else {
        return false;
    };
    let mut buffer = [0; CHUNK];
    match open.read(&mut buffer) {
        Err(error) if is_for_later(&error) => false,
        Ok(read) if read > 0 => {
            take(&buffer[..read]);
            true
        }
        _ => {
            *pipe = None;
            take(&[]);
            false
        }
    }
}

/// Returns `true` if the supervisor is lost. If it was lost before it was ready, with nothing else running, no program is to
/// blame, and this is an error.
fn is_lost(error: &io::Error, job: &Job<'_>) -> bool {
    match error.kind() {
        ErrorKind::BrokenPipe => true,
        ErrorKind::ConnectionAborted => !job.is_alone,
        _ => false,
    }
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_ended_is_worse_than_what_was_printed_or_late() {
        for is_late in [false, true] {
            for has_enough in [false, true] {
                let end = |is_all_ended| {
                    let status = Ok(3 << 8);
                    let report = Report {
                        status,
                        is_all_ended,
                    };
                    End::of(&report, is_late, has_enough).expect("it was run")
                };
                assert_eq!(end(false), End::Unending);
                let expected = match (is_late, has_enough) {
                    (true, _) => End::TimedOut,
                    (false, true) => End::Enough,
                    (false, false) => End::Exited(ExitStatus::from_raw(3 << 8)),
                };
                assert_eq!(end(true), expected);
            }
        }
        let report = Report {
            status: Err(11),
            is_all_ended: true,
        };
        assert!(End::of(&report, false, false).is_err(), "no process");
    }
}

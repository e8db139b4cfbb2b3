//! Processes between the referee and the programs, so that neither can harm or outlive the other.
//!
//! ```text
//!  referee ─┬─ keeper ── sh -c … and all that it starts
//!           └─ keeper ── sh -c …
//! ```
//!
//! Each worker of the referee has a keeper, which runs one program at a time. Whatever a program leaves behind becomes a
//! child of its keeper, which ends it after each move. The keeper notices at once when the referee is gone, for whatever
//! reason, and ends what is running. A program that kills its parent kills only a keeper: the referee hires another, and
//! ends the program.

use std::{
    fmt,
    io::{self, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    process::Pid,
};

use super::{
    orphans,
    player::{Player, PlayerKind},
    program::{self, Answer, End, Question, wait_for},
    stop::Stop,
    wire,
};

/// How long to wait for a keeper's answer after the program's time is up. The keeper goes by the same clock, so it is
/// late only when it is stopped or starved.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a keeper says first: one that fails to start must not be taken for the victim of a program.
const READY: &[u8] = b"ready";

/// How long a keeper gets to end what it runs: longer than it waits itself for what it has killed.
const NOTICE: Duration = Duration::from_secs(40);

/// How often to check, while waiting, whether everything is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// Serves a referee as a keeper, on standard input and output, until the referee hangs up. Call it in a process of its
/// own that does not ignore SIGCHLD.
///
/// # Errors
///
/// When standard input or output fails, the input does not come from a referee, or a program can't be ended.
pub fn keep() -> io::Result<()> {
    orphans::adopt();
    let mut input = io::stdin().lock();
    say(READY)?;
    while let Some(question) = wire::read_question(&mut input)? {
        let answer = program::ask(&question, &input);
        orphans::end(&[]);
        let reply = match answer {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => break,
            Err(error) => Err(error.raw_os_error().unwrap_or(0)),
        };
        say(&wire::write_reply(&reply))?;
    }
    match orphans::end(&[]) {
        true => Ok(()),
        // The referee will try it again.
        false => Err(io::Error::other("something of a program can't be ended")),
    }
}

fn say(message: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(message)?;
    output.flush()
}

/// Where keepers come from.
///
/// On Linux, the calling process adopts what is left behind by a program that has killed its keeper. It then ends all of
/// its children except the keepers, so it should have no other children.
pub struct Keepers {
    start: Box<dyn Fn() -> Command + Send + Sync>,
    /// Those that serve. Locked while one is started, and while other children are looked for.
    serving: Mutex<Vec<Pid>>,
}

impl Keepers {
    /// Takes the command for a process that calls [`keep`]: usually the calling program itself, told to do so.
    #[must_use]
    pub fn new(start: impl Fn() -> Command + Send + Sync + 'static) -> Self {
        orphans::adopt();
        Self {
            start: Box::new(start),
            serving: Mutex::default(),
        }
    }

    /// Starts a keeper.
    pub(super) fn hire(&self) -> io::Result<Keeper<'_>> {
        let mut serving = self.serving();
        // In a group of its own, it isn't interrupted with the referee: it is to end the program first.
        let mut child = (self.start)()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()?;
        serving.push(Pid::from_child(&child));
        let mut keeper = Keeper {
            pipes: child.stdin.take().zip(child.stdout.take()),
            child,
            house: self,
        };
        drop(serving);
        keeper.wait_until_ready()?;
        Ok(keeper)
    }

    fn serving(&self) -> MutexGuard<'_, Vec<Pid>> {
        self.serving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Keepers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keepers").finish_non_exhaustive()
    }
}

/// A keeper, which is dismissed when it is dropped.
pub(super) struct Keeper<'a> {
    child: Child,
    pipes: Option<(ChildStdin, ChildStdout)>,
    house: &'a Keepers,
}

impl Keeper<'_> {
    fn wait_until_ready(&mut self) -> io::Result<()> {
        let mut said = [0; READY.len()];
        if let Some((_, from)) = &mut self.pipes
            && is_ready(from, PATIENCE)?
            && from.read_exact(&mut said).is_ok()
            && said == *READY
        {
            return Ok(());
        }
        let failed = "a process that is to run programs does not start";
        Err(io::Error::other(failed))
    }

    /// Asks a program for a move.
    ///
    /// # Errors
    ///
    /// When no process can be started. The kind is `Interrupted` if everything was stopped, and `BrokenPipe` if the
    /// keeper doesn't answer any more.
    fn ask(&mut self, question: &Question, stop: &Stop) -> io::Result<Answer> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (to, from) = self.pipes.as_mut().ok_or_else(gone)?;
        to.write_all(&wire::write_question(question))
            .map_err(|_| gone())?;
        let deadline = Instant::now() + question.limits.timeout + PATIENCE;
        while !is_ready(from, GLANCE)? {
            if stop.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if Instant::now() > deadline {
                return Err(gone());
            }
        }
        let reply = wire::read_reply(from).map_err(|_| gone())?;
        reply.map_err(io::Error::from_raw_os_error)
    }
}

impl Drop for Keeper<'_> {
    fn drop(&mut self) {
        if let Some((to, mut from)) = self.pipes.take() {
            drop(to);
            let until = Instant::now() + NOTICE;
            // It hangs up when it has ended everything.
            while Instant::now() < until {
                let is_at_end =
                    |from: &mut ChildStdout| matches!(from.read(&mut [0; 256]), Ok(0) | Err(_));
                if is_ready(&from, GLANCE).unwrap_or(true) && is_at_end(&mut from) {
                    break;
                }
            }
        }
        let mut serving = self.house.serving();
        let was_killed = orphans::end_child(&mut self.child).is_none_or(|status| !status.success());
        serving.retain(|&pid| pid != Pid::from_child(&self.child));
        if was_killed {
            orphans::end(&serving);
        }
    }
}

fn is_ready(pipe: &ChildStdout, at_most: Duration) -> io::Result<bool> {
    wait_for(&mut [PollFd::new(pipe, PollFlags::IN)], at_most)
}

/// Asks programs through a keeper, and hires another when that one is lost.
pub(super) struct Asker<'a> {
    keepers: &'a Keepers,
    keeper: Option<Keeper<'a>>,
}

impl<'a> Asker<'a> {
    /// Prepares to ask these players; built-in ones need no keeper.
    pub(super) fn of<'p>(
        players: impl IntoIterator<Item = &'p Player>,
        keepers: &'a Keepers,
    ) -> io::Result<Self> {
        let is_program = |player: &Player| matches!(player.kind, PlayerKind::Program(_));
        let keeper = match players.into_iter().any(is_program) {
            true => Some(keepers.hire()?),
            false => None,
        };
        Ok(Self { keepers, keeper })
    }

    /// Asks a program for a move. A keeper may be lost once by accident; the second time, the program has done it.
    ///
    /// # Errors
    ///
    /// When no process can be started; the kind is `Interrupted` if everything was stopped.
    pub(super) fn ask(&mut self, question: &Question, stop: &Stop) -> io::Result<Answer> {
        let started = Instant::now();
        for _ in 0..2 {
            let mut keeper = match self.keeper.take() {
                Some(keeper) => keeper,
                None => self.keepers.hire()?,
            };
            match keeper.ask(question, stop) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
                Err(error) => return Err(error),
                Ok(answer) => {
                    self.keeper = Some(keeper);
                    return Ok(answer);
                }
            }
        }
        Ok(Answer {
            output: Vec::new(),
            complaints: Vec::new(),
            time: started.elapsed(),
            end: End::Rebelled,
        })
    }
}

//! Games between two players, who are asked for each move, several games at a time.

use std::hint;
use std::io::{self, ErrorKind};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use qttt::hypercube::{Board, Cell, Position, RuleError, protocol};

use super::contestant::{Builtin, shown, why_unnamed};
use super::game_record::{GameRecord, Reason};
use super::{Contestant, Fixture, Referee};
use crate::process::{Run, RunEnd, Until, is_not_run, killed_by};
use crate::terminal::{escape, grouped};

/// A function to call after each move, with the position and the time of the move.
pub(crate) type Watch<'w> = &'w (dyn Fn(&Position, Duration) -> anyhow::Result<()> + Sync);

/// A player's move, which has been played, or a fault; and how long the player took.
pub(crate) type Reply = (Result<Cell, Forfeit>, Duration);

/// A fault by which a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Forfeit {
    pub(super) reason: Reason,
    /// What was wrong.
    pub(crate) message: String,
    /// The end of a bot's standard error.
    pub(crate) stderr: String,
}

/// The error of a game in which a bot could not be run.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct NotRun {
    /// The player's name.
    pub(crate) name: String,
    pub(crate) message: String,
}

impl Referee {
    /// Plays games, up to `jobs` at a time, and calls `finished` with each record, or with the error that has ended
    /// the game.
    ///
    /// # Errors
    ///
    /// If a thread can't be started, or `finished` fails. All other games are then abandoned.
    pub(crate) fn play_all<'p>(
        &self,
        fixtures: impl Iterator<Item = Fixture<'p>> + Send,
        jobs: u16,
        watch: Watch<'_>,
        finished: impl FnMut(anyhow::Result<GameRecord>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        /// The address space that must be left for a thread and its games.
        const MIN_ROOM: usize = 40 << 20;
        let fixtures = Mutex::new(Some(fixtures));
        let next = || fixtures.lock().expect("no thread panics").as_mut()?.next();
        let (results, received) = mpsc::channel();
        let end = thread::scope(|scope| {
            // No game begins until all threads have started.
            let mut waiting = fixtures.lock().expect("no thread panics");
            let fixtures = waiting.take();
            for _ in 0..jobs {
                let (results, next) = (results.clone(), &next);
                let (started, has_started) = mpsc::channel();
                let work = move || {
                    let _ = started.send(());
                    while let Some(fixture) = next() {
                        if results.send(self.play(&fixture, watch)).is_err() {
                            break;
                        }
                    }
                };
                // A thread that starts with too little memory aborts the process, so they start one after another.
                let room = hint::black_box(Vec::<u8>::new()).try_reserve_exact(MIN_ROOM);
                room.map_err(|_| ErrorKind::OutOfMemory)?;
                thread::Builder::new().spawn_scoped(scope, work)?;
                has_started.recv().expect("it starts");
            }
            *waiting = fixtures;
            drop((waiting, results));
            let end = received.into_iter().try_for_each(finished);
            // An error ends the run. The games of other jobs could delay it for hours.
            if end.is_err() {
                self.runner.stop();
            }
            io::Result::Ok(end)
        });
        end.context("cannot start a thread")?
    }

    /// Plays a game and returns its record.
    ///
    /// # Errors
    ///
    /// If the game is interrupted, a bot can't be run, or `watch` fails.
    pub(super) fn play(
        &self,
        fixture: &Fixture<'_>,
        watch: Watch<'_>,
    ) -> anyhow::Result<GameRecord> {
        let mut position = fixture.start.clone();
        let opening = position.moves().len();
        let mut milliseconds = vec![0.0; opening];
        let mut forfeit = None;
        while forfeit.is_none() && !position.is_over() {
            let player = fixture.players[position.turn() as usize];
            let (played, time) = self.ask(player, &mut position)?;
            // Whole microseconds keep the text short.
            milliseconds.push(time.as_micros() as f64 / 1000.0);
            match played {
                Ok(_) => watch(&position, time)?,
                Err(fault) => forfeit = Some(fault),
            }
        }
        let (winner, reason) = match &forfeit {
            Some(forfeit) => (Some(position.turn().opponent()), forfeit.reason),
            None => Reason::by_rules(&position).expect("the game is over"),
        };
        let (message, stderr) = forfeit.map(|fault| (fault.message, fault.stderr)).unzip();
        let [x, o] = fixture.players;
        Ok(GameRecord {
            board: position.board(),
            x: x.name.clone(),
            o: o.name.clone(),
            commands: Some([x, o].map(|player| player.command.clone())),
            winner,
            reason,
            moves: protocol::write_moves(&position),
            opening,
            milliseconds,
            message,
            stderr: stderr.filter(|stderr| !stderr.is_empty()),
        })
    }

    /// Asks a player for a move and plays it if it is legal. The game must not be over.
    ///
    /// # Errors
    ///
    /// If the games are interrupted, or a bot can't be run.
    pub(crate) fn ask(
        &self,
        player: &Contestant,
        position: &mut Position,
    ) -> anyhow::Result<Reply> {
        let Some(builtin) = player.builtin else {
            let (line, time, run) = self.run_bot(player, position, Until::Line)?;
            let played = self.play_line(&line, &run, position);
            return Ok((played, time));
        };
        let started = Instant::now();
        let cell = self.think(builtin, position.clone())?;
        let time = started.elapsed();
        position.play(cell.clone()).expect("its moves are legal");
        Ok((Ok(cell), time))
    }

    /// Lets a built-in player, which may think for seconds, choose on another thread. The thread is abandoned when the
    /// games are interrupted.
    fn think(&self, builtin: Builtin, position: Position) -> anyhow::Result<Cell> {
        const INTERVAL: Duration = Duration::from_millis(20);
        let (answer, answered) = mpsc::channel();
        let think = move || answer.send(builtin(&position).expect("the game is not over"));
        let thread = thread::Builder::new().spawn(think);
        thread.context("cannot start a thread")?;
        while !self.runner.is_stopped() {
            match answered.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                answer => return Ok(answer?),
            }
        }
        bail!(io::Error::from(ErrorKind::Interrupted))
    }

    /// Gives a position to a bot and returns its output, and the time until it was read. A game needs only the first
    /// line, so that no clock other than the time limit can decide it.
    ///
    /// # Errors
    ///
    /// If the run is interrupted, or the shell says that the command can't be run.
    pub(super) fn run_bot(
        &self,
        player: &Contestant,
        position: &Position,
        until: Until,
    ) -> anyhow::Result<(Vec<u8>, Duration, Run)> {
        let input = protocol::write(position);
        let bot = self.runner.start(&player.command, input.as_bytes());
        let mut bot = bot.context("cannot run a bot")?;
        let started = Instant::now();
        // Coordinates of ten digits, commas, and some whitespace.
        let max = 11 * position.board().dimensions() as usize + 1024;
        let output = bot.read(until, max, started + self.timeout);
        let time = started.elapsed();
        let run = bot.finish()?;
        if let RunEnd::Exited(status) = run.end
            && output.is_empty()
            && is_not_run(status)
        {
            let stderr = String::from_utf8_lossy(run.stderr_tail.trim_ascii_end());
            let why = if stderr.is_empty() {
                status.to_string()
            } else {
                stderr.into_owned()
            };
            let hint = why_unnamed(player).unwrap_or_default();
            let (name, board) = (shown(&player.name), position.board());
            let (side, ply) = (position.turn(), position.moves().len() + 1);
            bail!(NotRun {
                name: player.name.clone(),
                message: format!(
                    "{name} could not be run on {board} as {side}, move {ply}: {why}{hint}"
                ),
            });
        }
        Ok((output, time, run))
    }

    /// Plays the move in a bot's first line: in the protocol's form, with optional whitespace around it. Without
    /// output, an exit code other than 0 or a signal is a crash.
    pub(super) fn play_line(
        &self,
        line: &[u8],
        run: &Run,
        position: &mut Position,
    ) -> Result<Cell, Forfeit> {
        let board = position.board();
        let cell = board.read_cell(&String::from_utf8_lossy(line.trim_ascii()));
        let (reason, message) = match (run.end, cell) {
            (RunEnd::TimedOut, _) => {
                let seconds = self.timeout.as_secs_f64();
                let message = if line.is_empty() {
                    format!("no move within {seconds} s")
                } else {
                    let line = escape::excerpt(line);
                    format!(
                        "printed {line:?} without a newline, and did not exit within {seconds} s"
                    )
                };
                (Reason::Time, message)
            }
            (RunEnd::Exited(status), None) if line.is_empty() && !status.success() => {
                let nothing = || format!("printed nothing ({status})");
                (Reason::Crash, killed_by(status).unwrap_or_else(nothing))
            }
            (_, None) => (Reason::Output, describe_line(line, board)),
            (_, Some(cell)) => match position.play(cell.clone()) {
                Ok(()) => return Ok(cell),
                Err(error) => (Reason::Illegal, describe_illegal(&error, position)),
            },
        };
        Err(Forfeit::new(reason, message, &run.stderr_tail))
    }
}

impl Forfeit {
    pub(super) fn new(reason: Reason, message: String, stderr: &[u8]) -> Self {
        Self {
            reason,
            message,
            stderr: String::from_utf8_lossy(stderr).into_owned(),
        }
    }
}

/// Describes an illegal move. A cell is often taken because the bot has read only part of a long line.
fn describe_illegal(error: &RuleError, position: &Position) -> String {
    /// The size of many programs' line buffers, in bytes.
    const MAX_BUFFER: usize = 4096;
    let len = protocol::write_moves(position).len();
    if len <= MAX_BUFFER || !matches!(error, RuleError::Taken(..)) {
        return error.to_string();
    }
    let len = grouped(len);
    format!("{error}; the moves so far had {len} characters")
}

/// Describes a first line that is not a move.
fn describe_line(line: &[u8], board: Board) -> String {
    if line.is_empty() {
        return "printed nothing".to_string();
    }
    let (start, d) = (escape::excerpt(line.trim_ascii()), board.dimensions());
    format!("printed {start:?}; expected {d} coordinates separated by commas, without spaces")
}

//! One game between two players, who are asked for each move.

use std::{
    collections::HashSet,
    process::ExitStatus,
    sync::{
        MutexGuard,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use qttt::hypercube::{Board, Cell, Position, protocol};

use super::{
    Contestant, Fixture, Referee,
    contestant::Builtin,
    game_record::{Cause, Forfeit, GameRecord},
};
use crate::{
    escape,
    process::{Run, RunEnd, RunError, Wants, killed_by},
};

/// The longest first line in bytes. On boards with the most dimensions, a move is 6 MB long.
const MAX_LINE: usize = 8 << 20;

/// A player's answer.
pub(crate) struct Reply {
    /// A legal move, or a fault, which loses the game.
    pub(crate) cell: Result<Cell, Forfeit>,
    /// The time that it took.
    pub(crate) time: Duration,
}

impl Referee {
    /// Plays a game between X and O, and returns its record. Calls `made` after each move with the position and
    /// the time of the move.
    ///
    /// # Errors
    ///
    /// If the games are stopped, or a bot can't be run.
    ///
    /// # Panics
    ///
    /// If the opening breaks the rules.
    pub(crate) fn play(
        &self,
        game: &Fixture,
        players: [&Contestant; 2],
        mut made: impl FnMut(&Position, Duration),
    ) -> anyhow::Result<GameRecord> {
        let mut position = Position::after(game.board, &game.opening).expect("openings are legal");
        let mut milliseconds = vec![0.0; game.opening.len()];
        let mut fault = None;
        while fault.is_none() && !position.is_over() {
            let reply = self.ask(players[position.turn() as usize], &position)?;
            // Whole microseconds keep the text short.
            milliseconds.push(reply.time.as_micros() as f64 / 1000.0);
            match reply.cell {
                Ok(cell) => {
                    position.play(cell).expect("a move in a reply is legal");
                    made(&position, reply.time);
                }
                Err(found) => fault = Some(found),
            }
        }
        Ok(GameRecord::new(
            game.clone(),
            &position,
            fault,
            milliseconds,
        ))
    }

    /// Asks a player for a move. The game must not be over.
    ///
    /// # Errors
    ///
    /// If the games are stopped, or a bot can't be run: it can't be started, or never works.
    pub(crate) fn ask(&self, player: &Contestant, position: &Position) -> anyhow::Result<Reply> {
        if self.runner.is_stopped() {
            bail!(RunError::Interrupted);
        }
        let Some(builtin) = player.builtin else {
            let (line, ended) = self.first_line(&player.command, position)?;
            self.check_first(&player.command, &line, &ended, |status| {
                status.code().is_some_and(|code| (1..=127).contains(&code))
            })?;
            let cell = self.read_move(&ended, &line, position);
            let time = ended.time;
            return Ok(Reply { cell, time });
        };
        let started = Instant::now();
        let cell = Ok(self.think(builtin, position.clone())?);
        let time = started.elapsed();
        Ok(Reply { cell, time })
    }

    /// Lets a built-in player, which may think for seconds, choose on another thread. It is abandoned when the games
    /// are stopped.
    fn think(&self, builtin: Builtin, position: Position) -> anyhow::Result<Cell> {
        const INTERVAL: Duration = Duration::from_millis(20);
        let (answer, answered) = mpsc::channel();
        let think = move || answer.send(builtin(&position).expect("the game is not over"));
        thread::spawn(think);
        while !self.runner.is_stopped() {
            match answered.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                answer => return Ok(answer?),
            }
        }
        bail!(RunError::Interrupted)
    }

    /// Gives a position to a bot, and returns the first line of its output, or all of the output if it exits
    /// without a newline. So only the time limit, and no other clock, can decide a game.
    fn first_line(&self, command: &str, position: &Position) -> anyhow::Result<(Vec<u8>, Run)> {
        let (output, ended) = self.output_of(command, position, |output, is_end| {
            let is_cut = is_end && !output.is_empty();
            output.contains(&b'\n') || is_cut || output.len() > MAX_LINE
        })?;
        let mut lines = output.split_inclusive(|&byte| byte == b'\n');
        Ok((lines.next().unwrap_or_default().to_vec(), ended))
    }

    /// Gives a position to a bot, and returns its output as soon as there is enough of it. Calls `is_enough` with the
    /// output so far, and with `true` at its end.
    pub(super) fn output_of(
        &self,
        command: &str,
        position: &Position,
        is_enough: impl Fn(&[u8], bool) -> bool,
    ) -> anyhow::Result<(Vec<u8>, Run)> {
        let mut output = Vec::new();
        let mut read = |bytes: Option<&[u8]>| {
            output.extend(bytes.unwrap_or_default());
            if is_enough(&output, bytes.is_none()) {
                Wants::Nothing
            } else {
                Wants::More
            }
        };
        let input = protocol::write(position);
        let ended = self
            .runner
            .run(command, self.timeout, input.as_bytes(), &mut read)
            .context("cannot run a bot")?;
        Ok((output, ended))
    }

    /// Checks that a command works, the first time that it is run.
    ///
    /// # Errors
    ///
    /// If the command printed nothing and exited with a failure. Then nobody forfeits a game.
    pub(super) fn check_first(
        &self,
        command: &str,
        output: &[u8],
        ended: &Run,
        is_failure: impl Fn(ExitStatus) -> bool,
    ) -> anyhow::Result<()> {
        if let RunEnd::Exited(status) = ended.end
            && output.is_empty()
            && is_failure(status)
            && !self.working().contains(command)
        {
            let why = match String::from_utf8_lossy(ended.stderr_tail.trim_ascii_end()) {
                empty if empty.is_empty() => status.to_string(),
                stderr => stderr.into_owned(),
            };
            bail!("cannot run `{command}`: {why}");
        }
        self.add_working(command);
        Ok(())
    }

    /// From now on, whatever a command does is its player's fault.
    pub(crate) fn add_working(&self, command: &str) {
        self.working().insert(command.to_string());
    }

    fn working(&self) -> MutexGuard<'_, HashSet<String>> {
        self.working.lock().expect("no thread panics")
    }

    /// Parses the move of a bot: its first line, in the protocol's form, with optional whitespace at the end.
    /// Without output, an exit code other than 0 or a signal is a crash.
    pub(super) fn read_move(
        &self,
        ended: &Run,
        line: &[u8],
        position: &Position,
    ) -> Result<Cell, Forfeit> {
        let board = position.board();
        let cell = board.read_cell(&String::from_utf8_lossy(line.trim_ascii_end()));
        let (cause, message) = match (ended.end, cell) {
            (RunEnd::TimedOut, _) => {
                let seconds = self.timeout.as_secs_f64();
                (Cause::Time, format!("no move within {seconds} s"))
            }
            (RunEnd::Exited(status), None) if line.is_empty() && !status.success() => {
                let nothing = || format!("printed nothing ({status})");
                (Cause::Crash, killed_by(status).unwrap_or_else(nothing))
            }
            (_, None) => (Cause::Output, describe_line(line, board)),
            (_, Some(cell)) => match position.check(&cell) {
                Ok(()) => return Ok(cell),
                Err(error) => (Cause::Illegal, error.to_string()),
            },
        };
        Err(Forfeit::new(cause, message, &ended.stderr_tail))
    }
}

/// Describes a first line that is not a move.
fn describe_line(line: &[u8], board: Board) -> String {
    if line.is_empty() {
        return "printed nothing".to_string();
    }
    let (start, d) = (escape::excerpt(line.trim_ascii_end()), board.dimensions());
    format!("printed {start:?}; a move is {d} numbers separated by commas")
}

//! Asks a player for a move and judges the answer.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Position, protocol};
use qttt::support::excerpt;

use super::contestant::{Choose, STRONGEST, builtin, display_name};
use super::record::{Fault, Forfeit};
use super::{Contestant, ROOM, Referee};
use crate::process::{INTERVAL, Run, RunEnd, Stop, USED_TERMINAL, Until, is_not_run, killed_by};

/// A player's answer in a position.
pub(crate) struct Answer {
    /// A legal move, or the fault by which the player forfeits the game.
    pub(crate) played: Result<Cell, Forfeit>,
    /// How long the player took.
    pub(crate) time: Duration,
}

impl Referee {
    /// Asks a player for a move. The game must not be over.
    ///
    /// # Errors
    ///
    /// If the games are interrupted, or a bot can't be run.
    pub(crate) fn ask(&self, player: &Contestant, position: &Position) -> Result<Answer, Stop> {
        let Some(choose) = builtin(&player.command) else {
            let (text, time, run) = self.run_bot(player, position, Until::Line)?;
            let played = self.judge(&text, &run, position);
            return Ok(Answer { played, time });
        };
        let started = Instant::now();
        // On a busy machine, a move of this player takes many seconds. The others are faster than a new thread.
        let cell = if player.command == STRONGEST {
            self.await_move(choose, position.clone())?
        } else {
            choose(position)
        };
        let time = started.elapsed();
        if self.runner.is_stopped() {
            return Err(Stop::Interrupted);
        }
        let played = Ok(cell.expect("the game is not over"));
        Ok(Answer { played, time })
    }

    /// Lets a built-in player choose in its own thread. After a signal, this process ends without waiting for the move.
    fn await_move(&self, choose: Choose, position: Position) -> Result<Option<Cell>, Stop> {
        let (chosen, received) = mpsc::channel();
        let choose = move || chosen.send(choose(&position));
        let thread = thread::Builder::new().stack_size(ROOM).spawn(choose);
        thread.context("cannot start a thread")?;
        loop {
            match received.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) if !self.runner.is_stopped() => {}
                cell => return cell.map_err(|_| Stop::Interrupted),
            }
        }
    }

    /// Gives a position to a bot, and returns its output, how long it took to read it, and the run. A game needs only
    /// the first line, so that no clock other than the time limit can decide it.
    ///
    /// # Errors
    ///
    /// If the run is interrupted, or the shell says that the command can't be run.
    pub(super) fn run_bot(
        &self,
        player: &Contestant,
        position: &Position,
        until: Until,
    ) -> Result<(Vec<u8>, Duration, Run), Stop> {
        let input = protocol::write(position);
        let bot = self.runner.start(&player.command, input.as_bytes());
        let mut bot = bot.map_err(|stop| stop.context("cannot run a bot"))?;
        let started = Instant::now();
        // Coordinates of ten digits, commas, and some whitespace.
        let max = 11 * position.board().dimensions() as usize + 1024;
        let text = bot.read(until, max, started + self.timeout);
        let time = started.elapsed();
        let run = bot.finish()?;
        if let RunEnd::Exited(status) = run.end
            && text.is_empty()
            && is_not_run(status)
        {
            let stderr = String::from_utf8_lossy(run.stderr_tail.trim_ascii_end());
            let why = if stderr.is_empty() {
                status.to_string()
            } else {
                stderr.into_owned()
            };
            let (shown, board) = (display_name(&player.name), position.board());
            let moves = position.moves().len();
            let (side, ply) = (Player::after_moves(moves), moves + 1);
            let message =
                format!("{shown} could not be run on {board} as {side}, move {ply}: {why}");
            let name = player.name.clone();
            return Err(Stop::NotRun { name, message });
        }
        Ok((text, time, run))
    }

    /// Returns the move in a bot's first line: in the protocol's form, with optional whitespace around it. Without
    /// output, an exit code other than 0 or a signal is a crash.
    pub(super) fn judge(
        &self,
        line: &[u8],
        run: &Run,
        position: &Position,
    ) -> Result<Cell, Forfeit> {
        let board = position.board();
        let cell = board.read_cell(&String::from_utf8_lossy(line.trim_ascii()));
        let (fault, message) = match (run.end, cell) {
            (RunEnd::TimedOut, _) => {
                let seconds = self.timeout.as_secs_f64();
                let message = if line.is_empty() {
                    format!("no move within {seconds} s")
                } else {
                    let line = excerpt(line);
                    format!(
                        "printed {line:?} without a newline, and did not exit within {seconds} s"
                    )
                };
                (Fault::Time, message)
            }
            (RunEnd::UsedTerminal, _) if !line.ends_with(b"\n") => {
                (Fault::Time, USED_TERMINAL.to_string())
            }
            (RunEnd::Exited(status), None) if line.is_empty() && !status.success() => {
                let nothing = || format!("printed nothing ({status})");
                (Fault::Crash, killed_by(status).unwrap_or_else(nothing))
            }
            (_, None) => (Fault::Output, describe_line(line, board)),
            (_, Some(cell)) => match position.check(&cell) {
                Ok(()) => return Ok(cell),
                Err(error) => (Fault::Illegal, error.to_string()),
            },
        };
        Err(Forfeit::new(fault, message, &run.stderr_tail))
    }
}

/// Describes a first line that is not a move.
fn describe_line(line: &[u8], board: Board) -> String {
    if line.is_empty() {
        return "printed nothing".to_string();
    }
    let (start, d) = (excerpt(line.trim_ascii()), board.dimensions());
    format!("printed {start:?}; expected {d} coordinates separated by commas, without spaces")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::process::Runner;

    #[test]
    fn a_run_that_is_stopped_does_not_wait_for_a_built_in_player() {
        let runner = Arc::<Runner>::default();
        runner.stop();
        let timeout = Duration::MAX;
        let position = Position::new(Board::new(3, 2).expect("a board"));
        let move_that_never_ends = |_: &Position| loop {
            thread::park();
        };
        let chosen = Referee { runner, timeout }.await_move(move_that_never_ends, position);
        assert!(matches!(chosen, Err(Stop::Interrupted)));
    }
}

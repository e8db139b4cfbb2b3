//! One game between two players.

use std::{
    io,
    time::{Duration, Instant},
};

use super::{
    builtin::Mind,
    player::{Player, PlayerKind},
    program::{self, Answer, End, Limits},
    record::{GameRecord, Reason},
    record_file::RecordFileError,
    stop::Stop,
};
use crate::hypercube::{
    board::{Board, Cell},
    position::{Position, Stone},
};

/// Why a game was not played to its end. It is never a player's fault: that ends a game.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// [`Stop::now`] was called.
    #[error("the games were stopped")]
    Stopped,
    /// No process can be started or watched.
    #[error("cannot run a program by sh -c")]
    Run(#[source] io::Error),
    /// A finished game could not be recorded.
    #[error("a finished game is not recorded")]
    Record(#[source] RecordFileError),
}

/// A move as it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose it is.
    pub stone: Stone,
    /// The cell it took.
    pub cell: Cell,
    /// How long it took.
    pub time: Duration,
}

/// How a player lost a game other than by the other's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    reason: Reason,
    pub(super) message: String,
}

/// What came of asking a player for a move.
pub(super) struct Reply {
    pub(super) cell: Result<Cell, Fault>,
    time: Duration,
    /// The end of what a program wrote on standard error.
    complaints: String,
}

/// Plays a game, and tells of each move as it is made.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub fn play(
    board: Board,
    [x, o]: [&Player; 2],
    limits: &Limits,
    stop: &Stop,
    mut made: impl FnMut(&Turn),
) -> Result<GameRecord, RefereeError> {
    let mut game = GameRecord::new(board, x, o);
    let seats = [x, o].map(|player| Seat::new(player, board));
    let mut position = Position::new(board);
    while position.winner().is_none() && !position.is_full() {
        let stone = position.next();
        let seat = &seats[usize::from(stone == Stone::O)];
        let reply = seat.ask(&position, &game.moves, limits, stop)?;
        let time = reply.time;
        game.add_time(time);
        match reply.cell.and_then(|cell| check(&mut position, cell)) {
            Ok(cell) => {
                game.add_move(&cell);
                made(&Turn { stone, cell, time });
            }
            Err(fault) => {
                game.winner = Some(stone.other());
                game.reason = fault.reason;
                game.message = fault.message;
                game.stderr = reply.complaints;
                return Ok(game);
            }
        }
    }
    game.winner = position.winner();
    game.reason = match game.winner {
        Some(_) => Reason::Line,
        None => Reason::Draw,
    };
    Ok(game)
}

fn check(position: &mut Position, cell: Cell) -> Result<Cell, Fault> {
    match position.play(cell.clone()) {
        Ok(()) => Ok(cell),
        Err(error) => Err(Fault {
            reason: Reason::Illegal,
            message: error.to_string(),
        }),
    }
}

/// A player at a board.
pub(super) enum Seat<'a> {
    Program(&'a str),
    Builtin(Box<Mind>),
}

impl<'a> Seat<'a> {
    pub(super) fn new(player: &'a Player, board: Board) -> Self {
        match &player.kind {
            PlayerKind::Program(command) => Self::Program(command),
            PlayerKind::Builtin(builtin) => Self::Builtin(Box::new(Mind::new(*builtin, board))),
        }
    }

    /// Asks for a move. The moves so far are given twice, as a position and as text: to write them anew for each move
    /// of a long game would cost more than the game.
    pub(super) fn ask(
        &self,
        position: &Position,
        moves: &str,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Reply, RefereeError> {
        let started = Instant::now();
        let reply = match self {
            Self::Builtin(mind) => {
                let no_move = || Fault {
                    reason: Reason::Output,
                    message: "the player found no move".to_string(),
                };
                Reply {
                    cell: mind.choose(position).ok_or_else(no_move),
                    time: started.elapsed(),
                    complaints: String::new(),
                }
            }
            Self::Program(command) => {
                let input = format!("{}\n{moves}\n", position.board());
                let answer = program::ask(command, input.as_bytes(), limits, stop)
                    .map_err(RefereeError::Run)?;
                Reply {
                    cell: judge(&answer, position.board(), limits),
                    time: answer.time,
                    complaints: String::from_utf8_lossy(&answer.complaints).into_owned(),
                }
            }
        };
        // A program that was killed by us has not lost.
        if stop.is_stopped() {
            return Err(RefereeError::Stopped);
        }
        Ok(reply)
    }
}

/// Reads the move that a program printed: one line in the protocol's form. White space after it is no matter, nor is
/// the exit code; without output, both the exit code and the signal tell a crash.
fn judge(answer: &Answer, board: Board, limits: &Limits) -> Result<Cell, Fault> {
    let output = answer.output.trim_ascii_end();
    let (reason, message) = match answer.end {
        End::TimedOut => {
            let seconds = limits.timeout.as_secs_f64();
            (Reason::Time, format!("expected a move within {seconds} s"))
        }
        End::Flooded => (
            Reason::Output,
            "expected one move, found no end of output".to_string(),
        ),
        End::Exited(status) if output.is_empty() && !status.success() => (
            Reason::Crash,
            format!("expected a move, found no output and {status}"),
        ),
        End::Exited(_) | End::Answered => {
            let cell = Cell::from_ascii(output).ok();
            match cell.filter(|cell| cell.0.len() == board.dimensions() as usize) {
                Some(cell) => return Ok(cell),
                None => (Reason::Output, wrong_output(output, board)),
            }
        }
    };
    Err(Fault { reason, message })
}

fn wrong_output(output: &[u8], board: Board) -> String {
    let start = String::from_utf8_lossy(&output[..output.len().min(60)]);
    match board.dimensions() {
        _ if output.is_empty() => "expected a move, found no output".to_string(),
        d => format!("expected one move as {d} numbers with commas between, found {start:?}"),
    }
}

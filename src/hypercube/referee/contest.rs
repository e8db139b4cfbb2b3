//! One game between two players.

use std::{io, time::Duration};

use rustix::{
    io::Errno,
    process::{Resource, getrlimit},
};

use super::{
    ask::{Question, ask},
    player::Player,
    record::{GameRecord, Reason, ReplayError},
    record_file::RecordFileError,
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        position::Stone,
    },
    process::{Limits, Pool, Runner, Stop},
};

/// The conditions that all games are played under.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What a program may use.
    pub limits: Limits,
    /// What runs the programs.
    pub pool: &'a Pool,
    /// Stops the games early.
    pub stop: &'a Stop,
}

/// Why a game was not played to its end. A player's fault is no such reason: it ends the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum RefereeError {
    /// [`Stop::now`] was called.
    #[error("the games were stopped")]
    Stopped,
    /// No process or thread can be started, or a process can't be watched.
    #[error("cannot run a program{}", limit_behind(.0))]
    Run(#[source] io::Error),
    /// The system's limits don't allow so many games at a time.
    #[error("cannot play {jobs} games at a time{}", limit_behind(source))]
    Jobs { jobs: usize, source: io::Error },
    /// A record, or an opening, breaks the rules.
    #[error("expected the record of a game by the rules")]
    Replay(#[source] ReplayError),
    /// A finished game could not be recorded.
    #[error("a finished game is not recorded")]
    Record(#[source] RecordFileError),
}

/// A move in a game that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Turn {
    pub stone: Stone,
    pub cell: Cell,
    pub time: Duration,
}

/// Names the limit behind an error.
fn limit_behind(error: &io::Error) -> String {
    let limit = |resource| getrlimit(resource).current;
    match Errno::from_io_error(error) {
        Some(Errno::MFILE) => limit(Resource::Nofile).map_or_else(String::new, |files| {
            format!(": the limit is {files} open files (ulimit -n)")
        }),
        // Starting a thread without memory for it fails with AGAIN, too.
        Some(Errno::AGAIN | Errno::NOMEM) => match (limit(Resource::As), limit(Resource::Nproc)) {
            (None, Some(processes)) => {
                format!(": the limit is {processes} processes and threads (ulimit -u)")
            }
            _ => ": there are limits of memory and of processes (ulimit -v, ulimit -u)".to_string(),
        },
        _ => String::new(),
    }
}

/// Plays a game, and calls `made` with each move as it is made.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub fn play(
    board: Board,
    players: [&Player; 2],
    conditions: &Conditions<'_>,
    made: impl FnMut(&Turn),
) -> Result<GameRecord, RefereeError> {
    let mut runner = conditions.pool.runner();
    play_from(&mut runner, board, &[], players, conditions, made)
}

/// Plays a game on from an opening, which must be legal.
pub(super) fn play_from(
    runner: &mut Runner<'_>,
    board: Board,
    opening: &[Cell],
    [x, o]: [&Player; 2],
    conditions: &Conditions<'_>,
    mut made: impl FnMut(&Turn),
) -> Result<GameRecord, RefereeError> {
    let mut question = Question::after(board, opening)?;
    let mut game = GameRecord::new(board, x, o);
    game.opening = opening.len();
    game.milliseconds = vec![0.0; opening.len()];
    while question.position().winner().is_none() && !question.position().is_full() {
        let stone = question.position().next();
        let player = if stone == Stone::X { x } else { o };
        let reply = ask(player, runner, &question, conditions, Result::is_ok)?;
        let time = reply.time;
        game.add_time(time);
        match reply.cell {
            Ok(cell) => {
                question.play(&cell)?;
                made(&Turn { stone, cell, time });
            }
            Err(fault) => {
                game.moves = question.into_moves();
                game.winner = Some(stone.other());
                game.reason = fault.reason;
                game.message = fault.message;
                game.stderr = reply.stderr_tail;
                return Ok(game);
            }
        }
    }
    game.winner = question.position().winner();
    game.reason = match game.winner {
        Some(_) => Reason::Line,
        None => Reason::Draw,
    };
    game.moves = question.into_moves();
    Ok(game)
}

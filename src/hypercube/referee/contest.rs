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

/// What all games of a tournament have in common.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What a program may use.
    pub limits: Limits,
    /// What runs the programs.
    pub pool: &'a Pool,
    /// What ends the games before their time.
    pub stop: &'a Stop,
}

/// Why a game was not played to its end. It is never a player's fault: that ends a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// [`Stop::now`] was called.
    #[error("the games were stopped")]
    Stopped,
    /// No process or thread can be started, or a process can't be watched.
    #[error("cannot run a program{}", limit_behind(.0))]
    Run(#[source] io::Error),
    /// So many games at a time are too many for the system's limits.
    #[error("cannot play {jobs} games at a time{}", limit_behind(source))]
    Jobs {
        /// How many.
        jobs: usize,
        /// What can't be had for them.
        source: io::Error,
    },
    /// A record that is to be checked is of no game by the rules.
    #[error("expected the record of a game by the rules")]
    Replay(#[source] ReplayError),
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

/// Names the limit that an error comes from, if there is one.
fn limit_behind(error: &io::Error) -> String {
    let limit = |resource| getrlimit(resource).current;
    match Errno::from_io_error(error) {
        Some(Errno::MFILE) => limit(Resource::Nofile).map_or_else(String::new, |files| {
            format!(": the limit is {files} open files (ulimit -n)")
        }),
        // A thread that there is no memory for fails with AGAIN, too.
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

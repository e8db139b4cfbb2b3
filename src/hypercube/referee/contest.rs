//! One game between two players.

use std::time::Duration;

use super::{
    ask::ask,
    conditions::{Conditions, RefereeError},
    player::Player,
    record::{GameRecord, Reason},
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        position::{Position, Stone},
        protocol::write_moves,
    },
    process::Runner,
};

/// A move in a game that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Turn {
    pub stone: Stone,
    pub cell: Cell,
    pub time: Duration,
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
    let mut position = Position::after(board, opening)?;
    let mut game = GameRecord::new(board, x, o);
    game.opening = opening.len();
    game.milliseconds = vec![0.0; opening.len()];
    while position.winner().is_none() && !position.is_full() {
        let stone = position.next();
        let player = if stone == Stone::X { x } else { o };
        let reply = ask(player, runner, &position, conditions, Result::is_ok)?;
        let time = reply.time;
        game.add_time(time);
        match reply.cell {
            Ok(cell) => {
                position.play(cell.clone())?;
                made(&Turn { stone, cell, time });
            }
            Err(fault) => {
                game.moves = write_moves(&position);
                game.winner = Some(stone.other());
                game.reason = fault.reason;
                game.message = fault.message;
                game.stderr = reply.stderr_tail;
                return Ok(game);
            }
        }
    }
    game.winner = position.winner();
    game.reason = match game.winner {
        Some(_) => Reason::Line,
        None => Reason::Draw,
    };
    game.moves = write_moves(&position);
    Ok(game)
}

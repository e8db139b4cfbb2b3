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
    let mut milliseconds = vec![0.0; opening.len()];
    let mut fault = None;
    while fault.is_none() && position.winner().is_none() && !position.is_full() {
        let stone = position.next();
        let player = if stone == Stone::X { x } else { o };
        let reply = ask(player, runner, &position, conditions, Result::is_ok)?;
        let time = reply.time;
        // Whole microseconds keep the text short.
        milliseconds.push(time.as_micros() as f64 / 1000.0);
        match reply.cell {
            Ok(cell) => {
                position.play(cell.clone())?;
                made(&Turn { stone, cell, time });
            }
            Err(found) => fault = Some((found, reply.stderr_tail)),
        }
    }
    let (winner, reason, message, stderr) = match (fault, position.winner()) {
        (Some((fault, stderr)), _) => {
            let winner = position.next().other();
            (Some(winner), fault.reason, fault.message, stderr)
        }
        (None, Some(winner)) => (Some(winner), Reason::Line, String::new(), String::new()),
        (None, None) => (None, Reason::Draw, String::new(), String::new()),
    };
    Ok(GameRecord {
        board,
        x: x.name.clone(),
        o: o.name.clone(),
        winner,
        reason,
        moves: write_moves(&position),
        opening: opening.len(),
        milliseconds,
        message,
        stderr,
        x_command: Some(x.kind.to_string()),
        o_command: Some(o.kind.to_string()),
    })
}

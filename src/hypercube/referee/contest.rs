//! One game between two players.

use std::time::Duration;

use super::{
    ask::ask,
    conditions::{Conditions, RefereeError},
    player::Player,
    record::{GameRecord, Reason},
};
use crate::hypercube::{
    board::{Board, Cell},
    position::{Position, Stone},
    protocol::write_moves,
};

/// Plays a game, and calls `made` with the position after each move, and with how long it took.
///
/// # Errors
///
/// When it is stopped, no program can be run, or the opening breaks the rules.
pub fn play(
    board: Board,
    opening: &[Cell],
    [x, o]: [&Player; 2],
    conditions: &Conditions<'_>,
    mut made: impl FnMut(&Position, Duration),
) -> Result<GameRecord, RefereeError> {
    let mut position = Position::after(board, opening)?;
    let mut milliseconds = vec![0.0; opening.len()];
    let mut fault = None;
    while fault.is_none() && !position.is_over() {
        let player = match position.next() {
            Stone::X => x,
            Stone::O => o,
        };
        let reply = ask(&player.kind, &position, conditions)?;
        // Whole microseconds keep the text short.
        milliseconds.push(reply.time.as_micros() as f64 / 1000.0);
        match reply.cell {
            Ok(cell) => {
                position.play(cell)?;
                made(&position, reply.time);
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

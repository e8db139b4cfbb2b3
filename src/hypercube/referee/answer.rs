//! What a player answers to one position, outside of any game.

use std::{sync::Arc, time::Duration};

use super::{
    contest::{Conditions, RefereeError, ask},
    player::Player,
    record::Reason,
};
use crate::hypercube::{board::Cell, position::Position, protocol};

/// What came of asking a player for a move.
pub(crate) struct Answer {
    /// A legal move; or what it would lose a game by, in a word and in a sentence.
    pub(crate) cell: Result<Cell, (Reason, String)>,
    /// How long it took.
    pub(crate) time: Duration,
    /// The end of what a program wrote on standard error.
    pub(crate) stderr_tail: String,
}

/// Asks a player for a move.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub(crate) fn ask_for_move(
    player: &Player,
    position: &Position,
    conditions: &Conditions<'_>,
) -> Result<Answer, RefereeError> {
    let text = protocol::write(position);
    let moves = text.lines().nth(1).unwrap_or_default();
    let mut runner = conditions.pool.runner();
    let position = Arc::new(position.clone());
    let reply = ask(
        player,
        &mut runner,
        &position,
        moves,
        conditions,
        Result::is_ok,
    )?;
    Ok(Answer {
        cell: reply.cell.map_err(|fault| (fault.reason, fault.message)),
        time: reply.time,
        stderr_tail: reply.stderr_tail,
    })
}

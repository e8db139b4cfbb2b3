//! `qttt hypercube move`: the protocol of the tournament.

use qttt::hypercube::player;

use super::read_position;
use crate::cli::output::{Outcome, report, write_line};

/// On a board of more dimensions than this, a move takes so much memory that there is little left to choose it with.
const MOST_DIMENSIONS: u32 = 1 << 19;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let position = match read_position() {
        Ok(position) => position,
        Err(outcome) => return Ok(outcome),
    };
    let dimensions = position.board().dimensions();
    if dimensions > MOST_DIMENSIONS {
        report(&format!(
            "<stdin>: expected at most {MOST_DIMENSIONS} dimensions, found {dimensions}"
        ));
        return Ok(Outcome::Invalid);
    }
    match (player::choose(&position), position.winner()) {
        (Some(cell), _) => {
            write_line(&cell.to_string())?;
            return Ok(Outcome::Fine);
        }
        (None, Some(winner)) => report(&format!(
            "<stdin>: expected a game that goes on: {winner} has won"
        )),
        (None, None) => report("<stdin>: expected a game that goes on: the board is full"),
    }
    Ok(Outcome::Invalid)
}

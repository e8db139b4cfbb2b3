//! `qttt hypercube move`: the protocol of the tournament.

use crate::hypercube::player;

use super::read_position;
use crate::cli::output::{Outcome, STDIN, report, write_line};

pub(super) fn run() -> anyhow::Result<Outcome> {
    let position = match read_position() {
        Ok(position) => position,
        Err(outcome) => return Ok(outcome),
    };
    match (player::choose(&position), position.winner()) {
        (Some(cell), _) => {
            write_line(&cell.to_string())?;
            return Ok(Outcome::Fine);
        }
        (None, Some(winner)) => report(&format!(
            "{STDIN}: expected a game that goes on: {winner} has won"
        )),
        (None, None) => report(&format!(
            "{STDIN}: expected a game that goes on: the board is full"
        )),
    }
    Ok(Outcome::Invalid)
}

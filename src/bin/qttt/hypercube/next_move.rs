//! `qttt hypercube move`: reads a position and prints a move.

use qttt::hypercube::engine;

use super::arguments::{EXIT_CODES, POSITION, read_stdin};
use crate::terminal::output::{Invalid, Outcome, write_line};

const MOVE_EXAMPLE: &str = "\
Examples:
  printf '3,2\\n1,1;0,0\\n' | qttt hypercube move  print X's second move";

/// Returns the help of `qttt hypercube move`.
pub(super) fn help() -> String {
    format!("{POSITION}\n\n{MOVE_EXAMPLE}\n\n{EXIT_CODES}")
}

/// Reads a position from standard input and prints a move.
pub(super) fn run() -> anyhow::Result<Outcome> {
    let position = read_stdin()?;
    let cell = engine::choose(&position).ok_or_else(|| {
        let end = match position.winner() {
            Some(winner) => format!("{winner} has won"),
            None => "the board is full".to_string(),
        };
        Invalid(format!("<stdin>: the game is over: {end}"))
    })?;
    write_line(&cell.to_string())?;
    Ok(Outcome::Fine)
}

//! `qttt hypercube move`: plays by the contest's protocol.

use qttt::hypercube::player;

use super::{
    EXIT_CODES,
    position::{POSITION, read_stdin},
};
use crate::terminal::output::{Invalid, Outcome, write_line};

/// Read a position from standard input and print a move
#[derive(clap::Args)]
#[command(after_long_help = format!(
    "{POSITION}\n\nExamples:\n  printf '3,2\\n1,1;0,0\\n' | qttt hypercube move  print X's second move\n\n{EXIT_CODES}"
))]
pub(crate) struct Move;

impl Move {
    pub(super) fn run() -> anyhow::Result<Outcome> {
        let position = read_stdin()?;
        let cell = player::choose(&position).ok_or_else(|| {
            let end = match position.winner() {
                Some(winner) => format!("{winner} has won"),
                None => "the board is full".to_string(),
            };
            Invalid(format!("<stdin>: the game is over: {end}"))
        })?;
        write_line(&cell.to_string())?;
        Ok(Outcome::Fine)
    }
}

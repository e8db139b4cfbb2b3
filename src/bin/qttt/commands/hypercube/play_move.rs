//! `qttt hypercube move`: plays by the contest's protocol.

use qttt::hypercube::player;

use super::{
    EXIT_CODES,
    position::{POSITION, read_stdin},
};
use crate::commands::output::{Outcome, report, write_line};

/// Read a position from standard input and print a move
#[derive(clap::Args)]
#[command(after_long_help = format!(
    "{POSITION}\n\nExamples:\n  printf '3,2\\n1,1;0,0\\n' | qttt hypercube move  print X's second move\n\n{EXIT_CODES}"
))]
pub(super) struct Move {
    /// Search N times as long; at 1, all moves of a game together take at most a minute
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    effort: u32,
}

impl Move {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let position = match read_stdin() {
            Ok(position) => position,
            Err(outcome) => return Ok(outcome),
        };
        let nodes = player::NODES * u64::from(self.effort);
        match (player::choose_within(&position, nodes), position.winner()) {
            (Some(cell), _) => {
                write_line(&cell.to_string())?;
                return Ok(Outcome::Fine);
            }
            (None, Some(winner)) => report(&format!("<stdin>: the game is over: {winner} has won")),
            (None, None) => report("<stdin>: the game is over: the board is full"),
        }
        Ok(Outcome::Invalid)
    }
}

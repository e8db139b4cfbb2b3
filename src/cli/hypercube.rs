//! `qttt hypercube …`: the n^d game.

#[cfg(unix)]
mod match_game;
#[cfg(unix)]
mod options;
#[cfg(unix)]
mod progress;
#[cfg(unix)]
mod standings;
#[cfg(unix)]
mod tournament;

use std::io::{self, Read};

use clap::Subcommand;
use qttt::hypercube::{Position, player, protocol};

use super::{Outcome, input::cannot_read, report, write_line};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What the variants with arguments do, their structs say: at length, too.
#[derive(Subcommand)]
enum Command {
    /// Read a position on standard input and print a move
    Move,
    #[cfg(unix)]
    Match(match_game::Arguments),
    #[cfg(unix)]
    Tournament(tournament::Arguments),
    #[cfg(unix)]
    Standings(standings::Arguments),
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Move => play_move(),
            #[cfg(unix)]
            Command::Match(arguments) => arguments.run(),
            #[cfg(unix)]
            Command::Tournament(arguments) => arguments.run(),
            #[cfg(unix)]
            Command::Standings(arguments) => arguments.run(),
        }
    }
}

/// More text than this is no game: on the largest board that a match is played on, it has less than 1 MiB.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a position from standard input; what is wrong with it is reported.
fn read_position() -> Result<Position, Outcome> {
    let mut text = Vec::new();
    if let Err(error) = io::stdin().take(MOST_BYTES).read_to_end(&mut text) {
        return Err(cannot_read("<stdin>", &error));
    }
    protocol::read(&text).map_err(|error| {
        report(&format!("<stdin>: {error}"));
        Outcome::Invalid
    })
}

fn play_move() -> anyhow::Result<Outcome> {
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
            "<stdin>: expected a game that goes on: {winner} has won"
        )),
        (None, None) => report("<stdin>: expected a game that goes on: the board is full"),
    }
    Ok(Outcome::Invalid)
}

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

use clap::{ColorChoice, Subcommand, value_parser};
use qttt::hypercube::{Position, draw, player, protocol};

use super::{Outcome, input::cannot_read, report, text_style, write, write_line};

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
    /// Read a position on standard input and draw it
    Show(ShowArguments),
    #[cfg(unix)]
    Match(match_game::Arguments),
    #[cfg(unix)]
    Tournament(tournament::Arguments),
    #[cfg(unix)]
    Standings(standings::Arguments),
}

#[derive(clap::Args)]
struct ShowArguments {
    /// Mark the last move
    #[arg(long)]
    last: bool,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = value_parser!(u16).range(1..))]
    width: Option<u16>,
}

impl Arguments {
    pub(crate) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Move => play_move(),
            Command::Show(show) => show.run(color),
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
    if let Err(error) = io::stdin().take(MOST_BYTES + 1).read_to_end(&mut text) {
        return Err(cannot_read("<stdin>", &error));
    }
    // A part of a game is another game: it must not be answered.
    if text.len() as u64 > MOST_BYTES {
        report(&format!(
            "<stdin>: expected at most {MOST_BYTES} bytes, found more"
        ));
        return Err(Outcome::Invalid);
    }
    protocol::read(&text).map_err(|error| {
        report(&format!("<stdin>: {error}"));
        Outcome::Invalid
    })
}

/// On a board of more dimensions than this, a move takes so much memory that there is little left to choose it with.
const MOST_DIMENSIONS: u32 = 1 << 19;

fn play_move() -> anyhow::Result<Outcome> {
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

impl ShowArguments {
    fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let position = match read_position() {
            Ok(position) => position,
            Err(outcome) => return Ok(outcome),
        };
        let style = text_style(self.ascii, self.width, color);
        let style = draw::TextStyle {
            ascii: style.ascii,
            color: style.color,
            width: style.width,
            last: self.last,
        };
        write(&draw::text(&position, &style))?;
        Ok(Outcome::Fine)
    }
}

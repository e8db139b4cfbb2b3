//! `qttt hypercube …`: the n^d game.

mod play_move;
mod referee;
mod show;

use std::io::{self, BufRead, IsTerminal, Read};

use crate::hypercube::{
    Position,
    protocol::{self, ProtocolError},
};
use clap::Subcommand;

use super::output::{Outcome, STDIN, cannot_read, note, report};

#[derive(clap::Args)]
#[command(after_long_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The exit codes of the commands that read a position.
const EXIT_CODES: &str =
    "Exit codes: 0 success, 1 a position is invalid, 2 usage error, or input or output failed.";

/// What a position is read from.
pub(super) const POSITION: &str = "Position: The input has two lines: the board as n,d (width and dimensions), and every move so \
    far, oldest first, each as its coordinates with commas between them; semicolons separate the moves. Before the first \
    move the second line is empty. The first coordinate grows to the right, the second downwards, the third from slice \
    to slice; 0,0 is top left.";

/// The structs of the arguments have the help of their commands.
#[derive(Subcommand)]
enum Command {
    /// Read a position on standard input and print a move
    #[command(
        after_long_help = format!(
            "{POSITION}\n\nExamples:\n  printf '3,2\\n1,1;0,0\\n' | qttt hypercube move  print X's second move\n\n{EXIT_CODES}"
        )
    )]
    Move,
    /// Read a position on standard input and draw it
    #[command(
        after_long_help = format!(
            "{POSITION}\n\nExamples:\n  printf '3,2\\n1,1;0,0\\n' | qttt hypercube show  draw a position after two moves\n\n{EXIT_CODES}"
        )
    )]
    Show(show::Arguments),
    #[command(flatten)]
    Referee(referee::Command),
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Move => play_move::run(),
            Command::Show(show) => show.run(),
            Command::Referee(command) => command.run(),
        }
    }
}

/// More text is no game: on the largest board of a tournament, one has less than 1 MiB.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a position from standard input, and reports what is wrong with it.
fn read_position() -> Result<Position, Outcome> {
    if io::stdin().is_terminal() {
        note("reading the terminal: the board, and the moves so far on a line of their own");
    }
    let input = io::stdin().lock().take(MAX_BYTES + 1);
    let text = read_two_lines(input).map_err(|error| cannot_read(STDIN, &error))?;
    // Part of a game is another game, and must not be answered.
    if text.len() as u64 > MAX_BYTES {
        report(&format!(
            "{STDIN}: expected at most {MAX_BYTES} bytes, found more"
        ));
        return Err(Outcome::Invalid);
    }
    protocol::read(&text).map_err(|error| {
        let ProtocolError { line, column, kind } = error;
        report(&format!("{STDIN}:{line}:{column}: {kind}"));
        Outcome::Invalid
    })
}

/// Reads two lines, and what has come with them. Whoever asks may leave the input open until it has a move.
fn read_two_lines(mut input: impl BufRead) -> io::Result<Vec<u8>> {
    let (mut text, mut newlines) = (Vec::new(), 0);
    while newlines < 2 {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        newlines += chunk.iter().filter(|&&byte| byte == b'\n').count();
        text.extend(chunk);
        let len = chunk.len();
        input.consume(len);
    }
    Ok(text)
}

//! Reads the position of `qttt hypercube move`, `show`, and `play`.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};

use anyhow::{Context, bail};
use qttt::hypercube::{Position, protocol};
use qttt::support::without_marks;

use crate::input::{self, CANNOT_READ, check_encoding, located};
use crate::referee::MAX_POSITION;
use crate::terminal::output::{Invalid, note};

/// Help about positions.
pub(super) const POSITION: &str = "\
Position: The first line is the board, n,d (width and dimensions). The second line lists the moves so far, oldest \
first, separated by semicolons; it is empty before the first move. A move is a cell's coordinates, separated by \
commas: the first increases to the right, the second downwards, the third from slice to slice. 0,0 is the top-left \
cell. A position can be at most 1 MiB long.";

/// The exit codes of the commands that read a position.
pub(super) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid position; 2 usage or I/O error.";

#[derive(clap::Args)]
pub(super) struct PositionArguments {
    /// The board: width and number of dimensions, for example 3,2
    #[arg(value_name = "N,D", index = 1)]
    board: Option<String>,

    /// The moves so far, for example '1,1;0,0'
    #[arg(index = 2)]
    moves: Vec<String>,
}

impl PositionArguments {
    /// Reads the position, from standard input if there are no arguments.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is [`Invalid`].
    pub(super) fn read(&self) -> anyhow::Result<Position> {
        let board = match self.board.as_deref() {
            None => return read_stdin(),
            Some("-") if self.moves.is_empty() => return read_stdin(),
            Some(board) => board,
        };
        let text = format!("{board}\n{}\n", self.moves.join(";"));
        let position = protocol::read(text.as_bytes());
        Ok(position.map_err(|error| Invalid(error.kind.to_string()))?)
    }
}

/// Reads a position from the first two lines of standard input, which may stay open after them.
///
/// # Errors
///
/// If it can't be read, or is [`Invalid`].
pub(super) fn read_stdin() -> anyhow::Result<Position> {
    if io::stdin().is_terminal() {
        note(
            "reading a position from the terminal; enter the board, then the moves so far on a second line",
        );
    }
    let input = input::open("-".as_ref()).context(CANNOT_READ)?;
    // Byte by byte, so that what follows on standard input stays there.
    let mut input = BufReader::with_capacity(1, input).take(MAX_POSITION + 1);
    let mut text = Vec::new();
    for _ in 0..2 {
        input.read_until(b'\n', &mut text).context(CANNOT_READ)?;
    }
    // A truncated game is a different game, and must not be answered.
    if text.len() as u64 > MAX_POSITION {
        bail!(Invalid(format!("<stdin>: more than {MAX_POSITION} bytes")));
    }
    check_encoding(&text).context(CANNOT_READ)?;
    let position = protocol::read(without_marks(&text)).map_err(|error| {
        let (line, column) = (error.line as u64, error.column);
        Invalid(located("<stdin>", line, column, &error.kind))
    });
    Ok(position?)
}

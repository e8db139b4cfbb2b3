//! The position for a command, from arguments, a file or standard input.

use std::{
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
};

use qttt::hypercube::{Position, protocol};

use crate::{
    commands::output::{Outcome, cannot_read, note, report},
    input::{Input, is_stdin, name_of},
};

/// Help about positions.
pub(super) const POSITION: &str = "\
Position: The first line is the board, n,d (width and dimensions). The second line is every move so far, oldest first, \
separated by semicolons; it is empty before the first move. A move is its coordinates, separated by commas: the first \
increases to the right, the second downwards, the third from slice to slice. 0,0 is the top left. A position has at \
most 1 MiB.";

/// Positions may be longer than any game of the contest, which has less than 80 KB.
const MAX_BYTES: u64 = 1 << 20;

#[derive(clap::Args)]
pub(super) struct PositionArguments {
    /// Board and moves so far, for example 3,2 '1,1;0,0'
    #[arg(value_name = "POSITION")]
    position: Vec<String>,

    /// Read the position from a file, in the two-line format of `hypercube move`
    #[arg(short, long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
}

impl PositionArguments {
    /// Reads the position, from standard input by default. Reports a mistake in it.
    pub(super) fn read(&self) -> Result<Position, Outcome> {
        if let [board, moves @ ..] = &self.position[..]
            && board != "-"
        {
            let text = format!("{board}\n{}\n", moves.join(";"));
            return protocol::read(text.as_bytes()).map_err(|error| {
                report(&error.kind.to_string());
                Outcome::Invalid
            });
        }
        read(self.file.as_deref().unwrap_or(Path::new("-")))
    }
}

/// Reads a position from the first two lines of standard input, which may stay open after them.
pub(super) fn read_stdin() -> Result<Position, Outcome> {
    read(Path::new("-"))
}

fn read(path: &Path) -> Result<Position, Outcome> {
    if is_stdin(path) && io::stdin().is_terminal() {
        note(
            "reading a position from the terminal; enter the board, then the moves so far on a second line",
        );
    }
    let input = Input::open(path).map_err(|error| cannot_read(&name_of(path), &error))?;
    let name = &input.name.clone();
    // Byte by byte, so that what follows on standard input stays there.
    let mut input = BufReader::with_capacity(1, input).take(MAX_BYTES + 1);
    let mut text = Vec::new();
    for _ in 0..2 {
        input
            .read_until(b'\n', &mut text)
            .map_err(|error| cannot_read(name, &error))?;
    }
    // The beginning of a game is another game, which must not be answered.
    if text.len() as u64 > MAX_BYTES {
        report(&format!("{name}: more than {MAX_BYTES} bytes"));
        return Err(Outcome::Invalid);
    }
    protocol::read(&text).map_err(|error| {
        let (line, column) = (error.line, error.column);
        report(&format!("{name}:{line}:{column}: {}", error.kind));
        Outcome::Invalid
    })
}

//! The position for a command, from arguments, a file, or standard input.

use std::{
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use qttt::hypercube::{Position, protocol};

use crate::{
    commands::output::{Invalid, note},
    input::{self, is_stdin, located, name_of, without_mark},
};

/// Help about positions.
pub(super) const POSITION: &str = "\
Position: The first line is the board, n,d (width and dimensions). The second line lists the moves so far, oldest \
first, separated by semicolons; it is empty before the first move. A move is its coordinates, separated by commas: \
the first increases to the right, the second downwards, the third from slice to slice. 0,0 is the top-left cell. A \
position can be at most 1 MiB long.";

/// Positions may be longer than any game of the contest, which takes less than 80 KB.
const MAX_BYTES: u64 = 1 << 20;

#[derive(clap::Args, Default)]
pub(super) struct PositionArguments {
    /// Board and moves so far, for example 3,2 '1,1;0,0'
    #[arg(value_name = "POSITION")]
    position: Vec<String>,

    /// Read the position from a file, in the two-line format of `hypercube move`
    #[arg(short, long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
}

impl PositionArguments {
    /// Reads the position, from standard input by default.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is [`Invalid`].
    pub(super) fn read(&self) -> anyhow::Result<Position> {
        if let [board, moves @ ..] = &self.position[..]
            && (board != "-" || !moves.is_empty())
        {
            let text = format!("{board}\n{}\n", moves.join(";"));
            let position = protocol::read(text.as_bytes());
            return Ok(position.map_err(|error| Invalid(error.kind.to_string()))?);
        }
        read(self.file.as_deref().unwrap_or(Path::new("-")))
    }
}

/// Reads a position from the first two lines of an input, which may stay open after them.
fn read(path: &Path) -> anyhow::Result<Position> {
    if is_stdin(path) && io::stdin().is_terminal() {
        note(
            "reading a position from the terminal; enter the board, then the moves so far on a second line",
        );
    }
    let name = name_of(path);
    let cannot_read = || format!("cannot read {name}");
    let input = input::open(path).with_context(cannot_read)?;
    // Byte by byte, so that what follows on standard input stays there.
    let mut input = BufReader::with_capacity(1, input).take(MAX_BYTES + 1);
    let mut text = Vec::new();
    for _ in 0..2 {
        let read = input.read_until(b'\n', &mut text);
        read.with_context(cannot_read)?;
    }
    // A truncated game is a different game, and must not be answered.
    if text.len() as u64 > MAX_BYTES {
        bail!(Invalid(format!("{name}: more than {MAX_BYTES} bytes")));
    }
    let position = protocol::read(without_mark(&text))
        .map_err(|error| Invalid(located(&name, error.line as u64, error.column, &error.kind)));
    Ok(position?)
}

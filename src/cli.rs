//! The command line: arguments to library calls, and what they return to output and an exit code.

mod progress;
mod score;

use std::io::{self, Write};

use anyhow::Context;
use clap::{CommandFactory, Parser};

/// Score quantum tic-tac-toe.
///
/// A record is a game as text: two cells side by side are a move (AB), a digit is a measurement (4), and white space
/// between them is free. The cells are
///
///     A B C
///     D E F
///     G H I
///
/// and the result is X's points, a space, and O's.
#[derive(Parser)]
#[command(version, verbatim_doc_comment, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    score: score::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score a record a line
  qttt --json -f games.txt      the same as JSON objects, from a file

Exit codes: 0 fine, 1 a record is invalid, 2 wrong usage, or input or output failed.";

const CANNOT_WRITE: &str = "cannot write standard output";

/// How a command ended, worse ones later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Fine,
    /// A record was not a legal game.
    Invalid,
    /// The arguments make no sense, or something could not be read; that has been said.
    Failed,
}

/// Does what the arguments of the process ask for; fails when input or output does.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    match Cli::try_parse() {
        Ok(cli) => cli.score.run(),
        Err(error) if error.use_stderr() => {
            // There is no place left to report that reporting failed.
            let _ = error.print();
            Ok(Outcome::Failed)
        }
        Err(help_or_version) => {
            help_or_version.print().context(CANNOT_WRITE)?;
            Ok(Outcome::Fine)
        }
    }
}

/// Writes a result to standard output.
fn write_line(line: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .context(CANNOT_WRITE)
}

/// Writes the short help to standard error.
fn print_help() {
    let _ = write!(io::stderr(), "{}", Cli::command().render_help());
}

/// Tells whether it was the reader of our output that went away.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a message to standard error, if that takes it.
pub(crate) fn report(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}

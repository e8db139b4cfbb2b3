//! The command line: arguments to library calls, and what they return to output and an exit code.

mod generate;
mod hypercube;
mod input;
mod pages;
mod play;
mod progress;
mod score;
mod show;
#[cfg(unix)]
mod signals;
mod solve;

use std::io::{self, Write};

use anstream::{AutoStream, stream::RawStream};
use anyhow::Context;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use qttt::draw::TextStyle;
use terminal_size::{Width, terminal_size_of};

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
#[command(version, verbatim_doc_comment, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    score: score::Arguments,

    #[command(subcommand)]
    command: Option<Command>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value_t)]
    color: ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a position, or every position of a game
    Show(show::Arguments),
    /// Find what perfect play gives, and the moves that keep it
    Solve(solve::Arguments),
    /// Play a game at the terminal
    Play(play::Arguments),
    /// Print random complete games, one record a line
    Generate(generate::Arguments),
    /// Play n^d tic-tac-toe, and referee it
    Hypercube(hypercube::Arguments),
    /// Print a script that completes commands and options in a shell
    Completions(pages::CompletionsArguments),
    /// Print a manual page
    Man(pages::ManArguments),
}

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score a record a line
  qttt --json -f games.txt      the same as JSON objects, from a file
  qttt show AB BE DE AE         draw a position
  qttt solve AB BE DE AE        find the best moves in it
  qttt play                     play against perfect O
  qttt generate -n 1000         make random games

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
        Ok(cli) => cli.run(),
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

impl Cli {
    fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            None => self.score.run(),
            Some(_) if !self.score.is_empty() => {
                report("a command comes first: qttt COMMAND [OPTIONS] [MOVES]...");
                Ok(Outcome::Failed)
            }
            Some(Command::Show(show)) => show.run(self.color),
            Some(Command::Solve(solve)) => solve.run(),
            Some(Command::Play(play)) => play.run(self.color),
            Some(Command::Generate(generate)) => generate.run(),
            Some(Command::Hypercube(hypercube)) => hypercube.run(self.color),
            Some(Command::Completions(completions)) => completions.run(),
            Some(Command::Man(man)) => man.run(),
        }
    }
}

/// Returns the command whose name is nearest to a word, if one is near.
fn nearest_command(word: &str) -> Option<String> {
    let likeness = |name: &str| strsim::jaro_winkler(name, &word.to_lowercase());
    Cli::command()
        .get_subcommands()
        .map(|command| command.get_name().to_string())
        .filter(|name| likeness(name) > 0.8)
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// Tells whether colours are wanted on a stream: `--color` beats `NO_COLOR`, which beats the terminal.
fn is_colored(choice: ColorChoice, stream: &impl RawStream) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
    }
}

/// Returns how to draw on standard output, which may be a terminal: as wide as that is, unless a width is given.
fn text_style(ascii: bool, width: Option<u16>, color: ColorChoice) -> TextStyle {
    let terminal = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns);
    TextStyle {
        ascii,
        color: is_colored(color, &io::stdout()),
        width: width.or_else(terminal).unwrap_or(80).into(),
    }
}

/// Returns the seed that was given, or else one that the system makes up.
fn seed_or_new(given: Option<u64>) -> anyhow::Result<u64> {
    given.map_or_else(
        || getrandom::u64().context("the system gives no random seed"),
        Ok,
    )
}

/// Writes a line to standard output.
fn write_line(line: &str) -> anyhow::Result<()> {
    write(&format!("{line}\n"))
}

/// Writes a result to standard output.
fn write(text: &str) -> anyhow::Result<()> {
    write_bytes(text.as_bytes())
}

fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
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

/// Writes a remark to standard error, if that takes it.
#[cfg(unix)]
fn note(message: &str) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

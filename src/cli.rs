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

use std::{
    borrow::Cow,
    env,
    io::{self, Write},
};

use anstream::{AutoStream, stream::RawStream};
use anyhow::Context;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};
use qttt::draw::TextStyle;
use serde::Serialize;
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
#[command(
    version,
    verbatim_doc_comment,
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    args_override_self = true
)]
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
            let _ = write!(io::stderr(), "{}", in_colors(&error, &io::stderr()));
            Ok(Outcome::Failed)
        }
        Err(help_or_version) => {
            write(&in_colors(&help_or_version, &io::stdout()))?;
            Ok(Outcome::Fine)
        }
    }
}

/// Returns what the parser says, with colours if they are wanted on a stream.
fn in_colors(said: &clap::Error, stream: &impl RawStream) -> String {
    let text = said.render();
    match is_colored(color_asked_for(), stream) {
        true => text.ansi().to_string(),
        false => text.to_string(),
    }
}

/// Looks for `--color` where parsing has not come to an end.
fn color_asked_for() -> ColorChoice {
    let arguments: Vec<_> = env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let values = arguments
        .iter()
        .enumerate()
        .filter_map(|(place, argument)| {
            let next = || arguments.get(place + 1).map(String::as_str);
            match argument.strip_prefix("--color")? {
                "" => next(),
                value => value.strip_prefix('='),
            }
        });
    let mut choices = values.filter_map(|value| ColorChoice::from_str(value, false).ok());
    choices.next_back().unwrap_or_default()
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

/// Returns what to enter for the command whose name is nearest to a word, if one is near.
fn nearest_command(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let likeness = |name: &str| match strsim::osa_distance(name, &word) {
        // Of short names, one slip leaves little that is alike. But FAN is no `man`: it could be a record's.
        0 | 1 if word.len() > 2 && word.as_bytes()[0] == name.as_bytes()[0] => 1.0,
        _ => strsim::jaro_winkler(name, &word),
    };
    let mut known = vec![("help".to_string(), "qttt --help".to_string())];
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        known.push((name.to_string(), format!("qttt {name}")));
        let inner = command.get_subcommands().map(clap::Command::get_name);
        known.extend(inner.map(|inner| (inner.to_string(), format!("qttt {name} {inner}"))));
    }
    let near = known
        .into_iter()
        .map(|(name, entry)| (likeness(&name), entry))
        .filter(|&(likeness, _)| likeness > 0.8);
    // Of equally near ones the first: `show` rather than `hypercube show`.
    let nearest = near.rev().max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(nearest.1)
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

/// Writes a result as a line of JSON to standard output.
fn write_json(report: &impl Serialize) -> anyhow::Result<()> {
    write_line(&json(report))
}

fn json(report: &impl Serialize) -> String {
    serde_json::to_string(report).expect("a report is only numbers and text")
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
    let _ = writeln!(io::stderr(), "error: {}", printable(message));
}

/// Writes a remark to standard error, if that takes it.
#[cfg(unix)]
fn note(message: &str) {
    let _ = writeln!(io::stderr(), "note: {}", printable(message));
}

/// Escapes what a terminal would obey: names of files and players can hold anything.
fn printable(text: &str) -> Cow<'_, str> {
    let is_harmless = |c: char| c == '\n' || !c.is_control();
    if text.chars().all(is_harmless) {
        return text.into();
    }
    let escaped = |c: char| match is_harmless(c) {
        true => c.to_string(),
        false => c.escape_default().to_string(),
    };
    text.chars().map(escaped).collect()
}

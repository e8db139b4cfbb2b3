//! The command line: arguments to library calls, and what they return to output and an exit code.

#[cfg(unix)]
mod check;
mod complete;
mod generate;
mod hypercube;
mod locale;
mod numbers;
pub(crate) mod output;
mod pages;
mod play;
#[cfg(unix)]
mod pool;
mod progress;
mod records;
mod score;
mod seed;
mod show;
#[cfg(unix)]
mod signals;
mod skill;
mod solve;
mod stream;
mod suggested;
mod suggestion;

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use crate::draw;
use anyhow::Context;
use clap::{
    ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{EnumValueParser, TypedValueParser},
    error::ErrorKind,
};
use terminal_size::{Width, terminal_size_of};

use output::{CANNOT_WRITE, Outcome, is_closed_pipe, report};

/// Score quantum tic-tac-toe.
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
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
    #[arg(long, value_name = "WHEN", global = true, default_value_t, value_parser = color_choice())]
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
    #[cfg(unix)]
    Check(check::Arguments),
    /// Play n^d tic-tac-toe, and referee it
    Hypercube(hypercube::Arguments),
    /// Print a script that completes commands and options in a shell
    Completions(pages::CompletionsArguments),
    /// Print a manual page
    Man(pages::ManArguments),
}

/// A paragraph is one line, so that it can be wrapped at any width.
const ABOUT: &str = "\
Score quantum tic-tac-toe.

A record is a game as text: two cells side by side are a move (AB), a digit is a measurement (4), and white space between them is optional. The cells are

    A B C
    D E F
    G H I

and the result is X's points, a space, and O's.";

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

/// Runs the command line, and reports what ends it early.
#[must_use]
pub fn main() -> ExitCode {
    match run() {
        Ok(outcome) => outcome.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("{error:#}"));
            Outcome::Failed.into()
        }
    }
}

fn run() -> anyhow::Result<Outcome> {
    #[cfg(unix)]
    if pool::is_supervisor() {
        return pool::supervise();
    }
    match parse() {
        Ok(cli) => cli.run(),
        Err(error) if error.use_stderr() => {
            // If standard error fails too, there is nowhere left to say so.
            let _ = error.print();
            Ok(Outcome::Failed)
        }
        Err(help_or_version) => {
            let printed = help_or_version.print();
            printed
                .and_then(|()| io::stdout().flush())
                .context(CANNOT_WRITE)?;
            Ok(Outcome::Fine)
        }
    }
}

/// Parses the arguments. Help is as wide as the terminal.
fn parse() -> Result<Cli, clap::Error> {
    let mut qttt = Cli::command();
    let matches = qttt.try_get_matches_from_mut(env::args_os());
    let matches = matches.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp => as_wide_as_the_terminal(Cli::command())
            .try_get_matches_from(env::args_os())
            .err()
            .unwrap_or(error),
        _ => error,
    })?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut qttt))
}

/// Makes help as wide as the terminal.
fn as_wide_as_the_terminal(mut qttt: clap::Command) -> clap::Command {
    match columns() {
        Some(columns) => {
            qttt = qttt.term_width(columns);
            qttt.build();
            break_usage(qttt, columns)
        }
        None => qttt,
    }
}

/// Breaks usage lines between words: they are the one part of help that clap never breaks.
fn break_usage(command: clap::Command, columns: usize) -> clap::Command {
    const LABEL: &str = "Usage: ";
    let mut command = command.mut_subcommands(|inner| break_usage(inner, columns));
    let usage = command.render_usage().to_string();
    let width = columns.saturating_sub(LABEL.len());
    let lines = draw::wrap(usage.trim_start_matches(LABEL), width);
    match lines.len() {
        0 | 1 => command,
        _ => command.override_usage(lines.join(&format!("\n{:1$}", "", LABEL.len()))),
    }
}

/// Returns how wide the terminal is: as `COLUMNS` says, or else the terminal itself.
fn columns() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into());
    said.filter(|&columns| columns > 0).or_else(terminal)
}

/// Parses `--color` and applies it at once, so that the parser's own messages follow it too.
fn color_choice() -> impl TypedValueParser<Value = ColorChoice> {
    EnumValueParser::<ColorChoice>::new().map(|choice| {
        let for_streams = match choice {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        for_streams.write_global();
        choice
    })
}

/// Prints the help of a command on standard output.
fn print_help_of(command: &str) -> anyhow::Result<Outcome> {
    let mut qttt = as_wide_as_the_terminal(Cli::command());
    qttt.build();
    if let Some(command) = qttt.find_subcommand_mut(command) {
        output::write(&command.render_help().to_string())?;
    }
    Ok(Outcome::Fine)
}

impl Cli {
    fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            None => self.score.run(|| as_wide_as_the_terminal(Self::command())),
            Some(_) if !self.score.is_empty() => {
                report("a command comes first: qttt COMMAND [OPTIONS] [MOVES]...");
                Ok(Outcome::Failed)
            }
            Some(Command::Show(show)) => show.run(self.color),
            Some(Command::Solve(solve)) => solve.run(),
            Some(Command::Play(play)) => play.run(self.color),
            Some(Command::Generate(generate)) => generate.run(),
            #[cfg(unix)]
            Some(Command::Check(check)) => check.run(self.color),
            Some(Command::Hypercube(hypercube)) => hypercube.run(self.color),
            Some(Command::Completions(completions)) => completions.run(Self::command()),
            Some(Command::Man(man)) => man.run(Self::command()),
        }
    }
}

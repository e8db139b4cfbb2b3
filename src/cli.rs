//! The command line: arguments to library calls, and what they return to output and an exit code.

mod arguments;
mod check;
mod complete;
mod generate;
mod hypercube;
mod numbers;
pub(crate) mod output;
mod pages;
mod play;
mod progress;
mod records;
mod score;
mod serve;
mod show;
mod signals;
mod solve;
mod stream;
mod suggestion;

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::{
    ColorChoice, CommandFactory, Parser, Subcommand,
    builder::{EnumValueParser, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::escape;
use output::{CANNOT_WRITE, Outcome, is_closed_pipe, report};

/// Score quantum tic-tac-toe.
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
    after_long_help = format!("{RECORDS}\n\n{EXAMPLES}\n\n{EXIT_CODES}"),
    override_usage = "qttt [OPTIONS] [MOVES]...\n       qttt COMMAND ...",
    args_override_self = true
)]
struct Cli {
    #[command(flatten)]
    score: score::Arguments,

    #[command(subcommand)]
    command: Option<Command>,

    /// When to use colours
    // Applied at once, so that the parser's own messages follow it, too.
    #[arg(long, value_name = "WHEN", global = true, default_value_t, value_parser = EnumValueParser::<ColorChoice>::new().map(color_all))]
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
    /// Serve a page to play on, until Ctrl-C
    Serve(serve::Arguments),
    /// Print random complete games, one record per line
    Generate(generate::Arguments),
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

/// What the commands that take records say of them.
pub(crate) const RECORDS: &str = "\
Records: Two cells side by side are a move (AB), a digit is a measurement (4). White space between them is optional, and so is upper case. A file or a stream has one record per line, of at most 64 KiB. A position, such as 41./32./... 5CF, is read in place of a record where its history is not needed: the classical marks row by row, then each spooky mark with its cells.

At a terminal, nothing is read unless - is given.";

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score one record per line
  qttt --json -f games.txt      the same as JSON objects, from a file
  qttt show AB BE DE AE         draw a position
  qttt solve AB BE DE AE        find the best moves in it
  qttt play                     play against perfect O
  qttt generate -n 1000         make random games
  qttt check 'python3 mine.py'  judge a scorer";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success, 1 a record is invalid, 2 usage error, or input or output failed.";

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
    // A file that grows too long for the limit on files is an error like a full disk.
    signals::outlive(signal_hook::consts::SIGXFSZ)?;
    match parse() {
        Ok(cli) => {
            // The parser may have met several, one of them its default.
            color_all(cli.color);
            cli.run()
        }
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

/// Parses the arguments. Of an unknown option, says which command knows it.
fn parse() -> Result<Cli, clap::Error> {
    Cli::try_parse().map_err(|error| {
        // The parser repeats arguments as they are: so let it find the mistake in what can be printed.
        let printable = |word: OsString| escape::line(&word.to_string_lossy()).into_owned();
        let again = Cli::try_parse_from(env::args_os().map(printable));
        let mut error = again.err().unwrap_or(error);
        let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string);
        let usage = error.get(ContextKind::Usage).map(ToString::to_string);
        let known = unknown
            .zip(usage)
            .and_then(|(option, usage)| suggestion::known_option(&option, &usage, &Cli::command()));
        if let (ErrorKind::UnknownArgument, Some(known)) = (error.kind(), known) {
            let tip = format!("did you mean `{known}`?").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
        error
    })
}

/// Colours all that is written from now on, or doesn't.
fn color_all(choice: ColorChoice) -> ColorChoice {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    choice
}

/// Prints the help of a command that was given no records, at a terminal.
fn print_help_of(command: &str) -> Outcome {
    let mut qttt = Cli::command();
    qttt.build();
    if let Some(command) = qttt.find_subcommand_mut(command) {
        suggestion::print_help(command);
    }
    Outcome::Failed
}

impl Cli {
    fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            None => self.score.run(Self::command),
            Some(_) if !self.score.is_empty() => {
                report("a command comes first: qttt COMMAND [OPTIONS] [MOVES]...");
                Ok(Outcome::Failed)
            }
            Some(Command::Show(show)) if show.records.are_missing() => Ok(print_help_of("show")),
            Some(Command::Solve(solve)) if solve.records.are_missing() => {
                Ok(print_help_of("solve"))
            }
            Some(Command::Show(show)) => show.run(),
            Some(Command::Solve(solve)) => solve.run(),
            Some(Command::Play(play)) => play.run(),
            Some(Command::Serve(serve)) => serve.run(),
            Some(Command::Generate(generate)) => generate.run(),
            Some(Command::Check(check)) => check.run(),
            Some(Command::Hypercube(hypercube)) => hypercube.run(),
            Some(Command::Completions(completions)) => completions.run(Self::command()),
            Some(Command::Man(man)) => man.run(Self::command()),
        }
    }
}

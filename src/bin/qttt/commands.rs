//! The command line: turns arguments into library calls, and their results into output and an exit code.

mod arguments;
mod check;
mod generate;
mod hypercube;
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

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::{
    Arg, ArgAction, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{EnumValueParser, TypedValueParser},
    error::{ContextKind, ErrorKind},
};

use self::{
    arguments::ShellCommand,
    output::{CANNOT_WRITE, Outcome, report_failure},
};
use crate::escape;

/// Score, draw, and solve games of quantum tic-tac-toe
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
    after_long_help = format!("{INPUT}\n\n{EXAMPLES}\n\n{EXIT_CODES}"),
    override_usage = "qttt [OPTIONS] [MOVES]... or qttt COMMAND ...",
    disable_version_flag = true,
    args_override_self = true
)]
struct Cli {
    #[command(flatten)]
    score: score::Score,

    #[command(subcommand)]
    command: Option<Command>,

    // Applied while parsing, so that the parser's messages follow it, too.
    #[arg(long, value_name = "WHEN", global = true, hide_short_help = true, default_value_t, value_parser = EnumValueParser::<ColorChoice>::new().map(color_all))]
    #[arg(
        hide_possible_values = true,
        hide_default_value = true,
        long_help = "Use colours: always, never, or auto (in a terminal, unless NO_COLOR is set) [default: auto]"
    )]
    color: ColorChoice,

    /// Print version
    // A manual page has only the long help of an option that `-h` hides.
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true, long_help = "Print version")]
    version: Option<bool>,
}

#[derive(Subcommand)]
enum Command {
    #[command(hide = true)]
    Score(score::Score),
    /// Draw a position, or every position of a game
    Show(show::Show),
    /// Find the best moves and the value of perfect play
    Solve(solve::Solve),
    /// Play a game in the terminal
    Play(play::Play),
    Serve(serve::Serve),
    /// Print random complete games, one record per line
    Generate(generate::Generate),
    Check(check::Check),
    /// Play and referee n^d tic-tac-toe
    #[command(subcommand, after_long_help = hypercube::EXIT_CODES)]
    Hypercube(hypercube::Hypercube),
    /// Print a shell completion script
    Completions(pages::Completions),
    /// Print a manual page
    Man(pages::Man),
}

/// Each paragraph is one line, so that clap can wrap it at any width.
const ABOUT: &str = "\
Score, draw, and solve games of quantum tic-tac-toe.

A record is a game written as text: two letters are the cells of a move (AB), and a digit is a measurement (4). Spaces, commas, semicolons, or dots between them are optional, and case doesn't matter. The cells are:

    A B C
    D E F
    G H I

The output is X's points, a space, and O's points.";

/// What a line of input can be.
const INPUT: &str = "\
In a file or on standard input, each line is a record of at most 64 KiB. A record that begins with a digit uses numbers for the cells, 1 to 9 in reading order (12 25 45 15 4). qttt also reads the notation of Goff's page, 'X1+(1,2); O2+(2,5)', and positions, for example 41./32./... 5CF.";

/// Help of the commands that take records.
pub(crate) const RECORDS: &str = "\
Records are written as in qttt --help: AB BE DE AE 4. In a file or on standard input, each line is a record. Unless the command needs the history of the game, you can give a position instead, for example 41./32./... 5CF: the classical marks row by row, then each spooky mark with its two cells.";

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score one record per line
  qttt --json -f games.txt      score the records in a file, as JSON objects
  qttt generate -n 1000         generate random games
  qttt check 'python3 mine.py'  check a scorer";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid record; 2 usage or I/O error.";

/// The exit codes of the commands that find nothing invalid.
pub(crate) const SUCCESS_OR_ERROR: &str = "Exit codes: 0 success; 2 usage or I/O error.";

/// Runs the command line, and reports the error that ends it.
pub(crate) fn main() -> ExitCode {
    run().unwrap_or_else(|error| report_failure(&error)).into()
}

fn run() -> anyhow::Result<Outcome> {
    // Exceeding the limit on file sizes is then an error, like a full disk.
    signals::outlive(signal_hook::consts::SIGXFSZ)?;
    match parse() {
        Ok(cli) => {
            // The parser applies every value that it meets, the default too.
            color_all(cli.color);
            cli.run()
        }
        Err(error) if error.use_stderr() => {
            print_usage_error(&error);
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

/// Parses the arguments again if an option is unknown: it may belong to a command that is not quoted.
fn parse_unquoted(error: &clap::Error) -> Option<Cli> {
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    if !is_unknown || error.get(ContextKind::SuggestedArg).is_some() {
        return None;
    }
    let checked =
        |parser: clap::Command| parser.mut_subcommand("check", ShellCommand::with_options);
    let parser = checked(Cli::command()).mut_subcommand("hypercube", checked);
    let matches = parser.try_get_matches().ok()?;
    Cli::from_arg_matches(&matches).ok()
}

/// Parses the arguments.
fn parse() -> Result<Cli, clap::Error> {
    Cli::try_parse().or_else(|error| parse_unquoted(&error).ok_or(error))
}

/// Returns a parse error that suggests a command, if one resembles `word`.
pub(crate) fn misspelt_command(word: &str) -> Option<clap::Error> {
    let commands = Cli::command();
    let parser = clap::Command::new("qttt")
        .subcommand_required(true)
        .subcommands(commands.get_subcommands().cloned());
    let error = parser.try_get_matches_from(["qttt", word]).err()?;
    error.get(ContextKind::SuggestedSubcommand)?;
    Some(error)
}

/// Prints a message of the parser, which repeats arguments as they are. If an argument has unprintable characters, the
/// message is escaped and has no colours. A failure of standard error can't be reported.
pub(crate) fn print_usage_error(error: &clap::Error) {
    let is_printable = |word: OsString| {
        let word = word.to_string_lossy();
        escape::line(&word) == word
    };
    if env::args_os().all(is_printable) {
        let _ = error.print();
    } else {
        let _ = write!(
            io::stderr(),
            "{}",
            escape::text(&error.render().to_string())
        );
    }
}

/// Returns the option `--color` for commands whose results have no colours, and whose help need not mention it.
pub(crate) fn hidden_color() -> Arg {
    let parser = EnumValueParser::<ColorChoice>::new().map(color_all);
    Arg::new("color")
        .long("color")
        .global(true)
        .hide(true)
        .value_parser(parser)
}

/// Sets whether output has colours from now on.
fn color_all(choice: ColorChoice) -> ColorChoice {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    choice
}

impl Cli {
    fn run(&self) -> anyhow::Result<Outcome> {
        let Some(command) = &self.command else {
            return self.score.run();
        };
        if !self.score.is_empty() {
            bail!("put the command first: qttt COMMAND [OPTIONS] [MOVES]...");
        }
        match command {
            Command::Score(score) => score.run(),
            Command::Show(show) => show.run(),
            Command::Solve(solve) => solve.run(),
            Command::Play(play) => play.run(),
            Command::Serve(serve) => serve.run(),
            Command::Generate(generate) => generate.run(),
            Command::Check(check) => check.run(),
            Command::Hypercube(hypercube) => hypercube.run(),
            Command::Completions(completions) => completions.run(&Self::command()),
            Command::Man(man) => man.run(Self::command()),
        }
    }
}

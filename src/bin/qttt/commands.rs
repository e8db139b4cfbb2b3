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

use anyhow::Context;
use clap::{
    Arg, ArgAction, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{EnumValueParser, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};

use self::{
    arguments::ShellCommand,
    output::{CANNOT_WRITE, Outcome, report, report_failure},
};
use crate::escape;

/// Score quantum tic-tac-toe.
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
    after_long_help = format!("{RECORDS}\n\n{EXAMPLES}\n\n{EXIT_CODES}\n\n{CLOSED_OUTPUT}"),
    override_usage = "qttt [OPTIONS] [MOVES]... or qttt COMMAND ...",
    disable_version_flag = true,
    args_override_self = true
)]
struct Cli {
    #[command(flatten)]
    score: score::Score,

    #[command(subcommand)]
    command: Option<Command>,

    /// When to use colours
    ///
    /// auto uses colours in a terminal, unless the environment variable NO_COLOR is set.
    // Applied while parsing, so that the parser's messages follow it, too.
    #[arg(long, value_name = "WHEN", global = true, hide_short_help = true, default_value_t, value_parser = EnumValueParser::<ColorChoice>::new().map(color_all))]
    color: ColorChoice,

    /// Print version
    // A manual page has only the long help of an option that `-h` hides.
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true, long_help = "Print version")]
    version: Option<bool>,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a position, or every position of a game
    Show(show::Show),
    /// Find the best moves, and the value of perfect play
    Solve(solve::Solve),
    /// Play a game in the terminal
    Play(play::Play),
    Serve(serve::Serve),
    /// Print random complete games, one record per line
    Generate(generate::Generate),
    Check(check::Check),
    /// Play and referee n^d tic-tac-toe
    Hypercube(hypercube::Hypercube),
    /// Print a shell completion script
    Completions(pages::Completions),
    /// Print a manual page
    Man(pages::Man),
}

/// Each paragraph is one line, so that clap can wrap it at any width.
const ABOUT: &str = "\
Score quantum tic-tac-toe.

A record is a game as text: two letters are the two cells of a move (AB), a digit is a measurement (4), and spaces between them are optional. The cells are

    A B C
    D E F
    G H I

The output is X's points, a space, and O's points.";

/// Help of the commands that take records.
pub(crate) const RECORDS: &str = "\
Records: Two letters are the two cells of a move (AB), a digit is a measurement (4). Spaces between them are optional, and case doesn't matter. A file or standard input has one record per line, of at most 64 KiB. Where a game's history isn't needed, you can give a position instead, for example 41./32./... 5CF: the classical marks row by row, then each spooky mark with its two cells.";

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score one record per line
  qttt --json -f games.txt      the same as JSON objects, from a file
  qttt show AB BE DE AE         draw a position
  qttt solve AB BE DE AE        find the best moves
  qttt play                     play against perfect O
  qttt generate -n 1000         generate random games
  qttt check 'python3 mine.py'  check a scorer";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success, 1 invalid record, 2 usage or I/O error.";

const CLOSED_OUTPUT: &str =
    "If standard output is closed (>&-), output is discarded, as with /dev/null.";

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

/// Parses the arguments. The error about an argument that the command doesn't have suggests what to write instead.
fn parse() -> Result<Cli, clap::Error> {
    Cli::try_parse().or_else(|mut error| {
        if let Some(unquoted) = parse_unquoted(&error) {
            return Ok(unquoted);
        }
        let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string);
        if error.kind() == ErrorKind::UnknownArgument
            && let Some(suggestion) = unknown.and_then(|unknown| suggestion(&unknown))
        {
            let question = format!("did you mean `{suggestion}`?").into();
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![question]),
            );
        }
        Err(error)
    })
}

/// Returns what to write instead of an argument that the command doesn't have, if another command has it.
fn suggestion(unknown: &str) -> Option<String> {
    let qttt = Cli::command();
    let command = env::args_os().find_map(|word| qttt.find_subcommand(word));
    let is_number = unknown.parse::<u64>().is_ok();
    match command.map(clap::Command::get_name) {
        Some("generate") if is_number => return Some(format!("-n {unknown}")),
        Some("hypercube") if is_number && env::args_os().any(|word| word == "replay") => {
            return Some(format!("--game {unknown}"));
        }
        Some("serve") if is_number => {
            return Some(format!("--listen {unknown}"));
        }
        Some("serve") if unknown == "--port" => return Some("--listen".to_string()),
        Some("hypercube") => return None,
        _ => {}
    }
    let is_meant = |arg: &Arg| {
        let long = arg.get_long().map(|name| format!("--{name}"));
        let short = arg.get_short().map(|letter| format!("-{letter}"));
        [long, short].contains(&Some(unknown.to_string()))
    };
    let has_it = |command: &clap::Command| command.get_arguments().any(is_meant);
    if has_it(&qttt) {
        return Some(format!("qttt {unknown}"));
    }
    let other = qttt.get_subcommands().find(|command| has_it(command))?;
    Some(format!("qttt {} {unknown}", other.get_name()))
}

/// Prints a message of the parser, which repeats arguments as they are. If an argument has unprintable characters, the
/// message is escaped and has no colours. A failure of standard error can't be reported.
fn print_usage_error(error: &clap::Error) {
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
            report("put the command first: qttt COMMAND [OPTIONS] [MOVES]...");
            return Ok(Outcome::Failed);
        }
        match command {
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

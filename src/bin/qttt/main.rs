//! The command `qttt`: parses its arguments, runs a command, and returns its exit code.

mod check;
mod command_line;
mod generate;
mod handout;
mod hypercube;
mod input;
mod packaging;
mod page;
mod play;
mod process;
mod records;
mod score;
mod session;
mod show;
mod solve;
mod terminal;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use qttt::support::MAX_TEXT;

use command_line::EXIT_CODES;
use process::catch_and_ignore;
use terminal::escape;
use terminal::output::{Invalid, Outcome, cannot_write, note, report_failure};

/// Score, draw, and solve games of quantum tic-tac-toe
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
    after_long_help = format!("{}\n\n{EXAMPLES}\n\n{COLORS}\n\n{PACKAGING}\n\n{EXIT_CODES}", about_input()),
    override_usage = "qttt [OPTIONS] [MOVES]...\n       qttt COMMAND ...",
    disable_version_flag = true,
    args_override_self = true
)]
struct Cli {
    #[command(flatten)]
    score: score::ScoreArguments,

    #[command(subcommand)]
    command: Option<Command>,

    /// Print version
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true)]
    version: Option<bool>,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a position, or every position of a game
    Show(show::Show),
    /// Find the best moves and the value of perfect play
    Solve(solve::Solve),
    /// Play a game in the terminal
    Play(play::Play),
    Page(page::Page),
    /// Print random complete games, one record per line
    Generate(generate::Generate),
    Check(check::Check),
    /// Play and referee n^d tic-tac-toe
    #[command(subcommand)]
    Hypercube(hypercube::Hypercube),
    /// Print a shell completion script
    ///
    /// For Bash, run `source <(qttt completions bash)`. For zsh, write the script to the file _qttt in a directory on
    /// $fpath; for fish, to ~/.config/fish/completions/qttt.fish.
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages
    #[command(hide = true)]
    Man {
        /// Directory for qttt.1, qttt-show.1, and so on; it is created if it doesn't exist
        dir: PathBuf,
    },
}

/// Each paragraph is one line, so that clap can wrap it at any width.
const ABOUT: &str = "\
Score, draw, and solve games of quantum tic-tac-toe.

A record is a game written as text: two letters are the cells of a move (AB), and a digit is a measurement (4). Spaces, commas, semicolons, or dots between them are optional, and case doesn't matter. The cells are:

    A B C
    D E F
    G H I

The output is X's points, a space, and O's points.";

/// Returns help about the lines of input.
fn about_input() -> String {
    format!(
        "In a file or on standard input, each line is a record of at most {} KiB. A record that begins with a digit uses numbers for the cells, 1 to 9 in reading order (12 25 45 15 4). qttt also reads Allan Goff's notation, 'X1+(1,2); O2+(2,5)'; links copied from the web page; and positions, for example 41./32./... 5CF.",
        MAX_TEXT >> 10
    )
}

const EXAMPLES: &str = "\
Examples:
  qttt AB BE DE AE 4            score one record
  qttt < games.txt              score one record per line
  qttt --json -f games.txt      score a file, as JSON objects
  qttt generate -n 1000         generate random games
  qttt check 'python3 mine.py'  check a scorer";

const COLORS: &str = "\
Output to a terminal is coloured; NO_COLOR, CLICOLOR, and CLICOLOR_FORCE override this.";

const PACKAGING: &str = "\
For packagers: qttt completions SHELL prints a completion script, and qttt man DIR writes the manual pages.";

fn main() -> ExitCode {
    let outcome = run().unwrap_or_else(|error| report_failure(&error));
    ExitCode::from(outcome as u8)
}

/// Parses the arguments. The message quotes them as printable text, because they can come from a file.
fn parse() -> Result<ArgMatches, clap::Error> {
    Cli::command().try_get_matches().map_err(|message| {
        let printable = env::args_os().map(|argument| escape::line(&argument.to_string_lossy()));
        let parsed = Cli::command().try_get_matches_from(printable);
        let mut message = parsed.err().unwrap_or(message);
        suggest_commands(&mut message);
        message
    })
}

/// Names the commands for the same game that have an option which this one lacks.
fn suggest_commands(message: &mut clap::Error) {
    let Some(ContextValue::String(option)) = message.get(ContextKind::InvalidArg) else {
        return;
    };
    let has_option = |command: &&clap::Command| {
        let mut names = command.get_arguments().filter_map(|arg| arg.get_long());
        names.any(|name| option.strip_prefix("--") == Some(name))
    };
    let cli = Cli::command();
    let first = env::args_os().nth(1).unwrap_or_default();
    let (game, path) = match cli.find_subcommand(first) {
        Some(game) if game.has_subcommands() => (game, format!("qttt {}", game.get_name())),
        _ => (&cli, "qttt".to_string()),
    };
    let commands = game.get_subcommands().filter(has_option);
    let hint = |command: &clap::Command| format!("'{path} {} {option}' exists", command.get_name());
    let hints: Vec<_> = commands.map(|command| hint(command).into()).collect();
    if !hints.is_empty() {
        message.insert(ContextKind::Suggested, ContextValue::StyledStrs(hints));
    }
}

/// Adds a hint to the error of a record whose first word may be a misspelled command.
fn with_hint(error: anyhow::Error) -> anyhow::Error {
    let Some(Invalid {
        message,
        unknown_word: Some(word),
    }) = error.downcast_ref()
    else {
        return error;
    };
    // The parser of arguments knows which words are similar, but takes any word for a record.
    let commands = Command::augment_subcommands(clap::Command::new("qttt"));
    let unknown = commands.try_get_matches_from(["qttt", word]).err();
    let similar = unknown.and_then(|mut error| error.remove(ContextKind::SuggestedSubcommand));
    let hint = match similar {
        Some(ContextValue::Strings(names)) => format!("Did you mean qttt {}?", names.join(" or ")),
        _ => "For a list of commands, see qttt --help.".to_string(),
    };
    anyhow!(Invalid::new(format!("{message}\n{hint}")))
}

/// Runs the command line.
fn run() -> anyhow::Result<Outcome> {
    // Exceeding the limit on file sizes is then an error, like a full disk.
    catch_and_ignore(signal_hook::consts::SIGXFSZ)?;
    let matches = match parse() {
        Ok(matches) => matches,
        Err(message) if message.use_stderr() => {
            let _ = message.print();
            let words = env::args_os().skip(1);
            let words: Vec<_> = words.skip_while(|word| word == "hypercube").collect();
            if let [check, command @ ..] = &words[..]
                && message.kind() == ErrorKind::UnknownArgument
                && check == "check"
            {
                // The parser takes the options of a command in several words for its own.
                let command = command.join(OsStr::new(" "));
                note(&format!(
                    "if the option belongs to the program, quote the command: '{}'",
                    command.display()
                ));
            }
            return Ok(Outcome::Failed);
        }
        Err(help_or_version) => {
            let printed = help_or_version.print();
            printed
                .and_then(|()| io::stdout().flush())
                .map_err(cannot_write)?;
            return Ok(Outcome::Fine);
        }
    };
    if let Some(command) = matches.subcommand_name()
        && matches.args_present()
    {
        bail!(
            "put the command first: qttt {command} [OPTIONS]..., or write ./{command} if it is a file"
        );
    }
    let cli = Cli::from_arg_matches(&matches)?;
    match cli.command {
        None => cli.score.run().map_err(with_hint),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Page(page)) => page.run(),
        Some(Command::Generate(generate)) => generate.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Hypercube(hypercube)) => hypercube.run(),
        Some(Command::Completions { shell }) => packaging::completions(shell, &Cli::command()),
        Some(Command::Man { dir }) => packaging::man(&dir, &Cli::command()),
    }
}

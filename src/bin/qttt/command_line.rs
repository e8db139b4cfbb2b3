//! The command line: the commands, the help of `qttt` itself, and help that several commands share.

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};
use clap_complete::Shell;
use qttt::Strategy;
use qttt::support::MAX_TEXT;

use crate::{check, generate, hypercube, page, play, score, show, solve};

/// Score, draw, and solve games of quantum tic-tac-toe
#[derive(Parser)]
#[command(
    version,
    long_about = ABOUT,
    after_long_help = format!("{}\n\n{EXAMPLES}\n\n{COLORS}\n\n{PACKAGING}\n\n{EXIT_CODES}", about_input()),
    override_usage = "qttt [OPTIONS] [RECORD]...\n       qttt COMMAND ...",
    disable_version_flag = true,
    args_override_self = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) score: score::ScoreArguments,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print version
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true)]
    version: Option<bool>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
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

/// Help of the commands that take records.
pub(crate) const RECORDS: &str = "\
Records are written as in qttt --help: AB BE DE AE 4. In a file or on standard input, each line is a record. Unless the command needs the history of the game, you can give a position instead, for example 41./32./... 5CF: the classical marks row by row, then each pair of spooky marks with its two cells.";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid record; 2 usage or I/O error.";

/// The exit codes of the commands that find nothing invalid.
pub(crate) const SUCCESS_OR_ERROR: &str = "Exit codes: 0 success; 2 usage or I/O error.";

/// Lists the levels of the computer, each with its strategy: `easy (random)`.
pub(crate) fn levels() -> String {
    let levels = Strategy::LEVELS.map(|(name, strategy)| match strategy.to_string() {
        strategy if strategy == name => strategy,
        strategy => format!("{name} ({strategy})"),
    });
    format!("{}, or random:P", levels.join(", "))
}

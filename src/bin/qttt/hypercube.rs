//! `qttt hypercube …`: the n^d game.

mod check;
mod games;
mod match_games;
mod play;
mod position;
mod referee;
mod replay;
mod standings;
mod tournament;

use clap::Subcommand;

use self::{position::POSITION, referee::builtins};
use crate::terminal::output::Outcome;

/// The boards of the contest.
const CONTEST_BOARDS: &str = "3..6,2..5";

/// The time limit of the contest for each move, in seconds.
const CONTEST_SECONDS: &str = "60";

/// The exit codes of the commands that read a position.
pub(super) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid position; 2 usage or I/O error.";

/// Returns help about players.
fn about_players() -> String {
    format!(
        "Players: A player is a command for `sh -c` (for example 'python3 bot.py'), or one of {}. {BOTS}",
        builtins()
    )
}

const BOTS: &str = "\
NAME=COMMAND gives a player a name of letters, digits, '_', '.', and '-'; without it, the name is the \
whole command. To set an environment variable, write `env A=B bot`, because `A=B bot` means the command `B bot` with \
the name A. Two players can't have the same name.

A bot is started once per move. It reads two lines, the board as n,d and the moves so far as 1,1;0,0, and prints its \
move. Only the first line of its output counts, or all of its output if it exits without printing a newline. After \
its move, a bot has a quarter of a second to exit; then it is killed, along with its process group.

A bot forfeits the game if its move is illegal, if its first line is not a move, if it exceeds the time limit, or if it \
crashes (prints nothing, and exits with a nonzero code or is killed by a signal). If the shell can't run the command \
(exit code 126 or 127, and no output), nobody forfeits, and the run ends. Check a bot with `qttt hypercube check` \
first: a script whose name is mistyped forfeits all of its games.

Bots run with your permissions, not in a sandbox.";

const MOVE_EXAMPLE: &str = "\
Examples:
  printf '3,2\\n1,1;0,0\\n' | qttt hypercube move  print X's second move";

/// Help about files of recorded games.
const FILES: &str = "Files: Each line is one game as a JSON object, in the format that --record writes. An incomplete last line is ignored.";

/// The help of each command is on the struct of its arguments.
#[derive(Subcommand)]
pub(crate) enum Hypercube {
    /// Read a position from standard input and print a move
    #[command(after_long_help = format!("{POSITION}\n\n{MOVE_EXAMPLE}\n\n{EXIT_CODES}"))]
    Move,
    Show(position::Show),
    Play(play::Play),
    Match(match_games::Match),
    Check(check::Check),
    Tournament(tournament::Tournament),
    Standings(standings::Standings),
    Replay(replay::Replay),
}

impl Hypercube {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Self::Move => position::play_move(),
            Self::Show(arguments) => arguments.run(),
            Self::Play(arguments) => arguments.run(),
            Self::Match(arguments) => arguments.run(),
            Self::Check(arguments) => arguments.run(),
            Self::Tournament(arguments) => arguments.run(),
            Self::Standings(arguments) => arguments.run(),
            Self::Replay(arguments) => arguments.run(),
        }
    }
}

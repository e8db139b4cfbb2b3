//! `qttt hypercube …`: the n^d game.

mod check;
mod games;
mod match_games;
mod play;
mod play_move;
mod position;
mod replay;
mod show;
mod standings;
mod tournament;

use clap::Subcommand;

use super::output::Outcome;

#[derive(clap::Args)]
#[command(after_long_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The exit codes of the commands that read a position.
const EXIT_CODES: &str =
    "Exit codes: 0 success, 1 a position is invalid, 2 usage error, or input or output failed.";

/// Help about players.
const PROGRAMS: &str = "\
Players: A player is a command for `sh -c`, such as 'python3 bot.py', or builtin:qttt, builtin:greedy or builtin:random. \
NAME=COMMAND names a command; a name has letters, digits, '_', '.' and '-'. So write `env A=B bot` rather than `A=B bot`.

A program is started for each move. It reads two lines, the board as n,d and the moves so far as 1,1;0,0, and prints its \
move. Only the first line of its output counts, or all of its output if it exits without a newline. After its move, a program \
has a quarter of a second to exit. Then it is killed with all processes that it has started.

A program loses by an illegal move, by a first line that is no move, by a crash (it prints nothing, and its exit code is not 0 \
or a signal kills it), and by exceeding the time limit.

Programs run with your permissions, not in a sandbox.";

/// Help about files of recorded games.
const FILES: &str = "Files: Each line is a game as a JSON object, as --record writes it. A half-written last line is ignored.";

/// The help of each command is on the struct of its arguments.
#[derive(Subcommand)]
enum Command {
    Move(play_move::Arguments),
    Show(show::Arguments),
    Play(play::Arguments),
    Match(match_games::Arguments),
    Check(check::Arguments),
    Tournament(tournament::Arguments),
    Standings(standings::Arguments),
    Replay(replay::Arguments),
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Move(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Play(arguments) => arguments.run(),
            Command::Match(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
            Command::Tournament(arguments) => arguments.run(),
            Command::Standings(arguments) => arguments.run(),
            Command::Replay(arguments) => arguments.run(),
        }
    }
}

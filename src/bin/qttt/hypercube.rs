//! `qttt hypercube …`: the n^d game.

mod arguments;
mod check;
mod next_move;
mod play;
mod replay;
mod show;
mod standings;
mod tournament;

use clap::Subcommand;

use crate::terminal::output::Outcome;

/// The help of each command that has arguments is on their struct.
#[derive(Subcommand)]
pub(crate) enum Hypercube {
    /// Read a position from standard input and print a move
    #[command(after_long_help = next_move::help())]
    Move,
    Show(show::Show),
    Play(play::Play),
    Check(check::Check),
    Tournament(tournament::Tournament),
    Standings(standings::Standings),
    Replay(replay::Replay),
}

impl Hypercube {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Self::Move => next_move::run(),
            Self::Show(arguments) => arguments.run(),
            Self::Play(arguments) => arguments.run(),
            Self::Check(arguments) => arguments.run(),
            Self::Tournament(arguments) => arguments.run(),
            Self::Standings(arguments) => arguments.run(),
            Self::Replay(arguments) => arguments.run(),
        }
    }
}

//! The commands that run programs or read their games: on Unix only.

mod check;
mod games;
mod match_game;
mod options;
mod play;
mod replay;
mod series;
mod standings;
mod tournament;
mod watch;

use clap::Subcommand;

use crate::cli::output::Outcome;

#[derive(Subcommand)]
pub(super) enum Command {
    Play(play::Arguments),
    Match(match_game::Arguments),
    Check(check::Arguments),
    Tournament(tournament::Arguments),
    Standings(standings::Arguments),
    Replay(replay::Arguments),
}

impl Command {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Self::Play(arguments) => arguments.run(),
            Self::Match(arguments) => arguments.run(),
            Self::Check(arguments) => arguments.run(),
            Self::Tournament(arguments) => arguments.run(),
            Self::Standings(arguments) => arguments.run(),
            Self::Replay(arguments) => arguments.run(),
        }
    }
}

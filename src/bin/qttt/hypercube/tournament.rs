//! `qttt hypercube tournament`: plays all rounds between players and prints the standings.

use clap::ValueHint;
use qttt::hypercube::Position;

use super::games::GamesOptions;
use super::referee::{
    Boards, CONTEST_BOARDS, Contestant, Schedule, Standings, about_players, builtins, check_names,
    pairs,
};
use crate::terminal::output::{Outcome, write};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube tournament ./bot builtin:qttt --record games.ndjson
      play all rounds and record the games";

const EXIT_CODES: &str =
    "Exit codes: 0 success; 2 usage or I/O error, interrupted, or a bot could not be run.";

/// Play a round-robin tournament and print the standings
///
/// Every pair of players plays a round on each board: two games, in which each player is X once. Whoever wins more of
/// the two games gets 3 points; if neither does, both get 1. Players with equal points are ranked by fewest games lost.
///
/// Each finished game is reported on standard error. On a terminal, a progress bar advances instead, and only forfeited
/// games are reported. A forfeited game counts like any other loss.
#[derive(clap::Args)]
#[command(after_long_help = format!("{}\n\n{EXAMPLES}\n\n{EXIT_CODES}", about_players()))]
pub(crate) struct Tournament {
    #[arg(help = format!("Commands, with or without a name (NAME=COMMAND), or any of {}", builtins()))]
    #[arg(value_name = "PLAYER", num_args = 2.., required = true, value_hint = ValueHint::CommandString)]
    players: Vec<Contestant>,

    /// Boards to play: width and dimensions, each a number or a range; separate several with semicolons
    #[arg(long, value_name = "N..N,D..D", default_value = CONTEST_BOARDS)]
    boards: Boards,

    #[command(flatten)]
    how: GamesOptions,
}

impl Tournament {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let players: Vec<_> = self.players.iter().collect();
        check_names(&players)?;
        let pairs = pairs(&players);
        let boards = self.boards.0.iter();
        let starts: Vec<_> = boards.map(|&board| Position::new(board)).collect();
        let schedule = Schedule {
            count: pairs.len() * starts.len(),
            pairs,
            starts,
            skips_failures: true,
        };
        self.how.play(&players, &schedule, None, |games| {
            let names: Vec<_> = players.iter().map(|player| &player.name[..]).collect();
            let standings = Standings::of(&names, &self.boards, games, &[]);
            write(&standings.to_string())?;
            Ok(Outcome::Fine)
        })
    }
}

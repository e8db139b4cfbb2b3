//! `qttt hypercube tournament`: plays all rounds between players and prints the standings.

use clap::{ValueHint, value_parser};

use super::referee::{
    Boards, CONTEST_BOARDS, Contest, Contestant, GameOptions, Openings, Schedule, Standings,
    about_players, builtins, pairs,
};
use crate::terminal::output::{Outcome, write};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube tournament ./bot builtin:qttt --record games.ndjson
      play all rounds and record the games
  qttt hypercube tournament ./new ./old --boards 4,3 --rounds 200
      find out which of two bots is stronger";

const EXIT_CODES: &str =
    "Exit codes: 0 success; 2 usage or I/O error, interrupted, or a bot could not be run.";

/// Play a round-robin tournament and print the standings
///
/// Every pair of players plays a round on each board: two games, in which each player is X once. Whoever wins more of
/// the two games gets 3 points; if neither does, both get 1. Players with equal points are ranked by fewest games lost.
/// With two players, the standings also estimate the difference in Elo points, with a 95% confidence interval: a player
/// rated 100 points higher is expected to score 64%.
///
/// Each finished game is reported on standard error. On a terminal, a progress bar advances instead, and only forfeited
/// games are reported. A forfeited game counts like any other loss.
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", about_players()))]
pub(crate) struct Tournament {
    #[arg(help = format!("Commands, with or without a name (NAME=COMMAND), or any of {}", builtins()))]
    #[arg(value_name = "PLAYER", num_args = 2.., required = true, value_hint = ValueHint::CommandString)]
    players: Vec<Contestant>,

    /// Boards to play: width and dimensions, each a number or a range; separate several with semicolons
    #[arg(long, value_name = "N..N,D..D", default_value = CONTEST_BOARDS)]
    boards: Boards,

    /// Number of rounds on each board, each from a random opening [default: one round without an opening]
    ///
    /// Even deterministic players then play different games in each round. Both games of a round begin with the same
    /// opening. Games from other openings in the record file also count, so you can add games with another random seed.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=500_000))]
    rounds: Option<u32>,

    /// Number of random moves in each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(..=1000), requires = "rounds")]
    opening_moves: u16,

    /// Random seed for the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "rounds")]
    seed: u64,

    /// Number of games to play at a time
    ///
    /// Use at most one job per core. With more, bots may exceed their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Don't ask each player for a first move before the games
    ///
    /// By default, nothing is played if a player does not make a legal move on the smallest board, for example because
    /// its sandbox does not work.
    #[arg(long)]
    no_trial: bool,

    #[command(flatten)]
    options: GameOptions,
}

impl Tournament {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let players: Vec<_> = self.players.iter().collect();
        let openings = match self.rounds {
            None => Openings::EMPTY_BOARD,
            Some(rounds) => Openings {
                count: rounds as usize,
                plies: self.opening_moves.into(),
                seed: self.seed,
            },
        };
        let contest = Contest {
            options: &self.options,
            players: &players,
            schedule: Schedule {
                pairs: pairs(&players),
                boards: &self.boards,
                openings,
            },
            jobs: self.jobs,
            has_trial: !self.no_trial,
        };
        contest.play(|games| {
            let names: Vec<_> = players.iter().map(|player| &player.name[..]).collect();
            let standings = Standings::of(
                &names,
                &self.boards,
                openings.count,
                games.iter().copied(),
                &[],
            );
            write(&standings.to_string())?;
            Ok(Outcome::Fine)
        })
    }
}

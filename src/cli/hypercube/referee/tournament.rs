//! `qttt hypercube tournament`: all rounds between players, and the standings.

use crate::hypercube::{
    Board,
    referee::{
        GameRecord, Player, Shard, Share, Standings, check_determinism, check_players, schedule,
    },
};
use clap::ValueHint;

use super::{
    games::{Games, GamesOptions},
    options::{Boards, LimitOptions, PROGRAMS, print_standings},
    watch::Watch,
};
use crate::cli::{
    arguments::{BUILTINS, suggested},
    output::{Outcome, name_of, note},
    progress::Bar,
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube tournament 'mine=python3 bot.py' builtin:qttt --record games.ndjson  play all rounds, and keep the games";

const EXIT_CODES: &str = "Exit codes: 0 success, 1 a program is not deterministic, 2 usage error, interrupted, or input or output failed.";

/// Play every program against every other one, and print the standings
///
/// Each pair plays a round on each board: two games, each program once as X. Winning more of them is worth 3 points; if
/// neither does, both get 1. Ties in points go to the program that has lost fewer games.
///
/// Each finished game is a line on standard error, or on a terminal moves a bar. A game lost by fault is a result like any
/// other; the first one of each program is shown with what the program wrote on standard error.
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{PROGRAMS}\n\n{EXAMPLES}\n\n{EXIT_CODES}")
)]
pub(crate) struct Arguments {
    /// A name, and the command that plays; builtin:random, builtin:greedy and builtin:qttt need no name
    #[arg(value_name = "NAME=CMD", required = true, value_hint = ValueHint::CommandString, hide_possible_values = true, value_parser = suggested::<Player>(BUILTINS))]
    players: Vec<Player>,

    /// The boards: width and dimensions, each a number or a range; `;` separates several of them
    #[arg(long, value_name = "N..N,D..D", default_value = "3..6,2..5")]
    boards: Boards,

    #[command(flatten)]
    how: GamesOptions,

    /// Play only the K-th of N shares of the rounds
    #[arg(long, value_name = "K/N", requires = "record")]
    shard: Option<Shard>,

    /// Then ask for a twentieth of the moves again, and for all faults, and report those that come out differently
    #[arg(long)]
    check_determinism: bool,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitOptions,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        check_players(&self.players)?;
        let names: Vec<_> = self
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect();
        let Boards(boards) = &self.boards;
        let all = schedule(&names, boards);
        let share = self
            .shard
            .map_or_else(|| all.clone(), |shard| shard.of(&all));
        let mut games = Games::open(&self.how, &all, &self.players)?;
        let played = self.limits.referee(|conditions| {
            let told = |games: &[GameRecord], watch: &mut Watch| {
                watch.tell(games, || leaders(&names, boards, games));
            };
            games.play(&share, &self.players, conditions, told)?;
            if !self.check_determinism {
                return Ok(None);
            }
            let (played, jobs) = (&games.played, self.how.jobs.into());
            let mut bar = Bar::of_things(0, played.len(), "games checked");
            let checked = || bar.add(1);
            check_determinism(played, &self.players, jobs, conditions, checked).map(Some)
        })?;
        let Some(disagreements) = played else {
            return Err(games.interruption(&share));
        };
        let mut standings = Standings::of(&names, boards, &games.played);
        standings.disagreements = disagreements;
        if let Some(shard) = self.shard {
            let played = games.count_played(&share);
            standings.missing = 0;
            standings.missing_games.clear();
            standings.share = Some(Share {
                shard: shard.to_string(),
                played,
                games: share.len(),
            });
        }
        print_standings(&standings, self.json)?;
        if let (Some(path), Some(_)) = (&self.how.record, self.shard) {
            note(&format!(
                "`qttt hypercube standings {} ...` adds up the files of all shares",
                name_of(path)
            ));
        }
        // These games count, but the next run might not find them.
        games.check_file()?;
        match standings.disagreements {
            Some(found) if !found.is_empty() => Ok(Outcome::Invalid),
            _ => Ok(Outcome::Fine),
        }
    }
}

/// Lists the leading players, with their points.
fn leaders(names: &[String], boards: &[Board], games: &[GameRecord]) -> String {
    let standings = Standings::of(names, boards, games);
    let best = standings.rows.iter().take(4);
    let best: Vec<_> = best
        .map(|row| format!("{} {}", row.name, row.points))
        .collect();
    best.join(", ")
}

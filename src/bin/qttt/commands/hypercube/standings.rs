//! `qttt hypercube standings FILE...`: the standings of a tournament, from its record files.

use std::path::PathBuf;

use anyhow::bail;

use super::{FILES, games::note_torn};
use crate::{
    commands::{
        SUCCESS_OR_ERROR,
        output::{Outcome, note, write, write_json},
    },
    escape,
    plural::counted,
    referee::{self, GameRecord, Round, check_agreement, read_records, rounds},
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube standings share-*.ndjson                   add up the shares of a tournament
  qttt hypercube standings games.ndjson --disqualify bot    disqualify a player";

/// Print the standings of a tournament from its record files
///
/// All files are read as one tournament, with every player and every board that occurs in them. It is an error if a
/// result does not follow from the moves of its game, or if two records of the same game differ.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Standings {
    /// Files written by --record; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    standings: StandingsOptions,
}

impl Standings {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut files = Vec::new();
        for path in &self.files {
            let records = read_records(path)?;
            note_torn(&records);
            files.push(records);
        }
        check_agreement(&files)?;
        let games = files.into_iter().flat_map(|records| records.games);
        let games = games.map(|(_, game)| game);
        let (games, from_openings): (Vec<_>, Vec<_>) =
            games.partition(|game| game.fixture.opening.is_empty());
        if !from_openings.is_empty() {
            let count = counted(from_openings.len(), "game");
            note(&format!(
                "ignored {count} with an opening, from `match --games`"
            ));
        }
        let (names, boards) = referee::Standings::found_in(&games);
        self.standings.check(&names)?;
        let rounds = rounds(&names, &boards);
        self.standings.print(&names, &rounds, &games)?;
        Ok(Outcome::Fine)
    }
}

/// The options for standings.
#[derive(clap::Args)]
pub(super) struct StandingsOptions {
    /// Disqualify a player: it gets -1 points, and none of its games count
    #[arg(long, value_name = "NAME")]
    pub(super) disqualify: Vec<String>,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

impl StandingsOptions {
    /// Fails if somebody is disqualified who is not one of the players.
    pub(super) fn check(&self, names: &[String]) -> anyhow::Result<()> {
        match self.disqualify.iter().find(|name| !names.contains(name)) {
            Some(name) => bail!(
                "no player is named {name:?}; the players are {}",
                names.join(", ")
            ),
            None => Ok(()),
        }
    }

    /// Prints the standings of some players in some rounds: as JSON, or as tables.
    pub(super) fn print(
        &self,
        names: &[String],
        rounds: &[Round],
        games: &[GameRecord],
    ) -> anyhow::Result<()> {
        let standings = referee::Standings::of(names, rounds, games, &self.disqualify);
        if self.json {
            write_json(&standings)
        } else {
            write(&escape::text(&standings.to_string()))
        }
    }
}

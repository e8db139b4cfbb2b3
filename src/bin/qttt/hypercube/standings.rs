//! `qttt hypercube standings FILE...`: the standings of a tournament, from its record files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;

use super::games::{FILES, note_torn};
use super::referee::{self, GameRecord, check_agreement, read_records};
use crate::command_line::SUCCESS_OR_ERROR;
use crate::terminal::counted;
use crate::terminal::output::{Outcome, note, write, write_json};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube standings *.ndjson
      add up the boards of a tournament
  qttt hypercube standings games.ndjson --disqualify bot
      disqualify a player";

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

    /// Disqualify a player: it gets -1 points, and none of its games count
    #[arg(long, value_name = "NAME")]
    disqualify: Vec<String>,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
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
        let (games, from_openings): (Vec<_>, Vec<_>) = games.partition(|game| game.opening == 0);
        if !from_openings.is_empty() {
            let count = counted(from_openings.len(), "game");
            note(&format!(
                "ignored {count} with an opening, from `match --games`"
            ));
        }
        let names: BTreeSet<_> = games.iter().flat_map(GameRecord::names).collect();
        let boards: BTreeSet<_> = games.iter().map(|game| game.board).collect();
        let names: Vec<_> = names.into_iter().collect();
        if let Some(name) = (self.disqualify.iter()).find(|name| !names.contains(&&name[..])) {
            let names = names.join(", ");
            bail!("no player is named {name:?}; the players are {names}");
        }
        let standings = referee::Standings::of(&names, boards.len(), &games, &self.disqualify);
        if self.json {
            write_json(&standings)?;
        } else {
            write(&standings.to_string())?;
        }
        Ok(Outcome::Fine)
    }
}

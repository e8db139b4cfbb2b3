//! `qttt hypercube standings FILE...`: the standings of a tournament, from its record files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;

use crate::help::SUCCESS_OR_ERROR;
use crate::referee::{self, Boards, FILES, GameRecord, check_agreement, read_records};
use crate::terminal::counted;
use crate::terminal::output::{Outcome, note, write, write_json};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube standings *.ndjson --boards 3..6,2..5
      count the missing games of a contest
  qttt hypercube standings games.ndjson --disqualify bot
      disqualify a player";

/// Print the standings of a tournament from its record files
///
/// All files are read as one tournament, with every player that occurs in them. It is an error if a result does not
/// follow from the moves of its game, or if two records of the same game differ.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Standings {
    /// Files written by --record; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Boards of the tournament; without this option, the boards that occur in the files
    #[arg(long, value_name = "N..N,D..D")]
    boards: Option<Boards>,

    /// Disqualify a player: it gets -1 points, and none of its games count
    #[arg(long, value_name = "NAME")]
    disqualify: Vec<String>,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

impl Standings {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let files = self.files.iter().map(|path| read_records(path));
        let files: Vec<_> = files.collect::<anyhow::Result<_>>()?;
        check_agreement(&files)?;
        let games = files.into_iter().flat_map(|records| records.games);
        let games: Vec<_> = games.map(|(_, game)| game).collect();
        let boards = self.boards.clone().unwrap_or_else(|| {
            let boards: BTreeSet<_> = games.iter().map(|game| game.position.board()).collect();
            Boards(boards.into_iter().collect())
        });
        let (games, elsewhere): (Vec<_>, Vec<_>) =
            (games.into_iter()).partition(|game| boards.0.contains(&game.position.board()));
        if !elsewhere.is_empty() {
            let elsewhere = counted(elsewhere.len(), "game");
            note(&format!("ignored {elsewhere} on other boards"));
        }
        let all = games.iter().chain(&elsewhere);
        let names: BTreeSet<_> = all.flat_map(GameRecord::names).collect();
        let names: Vec<_> = names.into_iter().collect();
        if let Some(name) = (self.disqualify.iter()).find(|name| !names.contains(&&name[..])) {
            let names = names.join(", ");
            bail!("no player is named {name:?}; the players are {names}");
        }
        let standings = referee::Standings::of(&names, &boards, 1, &games, &self.disqualify);
        if self.json {
            write_json(&standings)?;
        } else {
            write(&standings.to_string())?;
        }
        Ok(Outcome::Fine)
    }
}

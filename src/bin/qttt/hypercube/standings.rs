//! `qttt hypercube standings FILE...`: the standings of a tournament, from its record files.

use std::path::PathBuf;

use qttt::support::json_line;

use crate::command_line::SUCCESS_OR_ERROR;
use crate::referee::{self, Boards, FILES, Results, check_known, read_records};
use crate::terminal::counted;
use crate::terminal::output::{Outcome, note, write};
use crate::values::whole_number;

const EXAMPLES: &str = r#"Examples:
  qttt hypercube standings *.ndjson --boards 3..6,2..5 --rounds 1
      count the missing games of a contest
  qttt hypercube standings games.ndjson --disqualify bot
      disqualify a player
  qttt hypercube standings games.ndjson --json | jq -r '
    [.standings[].name] as $all | ["", $all[]],
    (.standings[] | [.name, (.against[$all[]] |
      if . then "\(.won)-\(.drawn)-\(.lost)" else "-" end)]) | @tsv'
      print a table of the rounds of each pair, for any number of players"#;

/// Print the standings of a tournament from its record files
///
/// All files are read as one tournament, with every player that occurs in them. On each board, every pair of players is
/// expected to play every opening that occurs in the files; the missing games are counted. It is an error if a result
/// does not follow from the moves of its game, or if two records of the same game differ.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Standings {
    /// Files written by --record; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Boards of the tournament; without this option, the boards that occur in the files
    #[arg(long, value_name = "N..N,D..D")]
    boards: Option<Boards>,

    /// Number of rounds on each board; without this option, as many as there are openings in the files
    #[arg(long, value_name = "N", value_parser = whole_number(1..=usize::MAX))]
    rounds: Option<usize>,

    /// Disqualify a player: it gets -1 points, and none of its games count
    #[arg(long, value_name = "NAME")]
    disqualify: Vec<String>,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

impl Standings {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut results = Results::default();
        for file in &self.files {
            read_records(file, |_, place, game| results.add(&game, place))?;
        }
        results.check_agreement()?;
        results.warn_of_mixtures();
        let boards = self.boards.clone().unwrap_or_else(|| results.boards());
        let players = results.names();
        let names: Vec<_> = players.iter().map(String::as_str).collect();
        let elsewhere = results.games.len() - results.games_of(&names, &boards).count();
        if elsewhere > 0 {
            let elsewhere = counted(elsewhere, "game");
            note(&format!("ignored {elsewhere} on other boards"));
        }
        for name in &self.disqualify {
            check_known(name, &players)?;
        }
        let rounds = self.rounds.unwrap_or(1);
        let standings = referee::Standings::of(&results, &names, &boards, rounds, &self.disqualify);
        if self.json {
            write(&json_line(&standings))?;
        } else {
            write(&standings.to_string())?;
        }
        Ok(Outcome::Fine)
    }
}

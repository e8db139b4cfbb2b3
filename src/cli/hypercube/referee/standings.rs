//! `qttt hypercube standings FILE...`: what the record files of a tournament add up to.

use std::{collections::HashSet, path::PathBuf};

use crate::hypercube::referee::{GameRecord, Standings, check_agreement, read_records};

use super::options::{
    Boards, FILES, note_half_line, note_other_commands, note_other_games, print_standings,
};
use crate::cli::{
    numbers::counted,
    output::{Outcome, note},
};

const HELP: &str = "\
Examples:
  qttt hypercube standings share-*.ndjson    add up the shares of a tournament

Exit codes: 0 success, 2 usage error, or input or output failed.";

/// Add up the record files of a tournament
///
/// The files are taken for one tournament, of all players and on all boards in them. Each game is replayed: a result that
/// its moves don't give is an error, and so are two records of one game that differ.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{HELP}"))]
pub(crate) struct Arguments {
    /// The files that --record wrote; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The boards of the tournament [default: those in the files]
    #[arg(long, value_name = "N..N,D..D")]
    boards: Option<Boards>,

    /// Print the standings as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut recorded = Vec::new();
        for path in &self.files {
            let records = read_records(path)?;
            note_half_line(path, &records);
            recorded.extend(records.games);
        }
        check_agreement(&recorded)?;
        let games = recorded.into_iter().map(|recorded| recorded.game);
        let (games, from_openings): (Vec<_>, Vec<_>) = games.partition(|game| game.opening == 0);
        let (names, mut boards) = Standings::found_in(&games);
        if let Some(Boards(asked)) = &self.boards {
            boards.clone_from(asked);
        }
        let is_asked: HashSet<_> = boards.iter().collect();
        let is_other = |game: &&GameRecord| game.x == game.o || !is_asked.contains(&game.board);
        let others: Vec<_> = games.iter().filter(is_other).collect();
        note_other_games("the files", &others);
        if !from_openings.is_empty() {
            note(&format!(
                "{} in the files began from an opening, as `match --games` plays them; standings count only games from the empty board",
                counted(from_openings.len(), "game")
            ));
        }
        note_recorded_again(&games);
        note_other_commands("the files", &games, &[]);
        let standings = Standings::of(&names, &boards, &games);
        print_standings(&standings, self.json)?;
        Ok(Outcome::Fine)
    }
}

fn note_recorded_again(games: &[GameRecord]) {
    let different: HashSet<_> = games.iter().map(GameRecord::pairing).collect();
    let again = games.len() - different.len();
    if again > 0 {
        note(&format!(
            "{} recorded more than once, alike; each counts once",
            counted(again, "game")
        ));
    }
}

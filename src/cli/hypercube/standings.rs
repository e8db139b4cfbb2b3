//! `qttt hypercube standings FILE...`: what the record files of a tournament add up to.

use std::{collections::HashMap, path::PathBuf};

use qttt::hypercube::referee::{GameRecord, Standings, read_records};

use super::options::{Boards, counted, note_half_line, note_other_games, print_standings};
use crate::cli::output::{Outcome, note};

/// Add up the record files of a tournament
///
/// Whatever is in the files is taken for one tournament: of all players in them, on all boards in them. Results are
/// taken as they are recorded: the games are not replayed.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The files that --record wrote
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
        let mut games = Vec::new();
        for path in &self.files {
            let (more, was_cut) = read_records(path)?;
            games.extend(more);
            if was_cut {
                note_half_line(&path.display());
            }
        }
        let (names, mut boards) = Standings::found_in(&games);
        if let Some(Boards(asked)) = &self.boards {
            boards.clone_from(asked);
        }
        let is_other = |game: &&GameRecord| game.x == game.o || !boards.contains(&game.board);
        let others: Vec<_> = games.iter().filter(is_other).collect();
        note_other_games(&"the files", &others);
        note_recorded_again(&games);
        let standings = Standings::of(&names, &boards, &games);
        print_standings(&standings, self.json)?;
        Ok(Outcome::Fine)
    }
}

/// Tells that some games are there twice, and whether the records of any disagree.
fn note_recorded_again(games: &[GameRecord]) {
    let mut winners = HashMap::new();
    let is_otherwise =
        |game: &&GameRecord| *winners.entry(game.pairing()).or_insert(game.winner) != game.winner;
    let otherwise = games.iter().filter(is_otherwise).count();
    let again = games.len() - winners.len();
    if again > 0 {
        note(&format!(
            "{} recorded more than once, {otherwise} of them with another winner; the first record of each counts",
            counted(again, "game")
        ));
    }
}

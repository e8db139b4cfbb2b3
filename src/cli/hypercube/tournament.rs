//! `qttt hypercube tournament`: all rounds between players, and the standings.

use std::{collections::HashSet, path::PathBuf};

use crate::{
    escape,
    hypercube::{
        Board,
        referee::{
            Conditions, Disagreement, GameRecord, Pairing, Player, RecordFile, RecordFileError,
            RefereeError, Shard, Share, Standings, check_determinism, check_players, run, schedule,
        },
    },
};
use clap::ValueHint;

use super::{
    options::{
        Boards, LimitOptions, PROGRAMS, counted, fault, interruptible, note_half_line,
        note_other_commands, note_other_games, print_standings,
    },
    progress::Games,
};
use crate::cli::{
    numbers::whole,
    output::{Outcome, name_of, note, report},
    pool::pool,
    suggested::{BUILTINS, suggested},
};

const EXIT_CODES: &str = "Exit codes: 0 fine; 1 a program is not deterministic; 2 wrong usage, interrupted, or reading or writing failed.";

/// Play every program against every other one, and print the standings
///
/// Each pair plays a round on each board: two games, each program once as X. Winning more of them is worth 3 points; if
/// neither does, both get 1. Ties in points go to the program that has lost fewer games.
///
/// A game lost by fault is a result like any other; the first one of each program is shown with what the program wrote on
/// standard error.
#[derive(clap::Args)]
#[command(
    after_help = EXIT_CODES,
    after_long_help = format!("{PROGRAMS}\n\n{EXIT_CODES}")
)]
pub(super) struct Arguments {
    /// A name, and the command that plays; builtin:random, builtin:greedy and builtin:qttt need no name
    #[arg(value_name = "NAME=CMD", required = true, value_hint = ValueHint::CommandString, hide_possible_values = true, value_parser = suggested::<Player>(BUILTINS))]
    players: Vec<Player>,

    /// The boards: width and dimensions, each a number or a range; `;` separates several of them
    #[arg(long, value_name = "N..N,D..D", default_value = "3..6,2..5")]
    boards: Boards,

    /// How many games to play at a time: more than there are cores makes programs late
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    jobs: u16,

    /// Write each finished game to this file, and play only those that are not in it
    ///
    /// What is in it is replayed first; a result that its moves don't give is an error, and so are two records of one
    /// game that differ. Nobody else may write to the file meanwhile, move it or delete it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Play only the K-th of N shares of the rounds
    #[arg(long, value_name = "K/N")]
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

/// The games that are done, and the file that they go to.
struct Records {
    games: Vec<GameRecord>,
    file: Option<RecordFile>,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        if let Err(error) = check_players(&self.players) {
            report(&error.to_string());
            return Ok(Outcome::Failed);
        }
        let (names, Boards(boards)) = (self.names(), &self.boards);
        let all = schedule(&names, boards);
        let share = self
            .shard
            .map_or_else(|| all.clone(), |shard| shard.of(&all));
        let mut records = self.open(&all)?;
        let pool = pool()?;

        let played = interruptible(|stop| -> Result<_, RefereeError> {
            let conditions = Conditions {
                limits: self.limits.limits(),
                pool: &pool,
                stop,
            };
            self.play(&share, &mut records, &conditions)?;
            match self.check_determinism {
                true => self.check(&records.games, &conditions).map(Some),
                false => Ok(None),
            }
        })?;
        let disagreements = match played {
            Err(RefereeError::Stopped) => {
                self.report_interruption(&records.games, &share);
                return Ok(Outcome::Failed);
            }
            played => played?,
        };
        let mut standings = Standings::of(&names, boards, &records.games);
        standings.disagreements = disagreements;
        if let Some(shard) = self.shard {
            let played = count_played(&records.games, &share);
            standings.missing.clear();
            standings.share = Some(Share {
                shard: shard.to_string(),
                played,
                games: share.len(),
            });
        }
        print_standings(&standings, self.json)?;
        if let (Some(path), Some(_)) = (&self.record, self.shard) {
            note(&format!(
                "`qttt hypercube standings {} ...` adds up the files of all shares",
                name_of(path)
            ));
        }
        // What was played counts, but the next run might not find it.
        if let Some(file) = &records.file {
            file.check()?;
        }
        match standings.disagreements {
            Some(found) if !found.is_empty() => Ok(Outcome::Invalid),
            _ => Ok(Outcome::Fine),
        }
    }

    fn names(&self) -> Vec<String> {
        let names = self.players.iter().map(|player| player.name.clone());
        names.collect()
    }

    /// Reads what an earlier run has recorded of these games.
    fn open(&self, all: &[Pairing]) -> anyhow::Result<Records> {
        let Some(path) = &self.record else {
            return Ok(Records {
                games: Vec::new(),
                file: None,
            });
        };
        let (file, recorded) = RecordFile::open(path)?;
        if recorded.is_cut {
            note_half_line(path);
        }
        let all: HashSet<_> = all.iter().collect();
        let games = recorded.games.into_iter().map(|recorded| recorded.game);
        let (games, others): (Vec<_>, Vec<_>) =
            games.partition(|game| all.contains(&game.pairing()));
        let place = name_of(path);
        note_other_games(&place, &others.iter().collect::<Vec<_>>());
        note_other_commands(&place, &games, &self.players);
        Ok(Records {
            games,
            file: Some(file),
        })
    }

    /// Plays the games of a share that are not recorded.
    fn play(
        &self,
        share: &[Pairing],
        records: &mut Records,
        conditions: &Conditions<'_>,
    ) -> Result<(), RefereeError> {
        let done: HashSet<_> = records.games.iter().map(GameRecord::pairing).collect();
        let left: Vec<_> = share
            .iter()
            .filter(|game| !done.contains(game))
            .cloned()
            .collect();
        let before = share.len() - left.len();
        if before > 0 {
            note(&format!(
                "{} of {} recorded before; {} left to play",
                before,
                counted(share.len(), "game"),
                left.len()
            ));
        }
        let (names, Boards(boards)) = (self.names(), &self.boards);
        let mut progress = Games::of(before, share.len(), "played");
        let mut faulty = HashSet::new();
        let finished = |game: GameRecord| -> Result<(), RecordFileError> {
            if let Some(file) = &mut records.file {
                file.add(&game)?;
            }
            if let Some((loser, message)) =
                describe_fault(&game).filter(|(loser, _)| !faulty.contains(loser))
            {
                faulty.insert(loser);
                progress.suspend(|| note(&message));
            }
            records.games.push(game);
            progress.count(|| leaders(&names, boards, &records.games));
            Ok(())
        };
        run(&left, &self.players, self.jobs.into(), conditions, finished)
    }

    fn check(
        &self,
        games: &[GameRecord],
        conditions: &Conditions<'_>,
    ) -> Result<Vec<Disagreement>, RefereeError> {
        let mut progress = Games::of(0, games.len(), "checked");
        let checked = || progress.count(String::new);
        check_determinism(games, &self.players, self.jobs.into(), conditions, checked)
    }

    fn report_interruption(&self, games: &[GameRecord], share: &[Pairing]) {
        let done = count_played(games, share);
        let games = counted(share.len(), "game");
        match &self.record {
            Some(path) => report(&format!(
                "interrupted: {done} of {games} are in {}; the same command goes on from there",
                name_of(path)
            )),
            None => report(&format!(
                "interrupted after {done} of {games}; with --record FILE they would be kept"
            )),
        }
    }
}

fn count_played(games: &[GameRecord], share: &[Pairing]) -> usize {
    let played: HashSet<_> = games.iter().map(GameRecord::pairing).collect();
    share.iter().filter(|game| played.contains(game)).count()
}

/// Returns who lost a game by fault, and tells how, with the last lines that the program wrote on standard error.
fn describe_fault(game: &GameRecord) -> Option<(String, String)> {
    const MOST_LINES: usize = 5;
    let fault = fault(game.reason)?;
    let loser = game.winner?.other();
    let name = game.name(loser);
    let mut message = format!(
        "{} lost by {fault} as {loser} on {}: {}",
        escape::line(name),
        game.board,
        game.message
    );
    let lines: Vec<_> = game.stderr.lines().collect();
    for line in &lines[lines.len().saturating_sub(MOST_LINES)..] {
        message += "\n  ";
        message += &escape::line(line);
    }
    Some((name.to_string(), message))
}

/// Names the players on the first places, with their points, to stand behind a bar.
fn leaders(names: &[String], boards: &[Board], games: &[GameRecord]) -> String {
    let standings = Standings::of(names, boards, games);
    let best = standings.rows.iter().take(4);
    let best: Vec<_> = best
        .map(|row| format!("{} {}", row.name, row.points))
        .collect();
    format!("; {}", best.join(", "))
}

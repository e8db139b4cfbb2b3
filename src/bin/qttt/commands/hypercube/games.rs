//! Many games between players, played several at a time, recorded and resumed.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, IsTerminal, Write},
    ops::ControlFlow,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::anyhow;
use clap::value_parser;

use crate::{
    commands::{arguments::parse_seconds, output::note, progress::bar_of, signals::interruptible},
    plural::counted,
    referee::{Contestant, Fixture, GameRecord, RecordFile, RecordedGames, Referee, Round},
};

/// The options for playing games.
#[derive(clap::Args)]
pub(super) struct GamesOptions {
    /// Number of games to play at once
    ///
    /// Use at most one job per core. With more, bots may exceed their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) jobs: u16,

    /// Append each finished game to this file, and skip games that are already in it
    ///
    /// A game is identified by its board, its players' names, and its opening. Games already in the file are first
    /// checked by replaying them.
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Time limit for each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub(super) timeout: Duration,

    /// Print only the result
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl GamesOptions {
    /// Plays the games of a share that are not recorded, and returns all finished games of the schedule. Stops as soon
    /// as a finished game decides the result.
    ///
    /// # Errors
    ///
    /// If a game can't be played or recorded. The second result is an error if the games were interrupted.
    pub(super) fn play(
        &self,
        schedule: &[Round],
        share: &[Round],
        players: &[Contestant],
        mut decides: impl FnMut(&GameRecord) -> bool,
    ) -> anyhow::Result<(Vec<GameRecord>, anyhow::Result<()>)> {
        let (mut file, mut games) = self.open_record(&schedule.iter().flatten().collect())?;
        let done: HashSet<_> = games.iter().map(|game| &game.fixture).collect();
        let share = share.iter().flatten().cloned();
        let (done, mut left): (Vec<_>, Vec<_>) = share.partition(|game| done.contains(game));
        let (mut finished, all) = (done.len(), done.len() + left.len());
        if games.iter().any(&mut decides) {
            left.clear();
        }
        if let Some(file) = file.as_ref().filter(|_| finished > 0 && !self.quiet) {
            let mut counts = BTreeMap::new();
            for name in done.iter().flat_map(|game| &game.players) {
                *counts.entry(name).or_insert(0) += 1;
            }
            let counts: Vec<_> = counts
                .iter()
                .map(|(name, count)| format!("{name} {count}"))
                .collect();
            note(&format!(
                "{finished} of {} are already recorded in {} ({}); {} left to play. If you changed a bot, rename it.",
                counted(all, "game"),
                file.name,
                counts.join(", "),
                left.len()
            ));
        }
        let bar = bar_of(finished, if self.quiet { 0 } else { all }, "games played");
        let played = self.with_referee(|referee| {
            for player in players {
                if games.iter().any(|game| game.has_move_of(&player.name)) {
                    referee.add_working(&player.command);
                }
            }
            referee.play_all(&left, players, |game| {
                if let Some(file) = &mut file {
                    file.add(&game)?;
                }
                finished += 1;
                bar.inc(1);
                // On a terminal, the progress bar counts the other games.
                if !self.quiet && (game.fault.is_some() || !io::stderr().is_terminal()) {
                    let line = format!("{finished}/{all}  {}  {game}\n", game.fixture.board);
                    // A failure of standard error can't be reported.
                    bar.suspend(|| drop(io::stderr().write_all(line.as_bytes())));
                }
                let is_decided = decides(&game);
                games.push(game);
                Ok(if is_decided {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
        })?;
        let all = counted(all, "game");
        let end = match (played, file) {
            (Some(()), _) => Ok(()),
            (None, None) => Err(anyhow!("interrupted after {finished} of {all}")),
            (None, Some(file)) => Err(anyhow!(
                "interrupted: {finished} of {all} are in {}; run the same command again to play the rest",
                file.name
            )),
        };
        Ok((games, end))
    }

    /// Opens the record file, if there is one, and returns it with the games of the schedule that are already in it.
    pub(super) fn open_record(
        &self,
        schedule: &HashSet<&Fixture>,
    ) -> anyhow::Result<(Option<RecordFile>, Vec<GameRecord>)> {
        let Some(path) = &self.record else {
            return Ok((None, Vec::new()));
        };
        let (file, records) = RecordFile::open(path)?;
        let name = &file.name;
        if let Some(error) = &file.lock_error {
            note(&format!(
                "cannot lock {name}: {error}; make sure that no other run writes to it"
            ));
        }
        note_torn(&records);
        let games = records.games.into_iter().map(|(_, game)| game);
        let (games, others): (Vec<_>, Vec<_>) =
            games.partition(|game| schedule.contains(&game.fixture));
        if !others.is_empty() {
            let others = counted(others.len(), "game");
            note(&format!(
                "ignored {others} in {name} from another tournament or match"
            ));
        }
        Ok((Some(file), games))
    }

    /// Works with a referee of these options, until the work is done or interrupted.
    pub(super) fn with_referee<T>(
        &self,
        work: impl FnOnce(&Referee) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        interruptible(|runner| {
            work(&Referee::new(
                Arc::clone(runner),
                self.timeout,
                self.jobs.into(),
            ))
        })
    }
}

/// Notes that a record file ends in the middle of a line, if it does.
pub(super) fn note_torn(records: &RecordedGames) {
    if records.is_torn {
        let name = &records.name;
        note(&format!("ignored the incomplete last line of {name}"));
    }
}

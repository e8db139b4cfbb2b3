//! Many games between programs: played several at a time, recorded, and resumed.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use anyhow::anyhow;

use super::{
    options::{note_half_line, note_other_commands, note_other_games},
    watch::Watch,
};
use crate::{
    cli::{
        numbers::{counted, whole},
        output::{name_of, note},
    },
    hypercube::referee::{
        Conditions, GameRecord, Pairing, Player, RecordFile, RecordFileError, RefereeError, run,
    },
};

/// How games are played.
#[derive(clap::Args)]
pub(super) struct GamesOptions {
    /// How many games to play at a time: more than there are cores makes programs late
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    pub(super) jobs: u16,

    /// Write each finished game to this file, and play only those that are not in it
    ///
    /// A game is known by its board, its players' names and its opening. What is in the file is replayed first; a result
    /// that its moves don't give is an error, and so are two records of one game that differ. Nobody else may write to
    /// the file meanwhile, move it or delete it.
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Don't report finished games on standard error
    #[arg(short, long)]
    quiet: bool,
}

/// The finished games, and the file that they go to.
pub(super) struct Games<'a> {
    pub(super) played: Vec<GameRecord>,
    file: Option<(&'a Path, RecordFile)>,
    options: &'a GamesOptions,
}

impl<'a> Games<'a> {
    /// Opens the record file, and reads the games that are in it.
    pub(super) fn open(
        options: &'a GamesOptions,
        all: &[Pairing],
        players: &[Player],
    ) -> anyhow::Result<Self> {
        let mut games = Self {
            played: Vec::new(),
            file: None,
            options,
        };
        let Some(path) = options.record.as_deref() else {
            return Ok(games);
        };
        let (file, recorded) = RecordFile::open(path)?;
        note_half_line(path, &recorded);
        let all: HashSet<_> = all.iter().collect();
        let recorded = recorded.games.into_iter().map(|recorded| recorded.game);
        let (played, others): (Vec<_>, Vec<_>) =
            recorded.partition(|game| all.contains(&game.pairing()));
        let place = name_of(path);
        note_other_games(&place, &others.iter().collect::<Vec<_>>());
        note_other_commands(&place, &played, players);
        games.played = played;
        games.file = Some((path, file));
        Ok(games)
    }

    /// Plays the games of a share that are not recorded. After each one, `told` is called with all games played so far.
    pub(super) fn play(
        &mut self,
        share: &[Pairing],
        players: &[Player],
        conditions: &Conditions<'_>,
        mut told: impl FnMut(&[GameRecord], &mut Watch) + Send,
    ) -> Result<(), RefereeError> {
        let GamesOptions { jobs, quiet, .. } = *self.options;
        let done: HashSet<_> = self.played.iter().map(GameRecord::pairing).collect();
        let left = share.iter().filter(|game| !done.contains(game));
        let left: Vec<_> = left.cloned().collect();
        let before = share.len() - left.len();
        if before > 0 {
            note(&format!(
                "{} of {} recorded before; {} left to play",
                before,
                counted(share.len(), "game"),
                left.len()
            ));
        }
        let mut watch = Watch::new(share.len(), &left, jobs, quiet);
        let finished = |game: GameRecord| -> Result<(), RecordFileError> {
            if let Some((_, file)) = &mut self.file {
                file.add(&game)?;
            }
            watch.finished(&game);
            self.played.push(game);
            told(&self.played, &mut watch);
            Ok(())
        };
        run(&left, players, jobs.into(), conditions, finished)
    }

    /// Says what an interruption has left.
    pub(super) fn interruption(&self, share: &[Pairing]) -> anyhow::Error {
        let done = self.count_played(share);
        let games = counted(share.len(), "game");
        match &self.file {
            Some((path, _)) => anyhow!(
                "interrupted: {done} of {games} are in {}; the same command goes on from there",
                name_of(path)
            ),
            None => anyhow!(
                "interrupted after {done} of {games}; with --record FILE they would be kept"
            ),
        }
    }

    pub(super) fn count_played(&self, share: &[Pairing]) -> usize {
        let played: HashSet<_> = self.played.iter().map(GameRecord::pairing).collect();
        share.iter().filter(|game| played.contains(game)).count()
    }

    /// Checks that the next run will find the games.
    pub(super) fn check_file(&self) -> Result<(), RecordFileError> {
        self.file.as_ref().map_or(Ok(()), |(_, file)| file.check())
    }
}

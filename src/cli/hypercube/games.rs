//! Many games between programs: played several at a time, recorded, and resumed.

use std::{collections::HashSet, path::Path};

use super::{
    options::{counted, note_half_line, note_other_commands, note_other_games},
    progress::Bar,
};
use crate::{
    cli::output::{name_of, note, report},
    escape,
    hypercube::referee::{
        Conditions, GameRecord, Pairing, Player, RecordFile, RecordFileError, RefereeError, run,
    },
};

/// The finished games, and the file that they go to.
pub(super) struct Games<'a> {
    pub(super) played: Vec<GameRecord>,
    file: Option<(&'a Path, RecordFile)>,
}

impl<'a> Games<'a> {
    /// Reads what an earlier run has recorded of these games.
    pub(super) fn open(
        path: Option<&'a Path>,
        all: &[Pairing],
        players: &[Player],
    ) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                played: Vec::new(),
                file: None,
            });
        };
        let (file, recorded) = RecordFile::open(path)?;
        if recorded.is_cut {
            note_half_line(path);
        }
        let all: HashSet<_> = all.iter().collect();
        let games = recorded.games.into_iter().map(|recorded| recorded.game);
        let (played, others): (Vec<_>, Vec<_>) =
            games.partition(|game| all.contains(&game.pairing()));
        let place = name_of(path);
        note_other_games(&place, &others.iter().collect::<Vec<_>>());
        note_other_commands(&place, &played, players);
        Ok(Self {
            played,
            file: Some((path, file)),
        })
    }

    /// Plays those of some games that are not recorded. After each one, all that were played, it last, are told.
    pub(super) fn play(
        &mut self,
        share: &[Pairing],
        players: &[Player],
        jobs: u16,
        conditions: &Conditions<'_>,
        mut told: impl FnMut(&[GameRecord], &mut Bar) + Send,
    ) -> Result<(), RefereeError> {
        let done: HashSet<_> = self.played.iter().map(GameRecord::pairing).collect();
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
        let mut progress = Bar::of(before, share.len(), "games", "played");
        let mut faulty = HashSet::new();
        let finished = |game: GameRecord| -> Result<(), RecordFileError> {
            if let Some((_, file)) = &mut self.file {
                file.add(&game)?;
            }
            if let Some((loser, message)) =
                describe_fault(&game).filter(|(loser, _)| !faulty.contains(loser))
            {
                faulty.insert(loser);
                progress.suspend(|| note(&message));
            }
            self.played.push(game);
            told(&self.played, &mut progress);
            Ok(())
        };
        run(&left, players, jobs.into(), conditions, finished)
    }

    pub(super) fn report_interruption(&self, share: &[Pairing]) {
        let done = self.count_played(share);
        let games = counted(share.len(), "game");
        match &self.file {
            Some((path, _)) => report(&format!(
                "interrupted: {done} of {games} are in {}; the same command goes on from there",
                name_of(path)
            )),
            None => report(&format!(
                "interrupted after {done} of {games}; with --record FILE they would be kept"
            )),
        }
    }

    pub(super) fn count_played(&self, share: &[Pairing]) -> usize {
        let played: HashSet<_> = self.played.iter().map(GameRecord::pairing).collect();
        share.iter().filter(|game| played.contains(game)).count()
    }

    /// Checks that the next run will find what was played.
    pub(super) fn check_file(&self) -> Result<(), RecordFileError> {
        self.file.as_ref().map_or(Ok(()), |(_, file)| file.check())
    }
}

/// Returns who lost a game by fault, and tells how, with the last lines that the program wrote on standard error.
fn describe_fault(game: &GameRecord) -> Option<(String, String)> {
    const MOST_LINES: usize = 5;
    let fault = game.reason.fault()?;
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

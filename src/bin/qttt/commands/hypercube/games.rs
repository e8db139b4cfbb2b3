//! Many games between players, played several at a time, recorded and resumed.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, IsTerminal, Write},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::bail;
use clap::value_parser;

use crate::{
    commands::{
        numbers::{counted, parse_seconds},
        output::{Outcome, note},
        progress::bar_of,
        signals::interruptible,
    },
    referee::{GameRecord, Player, RecordFile, Records, Referee, RefereeError, Round},
};

/// The options for playing games.
#[derive(clap::Args)]
pub(super) struct GamesOptions {
    /// Number of games to play at once
    ///
    /// Use at most one job per core, or one per two cores with builtin:qttt, which uses two. With more, bots may exceed
    /// their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) jobs: u16,

    /// Append each finished game to this file, and skip games that are already in it
    ///
    /// A game is identified by its board, its players' names, and its opening. Games already in the file are first
    /// checked by replaying them.
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Time limit for a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub(super) timeout: Duration,

    /// Print only the result
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl GamesOptions {
    /// Plays the games of a share that are not recorded, and prints the result of all finished games of the schedule.
    ///
    /// # Errors
    ///
    /// If a game can't be played or recorded, or the games were interrupted, whether or not the result can be printed.
    pub(super) fn play(
        &self,
        schedule: &[Round],
        share: &[Round],
        players: &[Player],
        print: impl FnOnce(&[GameRecord]) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let (mut file, mut games) = (None, Vec::new());
        if let Some(path) = &self.record {
            let (opened, records) = RecordFile::open(path)?;
            if let Some(error) = &opened.lock_error {
                let name = &opened.name;
                note(&format!(
                    "cannot lock {name}: {error}; let no other run write to it"
                ));
            }
            file = Some(opened);
            games = chosen(records, schedule);
        }
        let done: HashSet<_> = games.iter().map(|game| &game.fixture).collect();
        let (done, left): (Vec<_>, Vec<_>) = share
            .iter()
            .flatten()
            .cloned()
            .partition(|game| done.contains(game));
        let all = 2 * share.len();
        let mut finished = done.len();
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
                "{finished} of {} are already recorded in {} ({}); {} left to play. Give a modified bot a new name.",
                counted(all, "game"),
                file.name,
                counts.join(", "),
                left.len()
            ));
        }
        let shown = if self.quiet { 0 } else { all };
        let bar = bar_of(finished, shown, "games played");
        let played = with_referee(self.timeout, |referee| {
            for player in players {
                if games.iter().any(|game| game.has_move_of(&player.name)) {
                    referee.add_working(&player.command);
                }
            }
            referee.play_all(&left, players, self.jobs.into(), |game| {
                if let Some(file) = &mut file {
                    file.add(&game)?;
                }
                finished += 1;
                bar.inc(1);
                // On a terminal, the bar counts the others.
                if !self.quiet && (game.fault.is_some() || !io::stderr().is_terminal()) {
                    let board = game.fixture.board;
                    let line = format!("{finished}/{all}  {board}  {game}\n");
                    // A failure of standard error can't be reported.
                    bar.suspend(|| drop(io::stderr().write_all(line.as_bytes())));
                }
                games.push(game);
                Ok(())
            })
        })?;
        drop(bar);
        let all = counted(all, "game");
        let printed = print(&games);
        match (played, file) {
            (Some(()), _) => printed.map(|()| Outcome::Fine),
            (None, None) => bail!("interrupted after {finished} of {all}"),
            (None, Some(file)) => bail!(
                "interrupted: {finished} of {all} are in {}; run the same command again to play the rest",
                file.name
            ),
        }
    }
}

/// Works with a referee until the work is done or Ctrl-C stops it. Returns nothing if it was stopped.
pub(super) fn with_referee<T>(
    timeout: Duration,
    work: impl FnOnce(&Referee) -> Result<T, RefereeError>,
) -> anyhow::Result<Option<T>> {
    match interruptible(|runner| work(&Referee::new(Arc::clone(runner), timeout)))? {
        Err(RefereeError::Stopped) => Ok(None),
        done => Ok(Some(done?)),
    }
}

/// Chooses the recorded games that are in a schedule.
fn chosen(records: Records, schedule: &[Round]) -> Vec<GameRecord> {
    note_torn(&records);
    let schedule: HashSet<_> = schedule.iter().flatten().collect();
    let games = records.games.into_iter().map(|(_, game)| game);
    let (games, others): (Vec<_>, Vec<_>) =
        games.partition(|game| schedule.contains(&game.fixture));
    if !others.is_empty() {
        let (others, name) = (counted(others.len(), "game"), records.name);
        note(&format!(
            "ignored {others} in {name} from another tournament or match"
        ));
    }
    games
}

/// Notes that a record file ends in the middle of a line, if it does.
pub(super) fn note_torn(records: &Records) {
    if records.is_torn {
        let name = &records.name;
        note(&format!("ignored the incomplete last line of {name}"));
    }
}

//! Many games between players, played several at a time, recorded and resumed.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::value_parser;

use super::referee::{
    CONTEST_SECONDS, Contestant, GameRecord, RecordFile, Referee, Schedule, Watch, shown,
};
use crate::command_line::{cores, parse_seconds};
use crate::process::{Stop, interruptible};
use crate::terminal::output::{Outcome, note, report, warn};
use crate::terminal::progress::Progress;
use crate::terminal::{aligned, counted, escape};

/// Help about files of recorded games.
pub(super) const FILES: &str = "Files: Each line is one game as a JSON object, in the format that --record writes. An incomplete last line is ignored.";

/// The options for playing games.
#[derive(clap::Args)]
pub(super) struct GamesOptions {
    /// Number of games to play at a time
    ///
    /// Use at most one job per core. With more, bots may exceed their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Append each finished game to this file and skip games that are already in it
    ///
    /// A game is identified by its board, its players' names, and its opening. Games already in the file are first
    /// checked by replaying them.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Time limit for each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = CONTEST_SECONDS, value_parser = parse_seconds)]
    timeout: Duration,

    /// Print only the result
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl GamesOptions {
    /// Plays the games of a schedule that are not recorded, and then prints the result of all finished games. Shows
    /// the progress if there are several.
    ///
    /// # Errors
    ///
    /// If a game can't be played or recorded, the games are interrupted, or the result can't be printed.
    pub(super) fn play(
        &self,
        players: &[&Contestant],
        schedule: &Schedule<'_>,
        watch: Option<Watch<'_>>,
        print: impl FnOnce(&[GameRecord]) -> anyhow::Result<Outcome>,
    ) -> anyhow::Result<Outcome> {
        let (mut file, mut games) = self.recorded(schedule)?;
        if let Some(file) = &file {
            warn_of_other_commands(players, &games, &file.name);
        }
        if !self.quiet {
            introduce(players);
            let (jobs, cores) = (self.jobs, cores());
            if usize::from(jobs) > cores {
                note(&format!(
                    "{jobs} jobs on {}: bots may exceed their time limit",
                    counted(cores, "core")
                ));
            }
        }
        // The first failure of each player that could not be run.
        let mut failures = BTreeMap::new();
        let played = self.play_rest(schedule, watch, file.as_mut(), &mut games, &mut failures)?;
        let printed = print(&games);
        for (name, failure) in &failures {
            let left = schedule.left(&games);
            let left = left.iter().filter(|game| game.has(name)).count();
            let are = if left == 1 { "is" } else { "are" };
            let (left, name) = (counted(left, "game"), shown(name));
            report(&format!("{failure}; {left} of {name} {are} missing"));
        }
        let (finished, all) = (games.len(), counted(schedule.count, "game"));
        match (played, file) {
            (None, None) => bail!("interrupted after {finished} of {all}"),
            (None, Some(RecordFile { name, .. })) => bail!(
                "interrupted: {finished} of {all} are in {name}; run the same command again to play the rest"
            ),
            (Some(()), _) if !failures.is_empty() => Ok(Outcome::Failed),
            (Some(()), _) if finished < schedule.count => bail!(
                "only {finished} of {all} were played, because there are no more distinct openings"
            ),
            _ => printed,
        }
    }

    /// Opens the record file, if there is one, and returns it with the games of the schedule that are already in it.
    fn recorded(
        &self,
        schedule: &Schedule<'_>,
    ) -> anyhow::Result<(Option<RecordFile>, Vec<GameRecord>)> {
        let Some(path) = &self.record else {
            return Ok((None, Vec::new()));
        };
        let (file, records) = RecordFile::open(path)?;
        let games: Vec<_> = records.games.into_iter().map(|(_, game)| game).collect();
        let (games, others) = schedule.recorded(&games);
        if others > 0 {
            let (others, name) = (counted(others, "game"), &file.name);
            note(&format!(
                "ignored {others} in {name} from another tournament or match"
            ));
        }
        if !games.is_empty() && !self.quiet {
            let (done, name) = (games.len(), &file.name);
            let (all, left) = (counted(schedule.count, "game"), schedule.count - done);
            note(&format!(
                "{done} of {all} already recorded in {name}; {left} left to play. If you changed a bot, rename it."
            ));
        }
        Ok((Some(file), games))
    }

    /// Plays the games that are not recorded yet and collects their results. Returns `None` if a signal has
    /// interrupted them.
    fn play_rest(
        &self,
        schedule: &Schedule<'_>,
        watch: Option<Watch<'_>>,
        mut file: Option<&mut RecordFile>,
        games: &mut Vec<GameRecord>,
        failures: &mut BTreeMap<String, String>,
    ) -> anyhow::Result<Option<()>> {
        let all = schedule.count;
        let is_shown = schedule.count > 1 && !self.quiet;
        let progress = if is_shown {
            Progress::counting(all, "games played")
        } else {
            Progress::hidden()
        };
        progress.resume_at(games.len());
        // A game is taken from the schedule when it is started.
        let left = schedule.left(games).into_iter().inspect(|game| {
            let [x, o] = game.players.map(|player| shown(&player.name));
            progress.describe(format!(
                "; started {}: {x} (X), {o} (O)",
                game.start.board()
            ));
        });
        interruptible(|runner| {
            let timeout = self.timeout;
            let referee = Referee { runner, timeout };
            let watch = watch.unwrap_or(&|_, _| Ok(()));
            referee.play_all(left, self.jobs, watch, |result| {
                let game = match result {
                    Err(Stop::CouldNotRun { name, message }) if schedule.skips_failures => {
                        failures.entry(name).or_insert(message);
                        return Ok(());
                    }
                    result => result?,
                };
                if let Some(file) = &mut file {
                    file.add(&game)?;
                }
                progress.advance();
                // On a terminal, the progress bar counts the other games.
                if is_shown && (game.end.forfeit().is_some() || !io::stderr().is_terminal()) {
                    let done = progress.done();
                    let line = format!("{done}/{all}  {}  {game}\n", game.position.board());
                    progress.print(&line);
                }
                games.push(game);
                Ok(())
            })
        })
    }
}

/// Warns if a player had another command in recorded games, which are not played again.
fn warn_of_other_commands(players: &[&Contestant], games: &[GameRecord], file: &str) {
    for player in players {
        let name = &player.name;
        let mut others: BTreeMap<_, usize> = BTreeMap::new();
        for other in games.iter().filter_map(|game| game.command_of(name)) {
            *others.entry(other).or_default() += 1;
        }
        others.remove(player.command());
        for (other, count) in others {
            let (name, other) = (shown(name), escape::line(other));
            let games = counted(count, "game");
            warn(&format!(
                "{name} was '{other}' in {games} of {file}; rename the player to play them again"
            ));
        }
    }
}

/// Prints the players with their commands, so that people notice if part of a command was read as a name.
fn introduce(players: &[&Contestant]) {
    let mut table = Vec::new();
    for player in players {
        let command = escape::line(player.command());
        table.push(["player".to_string(), shown(&player.name), command]);
    }
    let _ = io::stderr().write_all(aligned(&table, &[0, 1, 2]).as_bytes());
}

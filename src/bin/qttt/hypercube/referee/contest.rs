//! The games of a schedule: played several at a time, recorded, and resumed.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use qttt::hypercube::Position;

use super::contestant::{builtins, check_names, shown};
use super::record::{Fault, GameId, GameRecord};
use super::record_file::RecordFile;
use super::rounds::{rounds, strength_of};
use super::schedule::Schedule;
use super::{CONTEST_SECONDS, Contestant, Referee};
use crate::process::parse_seconds;
use crate::process::{Stop, interruptible};
use crate::terminal::output::{Outcome, note, report, warn};
use crate::terminal::progress::Progress;
use crate::terminal::{aligned, counted, escape};
use crate::threads::cores;

/// Help about files of recorded games.
pub(crate) const FILES: &str = "Files: Each line is one game as a JSON object, in the format that --record writes. An incomplete last line is ignored.";

/// Returns help about players.
pub(crate) fn about_players() -> String {
    let (builtins, faults) = (builtins(), Fault::help());
    format!(
        "Players: A player is a command for `sh -c` (for example 'python3 bot.py'), or one of {builtins}. {NAMES}\n\n\
         {BOTS}\n\n{faults}. {NOT_RUN}\n\nBots run with your permissions, not in a sandbox."
    )
}

const NAMES: &str = "\
NAME=COMMAND gives a player a name of letters and digits in any script, '_', '.', and '-'; without it, the name is \
the whole command. To set an environment variable, write `env A=B bot`, because `A=B bot` means the command `B bot` with \
the name A. In a tournament, two players can't have the same name.";

const BOTS: &str = "\
A bot is started once per move. It reads two lines, the board as n,d and the moves so far as 1,1;0,0, and prints its \
move. Only the first line of its output counts, or all of its output if it exits without printing a newline. After \
its move, a bot has a quarter of a second to exit; then it is killed, along with its process group.";

const NOT_RUN: &str = "\
If the shell can't run the command (exit code 126 or 127, and no output), nobody forfeits: a tournament plays the \
other games, and the exit code is 2. Check a bot with `qttt hypercube check` first.";

/// The options for playing games.
#[derive(clap::Args)]
pub(crate) struct GameOptions {
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
    pub(crate) quiet: bool,
}

/// Games to play.
pub(crate) struct Contest<'c> {
    pub(crate) options: &'c GameOptions,
    pub(crate) players: &'c [&'c Contestant],
    pub(crate) schedule: Schedule<'c>,
    /// How many games are played at a time.
    pub(crate) jobs: u16,
    /// Whether nothing is played if a player can't make a first move.
    pub(crate) has_trial: bool,
}

/// What has happened in the games of a run.
#[derive(Default)]
struct Results {
    /// The number of games of the schedule that were already recorded.
    recorded: usize,
    games: Vec<GameRecord>,
    /// The first failure of each player that could not be run.
    failures: BTreeMap<String, String>,
}

impl Results {
    /// Returns how many games of the schedule are finished.
    fn finished(&self) -> usize {
        self.recorded + self.games.len()
    }
}

impl Contest<'_> {
    /// Plays the games that are not recorded, and then prints the result of all finished games of these players.
    ///
    /// # Errors
    ///
    /// If two players have the same name, a game can't be played or recorded, a player fails its trial, the games are
    /// interrupted, or the result can't be printed.
    pub(crate) fn play(
        &self,
        print: impl FnOnce(&[&GameRecord]) -> anyhow::Result<Outcome>,
    ) -> anyhow::Result<Outcome> {
        check_names(self.players)?;
        let (mut file, recorded) = self.recorded()?;
        let ids: HashSet<_> = recorded.iter().map(GameRecord::id).collect();
        let done = self.schedule.count_recorded(&ids);
        if let Some(RecordFile { name, .. }) = &file {
            self.warn_of_changes(&recorded, name);
            self.describe_recorded(done, name);
        }
        if !self.options.quiet {
            self.list_players();
        }
        let mut results = Results {
            recorded: done,
            ..Results::default()
        };
        let end = interruptible(|runner| {
            let timeout = self.options.timeout;
            let referee = Referee { runner, timeout };
            if self.has_trial && done < self.schedule.count() {
                self.try_players(&referee)?;
            }
            self.play_rest(&referee, &recorded, &ids, file.as_mut(), &mut results)
        })?;
        let games: Vec<_> = recorded.iter().chain(&results.games).collect();
        let printed = print(&games);
        for failure in results.failures.values() {
            report(failure);
        }
        let finished = results.finished();
        if end.is_none() {
            bail!(self.interrupted(finished, file.as_ref()));
        }
        if !results.failures.is_empty() {
            return Ok(Outcome::Failed);
        }
        if finished < self.schedule.count() {
            let all = counted(self.schedule.count(), "game");
            bail!(
                "only {finished} of {all} were played, because there are no more distinct openings"
            );
        }
        printed
    }

    /// Says how to continue after an interruption.
    fn interrupted(&self, finished: usize, file: Option<&RecordFile>) -> String {
        let all = counted(self.schedule.count(), "game");
        match file {
            None => format!("interrupted after {finished} of {all}"),
            Some(RecordFile { name, .. }) => format!(
                "interrupted: {finished} of {all} are in {name}; run the same command again to play the rest"
            ),
        }
    }

    /// Opens the record file, if there is one, and returns it with the games of these players that are already in it.
    fn recorded(&self) -> anyhow::Result<(Option<RecordFile>, Vec<GameRecord>)> {
        let Some(path) = &self.options.record else {
            return Ok((None, Vec::new()));
        };
        let (file, records) = RecordFile::open(path)?;
        let games = records.games.into_iter().map(|(_, game)| game);
        let (games, others): (Vec<_>, Vec<_>) =
            games.partition(|game| self.schedule.has_pair(game));
        let others: HashSet<_> = others.iter().map(GameRecord::id).collect();
        if !others.is_empty() {
            let (others, name) = (counted(others.len(), "game"), &file.name);
            note(&format!(
                "ignored {others} in {name} from another tournament"
            ));
        }
        Ok((Some(file), games))
    }

    /// Warns if a player had another command in recorded games, which are not played again, or the time limit was
    /// different.
    fn warn_of_changes(&self, recorded: &[GameRecord], file: &str) {
        for player in self.players {
            let commands = recorded
                .iter()
                .filter_map(|game| game.command_of(&player.name));
            for (other, games) in others(commands, &player.command) {
                let (name, other) = (shown(&player.name), escape::line(other));
                warn(&format!(
                    "{name} was '{other}' in {games} of {file}; rename the player to play them again"
                ));
            }
        }
        let limits = recorded.iter().filter_map(|game| game.timeout);
        let limits: Vec<_> = limits.map(|seconds| seconds.to_string()).collect();
        let own = self.options.timeout.as_secs_f64().to_string();
        for (other, games) in others(limits.iter().map(String::as_str), &own) {
            warn(&format!(
                "the time limit was {other} s in {games} of {file}, and is now {own} s"
            ));
        }
    }

    /// Says how many games of the schedule are recorded.
    fn describe_recorded(&self, done: usize, file: &str) {
        if done > 0 && !self.options.quiet {
            let count = self.schedule.count();
            let (all, left) = (counted(count, "game"), count - done);
            note(&format!(
                "{done} of {all} already recorded in {file}; {left} left to play. If you changed a bot, rename it."
            ));
        }
    }

    /// Prints the players with their commands, so that people notice if part of a command was read as a name.
    fn list_players(&self) {
        let mut table = Vec::new();
        for player in self.players {
            let command = escape::line(&player.command);
            table.push(["player".to_string(), shown(&player.name), command]);
        }
        let _ = io::stderr().write_all(aligned(&table, &[0, 1, 2]).as_bytes());
        let (jobs, cores) = (self.jobs, cores());
        if usize::from(jobs) > cores {
            let cores = counted(cores, "core");
            note(&format!(
                "{jobs} jobs on {cores}: bots may exceed their time limit"
            ));
        }
    }

    /// Asks each bot for a first move on the smallest board, so that a broken sandbox is not blamed on a bot.
    fn try_players(&self, referee: &Referee) -> Result<(), Stop> {
        let boards = self.schedule.boards.0.iter();
        let Some(&board) = boards.min_by_key(|board| board.cells()) else {
            return Ok(());
        };
        let mut has_failed = false;
        for player in self.players {
            if player.builtin.is_some() {
                continue;
            }
            let message = match referee.ask(player, &Position::new(board)) {
                Ok(answer) => match answer.played {
                    Ok(_) => continue,
                    Err(forfeit) => {
                        let (name, message) = (shown(&player.name), escape::line(&forfeit.message));
                        let stderr = last_lines(&forfeit.stderr);
                        format!(
                            "{name} has failed its trial, a first move on {board}: {message}\n{stderr}"
                        )
                    }
                },
                Err(Stop::CouldNotRun { message, .. }) => message,
                Err(stop) => return Err(stop),
            };
            report(message.trim_end());
            has_failed = true;
        }
        if has_failed {
            Err(anyhow!(
                "nothing was played; with --no-trial, a player that fails forfeits its games"
            ))?;
        }
        Ok(())
    }

    /// Plays the games that are not recorded yet and collects their results.
    fn play_rest(
        &self,
        referee: &Referee,
        recorded: &[GameRecord],
        ids: &HashSet<GameId<'_>>,
        mut file: Option<&mut RecordFile>,
        results: &mut Results,
    ) -> Result<(), Stop> {
        let all = self.schedule.count();
        let is_shown = !self.options.quiet;
        let progress = if is_shown {
            Progress::counting(all, "games played")
        } else {
            Progress::hidden()
        };
        progress.resume_at(results.recorded);
        let has_bar = is_shown && io::stderr().is_terminal();
        // A game is taken from the schedule when it is started.
        let left = self.schedule.left(ids).inspect(|game| {
            let [x, o] = game.players.map(|player| shown(&player.name));
            let board = game.start.board();
            progress.describe(format!("; started {board}: {x} (X), {o} (O)"));
        });
        referee.play_all(left, self.jobs, |result| {
            let game = match result {
                Err(Stop::CouldNotRun { name, message }) => {
                    results.failures.entry(name).or_insert(message);
                    return Ok(());
                }
                result => result?,
            };
            let line = match &mut file {
                Some(file) => Some((file.add(&game)?, &file.name)),
                None => None,
            };
            progress.advance();
            // On a terminal, the progress bar counts the other games.
            if is_shown && (game.forfeit.is_some() || !has_bar) {
                let nth = results.finished() + 1;
                let result = format!("{nth}/{all}  {}  {game}\n", game.position.board());
                progress.print(&(result + &how_to_reproduce(&game, line)));
            }
            results.games.push(game);
            // Each time, all games are counted: the more there are, the less often.
            let count = results.games.len();
            let is_due = count.is_multiple_of(1 + count / 100);
            if let [first, second] = self.players
                && has_bar
                && is_due
            {
                let games = recorded.iter().chain(&results.games);
                let strength = strength_of(&first.name, &second.name, &rounds(games));
                progress
                    .show_strength(strength.map(|elo| format!("; {} {elo}", shown(&first.name))));
            }
            Ok(())
        })
    }
}

/// Returns the values that differ from our own, each with the number of its games.
fn others<'v>(
    values: impl Iterator<Item = &'v str>,
    own: &str,
) -> impl Iterator<Item = (&'v str, String)> {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts.remove(own);
    counts
        .into_iter()
        .map(|(value, count)| (value, counted(count, "game")))
}

/// Says how to reproduce the fault of a forfeited game, from the line of a record file if there is one.
fn how_to_reproduce(game: &GameRecord, line: Option<(usize, &String)>) -> String {
    match (&game.forfeit, line) {
        (None, _) => String::new(),
        (Some(_), Some((line, file))) => {
            format!("To reproduce it: qttt hypercube replay '{file}' --line {line}\n")
        }
        (Some(forfeit), None) => last_lines(&forfeit.stderr),
    }
}

/// Returns the last lines of standard error.
fn last_lines(stderr: &str) -> String {
    const MAX_LINES: usize = 5;
    let stderr = escape::text(stderr);
    let skipped = stderr.lines().count().saturating_sub(MAX_LINES);
    let lines = stderr.lines().skip(skipped);
    lines.map(|line| format!("{line}\n")).collect()
}

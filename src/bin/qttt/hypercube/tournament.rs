//! `qttt hypercube tournament`: plays all rounds between players, records the games, resumes an interrupted run, and
//! prints the standings.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{ValueHint, value_parser};
use qttt::hypercube::Position;

use crate::process::{Stop, interruptible, parse_seconds};
use crate::referee::{
    Boards, CONTEST_BOARDS, CONTEST_SECONDS, Contestant, GameRecord, NotRun, Program, RecordFile,
    Referee, Schedule, Standings, about_players, builtins, check_names, display_name, rounds,
    strength_of,
};
use crate::terminal::output::{Outcome, note, report, warn, write};
use crate::terminal::progress::Progress;
use crate::terminal::{aligned, counted, escape};
use crate::threads::cores;

const EXAMPLES: &str = "\
Examples:
  qttt hypercube tournament ./bot builtin:qttt --record games.ndjson
      play all rounds and record the games
  qttt hypercube tournament ./new ./old --boards 4,3 --rounds 200
      find out which of two bots is stronger";

const EXIT_CODES: &str =
    "Exit codes: 0 success; 2 usage or I/O error, interrupted, or a bot could not be run.";

/// Play a round-robin tournament and print the standings
///
/// Every pair of players plays a round on each board: two games, in which each player is X once. Whoever wins more of
/// the two games gets 3 points; if neither does, both get 1. Players with equal points are ranked by fewest games lost.
/// With two players, the standings also estimate the difference in Elo points, with a 95% confidence interval: a player
/// rated 100 points higher is expected to score 64%.
///
/// Each finished game is reported on standard error. On a terminal, a progress bar advances instead, and only forfeited
/// games are reported. A forfeited game counts like any other loss.
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", about_players()))]
pub(crate) struct Tournament {
    #[arg(help = format!("Commands, with or without a name (NAME=COMMAND), or any of {}", builtins()))]
    #[arg(value_name = "PLAYER", num_args = 2.., required = true, value_hint = ValueHint::CommandString)]
    players: Vec<Contestant>,

    /// Boards to play: width and dimensions, each a number or a range; separate several with semicolons
    #[arg(long, value_name = "N..N,D..D", default_value = CONTEST_BOARDS)]
    boards: Boards,

    /// Number of rounds on each board, each from a random opening [default: one round without an opening]
    ///
    /// Even deterministic players then play different games in each round. Both games of a round begin with the same
    /// opening. Games from other openings in the record file also count, so you can add games with another random seed.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=500_000))]
    rounds: Option<u32>,

    /// Number of random moves in each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(..=1000), requires = "rounds")]
    opening_moves: u16,

    /// Random seed for the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "rounds")]
    seed: u64,

    /// Number of games to play at a time
    ///
    /// Use at most one job per core. With more, bots may exceed their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Don't ask each player for a first move before the games
    ///
    /// By default, nothing is played if a player does not make a legal move on the smallest board, for example because
    /// its sandbox does not work.
    #[arg(long)]
    no_trial: bool,

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
    quiet: bool,
}

impl Tournament {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        check_names(&self.players)?;
        let mut run = Run::begin(self)?;
        let timeout = self.timeout;
        let end = interruptible(|runner| run.play(&Referee { runner, timeout }))?;
        run.finish(end.is_none())
    }

    /// Warns if a player had another command in recorded games, which are not played again, or the time limit was
    /// different.
    fn warn_of_changes(&self, recorded: &[GameRecord], file: &str) {
        for player in &self.players {
            let commands = recorded
                .iter()
                .filter_map(|game| game.command_of(&player.name));
            for (other, games) in others(commands, &player.program.to_string()) {
                let (name, other) = (display_name(&player.name), escape::line(other));
                warn(&format!(
                    "{name} was '{other}' in {games} of {file}; rename the player to play them again"
                ));
            }
        }
        let limits = recorded.iter().filter_map(|game| game.timeout);
        let limits: Vec<_> = limits.map(|seconds| seconds.to_string()).collect();
        let own = self.timeout.as_secs_f64().to_string();
        for (other, games) in others(limits.iter().map(String::as_str), &own) {
            warn(&format!(
                "the time limit was {other} s in {games} of {file}, and is now {own} s"
            ));
        }
    }

    /// Prints the players with their commands, so that users notice if part of a command was read as a name.
    fn list_players(&self) {
        let mut table = Vec::new();
        for player in &self.players {
            let command = escape::line(&player.program.to_string());
            table.push(["player".to_string(), display_name(&player.name), command]);
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
        let boards = self.boards.0.iter();
        let Some(&board) = boards.min_by_key(|board| board.cells()) else {
            return Ok(());
        };
        let mut has_failed = false;
        for player in &self.players {
            if let Program::Builtin(..) = player.program {
                continue;
            }
            let message = match referee.ask(player, &Position::new(board)) {
                Ok(answer) => match answer.played {
                    Ok(_) => continue,
                    Err(forfeit) => {
                        let (name, message) =
                            (display_name(&player.name), escape::line(&forfeit.message));
                        let stderr = last_lines(&forfeit.stderr);
                        format!(
                            "{name} has failed its trial, a first move on {board}: {message}\n{stderr}"
                        )
                    }
                },
                Err(Stop::Failed(error)) => error.downcast::<NotRun>()?.message,
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
}

/// A run, which may continue an earlier one.
struct Run<'t> {
    options: &'t Tournament,
    schedule: Schedule<'t>,
    file: Option<RecordFile>,
    /// The games of these players that were already recorded.
    recorded: Vec<GameRecord>,
    /// How many of them are in the schedule.
    done: usize,
    played: Vec<GameRecord>,
    /// The first failure of each player that could not be run.
    failures: BTreeMap<String, String>,
}

impl<'t> Run<'t> {
    /// Opens the record file, if there is one, and says what it contains, and who plays.
    fn begin(options: &'t Tournament) -> anyhow::Result<Self> {
        let mut run = Self {
            options,
            schedule: Schedule {
                players: &options.players,
                boards: &options.boards,
                rounds: options.rounds.unwrap_or(1) as usize,
                opening_moves: options.rounds.map_or(0, |_| options.opening_moves.into()),
                seed: options.seed,
            },
            file: None,
            recorded: Vec::new(),
            done: 0,
            played: Vec::new(),
            failures: BTreeMap::new(),
        };
        if let Some(path) = &options.record {
            let (file, records) = RecordFile::open(path)?;
            run.take_recorded(records.games.into_iter().map(|(_, game)| game), &file.name);
            run.file = Some(file);
        }
        if !options.quiet {
            options.list_players();
        }
        Ok(run)
    }

    /// Takes the games of these players from those in a record file.
    fn take_recorded(&mut self, games: impl Iterator<Item = GameRecord>, file: &str) {
        let (games, others): (Vec<_>, Vec<_>) =
            games.partition(|game| self.schedule.has_pair(game));
        let others: HashSet<_> = others.iter().map(GameRecord::id).collect();
        if !others.is_empty() {
            let others = counted(others.len(), "game");
            note(&format!(
                "ignored {others} in {file} from another tournament"
            ));
        }
        self.options.warn_of_changes(&games, file);
        let ids = games.iter().map(GameRecord::id).collect();
        let (count, done) = (self.schedule.count(), self.schedule.count_recorded(&ids));
        if done > 0 && !self.options.quiet {
            let (all, left) = (counted(count, "game"), count - done);
            note(&format!(
                "{done} of {all} already recorded in {file}; {left} left to play. If you changed a bot, rename it."
            ));
        }
        (self.recorded, self.done) = (games, done);
    }

    /// Plays and records the games that are not recorded yet.
    ///
    /// # Errors
    ///
    /// If a player fails its trial, a game can't be recorded, or the games are interrupted.
    fn play(&mut self, referee: &Referee) -> Result<(), Stop> {
        let (options, all) = (self.options, self.schedule.count());
        if !options.no_trial && self.done < all {
            options.try_players(referee)?;
        }
        let progress = if options.quiet {
            Progress::hidden()
        } else {
            Progress::counting(all, "games played")
        };
        progress.resume_at(self.done);
        let has_bar = !options.quiet && io::stderr().is_terminal();
        let ids = self.recorded.iter().map(GameRecord::id).collect();
        // A game is taken from the schedule when it is started.
        let left = self.schedule.left(&ids).inspect(|game| {
            let [x, o] = game.players.map(|player| display_name(&player.name));
            let board = game.start.board();
            progress.describe(format!("; started {board}: {x} (X), {o} (O)"));
        });
        referee.play_all(left, options.jobs, |result| {
            let game = match result {
                Err(Stop::Failed(error)) => {
                    let NotRun { name, message } = error.downcast()?;
                    self.failures.entry(name).or_insert(message);
                    return Ok(());
                }
                result => result?,
            };
            let line = match &mut self.file {
                Some(file) => Some((file.add(&game)?, &file.name)),
                None => None,
            };
            progress.advance();
            self.played.push(game);
            let (game, count) = (&self.played[self.played.len() - 1], self.played.len());
            // On a terminal, the progress bar counts the other games.
            if !options.quiet && (game.forfeit.is_some() || !has_bar) {
                let (nth, board) = (self.done + count, game.position.board());
                let result = format!("{nth}/{all}  {board}  {game}\n");
                progress.print(&(result + &how_to_reproduce(game, line)));
            }
            // Each time, all games are counted: the more there are, the less often.
            let is_due = count.is_multiple_of(1 + count / 100);
            if let [first, second] = &options.players[..]
                && has_bar
                && is_due
            {
                let games = self.recorded.iter().chain(&self.played);
                let strength = strength_of(&first.name, &second.name, &rounds(games));
                progress.show_strength(
                    strength.map(|elo| format!("; {} {elo}", display_name(&first.name))),
                );
            }
            Ok(())
        })
    }

    /// Prints the standings of all finished games, and says which games are missing.
    fn finish(&self, is_interrupted: bool) -> anyhow::Result<Outcome> {
        let players = self.options.players.iter();
        let names: Vec<_> = players.map(|player| &player.name[..]).collect();
        let (boards, rounds) = (&self.options.boards, self.schedule.rounds);
        let games = self.recorded.iter().chain(&self.played);
        let standings = Standings::of(&names, boards, rounds, games, &[]);
        let printed = write(&standings.to_string());
        for failure in self.failures.values() {
            report(failure);
        }
        let finished = self.done + self.played.len();
        let all = counted(self.schedule.count(), "game");
        if is_interrupted {
            match &self.file {
                None => bail!("interrupted after {finished} of {all}"),
                Some(RecordFile { name, .. }) => bail!(
                    "interrupted: {finished} of {all} are in {name}; run the same command again to play the rest"
                ),
            }
        }
        if !self.failures.is_empty() {
            return Ok(Outcome::Failed);
        }
        if finished < self.schedule.count() {
            bail!(
                "only {finished} of {all} were played, because there are no more distinct openings"
            );
        }
        printed?;
        Ok(Outcome::Fine)
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

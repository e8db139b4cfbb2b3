//! `qttt hypercube tournament`: plays all rounds between players, records the games, resumes an interrupted run, and
//! prints the standings.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::ValueHint;
use qttt::hypercube::{Board, Position};

use crate::process::arguments::parse_seconds;
use crate::process::{Stop, interruptible};
use crate::referee::{
    Boards, CONTEST_BOARDS, CONTEST_SECONDS, Contestant, GameRecord, RecordFile, Referee, Results,
    Schedule, Standings, about_players, builtins, check_distinct, display_name, parse_playable,
};
use crate::terminal::output::{Outcome, note, report, write};
use crate::terminal::progress::Progress;
use crate::terminal::{aligned, counted, escape};
use crate::values::whole_number;

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
    #[arg(long, value_name = "N..N,D..D", default_value = CONTEST_BOARDS, value_parser = parse_playable)]
    boards: Boards,

    /// Number of rounds on each board, each from a random opening [default: one round without an opening]
    ///
    /// Even deterministic players then play different games in each round. Both games of a round begin with the same
    /// opening. Games from other openings in the record file also count, so you can add games with another random seed.
    #[arg(long, value_name = "N", value_parser = whole_number(1..=500_000_u32))]
    rounds: Option<u32>,

    /// Number of random moves in each opening
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole_number(0..=1000_u16), requires = "rounds")]
    opening_moves: u16,

    /// Random seed for the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number(0..=u64::MAX), requires = "rounds")]
    seed: u64,

    /// Number of games to play at a time
    ///
    /// Use at most one job per core. With more, bots may exceed their time limit.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=1024_u16))]
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
        check_distinct(&self.players)?;
        let mut contest = Contest::open(self)?;
        contest.announce();
        let end = interruptible(|runner| {
            let timeout = self.timeout;
            let referee = Referee { runner, timeout };
            if !self.no_trial && contest.done < contest.schedule.count() {
                self.try_players(&referee)?;
            }
            contest.play(&referee)
        })?;
        contest.finish(end.is_none())
    }

    fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| &player.name[..]).collect()
    }

    /// Prints the players with their commands, so that users notice if part of a command was read as a name.
    fn list_players(&self) {
        let mut table = Vec::new();
        for player in &self.players {
            let command = escape::line(&player.command);
            table.push(["player".to_string(), display_name(&player.name), command]);
        }
        let _ = io::stderr().write_all(aligned(&table, &[0, 1, 2]).as_bytes());
    }

    /// Asks each player for a first move on the smallest board, so that a broken sandbox is not blamed on a bot.
    fn try_players(&self, referee: &Referee) -> Result<(), Stop> {
        let boards = self.boards.0.iter();
        let smallest = boards.min_by_key(|board| board.cell_count());
        let board = *smallest.expect("a list of boards is not empty");
        let mut has_failed = false;
        for player in &self.players {
            let message = match referee.ask(player, &Position::new(board)) {
                Ok(answer) => {
                    let Err(forfeit) = answer.played else {
                        continue;
                    };
                    let name = display_name(&player.name);
                    let (why, stderr) =
                        (escape::line(&forfeit.message), last_lines(&forfeit.stderr));
                    format!("{name} has failed its trial, a first move on {board}: {why}\n{stderr}")
                }
                Err(Stop::NotRun { message, .. }) => message,
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

/// The games of a tournament as they are played and recorded.
struct Contest<'t> {
    options: &'t Tournament,
    schedule: Schedule<'t>,
    file: Option<RecordFile>,
    /// The results of all games in the file, and of those that have been played.
    results: Results,
    /// The numbers of the games in the schedule that were recorded before.
    recorded: HashSet<usize>,
    /// The number of games that are recorded or played.
    done: usize,
    pace: Pace,
    /// The first failure of each player that could not be run.
    failures: BTreeMap<String, String>,
}

impl<'t> Contest<'t> {
    /// Opens the record file, if there is one.
    fn open(options: &'t Tournament) -> anyhow::Result<Self> {
        let schedule = Schedule {
            players: &options.players,
            boards: &options.boards,
            rounds: options.rounds.unwrap_or(1) as usize,
            opening_moves: options.rounds.map_or(0, |_| options.opening_moves.into()),
            seed: options.seed,
        };
        let mut results = Results::default();
        let open = |path: &PathBuf| RecordFile::open(path, &mut results);
        let file = options.record.as_ref().map(open).transpose()?;
        let mut recorded = HashSet::new();
        let mut pace = Pace::default();
        for &board in &options.boards.0 {
            pace.cells_left += cells_of(board) * schedule.count_per_board() as u64;
        }
        for (number, game) in schedule.games().enumerate() {
            if recorded.len() == results.games.len() {
                break;
            }
            let id = GameRecord::new(&game, options.timeout).id();
            if let Some(result) = results.games.get(&id) {
                recorded.insert(number);
                pace.add(game.start.board(), result.time / options.jobs.into());
            }
        }
        Ok(Self {
            options,
            done: recorded.len(),
            recorded,
            pace,
            schedule,
            file,
            results,
            failures: BTreeMap::new(),
        })
    }

    /// Says who plays, and what was recorded before.
    fn announce(&mut self) {
        let (options, results) = (self.options, &mut self.results);
        let players = options.players.iter();
        let commands = players.map(|player| (&player.name[..], player.command.clone()));
        results.count_settings(commands, Some(options.timeout), 0);
        results.warn_of_mixtures();
        let (all, done) = (self.schedule.count(), self.done);
        if let Some(RecordFile { name, .. }) = &self.file {
            let own = results.games_of(&options.names(), &options.boards).count();
            if own < results.games.len() {
                let others = counted(results.games.len() - own, "game");
                note(&format!(
                    "ignored {others} in {name} from another tournament"
                ));
            }
            if done > 0 && !options.quiet {
                let (all, left) = (counted(all, "game"), all - done);
                note(&format!(
                    "{done} of {all} already recorded in {name}; {left} left to play. If you changed a bot, rename it."
                ));
            }
        }
        if !options.quiet {
            options.list_players();
            let left = counted(all - done, "game");
            let cells = counted(self.pace.cells_left as usize, "cell");
            note(&format!("{left} to play, on boards with {cells} in total"));
        }
    }

    /// Plays the games that were not recorded before, and reports each.
    ///
    /// # Errors
    ///
    /// If a game can't be recorded, or the games are interrupted.
    fn play(&mut self, referee: &Referee) -> Result<(), Stop> {
        let (options, all) = (self.options, self.schedule.count());
        let progress = if options.quiet {
            Progress::hidden()
        } else {
            Progress::counting(all, self.done, "games played")
        };
        let games = self.schedule.games().enumerate();
        let left = games.filter(|(number, _)| !self.recorded.contains(number));
        let left = left.map(|(_, game)| game);
        let mut last = Instant::now();
        referee.play_all(left, options.jobs, |result| {
            let game = match result {
                Err(Stop::NotRun { name, message }) => {
                    self.failures.entry(name).or_insert(message);
                    return Ok(());
                }
                result => result?,
            };
            let line = self.file.as_mut().map(|file| file.add(&game));
            let line = line.transpose()?;
            let board = game.position.board();
            self.pace.add(board, last.elapsed());
            last = Instant::now();
            self.results.add(&game, String::new());
            self.done += 1;
            progress.advance(Some(self.pace.time_left()));
            // On a terminal, the progress bar counts the other games.
            if !options.quiet && (game.forfeit.is_some() || !io::stderr().is_terminal()) {
                let again = describe_repetition(&game, options.record.as_deref().zip(line));
                let done = self.done;
                progress.print(&format!("{done}/{all}  {board}  {game}\n{again}"));
            }
            Ok(())
        })
    }

    /// Prints the standings of all finished games, and says which games are missing.
    fn finish(&self, is_interrupted: bool) -> anyhow::Result<Outcome> {
        let (names, boards) = (self.options.names(), &self.options.boards);
        let rounds = self.schedule.rounds;
        let standings = Standings::of(&self.results, &names, boards, rounds, &[]);
        let printed = write(&standings.to_string());
        for failure in self.failures.values() {
            report(failure);
        }
        let count = self.schedule.count();
        let (done, all) = (self.done, counted(count, "game"));
        if is_interrupted {
            match &self.file {
                None => bail!("interrupted after {done} of {all}"),
                Some(RecordFile { name, .. }) => bail!(
                    "interrupted: recorded {done} of {all} in {name}; run the same command again to play the rest"
                ),
            }
        }
        if !self.failures.is_empty() {
            return Ok(Outcome::Failed);
        }
        if done < count {
            bail!("only {done} of {all} were played, because there are no more distinct openings");
        }
        printed?;
        Ok(Outcome::Fine)
    }
}

/// The time of the games so far, for an estimate of the time left. It counts the cells of their boards, since boards
/// differ by a factor of a thousand.
#[derive(Default)]
struct Pace {
    cells_left: u64,
    /// The cells of the games whose time is known.
    cells_timed: u64,
    time: Duration,
}

impl Pace {
    /// Adds a game that is done. Its time is zero if it is unknown.
    fn add(&mut self, board: Board, time: Duration) {
        self.cells_left -= cells_of(board);
        if !time.is_zero() {
            self.cells_timed += cells_of(board);
            self.time += time;
        }
    }

    /// Estimates that each cell left takes as long as those so far, if any.
    fn time_left(&self) -> Duration {
        let cells = self.cells_left as f64 / self.cells_timed.max(1) as f64;
        let seconds = self.time.as_secs_f64() * cells;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

fn cells_of(board: Board) -> u64 {
    board.cell_count().expect("the board is playable")
}

/// Says how to reproduce the fault of a forfeited game, from the file and the line of its record if there is one.
fn describe_repetition(game: &GameRecord, place: Option<(&Path, usize)>) -> String {
    let Some(forfeit) = &game.forfeit else {
        return String::new();
    };
    match place.and_then(|(file, line)| Some((escape::quoted_path(file)?, line))) {
        Some((file, line)) => {
            format!("To reproduce it: qttt hypercube replay {file} --line {line}\n")
        }
        None => last_lines(&forfeit.stderr),
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

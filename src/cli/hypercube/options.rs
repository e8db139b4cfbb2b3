//! What the referee's commands share: limits, boards, and a way to interrupt them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    path::Path,
    str::FromStr,
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Duration,
};

use anyhow::Context;
use qttt::{
    escape,
    hypercube::{
        Board, Stone,
        referee::{BoardsError, GameRecord, Limits, Player, Standings, Stop, parse_boards},
    },
};
use rustix::process::{Resource, getrlimit};
use signal_hook::{consts::SIGHUP, flag, iterator::Signals};

use crate::cli::{
    output::{name_of, note, write, write_json},
    signals,
};

#[derive(clap::Args)]
pub(super) struct LimitOptions {
    /// How many seconds a program may take for a move
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,

    /// How many MiB of address space each process of a program may have (as by ulimit -v)
    #[arg(long, value_name = "MIB", value_parser = parse_memory)]
    memory: Option<u64>,
}

impl LimitOptions {
    pub(super) fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            memory: self.memory,
        }
    }
}

/// More is no number of bytes for a shell.
const MOST_MIB: u64 = i64::MAX as u64 >> 20;

/// Reads how many MiB a program gets: a limit that the system refuses would look like a crash of every program.
fn parse_memory(text: &str) -> Result<u64, String> {
    let most = getrlimit(Resource::As).maximum.map(|bytes| bytes >> 20);
    match (text.parse(), most) {
        (Ok(mib), Some(most)) if mib > most => Err(format!(
            "expected at most {most} MiB, the limit of this shell (ulimit -H -v)"
        )),
        (Ok(mib), _) if mib > 0 && mib <= MOST_MIB => Ok(mib),
        _ => Err(format!("expected a number of MiB from 1 to {MOST_MIB}")),
    }
}

/// No program starts sooner, and more would not be told from for ever.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if SECONDS.contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!(
            "expected a number of seconds from {} to {}",
            SECONDS.start(),
            SECONDS.end()
        )),
    }
}

/// The boards of a tournament, in one argument.
#[derive(Clone)]
pub(super) struct Boards(pub(super) Vec<Board>);

impl FromStr for Boards {
    type Err = BoardsError;

    fn from_str(text: &str) -> Result<Self, BoardsError> {
        parse_boards(text).map(Self)
    }
}

/// Does work that is stopped by Ctrl-C, or another signal that would end the process. A second one ends it where it is:
/// a built-in player that thinks for long can't be stopped.
pub(super) fn interruptible<T>(work: impl FnOnce(&Stop) -> T) -> anyhow::Result<T> {
    const FAILED: i32 = 2;
    let cannot_catch = "cannot catch interruptions";
    let interrupted = Arc::new(AtomicBool::new(false));
    let ending = signals::ending();
    // A terminal that is closed says so more than once, and the first time is still to be seen to.
    for &signal in ending.iter().filter(|&&signal| signal != SIGHUP) {
        flag::register_conditional_shutdown(signal, FAILED, Arc::clone(&interrupted))
            .and_then(|_| flag::register(signal, Arc::clone(&interrupted)))
            .context(cannot_catch)?;
    }
    let mut signals = Signals::new(ending).context(cannot_catch)?;
    let until_then = signals.handle();
    let stop = Stop::default();
    Ok(thread::scope(|scope| {
        scope.spawn(|| signals.forever().for_each(|_| stop.now()));
        let done = work(&stop);
        until_then.close();
        done
    }))
}

/// Tells that a record file ended in the middle of a line.
pub(super) fn note_half_line(path: &Path) {
    note(&format!(
        "the last line of {} was half-written; it is dropped, and its game counts as not played",
        name_of(path)
    ));
}

/// Tells that games don't count that are not of the tournament.
pub(super) fn note_other_games(place: &str, games: &[&GameRecord]) {
    if let [first, ..] = games {
        note(&format!(
            "{} in {place} between other players or on other boards, such as {} (X) against {} (O) on {}; left alone, not counted",
            counted(games.len(), "game"),
            escape::line(&first.x),
            escape::line(&first.o),
            first.board,
        ));
    }
}

/// Tells whose recorded games were played by another command than those of today, or by more than one.
pub(super) fn note_other_commands(place: &str, games: &[GameRecord], players: &[Player]) {
    let mut recorded: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for game in games {
        for stone in [Stone::X, Stone::O] {
            let commands = recorded.entry(game.name(stone)).or_default();
            commands.extend(game.command(stone));
        }
    }
    for (name, mut commands) in recorded {
        let today = players.iter().find(|player| player.name == name);
        let what = match today.map(|player| player.kind.to_string()) {
            Some(command) => {
                commands.remove(command.as_str());
                "by another command than now"
            }
            None if commands.len() > 1 => "by more than one command",
            None => continue,
        };
        if !commands.is_empty() {
            let commands: Vec<_> = commands.into_iter().map(quoted).collect();
            note(&format!(
                "games of {} in {place} were played {what}: {}; they count, but a changed program should have a new name",
                escape::line(name),
                commands.join(", ")
            ));
        }
    }
}

/// Quotes a command, or its beginning.
fn quoted(command: &str) -> String {
    const MOST: usize = 60;
    let start: String = command.chars().take(MOST).collect();
    let more = if start.len() < command.len() {
        "…"
    } else {
        ""
    };
    format!("`{}{more}`", escape::line(&start))
}

/// Says how many there are of something.
pub(super) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Prints standings: as JSON, or as tables.
pub(super) fn print_standings(standings: &Standings, as_json: bool) -> anyhow::Result<()> {
    match as_json {
        true => write_json(standings),
        false => write(&escape::text(&standings.to_string())),
    }
}

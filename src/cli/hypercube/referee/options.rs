//! What the referee's commands share: limits, boards, and notes about recorded games.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    str::FromStr,
    time::Duration,
};

use crate::{
    escape,
    hypercube::{
        Board, Stone,
        referee::{
            BoardsError, Conditions, GameRecord, Player, Records, RefereeError, Standings,
            parse_boards,
        },
    },
    process::Limits,
};
use rustix::process::{Resource, getrlimit};

use crate::cli::{
    numbers::{counted, parse_seconds},
    output::{name_of, note, write, write_json},
    pool::pool,
    signals::interruptible,
};

/// What the long help says about programs.
pub(super) const PROGRAMS: &str = "\
Programs:
  A program is run by `sh -c`, anew for each move. It reads two lines, the board
  as n,d and the moves so far as 1,1;0,0, and prints its move. Only the first line
  of its output counts; if it exits before ending that line, what it has printed
  by then. Later output is ignored, whenever it comes, and so is the exit code.
  After its move, a program has a quarter of a second to finish.

  It loses by an illegal move, by a first line that is no move, by exiting without
  output (with an exit code other than 0, or by a signal: a crash), and by making
  no move within the time limit.

  After each move, and when the referee ends, even by kill -9, a program is killed
  with everything it has started: on Linux that includes what has left its process
  group or session (setsid, daemons); elsewhere it is the process group alone.

  Where several games are played at a time, a move that would lose by fault is asked
  for again, with no other program running: only then it counts.

  This is no sandbox. Programs run with your rights, so a malicious one can stop or
  kill the referee, or change its files; run it as another user, or in a container.
  Nobody is left to clean up if the referee is killed by kill -9 and, in the same
  moment, the process between it and the program, its parent, is killed or stopped.";

/// What a file of recorded games holds.
pub(super) const FILES: &str = "Files: A JSON object a line for each game: board, x and o (the names of the players), winner (x, o or null), reason, moves (as the protocol has them), and x_command and o_command. A half-written last line is left out.";

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
    /// Runs work under these limits. Returns nothing if it is interrupted.
    pub(super) fn referee<T>(
        &self,
        work: impl FnOnce(&Conditions<'_>) -> Result<T, RefereeError>,
    ) -> anyhow::Result<Option<T>> {
        let pool = pool()?;
        let limits = Limits {
            timeout: self.timeout,
            memory: self.memory,
        };
        let done = interruptible(|stop| {
            work(&Conditions {
                limits,
                pool: &pool,
                stop,
            })
        });
        match done? {
            Err(RefereeError::Stopped) => Ok(None),
            done => Ok(Some(done?)),
        }
    }
}

/// A shell can't count the bytes of more.
const MAX_MIB: u64 = i64::MAX as u64 >> 20;

/// Reads a number of MiB. A limit that the system refuses would look like a crash of every program.
fn parse_memory(text: &str) -> Result<u64, String> {
    let most = getrlimit(Resource::As).maximum.map(|bytes| bytes >> 20);
    match (text.parse(), most) {
        (Ok(mib), Some(most)) if mib > most => Err(format!(
            "expected at most {most} MiB, the limit of this shell (ulimit -H -v)"
        )),
        (Ok(mib), _) if mib > 0 && mib <= MAX_MIB => Ok(mib),
        _ => Err(format!("expected a number of MiB from 1 to {MAX_MIB}")),
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

/// Notes that a record file ends in the middle of a line, if it does.
pub(super) fn note_half_line(path: &Path, records: &Records) {
    if records.is_cut {
        note(&format!(
            "the last line of {} was half-written; it is dropped, and its game counts as not played",
            name_of(path)
        ));
    }
}

/// Notes that games of another tournament don't count.
pub(super) fn note_other_games(place: &str, games: &[&GameRecord]) {
    if let [first, ..] = games {
        note(&format!(
            "{} in {place} between other players, on other boards or from other openings, such as {} (X) against {} (O) on {}; left alone, not counted",
            counted(games.len(), "game"),
            escape::line(&first.x),
            escape::line(&first.o),
            first.board,
        ));
    }
}

/// Notes which players' recorded games were played by another command than now, or by more than one.
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
    const MAX_CHARS: usize = 60;
    let start: String = command.chars().take(MAX_CHARS).collect();
    let more = if start.len() < command.len() {
        "..."
    } else {
        ""
    };
    format!("`{}{more}`", escape::line(&start))
}

/// Says who won a game and how, in a sentence.
pub(super) fn result_in_words(game: &GameRecord) -> String {
    match game.reason.is_fault() {
        true => format!("{game}: {}.", escape::line(&game.message)),
        false => format!("{game}."),
    }
}

/// Prints standings: as JSON, or as tables.
pub(super) fn print_standings(standings: &Standings, as_json: bool) -> anyhow::Result<()> {
    match as_json {
        true => write_json(standings),
        false => write(&escape::text(&standings.to_string())),
    }
}

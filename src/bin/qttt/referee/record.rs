//! The record of a game, its form in JSON, and files of such records (NDJSON), from which an interrupted tournament
//! resumes.
//!
//! Files are not trusted: the result of every game must follow from its moves, and two records of one game must agree.

use std::{
    collections::HashMap,
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    slice,
};

use qttt::{
    Player,
    hypercube::{Board, Cell, Position, protocol},
};
use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use serde::{Deserialize, Serialize};

use super::{RefereeError, schedule::Fixture};
use crate::{
    escape,
    input::{Input, is_stdin, name_of},
};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(into = "GameInJson")]
pub(crate) struct GameRecord {
    pub(crate) fixture: Fixture,
    /// All moves, those of the opening first, without one that forfeited the game.
    pub(crate) moves: Vec<Cell>,
    pub(crate) winner: Option<Player>,
    /// The fault by which the loser forfeited the game.
    pub(crate) fault: Option<Fault>,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time.
    pub(super) milliseconds: Vec<f64>,
}

/// A mistake by which a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(super) cause: Cause,
    pub(super) message: Option<String>,
    /// The end of a bot's standard error.
    pub(crate) stderr: Option<String>,
}

/// What a player has done wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cause {
    /// Its move was off the board or into a cell that was taken.
    Illegal,
    /// The first line that it printed was not a move, or there was none.
    Output,
    /// It printed no move in time.
    Time,
    /// It ended without output, by a signal or with an exit code other than 0.
    Crash,
}

/// The reason of a result, as in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns a line.
    Draw,
    #[serde(untagged)]
    Fault(Cause),
}

/// A game, as in JSON. Unknown fields are ignored.
#[derive(Serialize, Deserialize)]
struct GameInJson {
    /// `"n,d"`.
    board: Board,
    /// The name of the player who moved first.
    x: String,
    /// The name of the other player.
    o: String,
    /// `"x"`, `"o"`, or `null` after a draw, but never missing.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    reason: Reason,
    /// In the protocol's form.
    moves: String,
    /// The number of moves of the opening.
    #[serde(default)]
    opening: usize,
    #[serde(default)]
    milliseconds: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
}

impl GameInJson {
    /// Replays the game by the rules, and compares the end with the result.
    fn replay(self) -> Result<GameRecord, String> {
        let end = protocol::replay(self.board, &self.moves)
            .map_err(|error| format!("moves, column {}: {}", error.column, error.kind))?;
        let fault = match self.reason {
            Reason::Line | Reason::Draw => None,
            Reason::Fault(cause) => Some(Fault {
                cause,
                message: self.message,
                stderr: self.stderr,
            }),
        };
        let mut fixture = Fixture::new(self.board, [&self.x, &self.o]);
        let opening = end.moves().get(..self.opening);
        let opening = opening.ok_or("the opening is longer than the game")?;
        fixture.opening = opening.to_vec();
        let game = GameRecord::new(fixture, &end, fault, self.milliseconds);
        let is_over = end.is_over() != game.fault.is_some();
        if !is_over || game.winner_in_json() != self.winner || game.reason() != self.reason {
            return Err("the moves don't lead to this winner for this reason".to_string());
        }
        Ok(game)
    }
}

impl From<GameRecord> for GameInJson {
    fn from(game: GameRecord) -> Self {
        let (winner, reason) = (game.winner_in_json(), game.reason());
        let [x, o] = game.fixture.players;
        let cells: Vec<_> = game.moves.iter().map(Cell::to_string).collect();
        let fault = game.fault.map(|fault| (fault.message, fault.stderr));
        let (message, stderr) = fault.unwrap_or_default();
        Self {
            board: game.fixture.board,
            x,
            o,
            winner,
            reason,
            moves: cells.join(";"),
            opening: game.fixture.opening.len(),
            milliseconds: game.milliseconds,
            message,
            stderr,
        }
    }
}

impl GameRecord {
    /// Records a game that ends with a position, or with a fault of the player to move.
    pub(super) fn new(
        fixture: Fixture,
        end: &Position,
        fault: Option<Fault>,
        milliseconds: Vec<f64>,
    ) -> Self {
        let forfeited = fault.as_ref().map(|_| end.turn().opponent());
        Self {
            fixture,
            moves: end.moves().to_vec(),
            winner: forfeited.or(end.winner()),
            fault,
            milliseconds,
        }
    }

    fn winner_in_json(&self) -> Option<String> {
        let winner = self.winner?;
        Some(winner.name().to_lowercase())
    }

    fn reason(&self) -> Reason {
        match (&self.fault, self.winner) {
            (Some(fault), _) => Reason::Fault(fault.cause),
            (None, Some(_)) => Reason::Line,
            (None, None) => Reason::Draw,
        }
    }
}

impl Fault {
    pub(super) fn new(cause: Cause, message: String, stderr: &[u8]) -> Self {
        let stderr = String::from_utf8_lossy(stderr).into_owned();
        Self {
            cause,
            message: Some(message),
            stderr: Some(stderr).filter(|stderr| !stderr.is_empty()),
        }
    }
}

/// Writes what was wrong.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.as_deref().unwrap_or("unknown"))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "an illegal move",
            Self::Output => "bad output",
            Self::Time => "exceeding the time limit",
            Self::Crash => "a crash",
        })
    }
}

/// Writes the result: `bot (X) beat greedy in 31 moves`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player| escape::line(self.fixture.name(player));
        let moves = self.moves.len();
        let Some(winner) = self.winner else {
            let (x, o) = (name(Player::X), name(Player::O));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.opponent();
        let (won, lost) = (name(winner), name(loser));
        let Some(fault) = &self.fault else {
            return write!(f, "{won} ({winner}) beat {lost} in {moves} moves");
        };
        let (cause, ply) = (fault.cause, moves + 1);
        write!(
            f,
            "{lost} ({loser}) forfeited to {won} by {cause} at move {ply}"
        )?;
        match &fault.message {
            Some(message) => write!(f, ": {}", escape::line(message)),
            None => Ok(()),
        }
    }
}

/// The longest line in bytes. On the largest board of the contest, a game has less than 1 MiB.
const MAX_LINE: u64 = 64 << 20;

/// The games of a record file.
pub(crate) struct Records {
    /// The name of the file in messages.
    pub(crate) name: String,
    /// Each with its line, counted from 1.
    pub(crate) games: Vec<(usize, GameRecord)>,
    /// Whether a half-written last line follows.
    pub(crate) is_torn: bool,
    /// The number of bytes of the whole lines.
    whole: u64,
    /// Whether the last game has no newline.
    lacks_newline: bool,
}

/// A file to which finished games are added.
pub(crate) struct RecordFile {
    file: File,
    /// The name of the file in messages.
    pub(crate) name: String,
    /// Why the file can't be locked, if it can't: not every file system has locks.
    pub(crate) lock_error: Option<io::Error>,
}

impl RecordFile {
    /// Opens or creates a file, locks it, and returns its games. A half-written last line is removed.
    ///
    /// # Errors
    ///
    /// If it can't be read or written, another run has locked it, a line is not a legal game, or two lines contradict
    /// each other. Then the file is unchanged.
    pub(crate) fn open(path: &Path) -> Result<(Self, Records), RefereeError> {
        let name = name_of(path);
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        if !is_file || is_stdin(path) {
            let why = "is not a regular file, so games can't be recorded in it";
            return Err(RefereeError::Unusable(format!("{name} {why}")));
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(path);
        let mut file = file.map_err(failed("open", &name))?;
        let lock_error = match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => None,
            Err(Errno::WOULDBLOCK) => {
                let message = format!("another run is writing to {name}");
                return Err(RefereeError::Unusable(message));
            }
            Err(error) => Some(error.into()),
        };
        let records = read_lines(name.clone(), &file)?;
        check_agreement(slice::from_ref(&records))?;
        let mended = if records.is_torn {
            file.set_len(records.whole)
        } else if records.lacks_newline {
            file.write_all(b"\n")
        } else {
            Ok(())
        };
        mended.map_err(failed("write", &name))?;
        let file = Self {
            file,
            name,
            lock_error,
        };
        Ok((file, records))
    }

    /// Adds a game, with a single write.
    ///
    /// # Errors
    ///
    /// If the file can't be written. Then it may end with half a line.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), RefereeError> {
        let mut line = Vec::new();
        escape::append_json(game, &mut line);
        line.push(b'\n');
        let written = self.file.write_all(&line);
        let written = written.map_err(failed("write", &self.name));
        written.map_err(|error| RefereeError::NotRecorded(Box::new(error)))
    }
}

/// Reads the games of a record file, `-` being standard input, and replays each of them.
///
/// # Errors
///
/// If it can't be read, or a line is not a legal game. The error names the file and the line.
pub(crate) fn read_records(path: &Path) -> Result<Records, RefereeError> {
    let name = name_of(path);
    let input = Input::open(path).map_err(failed("open", &name))?;
    read_lines(name, input)
}

/// Checks that all records of a game have the same moves and the same result.
///
/// # Errors
///
/// If two records differ.
pub(crate) fn check_agreement(files: &[Records]) -> Result<(), RefereeError> {
    let mut first = HashMap::new();
    for records in files {
        for (line, game) in &records.games {
            let fault = game.fault.as_ref().map(|fault| fault.cause);
            let result = (&game.moves, game.winner, fault);
            let place = format!("{}:{line}", records.name);
            let (first, known) = first
                .entry(&game.fixture)
                .or_insert_with(|| (place.clone(), result));
            if *known != result {
                let why = "has different moves or a different result";
                return Err(RefereeError::Unusable(format!(
                    "{place}: another record of this game, {first}, {why}"
                )));
            }
        }
    }
    Ok(())
}

/// Returns the error of an attempt with a file.
fn failed(attempt: &'static str, name: &str) -> impl FnOnce(io::Error) -> RefereeError {
    let name = name.to_string();
    move |error| RefereeError::File(attempt, name, error)
}

fn read_lines(name: String, input: impl Read) -> Result<Records, RefereeError> {
    let mut input = BufReader::new(input);
    let mut records = Records {
        name,
        games: Vec::new(),
        is_torn: false,
        whole: 0,
        lacks_newline: false,
    };
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text);
        if read.map_err(failed("read", &records.name))? == 0 {
            break;
        }
        records.lacks_newline = !text.ends_with(b"\n");
        if !text.trim_ascii().is_empty() {
            let (place, parsed) = (format!("{}:{line}", records.name), parse(&text));
            let is_cut = parsed.as_ref().is_err_and(serde_json::Error::is_eof);
            // The write of the last line was interrupted.
            if is_cut && records.lacks_newline && (text.len() as u64) < MAX_LINE {
                records.is_torn = true;
                break;
            }
            let game = parsed.map_err(|error| RefereeError::Json(place.clone(), error))?;
            let game = game.replay().map_err(|why| {
                RefereeError::Unusable(format!("{place}: not a legal game: {why}"))
            })?;
            records.games.push((line, game));
        }
        records.whole += text.len() as u64;
    }
    Ok(records)
}

/// Parses a game. Serde would read an array of its fields, too.
fn parse(text: &[u8]) -> serde_json::Result<GameInJson> {
    let fields: serde_json::Map<_, _> = serde_json::from_slice(text)?;
    serde_json::from_value(fields.into())
}

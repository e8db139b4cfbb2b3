//! Games as lines of a file (NDJSON): what one was, and a file that an interrupted tournament goes on from.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{boards::parse_board, schedule::Pairing};
use crate::hypercube::{
    board::{Board, Cell},
    position::Stone,
};

/// A finished game, as it is written with JSON. Fields that are not of it are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The board, as `"n,d"`.
    #[serde(serialize_with = "write_board", deserialize_with = "read_board")]
    pub board: Board,
    /// The name of the player who moved first.
    pub x: String,
    /// The name of the other.
    pub o: String,
    /// Who won, as `"x"`, `"o"` or `null`.
    #[serde(serialize_with = "write_winner", deserialize_with = "read_winner")]
    pub winner: Option<Stone>,
    /// By what.
    pub reason: Reason,
    /// The moves in the protocol's form, without one that lost the game.
    pub moves: String,
    /// How long each move took, the one that lost the game included.
    #[serde(default)]
    pub milliseconds: Vec<f64>,
    /// What was expected and what was found, when the game was lost by fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The end of what the program wrote on standard error then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns one.
    Draw,
    /// The loser's move was off the board or into a cell that was taken.
    Illegal,
    /// The loser printed something other than a move, more than one, or nothing.
    Output,
    /// The loser printed no move in time.
    Time,
    /// The loser ended without output, by a signal or with an exit code other than 0.
    Crash,
}

impl Reason {
    /// Tells whether the loser lost by fault.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Line | Self::Draw)
    }
}

impl GameRecord {
    pub(super) fn new(board: Board, x: &str, o: &str) -> Self {
        Self {
            board,
            x: x.to_string(),
            o: o.to_string(),
            winner: None,
            reason: Reason::Draw,
            moves: String::new(),
            milliseconds: Vec::new(),
            message: String::new(),
            stderr: String::new(),
        }
    }

    pub(super) fn add_time(&mut self, time: Duration) {
        // Whole microseconds, so that the text is short.
        let micros = time.as_micros() as f64;
        self.milliseconds.push(micros / 1000.0);
    }

    pub(super) fn add_move(&mut self, cell: &Cell) {
        if !self.moves.is_empty() {
            self.moves.push(';');
        }
        self.moves += &cell.to_string();
    }

    /// Returns which game it is of a tournament.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        Pairing {
            board: self.board,
            x: self.x.clone(),
            o: self.o.clone(),
        }
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn name(&self, stone: Stone) -> &str {
        match stone {
            Stone::X => &self.x,
            Stone::O => &self.o,
        }
    }
}

/// Why a record file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// It can't be opened.
    #[error("cannot open {}", .0.display())]
    Open(PathBuf, #[source] io::Error),
    /// It can't be read.
    #[error("cannot read {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A line of it, counted from 1, is no game.
    #[error("{}:{line}: expected a game as a JSON object", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// It is something that records can't be kept in, such as a pipe or a device.
    #[error("expected a file to keep records in, found {}", .0.display())]
    NoFile(PathBuf),
    /// Another process writes to it.
    #[error("expected {} for this tournament alone, but another one is writing to it", .0.display())]
    Busy(PathBuf),
}

/// A file that finished games are added to.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Opens or makes a file. Returns the games in it, and whether a half-written last line was cut off.
    ///
    /// # Errors
    ///
    /// When it can't be read or written, another process has it open here, or a line is no game; then the file is left
    /// as it was.
    pub fn open(path: &Path) -> Result<(Self, Vec<GameRecord>, bool), RecordFileError> {
        let fail = |error| RecordFileError::Read(path.to_path_buf(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| RecordFileError::Open(path.to_path_buf(), error))?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(RecordFileError::NoFile(path.to_path_buf()));
        }
        if !lock(&file) {
            return Err(RecordFileError::Busy(path.to_path_buf()));
        }
        let Content { games, whole, end } = read_lines(path, &file)?;
        match end {
            LastLine::Whole => {}
            LastLine::Unended => file.write_all(b"\n").map_err(fail)?,
            LastLine::Cut => file.set_len(whole).map_err(fail)?,
        }
        file.sync_all().map_err(fail)?;
        sync_folder(path);
        Ok((Self { file }, games, end == LastLine::Cut))
    }

    /// Adds a game. When this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        let mut line = serde_json::to_string(game)?;
        line.push('\n');
        // One write, so that two lines never mix.
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

/// Reads the games of a file, or of a pipe. Returns whether there is a half-written last line, too, which is no game.
///
/// # Errors
///
/// When it can't be read, or a line is no game.
pub fn read_records(path: &Path) -> Result<(Vec<GameRecord>, bool), RecordFileError> {
    let file = File::open(path);
    let file = file.map_err(|error| RecordFileError::Open(path.to_path_buf(), error))?;
    let Content { games, end, .. } = read_lines(path, &file)?;
    Ok((games, end == LastLine::Cut))
}

struct Content {
    games: Vec<GameRecord>,
    /// How many bytes are whole lines.
    whole: u64,
    end: LastLine,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastLine {
    Whole,
    /// Nothing is missing but the newline.
    Unended,
    /// Power or process ended while it was written.
    Cut,
}

/// A longer line is no game: on the largest board of the tournament, one has less than 1 MiB.
const LONGEST_LINE: u64 = 64 << 20;

fn read_lines(path: &Path, file: &File) -> Result<Content, RecordFileError> {
    let mut input = BufReader::new(file);
    let mut content = Content {
        games: Vec::new(),
        whole: 0,
        end: LastLine::Whole,
    };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut limited = input.by_ref().take(LONGEST_LINE);
        limited
            .read_until(b'\n', &mut line)
            .map_err(|error| RecordFileError::Read(path.to_path_buf(), error))?;
        if line.is_empty() {
            break;
        }
        let is_ended = line.ends_with(b"\n");
        if !line.trim_ascii().is_empty() {
            match serde_json::from_slice(&line) {
                Ok(game) => content.games.push(game),
                Err(error) if !is_ended && is_cut(&line, &error) => {
                    content.end = LastLine::Cut;
                    break;
                }
                Err(source) => {
                    return Err(RecordFileError::Line {
                        path: path.to_path_buf(),
                        line: number,
                        source,
                    });
                }
            }
        }
        if !is_ended {
            content.end = LastLine::Unended;
        }
        content.whole += line.len() as u64;
    }
    Ok(content)
}

/// Tells whether a last line is the beginning of a record, rather than something that was never one. Some file systems
/// leave zeros where they did not get to the text.
fn is_cut(line: &[u8], error: &serde_json::Error) -> bool {
    const START: &[u8] = b"{\"board\":";
    let zeros = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = &line[..line.len() - zeros];
    let is_unfinished = error.is_eof() || zeros > 0;
    let begins_well = text.starts_with(START) || START.starts_with(text);
    is_unfinished && begins_well && (line.len() as u64) < LONGEST_LINE
}

/// A new file survives a power cut only when its folder is written, too. Not every file system lets us ask for it.
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

pub(super) fn write_board<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(board)
}

fn read_board<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
    let text = String::deserialize(deserializer)?;
    let no_board = || D::Error::custom(format!("expected a board as \"n,d\", found {text:?}"));
    parse_board(&text).ok_or_else(no_board)
}

#[expect(
    clippy::ref_option,
    reason = "serde hands over a reference to the field"
)]
fn write_winner<S: Serializer>(winner: &Option<Stone>, serializer: S) -> Result<S::Ok, S::Error> {
    let name = winner.map(|stone| match stone {
        Stone::X => "x",
        Stone::O => "o",
    });
    name.serialize(serializer)
}

fn read_winner<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Stone>, D::Error> {
    match Option::<String>::deserialize(deserializer)?.as_deref() {
        None => Ok(None),
        Some("x") => Ok(Some(Stone::X)),
        Some("o") => Ok(Some(Stone::O)),
        Some(other) => Err(D::Error::custom(format!(
            "expected the winner as \"x\", \"o\" or null, found {other:?}"
        ))),
    }
}

/// Keeps other writers out, and tells whether that went well.
///
/// A process that a killed referee was about to start holds the lock for a moment more, so it is tried again for a
/// while. Some network file systems have no locks: then it is the user's to use a file once.
fn lock(file: &File) -> bool {
    (0..30).any(|attempt| {
        if attempt > 0 {
            thread::sleep(Duration::from_millis(100));
        }
        flock(file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK)
    })
}

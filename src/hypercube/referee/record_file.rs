//! Files of recorded games (NDJSON), which an interrupted tournament resumes from.
//!
//! Nothing that is read is taken on trust: every game is replayed, and two records of one game must agree. Nor is the
//! file: before each game is added, it must still be in its place, with the length that it was left with.

use std::{
    collections::HashMap,
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

use super::record::{GameRecord, ReplayError};
use crate::escape;

/// A line of a record file, counted from 1. It is shown as `FILE:LINE`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Place {
    pub file: Arc<Path>,
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", shown(&self.file), self.line)
    }
}

/// A record that was read from a file and replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedGame {
    /// Where it is.
    pub place: Place,
    /// What it says.
    pub game: GameRecord,
}

/// What a record file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Records {
    /// The games, in the order of their lines.
    pub games: Vec<RecordedGame>,
    /// Whether there is a half-written last line, too, which is no game.
    pub is_cut: bool,
    /// How many bytes the lines of the games have.
    whole: u64,
    /// Whether the last of them has no newline.
    lacks_newline: bool,
}

/// Why a record file can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum RecordFileError {
    /// It can't be opened, read or written.
    #[error("cannot {action} {}", shown(path))]
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// A line of it is no game.
    #[error("{place}: expected a game as a JSON object: {message}")]
    Line { place: Place, message: String },
    /// A game in it can't have been played like that.
    #[error("{0}: expected a game by the rules")]
    Replay(Place, #[source] ReplayError),
    /// Two records of a game can't both be true.
    #[error(
        "{second}: expected the game that {first} has, found other moves or another result of it"
    )]
    Contradiction { first: Place, second: Place },
    /// It is no regular file, but a pipe, a device, or `-`.
    #[error("expected a file to keep records in, found {}", shown(.0))]
    NoFile(PathBuf),
    /// Another process writes to it.
    #[error("expected {} for this tournament alone, but another one is writing to it", shown(.0))]
    Busy(PathBuf),
    /// It is not as it was left.
    #[error(
        "{} was deleted, moved, replaced or changed during the tournament: expected {expected} bytes where it was opened, found {found}",
        shown(path)
    )]
    Changed {
        path: PathBuf,
        expected: u64,
        found: String,
    },
}

fn shown(path: &Path) -> String {
    escape::line(&path.to_string_lossy()).into_owned()
}

fn fail(action: &'static str, path: &Path) -> impl Fn(io::Error) -> RecordFileError {
    move |source| RecordFileError::Io {
        action,
        path: path.to_path_buf(),
        source,
    }
}

/// A file that finished games are added to, locked while this lives.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// How many bytes it has, if nobody else touches it.
    len: u64,
}

impl RecordFile {
    /// Opens or makes a file, and returns what is in it. A half-written last line is cut off.
    ///
    /// # Errors
    ///
    /// When it can't be read or written, another process has it open here, a line is no game that was played by the
    /// rules, or two lines contradict each other; then the file is left as it was.
    pub fn open(path: &Path) -> Result<(Self, Records), RecordFileError> {
        let (read, write) = (fail("read", path), fail("write", path));
        let no_file = || RecordFileError::NoFile(path.to_path_buf());
        if path == Path::new("-") {
            return Err(no_file());
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(fail("open", path))?;
        if !file.metadata().map_err(read)?.is_file() {
            return Err(no_file());
        }
        if !lock(&file) {
            return Err(RecordFileError::Busy(path.to_path_buf()));
        }
        let records = read_lines(path, &file)?;
        check_agreement(&records.games)?;
        if records.is_cut {
            file.set_len(records.whole).map_err(&write)?;
        } else if records.lacks_newline {
            file.write_all(b"\n").map_err(&write)?;
        }
        file.sync_all().map_err(&write)?;
        sync_folder(path);
        let len = file.metadata().map_err(&write)?.len();
        let path = path.to_path_buf();
        Ok((Self { file, path, len }, records))
    }

    /// Adds a game. When this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// When the file can't be written, or is not as it was left.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordFileError> {
        self.check()?;
        let fail = fail("write", &self.path);
        let line = serde_json::to_string(game).map_err(|error| fail(error.into()))?;
        let line = escape::json(&line).into_owned() + "\n";
        // A single write, so that lines never mix.
        let written = self.file.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Half a line is no use; if it stays, it is dropped when the file is opened next.
            let _ = self.file.set_len(self.len);
            return Err(fail(error));
        }
        self.len += line.len() as u64;
        Ok(())
    }

    /// Checks that the file is where it was opened, and as it was left.
    ///
    /// # Errors
    ///
    /// When it was deleted, moved, replaced or changed.
    pub fn check(&self) -> Result<(), RecordFileError> {
        let ours = self.file.metadata().map_err(fail("read", &self.path))?;
        let found = match fs::metadata(&self.path) {
            Ok(there) if (there.dev(), there.ino()) != (ours.dev(), ours.ino()) => {
                "another file".to_string()
            }
            Ok(there) if there.len() == self.len => return Ok(()),
            Ok(there) => format!("{} bytes", there.len()),
            Err(error) => error.to_string(),
        };
        Err(RecordFileError::Changed {
            path: self.path.clone(),
            expected: self.len,
            found,
        })
    }
}

/// Reads the games of a record file, `-` being standard input, and replays each of them.
///
/// # Errors
///
/// When it can't be read, or a line is no game that was played by the rules. The error names the file and the line.
pub fn read_records(path: &Path) -> Result<Records, RecordFileError> {
    match path.to_str() {
        Some("-") => read_lines(Path::new("<stdin>"), io::stdin()),
        _ => read_lines(path, File::open(path).map_err(fail("open", path))?),
    }
}

/// Checks that where a game is recorded more than once, all say the same.
///
/// # Errors
///
/// When two differ in the result or the moves.
pub fn check_agreement(games: &[RecordedGame]) -> Result<(), RecordFileError> {
    let mut first = HashMap::new();
    for recorded in games {
        let known = first.entry(recorded.game.pairing()).or_insert(recorded);
        if !known.game.agrees_with(&recorded.game) {
            return Err(RecordFileError::Contradiction {
                first: known.place.clone(),
                second: recorded.place.clone(),
            });
        }
    }
    Ok(())
}

/// A longer line is no game: on the largest board of the tournament, one has less than 1 MiB.
const MAX_LINE: u64 = 64 << 20;

fn read_lines(path: &Path, input: impl Read) -> Result<Records, RecordFileError> {
    let mut input = BufReader::new(input);
    let mut records = Records {
        games: Vec::new(),
        is_cut: false,
        whole: 0,
        lacks_newline: false,
    };
    let file: Arc<Path> = path.into();
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let mut limited = input.by_ref().take(MAX_LINE);
        let read = limited.read_until(b'\n', &mut text);
        if read.map_err(fail("read", path))? == 0 {
            break;
        }
        let is_ended = text.ends_with(b"\n");
        if let Some(first) = text.trim_ascii_start().first() {
            let file = Arc::clone(&file);
            let place = Place { file, line };
            match serde_json::from_slice::<GameRecord>(&text) {
                // Serde reads an array of the fields, too.
                Ok(game) if *first == b'{' => match game.replay() {
                    Ok(_) => records.games.push(RecordedGame { place, game }),
                    Err(error) => return Err(RecordFileError::Replay(place, error)),
                },
                Err(error) if !is_ended && is_cut(&text, &error) => {
                    records.is_cut = true;
                    break;
                }
                found => {
                    let message = match found {
                        Err(error) if *first == b'{' => escape::line(&error.to_string()).into(),
                        _ => "found other text; a record file is what `--record` wrote".to_string(),
                    };
                    return Err(RecordFileError::Line { place, message });
                }
            }
        }
        records.lacks_newline = !is_ended;
        records.whole += text.len() as u64;
    }
    Ok(records)
}

/// Returns `true` if a last line is the beginning of a record. After a crash, some file systems leave zeros for the rest.
fn is_cut(line: &[u8], error: &serde_json::Error) -> bool {
    const START: &[u8] = b"{\"board\":";
    let zeros = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = &line[..line.len() - zeros];
    let is_unfinished = error.is_eof() || zeros > 0;
    let begins_well = text.starts_with(START) || START.starts_with(text);
    is_unfinished && begins_well && (line.len() as u64) < MAX_LINE
}

/// Makes a new file survive a power cut, where the file system allows it.
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Keeps other writers out. Returns `false` if there is one.
///
/// A process that a killed referee was about to start may hold the lock for a moment, so this tries for a while. On network
/// file systems without locks, it is up to the user.
fn lock(file: &File) -> bool {
    (0..30).any(|attempt| {
        if attempt > 0 {
            thread::sleep(Duration::from_millis(100));
        }
        flock(file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK)
    })
}

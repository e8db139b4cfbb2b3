//! Files of recorded games (NDJSON), from which an interrupted tournament resumes.
//!
//! Files are not trusted: every game is replayed, and two records of one game must agree.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

use super::record::{GameInJson, GameRecord};
use crate::{
    escape,
    input::{Input, name_of},
};

/// The longest line in bytes. On the largest board of the contest, a game has less than 1 MiB.
const MAX_LINE: u64 = 64 << 20;

/// The games of a record file.
#[derive(Default, Debug)]
pub(crate) struct Records {
    /// Each with its line, counted from 1.
    pub(crate) games: Vec<(usize, GameRecord)>,
    /// Whether a half-written last line follows.
    pub(crate) is_torn: bool,
    /// The number of bytes of the whole lines.
    whole: u64,
    /// Whether the last game has no newline.
    lacks_newline: bool,
}

fn place((path, line): (&Path, usize)) -> String {
    format!("{}:{line}", name_of(path))
}

fn cannot(act: &str, path: &Path) -> String {
    format!("cannot {act} {}", name_of(path))
}

/// A file to which finished games are added.
#[derive(Debug)]
pub(crate) struct RecordFile {
    file: File,
    path: PathBuf,
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
    pub(crate) fn open(path: &Path) -> anyhow::Result<(Self, Records)> {
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        if !is_file || path == Path::new("-") {
            bail!(
                "{} is not a regular file, so games can't be recorded in it",
                name_of(path)
            );
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).with_context(|| cannot("open", path))?;
        let lock_error = match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => None,
            Err(Errno::WOULDBLOCK) => bail!("another run is writing to {}", name_of(path)),
            Err(error) => Some(error.into()),
        };
        let records = read_lines(path, &file)?;
        check_agreement([(path, &records)])?;
        let mended = if records.is_torn {
            file.set_len(records.whole)
        } else if records.lacks_newline {
            file.write_all(b"\n")
        } else {
            Ok(())
        };
        mended.with_context(|| cannot("write", path))?;
        let path = path.to_path_buf();
        let file = Self {
            file,
            path,
            lock_error,
        };
        Ok((file, records))
    }

    /// Adds a game, with a single write.
    ///
    /// # Errors
    ///
    /// If the file can't be written. Then it may end with half a line.
    pub(crate) fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        let mut line = Vec::new();
        escape::append_json(game, &mut line);
        line.push(b'\n');
        let written = self.file.write_all(&line);
        let written = written.with_context(|| cannot("write", &self.path));
        written.context("cannot record a finished game")
    }
}

/// Reads the games of a record file, `-` being standard input, and replays each of them.
///
/// # Errors
///
/// If it can't be read, or a line is not a legal game. The error names the file and the line.
pub(crate) fn read_records(path: &Path) -> anyhow::Result<Records> {
    let input = Input::open(path).with_context(|| cannot("open", path))?;
    read_lines(path, input)
}

/// Checks that all records of a game have the same moves and the same result.
///
/// # Errors
///
/// If two records differ.
pub(crate) fn check_agreement<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a Records)>,
) -> anyhow::Result<()> {
    let mut first = HashMap::new();
    for (path, records) in files {
        for &(line, ref game) in &records.games {
            let fault = game.fault.as_ref().map(|fault| fault.cause);
            let result = (&game.moves, game.winner, fault);
            let known = first.entry(&game.fixture).or_insert(((path, line), result));
            if known.1 != result {
                let [second, first] = [(path, line), known.0].map(place);
                bail!(
                    "{second}: another record of this game, {first}, has different moves or a different result"
                );
            }
        }
    }
    Ok(())
}

fn read_lines(path: &Path, input: impl Read) -> anyhow::Result<Records> {
    let mut input = BufReader::new(input);
    let mut records = Records::default();
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text);
        if read.with_context(|| cannot("read", path))? == 0 {
            break;
        }
        records.lacks_newline = !text.ends_with(b"\n");
        if !text.trim_ascii().is_empty() {
            let (place, parsed) = (place((path, line)), parse(&text));
            let is_cut = parsed.as_ref().is_err_and(serde_json::Error::is_eof);
            // The write of the last line was interrupted.
            if is_cut && records.lacks_newline && (text.len() as u64) < MAX_LINE {
                records.is_torn = true;
                break;
            }
            let game = parsed.with_context(|| format!("{place}: not a game in JSON"))?;
            let game = game.replay();
            let game = game.with_context(|| format!("{place}: not a legal game"))?;
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

//! Files of recorded games (NDJSON), from which an interrupted run resumes.
//!
//! Files are not trusted: every game is replayed, and two records of one game must agree. A file is
//! shortened only to remove what our own interrupted write left, and extended only if nobody else has changed it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, anyhow, bail};
use qttt::support::{push_json_line, without_marks};

use super::contestant::display_name;
use super::record::{GameRecord, JsonGame};
use crate::input::{self, is_stdin, name_of};
use crate::terminal::counted;
use crate::terminal::output::{note, report};

/// Help about files of recorded games.
pub(crate) const FILES: &str = "Files: Each line is one game as a JSON object, in the format that --record writes. An incomplete last line is ignored.";

/// The maximum length of a line in bytes. On the largest board of the contest, a game takes less than 1 MiB.
const MAX_LINE: u64 = 64 << 20;

/// The games of a record file.
pub(crate) struct RecordedGames {
    /// The name of the file in messages.
    pub(crate) name: String,
    /// Each with its line, counted from 1.
    pub(crate) games: Vec<(usize, GameRecord)>,
    /// The number of whole lines.
    lines: usize,
    /// Their length in bytes.
    len: u64,
    end: FileEnd,
}

/// How a record file ends.
enum FileEnd {
    /// With a newline, or the file is empty.
    Newline,
    /// With a whole line that lacks its newline.
    NoNewline,
    /// With half a line after the whole ones.
    HalfLine,
}

/// A file to which finished games are added.
pub(crate) struct RecordFile {
    file: File,
    path: PathBuf,
    /// The name of the file in messages.
    pub(crate) name: String,
    /// The length of the file in bytes.
    len: u64,
    /// The number of lines.
    lines: usize,
    /// The number of games that were added.
    added: usize,
}

impl RecordFile {
    /// Opens or creates a file, locks it, and returns its games. A half-written last line is removed.
    ///
    /// # Errors
    ///
    /// If it can't be read or written, another run has locked it, a line is not a legal game, or two lines contradict
    /// each other. In each case, the file is unchanged.
    pub(crate) fn open(path: &Path) -> anyhow::Result<(Self, RecordedGames)> {
        let name = name_of(path);
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        if !is_file || is_stdin(path) {
            let why = "is not a regular file, so games cannot be recorded in it";
            bail!("{name} {why}");
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(path);
        let mut file = file.with_context(|| format!("cannot open {name}"))?;
        // Not every file system has locks.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("another run is writing to {name}");
        }
        let records = read_lines(name.clone(), &file)?;
        check_agreement(slice::from_ref(&records))?;
        let mut len = records.len;
        let mended = match records.end {
            FileEnd::Newline => Ok(()),
            FileEnd::NoNewline => {
                len += 1;
                file.write_all(b"\n")
            }
            FileEnd::HalfLine => file.set_len(len),
        };
        mended.with_context(|| format!("cannot write {name}"))?;
        let path = path.to_path_buf();
        let file = Self {
            file,
            path,
            name,
            len,
            lines: records.lines,
            added: 0,
        };
        Ok((file, records))
    }

    /// Adds a game, with a single write, and returns its line.
    ///
    /// # Errors
    ///
    /// If the file can't be written. It may then end with half a line. If it was moved, replaced, or changed since it
    /// was opened, nothing is written.
    pub(crate) fn add(&mut self, game: &GameRecord) -> anyhow::Result<usize> {
        let mut line = Vec::new();
        push_json_line(game, &mut line);
        let name = &self.name;
        let cannot = || format!("cannot record a finished game: cannot write {name}");
        let own = self.file.metadata().with_context(cannot)?;
        let (added, game) = (
            counted(self.added, "game"),
            "the game that has just finished",
        );
        match fs::metadata(&self.path) {
            Ok(now) if (now.dev(), now.ino()) == (own.dev(), own.ino()) => {}
            _ => bail!(
                "{name} was moved, replaced, or removed during the run: {added} of this run went to the file that had \
                 this name before, and {game} is not recorded"
            ),
        }
        if own.len() != self.len {
            let (from, to) = (self.len, own.len());
            bail!(
                "{name} was changed by another program during the run, from {from} to {to} bytes: this run had \
                 recorded {added} in it, and {game} is not recorded"
            );
        }
        self.file.write_all(&line).with_context(cannot)?;
        self.len += line.len() as u64;
        self.added += 1;
        self.lines += 1;
        Ok(self.lines)
    }
}

/// Reads the games of a record file (`-` for standard input) and replays each of them.
///
/// # Errors
///
/// If it can't be read, or a line is not a legal game. The error names the file and the line.
pub(crate) fn read_records(path: &Path) -> anyhow::Result<RecordedGames> {
    let name = name_of(path);
    let input = input::open(path).with_context(|| format!("cannot open {name}"))?;
    read_lines(name, input)
}

/// Checks that all records of a game have the same moves and the same result. Reports each record that differs from the
/// first one of its game.
///
/// # Errors
///
/// If two records differ.
pub(crate) fn check_agreement(files: &[RecordedGames]) -> anyhow::Result<()> {
    let mut first = HashMap::new();
    let mut count = 0;
    for records in files {
        for (line, game) in &records.games {
            let location = format!("{}:{line}", records.name);
            let (known, other) = first
                .entry(game.id())
                .or_insert_with(|| (location.clone(), game));
            if let Some((ply, name)) = game.difference(other) {
                let name = display_name(name);
                report(&format!(
                    "{location}: move {ply}, by {name}, differs from the record in {known}"
                ));
                count += 1;
            }
        }
    }
    if count > 0 {
        let records = counted(count, "record");
        bail!("{records} with different moves or a different result than before");
    }
    Ok(())
}

fn read_lines(name: String, input: impl Read) -> anyhow::Result<RecordedGames> {
    let mut input = BufReader::new(input);
    let mut records = RecordedGames {
        name,
        games: Vec::new(),
        lines: 0,
        len: 0,
        end: FileEnd::Newline,
    };
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text);
        if read.with_context(|| format!("cannot read {}", records.name))? == 0 {
            break;
        }
        let is_last = input.fill_buf().is_ok_and(<[u8]>::is_empty);
        let json = without_marks(&text).trim_ascii();
        if is_last && is_torn(json, !records.games.is_empty()) {
            records.end = FileEnd::HalfLine;
            note(&format!(
                "ignored the incomplete last line of {}",
                records.name
            ));
            break;
        }
        if !json.is_empty() {
            let location = format!("{}:{line}", records.name);
            // Serde would also read an array of the fields.
            if !json.starts_with(b"{") {
                bail!("{location}: not a game in JSON: not an object");
            }
            let parsed = serde_json::from_slice::<JsonGame>(json);
            let parsed = parsed.with_context(|| format!("{location}: not a game in JSON"))?;
            let game = GameRecord::try_from(parsed);
            let game = game.map_err(|why| anyhow!("{location}: not a legal game: {why}"))?;
            records.games.push((line, game));
        }
        records.lines = line;
        records.len += text.len() as u64;
        if !text.ends_with(b"\n") {
            records.end = FileEnd::NoNewline;
        }
    }
    Ok(records)
}

/// Returns `true` if our write of a last line was interrupted: the line is the beginning of a record. After a power
/// cut, zeros may stand in place of the rest, or of the whole line if games come before it.
fn is_torn(line: &[u8], follows_games: bool) -> bool {
    const START: &[u8] = br#"{"board":""#;
    let end = line.iter().rposition(|&byte| byte != 0);
    let written = &line[..end.map_or(0, |end| end + 1)];
    if written.is_empty() {
        return follows_games && !line.is_empty();
    }
    (written.starts_with(START) || START.starts_with(written))
        && serde_json::from_slice::<JsonGame>(written).is_err_and(|error| error.is_eof())
}

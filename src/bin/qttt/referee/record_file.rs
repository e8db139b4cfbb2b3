//! Files of recorded games (NDJSON), from which an interrupted run resumes.
//!
//! Files are not trusted: every game is replayed, and two records of one game must agree. A file is shortened only to
//! remove what our own interrupted write left, and extended only if nobody else has changed it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use qttt::support::{push_json_line, without_marks};

use super::record::{GameRecord, JsonGame};
use super::results::Results;
use crate::input::{self, is_stdin, name_of};
use crate::terminal::counted;
use crate::terminal::output::{note, refuse_output};

/// Help about files of recorded games.
pub(crate) const FILES: &str = "Files: Each line is one game as a JSON object, in the format that --record writes. An incomplete last line is ignored.";

/// The maximum length of a line in bytes. On the largest board of the contest, a game takes less than 1 MiB.
const MAX_LINE: u64 = 64 << 20;

/// The whole lines of a record file. The last one may lack its newline.
struct Lines {
    count: usize,
    /// Their length in bytes.
    len: u64,
    end_with_newline: bool,
}

/// A file to which finished games are added.
pub(crate) struct RecordFile {
    file: File,
    path: PathBuf,
    /// The name of the file in messages.
    pub(crate) name: String,
    lines: Lines,
    /// The number of games that were added.
    added: usize,
}

impl RecordFile {
    /// Opens or creates a file, locks it, and adds its games to the results. A half-written last line is removed.
    ///
    /// # Errors
    ///
    /// If it can't be read or written, another run has locked it, a line is not a legal game, or two lines contradict
    /// each other. In each case, the file is unchanged.
    pub(crate) fn open(path: &Path, results: &mut Results) -> anyhow::Result<Self> {
        let name = name_of(path);
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        if !is_file || is_stdin(path) {
            let why = "is not a regular file, so games cannot be recorded in it";
            bail!("{name} {why}");
        }
        refuse_output(path)?;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(path);
        let mut file = file.with_context(|| format!("cannot open {name}"))?;
        // Not every file system has locks.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("another run is writing to {name}");
        }
        let mut lines = read_lines(&name, &file, |_, place, game| results.add(&game, place))?;
        results.check_agreement()?;
        let mended = if lines.end_with_newline {
            // What follows is half a line.
            file.set_len(lines.len)
        } else {
            lines.len += 1;
            file.write_all(b"\n")
        };
        mended.with_context(|| format!("cannot write {name}"))?;
        Ok(Self {
            file,
            path: path.to_path_buf(),
            name,
            lines,
            added: 0,
        })
    }

    /// Adds a game, with a single write, and returns its line.
    ///
    /// # Errors
    ///
    /// If the file can't be written. It may then end with half a line. If it was moved, replaced, or changed since it
    /// was opened, nothing is written.
    pub(crate) fn add(&mut self, game: &GameRecord) -> anyhow::Result<usize> {
        let mut line = Vec::new();
        push_json_line(&JsonGame::from(game), &mut line);
        let name = &self.name;
        let cannot = || format!("cannot record a finished game: cannot write {name}");
        let own = self.file.metadata().with_context(cannot)?;
        let added = counted(self.added, "game");
        let game = "the game that has just finished";
        match fs::metadata(&self.path) {
            Ok(now) if (now.dev(), now.ino()) == (own.dev(), own.ino()) => {}
            _ => bail!(
                "{name} was moved, replaced, or removed during the run: {added} of this run went to the file that had \
                 this name before, and {game} is not recorded"
            ),
        }
        if own.len() != self.lines.len {
            bail!(
                "{name} was changed by another program during the run: this run has recorded {added} in it, up to \
                 line {}, and {game} is not recorded; what comes after this line counts unless you remove it",
                self.lines.count
            );
        }
        self.file.write_all(&line).with_context(cannot)?;
        self.added += 1;
        self.lines.len += line.len() as u64;
        self.lines.count += 1;
        Ok(self.lines.count)
    }
}

/// Reads a record file (`-` for standard input), replays its games, and calls `take` with the line and each game.
///
/// # Errors
///
/// If it can't be read, or a line is not a legal game. The error names the file and the line.
pub(crate) fn read_records(
    path: &Path,
    take: impl FnMut(usize, String, GameRecord),
) -> anyhow::Result<()> {
    let name = name_of(path);
    let input = input::open(path).with_context(|| format!("cannot open {name}"))?;
    read_lines(&name, input, take).map(drop)
}

/// Reads the lines of a record file with this name in messages.
fn read_lines(
    name: &str,
    input: impl Read,
    mut take: impl FnMut(usize, String, GameRecord),
) -> anyhow::Result<Lines> {
    let mut input = BufReader::new(input);
    let mut lines = Lines {
        count: 0,
        len: 0,
        end_with_newline: true,
    };
    let mut has_games = false;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text);
        if read.with_context(|| format!("cannot read {name}"))? == 0 {
            break;
        }
        let is_last = input.fill_buf().is_ok_and(<[u8]>::is_empty);
        let json = without_marks(&text).trim_ascii();
        if is_last && is_torn(json, has_games) {
            note(&format!("ignored the incomplete last line of {name}"));
            break;
        }
        if !json.is_empty() {
            let place = format!("{name}:{line}");
            // Serde would also read an array of the fields.
            if !json.starts_with(b"{") {
                bail!("{place}: not a game in JSON: not an object");
            }
            let parsed = serde_json::from_slice::<JsonGame>(json);
            let parsed = parsed.with_context(|| format!("{place}: not a game in JSON"))?;
            let game = GameRecord::try_from(parsed);
            let game = game.map_err(|why| anyhow!("{place}: not a legal game: {why}"))?;
            take(line, place, game);
            has_games = true;
        }
        lines.count = line;
        lines.len += text.len() as u64;
        lines.end_with_newline = text.ends_with(b"\n");
    }
    Ok(lines)
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

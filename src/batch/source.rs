//! Where the workers get their blocks of lines.

use std::{
    io::{self, Read},
    mem,
    num::NonZeroUsize,
    sync::Mutex,
};

use memchr::{memchr, memchr_iter, memrchr};

use crate::{
    Action, Game, PositionError, Record, RecordError, Span,
    quantum::{lockstep::GAMES, record::replay},
};

/// The longest record that is read, 64 KiB. A game needs fewer than 32 bytes; the rest is white space.
pub const MAX_RECORD: usize = 64 << 10;

/// Some programs start every text file with this.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Longer lines are cut here. What is left is still too long, even without a byte order mark.
const CUT: usize = MAX_RECORD + 1 + BYTE_ORDER_MARK.len();

/// The input, shared by the workers.
pub(super) struct Source<R> {
    reader: Mutex<Reader<R>>,
    block: usize,
}

struct Reader<R> {
    input: R,
    /// What was read after the last whole line.
    carry: Vec<u8>,
    ended: bool,
    blocks: u64,
    lines: u64,
}

/// Some whole lines of the input.
pub(super) struct Block<'b> {
    /// Counted from 0.
    pub(super) number: u64,
    /// The number of the first line, from 1.
    pub(super) first_line: u64,
    lines: &'b [u8],
}

/// A line of the input, without its newline: a record, or a position.
#[derive(Clone, Copy, Debug)]
pub struct Line<'b> {
    text: &'b [u8],
    number: u64,
    #[cfg_attr(
        not(feature = "json"),
        expect(dead_code, reason = "only JSON names files")
    )]
    file: Option<&'b str>,
}

impl<'b> Line<'b> {
    /// Makes a line from a text, as if it were the first of a stream without a name.
    #[must_use]
    pub const fn new(text: &'b [u8]) -> Self {
        Self {
            text,
            number: 1,
            file: None,
        }
    }

    /// Gives the line another number.
    #[cfg(feature = "cli")]
    pub(crate) const fn at(mut self, number: u64) -> Self {
        self.number = number;
        self
    }

    /// Returns the number of the line, from 1.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Returns the name of the file that the line is in, where there are several.
    #[cfg(feature = "json")]
    pub(crate) const fn file(self) -> Option<&'b str> {
        self.file
    }

    /// Returns the text of the line; if it is too long, its beginning.
    #[must_use]
    pub const fn text(self) -> &'b [u8] {
        self.text
    }

    /// Reads a record, or a [position](Game#impl-FromStr-for-Game), and returns the position at its end.
    ///
    /// # Errors
    ///
    /// The first mistake in it, or [`RecordError::TooLong`] if it is longer than [`MAX_RECORD`].
    #[inline]
    pub fn game(self) -> Result<Game, RecordError> {
        let mut game = Game::new();
        match self.replay(&mut game, |_| ()) {
            Ok(()) => Ok(game),
            Err(mistake) => self.position().unwrap_or(Err(mistake)),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// The first mistake in it, [`RecordError::TooLong`] if it is longer than [`MAX_RECORD`], or
    /// [`RecordError::NoHistory`] if it is a position.
    pub fn record(self) -> Result<Record, RecordError> {
        let (record, read) = self.record_so_far();
        read.map(|()| record)
    }

    /// Reads a record, or what stands before the first mistake in it.
    pub(crate) fn record_so_far(self) -> (Record, Result<(), RecordError>) {
        let mut record = Record::new();
        let read = self
            .checked()
            .and_then(|text| record.extend_from_text(text));
        let read = read.map_err(|mistake| match self.position() {
            None => mistake,
            Some(Ok(_)) => RecordError::NoHistory { at: self.all() },
            Some(Err(mistake)) => mistake,
        });
        (record, read)
    }

    /// Plays a record on `game`, and reports each action.
    #[inline]
    pub(crate) fn replay(
        self,
        game: &mut Game,
        played: impl FnMut(Action),
    ) -> Result<(), RecordError> {
        replay(game, self.checked()?, played)
    }

    /// Returns the text if a record can be as long.
    #[inline]
    fn checked(self) -> Result<&'b [u8], RecordError> {
        match self.text.len() {
            ..=MAX_RECORD => Ok(self.text),
            _ => Err(too_long()),
        }
    }

    /// Reads a position; `None` if the text looks like none.
    #[cold]
    pub(crate) fn position(self) -> Option<Result<Game, RecordError>> {
        let text = self.checked().ok()?;
        let board = text
            .split(u8::is_ascii_whitespace)
            .find(|word| !word.is_empty())?;
        // A record begins with a letter, and has no slash.
        if board[0].is_ascii_alphabetic() || !board.contains(&b'/') {
            return None;
        }
        let position = String::from_utf8_lossy(text).parse();
        Some(
            position.map_err(|why: PositionError| RecordError::Position {
                why,
                at: self.all(),
            }),
        )
    }

    fn all(self) -> Span {
        Span {
            bytes: 0..self.text.len(),
            move_number: 1,
        }
    }
}

#[cold]
const fn too_long() -> RecordError {
    RecordError::TooLong {
        max: MAX_RECORD,
        at: Span {
            bytes: MAX_RECORD..MAX_RECORD + 1,
            move_number: 1,
        },
    }
}

impl<'b> Block<'b> {
    pub(super) const fn lines(&self, file: Option<&'b str>) -> Lines<'b> {
        Lines {
            rest: self.lines,
            number: self.first_line,
            file,
        }
    }
}

/// The lines of a block, in order.
#[derive(Clone)]
pub(super) struct Lines<'b> {
    rest: &'b [u8],
    number: u64,
    file: Option<&'b str>,
}

impl<'b> Lines<'b> {
    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes as many lines as are scored in step, or none if there are fewer.
    #[inline]
    pub(super) fn next_group(&mut self) -> Option<Group<'b>> {
        let mut ahead = self.clone();
        let mut group = Group {
            texts: [b""; GAMES],
            number: self.number,
            file: self.file,
        };
        for text in &mut group.texts {
            *text = ahead.rest;
            ahead.next()?;
        }
        *self = ahead;
        Some(group)
    }
}

/// Some lines in a row.
pub(super) struct Group<'b> {
    /// Each line, and all that follows it.
    pub(super) texts: [&'b [u8]; GAMES],
    number: u64,
    file: Option<&'b str>,
}

impl<'b> Group<'b> {
    pub(super) fn line(&self, index: usize) -> Line<'b> {
        let rest = self.texts[index];
        let mut lines = Lines {
            rest,
            number: self.number + index as u64,
            file: self.file,
        };
        lines.next().unwrap_or(Line::new(rest))
    }
}

impl<'b> Iterator for Lines<'b> {
    type Item = Line<'b>;

    #[inline]
    fn next(&mut self) -> Option<Line<'b>> {
        if self.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        let line = Line {
            text: &self.rest[..end],
            number: self.number,
            file: self.file,
        };
        self.number += 1;
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some(line)
    }
}

/// Counts the lines; the last one needs no newline.
fn count_lines(lines: &[u8]) -> u64 {
    let newlines = memchr_iter(b'\n', lines).count();
    let unfinished = !lines.is_empty() && !lines.ends_with(b"\n");
    newlines as u64 + u64::from(unfinished)
}

impl<R: Read> Source<R> {
    /// `block` is how many bytes are read at once.
    pub(super) const fn new(input: R, block: NonZeroUsize) -> Self {
        Self {
            reader: Mutex::new(Reader {
                input,
                carry: Vec::new(),
                ended: false,
                blocks: 0,
                lines: 0,
            }),
            block: block.get(),
        }
    }

    /// Reads into a buffer until it holds at least one whole line, and returns all its whole lines.
    pub(super) fn next<'b>(&self, buffer: &'b mut Vec<u8>) -> io::Result<Option<Block<'b>>> {
        let Ok(mut reader) = self.reader.lock() else {
            // Another worker panicked while reading, and will say so.
            return Ok(None);
        };
        let len = reader.read_lines(buffer, self.block)?;
        if len == 0 {
            return Ok(None);
        }
        let mut lines = &buffer[..len];
        if reader.blocks == 0 {
            lines = lines.strip_prefix(BYTE_ORDER_MARK).unwrap_or(lines);
        }
        let block = Block {
            number: reader.blocks,
            first_line: reader.lines + 1,
            lines,
        };
        reader.blocks += 1;
        reader.lines += count_lines(lines);
        Ok(Some(block))
    }
}

impl<R: Read> Reader<R> {
    /// Reads into the buffer until it holds at least one whole line, and returns the length of its whole lines: 0 at the
    /// end of the input. A line that is too long is cut, and then counts as whole.
    fn read_lines(&mut self, buffer: &mut Vec<u8>, block: usize) -> io::Result<usize> {
        let (mut searched, mut len) = (0, self.carry.len());
        buffer.resize(block.max(len), 0);
        buffer[..len].copy_from_slice(&self.carry);
        self.carry.clear();
        loop {
            if let Some(newline) = memrchr(b'\n', &buffer[searched..len]) {
                let whole = searched + newline + 1;
                self.carry.extend_from_slice(&buffer[whole..len]);
                return Ok(whole);
            }
            if len >= CUT {
                self.skip_line()?;
                return Ok(CUT);
            }
            if len == buffer.len() {
                buffer.resize((2 * len).min(CUT), 0);
            }
            searched = len;
            len += self.read(&mut buffer[len..])?;
            if self.ended {
                return Ok(len);
            }
        }
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        const PIECE: usize = 8 << 10;
        let mut piece = mem::take(&mut self.carry);
        piece.resize(PIECE, 0);
        while !self.ended {
            let len = self.read(&mut piece)?;
            if let Some(newline) = memchr(b'\n', &piece[..len]) {
                self.carry.extend_from_slice(&piece[newline + 1..len]);
                break;
            }
        }
        Ok(())
    }

    /// Reads once. After a failure, the input has ended for the other workers too.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = loop {
            match self.input.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.ended = !matches!(read, Ok(1..));
        read
    }
}

//! Where the workers get their blocks of lines.

use std::{
    io::{self, Read},
    sync::Mutex,
};

use memchr::{memchr, memchr_iter, memrchr};

use crate::{Action, Game, RecordError, replay};

/// The least size of a buffer: more bytes than the tokens of a legal game have.
pub(super) const LEAST_BUFFER: usize = 32;

/// The input, shared by the workers.
pub(super) struct Source<R>(Mutex<Reader<R>>);

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
    /// The place among the blocks, from 0.
    pub(super) number: u64,
    /// The number of the first line, from 1.
    pub(super) first_line: u64,
    content: Content<'b>,
}

enum Content<'b> {
    Lines(&'b [u8]),
    Long(LongLine),
}

/// A line that is longer than a block, replayed as it was read. Nearly all of it is white space, or wrong.
struct LongLine {
    /// The actions up to the end or the mistake.
    actions: Vec<u8>,
    mistake: Option<RecordError>,
}

/// A line of the input, without its newline.
#[derive(Clone, Copy, Debug)]
pub struct Line<'b> {
    /// The record; of a line longer than a block, the actions in it.
    record: &'b [u8],
    /// What comes after them.
    mistake: Option<&'b RecordError>,
}

impl Line<'_> {
    /// Replays the record.
    ///
    /// # Errors
    ///
    /// The first mistake in it.
    #[inline]
    pub fn game(self) -> Result<Game, RecordError> {
        self.replay(|_, _| ())
    }

    /// Replays the record; `each` sees every action and the position after it.
    ///
    /// # Errors
    ///
    /// The first mistake in it, when `each` has seen what comes before.
    #[inline]
    pub fn replay(self, each: impl FnMut(Action, &Game)) -> Result<Game, RecordError> {
        let mut game = Game::new();
        replay(&mut game, self.record, each)?;
        self.mistake
            .map_or(Ok(game), |mistake| Err(mistake.clone()))
    }
}

impl Block<'_> {
    /// Iterates over the lines, in order.
    #[inline]
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (mut lines, mut long) = match &self.content {
            Content::Lines(lines) => (*lines, None),
            Content::Long(long) => (&[][..], Some(long)),
        };
        std::iter::from_fn(move || {
            if lines.is_empty() {
                return long.take().map(|long| Line {
                    record: &long.actions,
                    mistake: long.mistake.as_ref(),
                });
            }
            let end = memchr(b'\n', lines).unwrap_or(lines.len());
            let record = &lines[..end];
            lines = lines.get(end + 1..).unwrap_or_default();
            Some(Line {
                record,
                mistake: None,
            })
        })
    }
}

/// Counts the lines; the last one needs no newline.
fn count_lines(lines: &[u8]) -> u64 {
    let newlines = memchr_iter(b'\n', lines).count();
    let unfinished = !lines.is_empty() && !lines.ends_with(b"\n");
    newlines as u64 + u64::from(unfinished)
}

impl<R: Read> Source<R> {
    pub(super) const fn new(input: R) -> Self {
        Self(Mutex::new(Reader {
            input,
            carry: Vec::new(),
            ended: false,
            blocks: 0,
            lines: 0,
        }))
    }

    /// Reads until there is a whole line at least, and returns all the whole lines.
    pub(super) fn next<'b>(&self, buffer: &'b mut [u8]) -> io::Result<Option<Block<'b>>> {
        let mut reader = self.0.lock().expect("a worker doesn't panic");
        let (content, lines) = match reader.read_lines(buffer)? {
            Some(0) => return Ok(None),
            Some(len) => (Content::Lines(&buffer[..len]), count_lines(&buffer[..len])),
            None => (Content::Long(reader.read_long_line(buffer)?), 1),
        };
        let block = Block {
            number: reader.blocks,
            first_line: reader.lines + 1,
            content,
        };
        reader.blocks += 1;
        reader.lines += lines;
        Ok(Some(block))
    }
}

impl<R: Read> Reader<R> {
    /// Reads into the buffer until there is a whole line in it, and returns the length of all whole lines: 0 at the end
    /// of the input, `None` if the buffer is full of one unfinished line.
    fn read_lines(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let mut len = self.carry.len();
        buffer[..len].copy_from_slice(&self.carry);
        self.carry.clear();
        let mut searched = 0;
        loop {
            if let Some(newline) = memrchr(b'\n', &buffer[searched..len]) {
                let whole = searched + newline + 1;
                self.carry.extend_from_slice(&buffer[whole..len]);
                return Ok(Some(whole));
            }
            if len == buffer.len() {
                return Ok(None);
            }
            searched = len;
            len += self.read(&mut buffer[len..])?;
            if self.ended {
                return Ok(Some(len));
            }
        }
    }

    /// Replays the line that fills the buffer piece by piece, and reads it to its end.
    ///
    /// A piece ends behind white space, so that no token is torn. If there is none in a full buffer, the piece is
    /// wrong: no legal game has as many tokens. If the buffer isn't full, there may be more to come of a token.
    fn read_long_line(&mut self, buffer: &mut [u8]) -> io::Result<LongLine> {
        let mut game = Game::new();
        let mut long = LongLine {
            actions: Vec::new(),
            mistake: None,
        };
        let (mut len, mut offset) = (buffer.len(), 0);
        loop {
            let newline = memchr(b'\n', &buffer[..len]);
            let last_space = || buffer[..len].iter().rposition(u8::is_ascii_whitespace);
            let piece = match newline {
                Some(newline) => newline,
                None if self.ended || long.mistake.is_some() => len,
                None => match last_space() {
                    Some(space) => space + 1,
                    None if len == buffer.len() => len,
                    None => 0,
                },
            };
            if long.mistake.is_none() {
                let keep =
                    |action: Action, _: &Game| long.actions.extend(action.to_string().bytes());
                let played = replay(&mut game, &buffer[..piece], keep);
                long.mistake = played.err().map(|mistake| mistake.moved_by(offset));
            }
            if let Some(newline) = newline {
                self.carry.extend_from_slice(&buffer[newline + 1..len]);
                return Ok(long);
            }
            if self.ended {
                return Ok(long);
            }
            buffer.copy_within(piece..len, 0);
            offset += piece;
            len -= piece;
            len += self.read(&mut buffer[len..])?;
        }
    }

    /// Reads once; a failure ends the input too, for the other workers.
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

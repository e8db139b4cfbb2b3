//! A line of a stream, from which a record or a position is read.

use std::num::NonZeroU8;

use memchr::memchr;
use qttt::{Position, PositionError, Record, RecordError, Span};

/// The longest record that is read, 64 KiB. A game needs fewer than 32 bytes; the rest is whitespace.
pub(crate) const MAX_RECORD: usize = 64 << 10;

/// The empty record, as in tables.
pub(crate) const NO_MOVES: &[u8] = b"-";

/// A line of the input, without its newline: a record, or a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputLine<'b> {
    /// The text of the line, or its beginning if the line is too long.
    pub(crate) text: &'b [u8],
    /// Its number in the stream, from 1.
    pub(crate) number: u64,
    /// The name of the file that it is in, if there are several files.
    pub(crate) file: Option<&'b str>,
}

/// Lines of the input, in order.
pub(crate) struct Block<'b> {
    pub(crate) text: &'b [u8],
    /// The number of the first line.
    pub(crate) first_number: u64,
    pub(crate) file: Option<&'b str>,
}

impl<'b> Iterator for Block<'b> {
    type Item = InputLine<'b>;

    #[inline]
    fn next(&mut self) -> Option<InputLine<'b>> {
        if self.text.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.text).unwrap_or(self.text.len());
        let line = InputLine::trimmed(&self.text[..end], self.first_number, self.file);
        self.text = self.text.get(end + 1..).unwrap_or_default();
        self.first_number += 1;
        Some(line)
    }
}

/// Returns the only line of the text, or `None` if there are none or several.
pub(crate) fn only_line(text: &[u8]) -> Option<InputLine<'_>> {
    let line = text.strip_suffix(b"\n").unwrap_or(text);
    (!text.is_empty() && !line.contains(&b'\n')).then(|| InputLine::new(line))
}

/// What a valid line holds.
#[derive(Clone, Debug)]
pub(crate) enum Game {
    Record(Record),
    Position(Position),
}

impl Game {
    /// Returns the position at its end.
    pub(crate) const fn position(&self) -> Position {
        match self {
            Self::Record(record) => record.position(),
            Self::Position(position) => *position,
        }
    }

    /// Returns the record.
    ///
    /// # Errors
    ///
    /// If it is a position.
    pub(crate) const fn record(&self) -> Result<&Record, LineError> {
        match self {
            Self::Record(record) => Ok(record),
            Self::Position(_) => Err(LineError::NoHistory),
        }
    }
}

/// A mistake in a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Position(PositionError),
    /// A position where a record is required.
    #[error("expected a record, not a position, because a position has no history")]
    NoHistory,
    /// The line was not parsed.
    #[error("the record is longer than {MAX_RECORD} bytes")]
    TooLong,
}

impl LineError {
    /// Returns the kind of error, for programs: one of [`RecordError::kind`], `position`, `no_history` or `too_long`.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Record(mistake) => mistake.kind().name(),
            Self::Position(_) => "position",
            Self::NoHistory => "no_history",
            Self::TooLong => "too_long",
        }
    }

    /// Returns the location of the mistake, or `None` if it is the whole line.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Record(mistake) => Some(mistake.span().clone()),
            Self::Position(_) | Self::NoHistory => None,
            Self::TooLong => Some(Span {
                bytes: MAX_RECORD..MAX_RECORD + 1,
                move_number: NonZeroU8::MIN,
                is_measurement: false,
            }),
        }
    }

    /// Returns the column of the mistake in bytes, from 1.
    pub(crate) fn column(&self) -> usize {
        self.span().map_or(1, |span| span.bytes.start + 1)
    }
}

impl<'b> InputLine<'b> {
    /// Creates a line from text, as the first line of an unnamed stream.
    pub(crate) fn new(text: &'b [u8]) -> Self {
        Self::trimmed(text, 1, None)
    }

    /// Creates a line from text that may end with a carriage return, and may be too long.
    #[inline]
    pub(crate) fn trimmed(text: &'b [u8], number: u64, file: Option<&'b str>) -> Self {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let text = &text[..text.len().min(MAX_RECORD + 1)];
        Self { text, number, file }
    }

    /// Reads a record, or a [position](Position#impl-FromStr-for-Position).
    ///
    /// # Errors
    ///
    /// The first mistake in it.
    #[inline]
    pub(crate) fn game(self) -> Result<Game, LineError> {
        match Record::try_from(self.checked()?) {
            Ok(record) => Ok(Game::Record(record)),
            Err(mistake) => self.unless_record(mistake),
        }
    }

    /// Reads a link or a position if the text isn't a record, because of a mistake.
    ///
    /// # Errors
    ///
    /// This mistake if the text looks like neither, or else the first mistake in the link or the position.
    pub(crate) fn unless_record(self, mistake: RecordError) -> Result<Game, LineError> {
        if let Some(record) = self.linked() {
            return Ok(Game::Record(Record::try_from(&record[..])?));
        }
        match self.written_position() {
            None => Err(mistake.into()),
            Some(position) => position.map(Game::Position),
        }
    }

    /// Reads a record or a position, and returns the position at its end.
    ///
    /// # Errors
    ///
    /// The first mistake in it.
    pub(crate) fn position(self) -> Result<Position, LineError> {
        self.game().map(|game| game.position())
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// The first mistake in it, or [`LineError::NoHistory`] if it is a position.
    pub(crate) fn record(self) -> Result<Record, LineError> {
        self.game()?.record().cloned()
    }

    /// Reads a record up to the first mistake in it.
    pub(crate) fn record_so_far(self) -> (Record, Result<(), LineError>) {
        let (record, read) = match self.checked() {
            Ok(text) => Record::read(self.linked().as_deref().unwrap_or(text)),
            Err(mistake) => return (Record::new(), Err(mistake)),
        };
        let read = read.map_err(|mistake| match self.written_position() {
            None => mistake.into(),
            Some(Ok(_)) => LineError::NoHistory,
            Some(Err(mistake)) => mistake,
        });
        (record, read)
    }

    /// Returns the record in a link to the page, `http://…#AB.CD`. Spaces replace the rest, so that columns count from
    /// the start of the line.
    #[cold]
    fn linked(self) -> Option<Vec<u8>> {
        let start = memchr(b'#', self.text)? + 1;
        let is_link = [&b"http://"[..], b"https://"]
            .iter()
            .any(|scheme| self.text.starts_with(scheme));
        is_link.then(|| [&vec![b' '; start], &self.text[start..]].concat())
    }

    /// Returns the text of the record unless it is too long.
    #[inline]
    fn checked(self) -> Result<&'b [u8], LineError> {
        if self.text.len() > MAX_RECORD {
            Err(LineError::TooLong)
        } else if self.text == NO_MOVES {
            Ok(b"")
        } else {
            Ok(self.text)
        }
    }

    /// Reads a position; `None` if the text doesn't look like one.
    #[cold]
    pub(crate) fn written_position(self) -> Option<Result<Position, LineError>> {
        let text = self.checked().ok()?;
        let board = text
            .split(u8::is_ascii_whitespace)
            .find(|word| !word.is_empty())?;
        // A record begins with a letter, and has no slash.
        if board[0].is_ascii_alphabetic() || !board.contains(&b'/') {
            return None;
        }
        let position = String::from_utf8_lossy(text).parse();
        Some(position.map_err(LineError::Position))
    }
}

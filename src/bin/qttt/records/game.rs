//! Lines, and the games in them.

use memchr::memchr;
use qttt::{Position, PositionError, Record, RecordError, Span};

/// The empty record, as in tables.
const NO_MOVES: &[u8] = b"-";

/// A line of the input, without its newline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputLine<'t> {
    pub(crate) text: &'t [u8],
    /// Its number in the input, from 1.
    pub(crate) number: u64,
    /// The name of its file, if the input is one.
    pub(crate) file: Option<&'t str>,
    /// Whether it is the only line, from the arguments.
    pub(crate) is_alone: bool,
}

/// Lines of the input, in order: at least one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'t> {
    pub(crate) text: &'t [u8],
    /// The number of the first line.
    pub(crate) first_number: u64,
    pub(crate) file: Option<&'t str>,
}

impl<'t> Lines<'t> {
    pub(crate) fn iter(self) -> impl Iterator<Item = InputLine<'t>> {
        let mut rest = Some(self.text.strip_suffix(b"\n").unwrap_or(self.text));
        (self.first_number..).map_while(move |number| {
            let text = rest?;
            let newline = memchr(b'\n', text);
            rest = newline.map(|newline| &text[newline + 1..]);
            let line = &text[..newline.unwrap_or(text.len())];
            Some(self.line(line.strip_suffix(b"\r").unwrap_or(line), number))
        })
    }

    /// Returns the line with a text and a number.
    pub(super) fn line(self, text: &'t [u8], number: u64) -> InputLine<'t> {
        InputLine {
            text,
            number,
            file: self.file,
            is_alone: false,
        }
    }
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
}

impl LineError {
    /// Returns the kind of error, for programs: a [`MistakeKind::name`](qttt::MistakeKind::name), `position`, or
    /// `no_history`.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Record(mistake) => mistake.kind().name(),
            Self::Position(_) => "position",
            Self::NoHistory => "no_history",
        }
    }

    /// Returns the location of the mistake, or `None` if it is the whole line.
    pub(crate) const fn span(&self) -> Option<&Span> {
        match self {
            Self::Record(mistake) => Some(mistake.span()),
            Self::Position(_) | Self::NoHistory => None,
        }
    }

    /// Returns the column of the mistake in bytes, from 1.
    pub(crate) fn column(&self) -> usize {
        self.span().map_or(1, |span| span.bytes.start + 1)
    }
}

impl<'t> InputLine<'t> {
    /// Creates the only line of an input.
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self {
            text: text.strip_suffix(b"\r").unwrap_or(text),
            number: 1,
            file: None,
            is_alone: true,
        }
    }

    /// Reads a record, or a [position](Position#impl-FromStr-for-Position).
    ///
    /// # Errors
    ///
    /// The first mistake in it.
    #[inline]
    pub(crate) fn game(self) -> Result<Game, LineError> {
        match Record::try_from(self.text) {
            Ok(record) => Ok(Game::Record(record)),
            Err(mistake) => self.unless_record(mistake),
        }
    }

    /// Reads text that isn't a record itself: `-` for the empty record, a link, or a position.
    ///
    /// # Errors
    ///
    /// This mistake if the text looks like none of them, or else the first mistake in the link or the position.
    #[cold]
    pub(super) fn unless_record(self, mistake: RecordError) -> Result<Game, LineError> {
        if self.text == NO_MOVES {
            return Ok(Game::Record(Record::new()));
        }
        if let Some(record) = self.linked() {
            return Ok(Game::Record(Record::try_from(&record[..])?));
        }
        match self.written_position() {
            None => Err(mistake.into()),
            Some(position) => position.map(Game::Position),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// The first mistake in it, or [`LineError::NoHistory`] if it is a position.
    pub(crate) fn record(self) -> Result<Record, LineError> {
        self.game()?.record().cloned()
    }

    /// Reads a record up to the first mistake in it, or a position unless a history is needed.
    pub(crate) fn so_far(self, needs_history: bool) -> (Game, Result<(), LineError>) {
        if !needs_history && let Some(Ok(position)) = self.written_position() {
            return (Game::Position(position), Ok(()));
        }
        let (record, read) = Record::read(self.linked().as_deref().unwrap_or(self.text));
        let read = read.or_else(|mistake| self.unless_record(mistake)?.record().map(drop));
        (Game::Record(record), read)
    }

    /// Returns the record in a link to the page, `http://…#AB.CD`. Spaces replace the rest, so that columns count from
    /// the start of the line.
    #[cold]
    fn linked(self) -> Option<Vec<u8>> {
        let start = memchr(b'#', self.text)? + 1;
        let is_link = self.text.starts_with(b"http://") || self.text.starts_with(b"https://");
        is_link.then(|| [&vec![b' '; start], &self.text[start..]].concat())
    }

    /// Reads a position; `None` if the text doesn't look like one.
    fn written_position(self) -> Option<Result<Position, LineError>> {
        let mut words = self.text.split(u8::is_ascii_whitespace);
        let board = words.find(|word| !word.is_empty())?;
        // A record begins with a letter, and contains no slash.
        if board[0].is_ascii_alphabetic() || !board.contains(&b'/') {
            return None;
        }
        let position = String::from_utf8_lossy(self.text).parse();
        Some(position.map_err(LineError::Position))
    }

    /// Appends `error` for an invalid line among others, so that there is a line of output for each line of input.
    pub(crate) fn error_unless_alone(self, output: &mut Vec<u8>) {
        if !self.is_alone {
            output.extend(b"error\n");
        }
    }

    /// Appends the empty line that separates the answer from the next, if there can be others.
    pub(crate) fn gap_unless_alone(self, output: &mut Vec<u8>) {
        if !self.is_alone {
            output.push(b'\n');
        }
    }
}

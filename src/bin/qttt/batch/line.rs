//! A line of a stream, from which a record or a position is read.

use std::num::NonZeroU8;

use qttt::{Position, PositionError, Record, RecordError, Span, replay};

/// The longest record that is read, 64 KiB. A game needs fewer than 32 bytes; the rest is whitespace.
pub(crate) const MAX_RECORD: usize = 64 << 10;

/// A line of the input, without its newline: a record, or a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'b> {
    /// Its text; of a line that is too long, the beginning.
    pub(crate) text: &'b [u8],
    /// Its number in the stream, from 1.
    pub(crate) number: u64,
    /// The name of the file that it is in, where there are several.
    pub(crate) file: Option<&'b str>,
}

impl<'b> Line<'b> {
    /// Creates a line from a text, as the first of a stream without a name.
    #[must_use]
    pub(crate) const fn new(text: &'b [u8]) -> Self {
        Self {
            text,
            number: 1,
            file: None,
        }
    }

    /// Reads a record, or a [position](Position#impl-FromStr-for-Position), and returns the position at its end.
    ///
    /// # Errors
    ///
    /// The first mistake in it, or [`RecordError::TooLong`] if it is longer than [`MAX_RECORD`].
    #[inline]
    pub(crate) fn position(self) -> Result<Position, RecordError> {
        let mut position = Position::new();
        let replayed = self
            .checked()
            .and_then(|text| replay(&mut position, text, |_| ()));
        match replayed {
            Ok(()) => Ok(position),
            Err(mistake) => self.written_position().unwrap_or(Err(mistake)),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// The first mistake in it, [`RecordError::TooLong`] if it is longer than [`MAX_RECORD`], or
    /// [`RecordError::NoHistory`] if it is a position.
    pub(crate) fn record(self) -> Result<Record, RecordError> {
        let (record, read) = self.record_so_far();
        read.map(|()| record)
    }

    /// Reads a record up to the first mistake in it.
    pub(crate) fn record_so_far(self) -> (Record, Result<(), RecordError>) {
        let mut record = Record::new();
        let read = self
            .checked()
            .and_then(|text| record.extend_from_text(text));
        let read = read.map_err(|mistake| match self.written_position() {
            None => mistake,
            Some(Ok(_)) => RecordError::NoHistory(self.all()),
            Some(Err(mistake)) => mistake,
        });
        (record, read)
    }

    /// Returns the record, normalised, and the position at its end. There is no record if the line is a position.
    ///
    /// # Errors
    ///
    /// The first mistake in it.
    pub(super) fn normalised(self) -> Result<(Option<String>, Position), RecordError> {
        let mut record = Vec::with_capacity(64);
        let mut position = Position::new();
        let replayed = self
            .checked()
            .and_then(|text| replay(&mut position, text, |action| action.append_to(&mut record)));
        if let Err(mistake) = replayed {
            return Ok((None, self.written_position().unwrap_or(Err(mistake))?));
        }
        // The space after the last action.
        record.pop();
        let record = String::from_utf8(record).expect("a record is ASCII");
        Ok((Some(record), position))
    }

    /// Returns the text of the record unless it is too long. A line `-` is the empty record, as in tables.
    #[inline]
    fn checked(self) -> Result<&'b [u8], RecordError> {
        if self.text.len() > MAX_RECORD {
            Err(RecordError::TooLong(Span {
                bytes: MAX_RECORD..MAX_RECORD + 1,
                move_number: Some(NonZeroU8::MIN),
            }))
        } else if self.text == b"-" {
            Ok(b"")
        } else {
            Ok(self.text)
        }
    }

    /// Reads a position; `None` if the text doesn't look like one.
    #[cold]
    pub(crate) fn written_position(self) -> Option<Result<Position, RecordError>> {
        let text = self.checked().ok()?;
        let board = text
            .split(u8::is_ascii_whitespace)
            .find(|word| !word.is_empty())?;
        // A record begins with a letter, and has no slash.
        if board[0].is_ascii_alphabetic() || !board.contains(&b'/') {
            return None;
        }
        let position = String::from_utf8_lossy(text).parse();
        Some(position.map_err(|why: PositionError| RecordError::Position(why, self.all())))
    }

    fn all(self) -> Span {
        Span {
            bytes: 0..self.text.len(),
            move_number: None,
        }
    }
}

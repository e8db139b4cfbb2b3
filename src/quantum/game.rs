//! The contents of texts. One function decides the form of a text.

use std::str::FromStr;

use memchr::{memchr_iter, memrchr};

use super::record::MAX_TEXT;
use super::record::notation::Notation;
use super::record::state_string::{self, is_state_string};
use crate::lines::without_marks;
use crate::{ErrorKind, GameError, Position, Record};

/// The contents of a text: a record, or a position without its history.
///
/// # Text
///
/// A text is a record in letters (`AB BE DE AE 4`), in numbers (`12 25 45 15 4`), or in Goff's notation
/// (`X1+(1,2); O2+(2,5)`); a link to the web page (`?o=easy#AB.BE`); a position (`41./32./... 5CF`); or nothing, or
/// `-`, for the record without actions. [docs/notation.md](https://docs.rs/crate/qttt/latest/source/docs/notation.md)
/// has the grammar of each form. A text is at most 64 KiB long. Whitespace around it is allowed, and byte order marks
/// before it.
///
/// ```
/// use qttt::{Game, Record};
///
/// let game: Game = "http://127.0.0.1:8000/?o=easy#AB.BE".parse()?;
/// assert_eq!(game, Game::Record("AB BE".parse()?));
/// let game: Game = "41./32./... 5CF".parse()?;
/// assert_eq!(game.position().move_count(), 5);
/// assert_eq!("41./32./... 5CF".parse::<Record>().unwrap_err().kind.name(), "no_history");
/// # Ok::<(), qttt::GameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Game {
    /// A game with its history.
    Record(Record),
    /// A position without its history.
    Position(Position),
}

impl Game {
    /// Returns the position at the end of the game.
    #[must_use]
    pub const fn position(&self) -> Position {
        match self {
            Self::Record(record) => record.position(),
            Self::Position(position) => *position,
        }
    }

    /// Returns the record, or `None` if the game is a position.
    #[must_use]
    pub const fn record(&self) -> Option<&Record> {
        match self {
            Self::Record(record) => Some(record),
            Self::Position(_) => None,
        }
    }

    /// Reads a text up to the first error in it. Byte order marks at its start are skipped. If a position can't be
    /// read, the game before the error is the empty record.
    ///
    /// ```
    /// let (before, error) = qttt::Game::read(b"12 25 4");
    /// assert_eq!(before.position().to_string(), ".../.../... 1AB 2BE");
    /// assert_eq!(error.unwrap().bytes, 6..7);
    /// ```
    #[must_use]
    #[inline]
    pub fn read(text: &[u8]) -> (Self, Option<GameError>) {
        let unmarked = without_marks(text);
        let marks = text.len() - unmarked.len();
        let (game, error) = Self::read_unmarked(unmarked);
        (game, error.map(|error| error.after(marks)))
    }

    /// Reads a text without byte order marks at its start.
    #[inline]
    fn read_unmarked(text: &[u8]) -> (Self, Option<GameError>) {
        if text.len() > MAX_TEXT {
            let (before, error) = Self::read_unmarked(&text[..MAX_TEXT]);
            // The limit may split a token.
            let earlier = error.filter(|error| error.bytes.end < MAX_TEXT);
            let too_long = GameError::in_text(ErrorKind::TooLong, MAX_TEXT..MAX_TEXT + 1);
            return (before, earlier.or(Some(too_long)));
        }
        let is_lone = |&at: &usize| text.get(at + 1).is_some_and(|&next| next != b'\n');
        if let Some(at) = memchr_iter(b'\r', text).find(is_lone) {
            let (before, earlier) = Self::read_unmarked(&text[..at]);
            let lone = GameError::in_text(ErrorKind::LoneCarriageReturn, at..at + 1);
            return (before, earlier.or(Some(lone)));
        }
        let mut record = Record::new();
        let fault = |kind| Err(GameError::in_text(kind, 0..text.len()));
        let is_address = is_link(text);
        let linked = is_address.then(|| record_of_link(text)).flatten();
        let text = linked.as_deref().unwrap_or(text);
        let read = if is_address && linked.is_none() {
            fault(ErrorKind::NoGame)
        } else if begins_position(text) {
            match String::from_utf8_lossy(text).parse() {
                Ok(position) => return (Self::Position(position), None),
                Err(error) => fault(ErrorKind::Position(error)),
            }
        } else if text.trim_ascii() == NO_ACTIONS.as_bytes() {
            Ok(())
        } else if is_state_string(text) {
            state_string::extend(&mut record, text)
        } else {
            record.extend(text, Notation::of(text))
        };
        (Self::Record(record), read.err())
    }
}

/// Parses a text in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Game {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        let (game, error) = Self::read(text);
        error.map_or(Ok(game), Err)
    }
}

/// Parses a text in any of its [forms](Game#text).
impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        Self::try_from(text.as_bytes())
    }
}

impl Record {
    /// Reads a record in any of its [forms](Game#text) up to the first error in it. A position is an error, because it
    /// has no history.
    #[must_use]
    pub fn read(text: &[u8]) -> (Self, Option<GameError>) {
        match Game::read(text) {
            (Game::Record(record), error) => (record, error),
            (Game::Position(_), error) => {
                let no_history = GameError::in_text(ErrorKind::NoHistory, 0..text.len());
                (Self::new(), error.or(Some(no_history)))
            }
        }
    }
}

/// Parses a record in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Record {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        let (game, error) = Self::read(text);
        error.map_or(Ok(game), Err)
    }
}

/// Parses a record in any of its [forms](Game#text).
impl FromStr for Record {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        Self::try_from(text.as_bytes())
    }
}

/// The text of the record without actions, as in tables, where an empty column would be a missing value.
pub const NO_ACTIONS: &str = "-";

/// Returns `true` if a text begins like a position: with a word that has a slash, but doesn't begin with a letter.
#[inline]
fn begins_position(text: &[u8]) -> bool {
    let start = text.trim_ascii_start();
    let mut words = start.split(u8::is_ascii_whitespace);
    !start.first().is_some_and(u8::is_ascii_alphabetic)
        && words.next().is_some_and(|word| word.contains(&b'/'))
}

/// The prefixes of links. The web page shares only the end of its address if it is opened as a file.
const LINKS: [&[u8]; 4] = [b"http://", b"https://", b"file://", b"?"];

#[inline]
fn is_link(text: &[u8]) -> bool {
    let start = text.trim_ascii_start();
    LINKS.iter().any(|prefix| {
        let beginning = start.get(..prefix.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
    })
}

/// Returns the text of the record in a link to the web page, which follows a `#`, with spaces for everything before it,
/// so that an error has the same column as in the link; `None` if there is no `#`.
///
/// An address can't contain spaces: `%20` stands for one, and so does `+`, except in Goff's notation.
fn record_of_link(text: &[u8]) -> Option<Vec<u8>> {
    let record = memrchr(b'#', text)? + 1;
    let is_goffs = is_state_string(&text[record..]);
    let mut spaced = text.to_vec();
    spaced[..record].fill(b' ');
    for at in record..text.len() {
        if text[at..].starts_with(b"%20") {
            spaced[at..at + 3].fill(b' ');
        } else if text[at] == b'+' && !is_goffs {
            spaced[at] = b' ';
        }
    }
    Some(spaced)
}

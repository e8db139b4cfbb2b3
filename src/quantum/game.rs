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

    /// Reads a text up to the first error in it. Byte order marks at its start are skipped.
    ///
    /// ```
    /// let unread = qttt::Game::read(b"12 25 4").unwrap_err();
    /// assert_eq!(unread.before.position().to_string(), ".../.../... 1AB 2BE");
    /// assert_eq!(unread.error.bytes, 6..7);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error, along with the game before it: the empty record if a position can't be read.
    #[inline]
    pub fn read(text: &[u8]) -> Result<Self, Unread> {
        let unmarked = without_marks(text);
        Self::read_unmarked(unmarked).map_err(|unread| Unread {
            error: unread.error.after(text.len() - unmarked.len()),
            ..unread
        })
    }

    /// Reads a text without byte order marks at its start.
    #[inline]
    fn read_unmarked(text: &[u8]) -> Result<Self, Unread> {
        if text.len() > MAX_TEXT {
            let error = GameError::in_text(ErrorKind::TooLong, MAX_TEXT..MAX_TEXT + 1);
            return Err(match Self::read_unmarked(&text[..MAX_TEXT]) {
                // The limit may split a token.
                Err(unread) if unread.error.bytes.end < MAX_TEXT => unread,
                Ok(before) | Err(Unread { before, .. }) => Unread { before, error },
            });
        }
        let is_lone = |&at: &usize| text.get(at + 1).is_some_and(|&next| next != b'\n');
        if let Some(at) = memchr_iter(b'\r', text).find(is_lone) {
            let error = GameError::in_text(ErrorKind::LoneCarriageReturn, at..at + 1);
            let before = Self::read_unmarked(&text[..at])?;
            return Err(Unread { before, error });
        }
        let mut record = Record::new();
        let read_link = || {
            record_of_link(text).ok_or_else(|| Unread {
                before: Self::Record(Record::new()),
                error: GameError::in_text(ErrorKind::NoGame, 0..text.len()),
            })
        };
        let linked = is_link(text).then(read_link).transpose()?;
        let text = linked.as_deref().unwrap_or(text);
        let read = if begins_position(text) {
            match String::from_utf8_lossy(text).parse() {
                Ok(position) => return Ok(Self::Position(position)),
                Err(error) => Err(GameError::in_text(
                    ErrorKind::Position(error),
                    0..text.len(),
                )),
            }
        } else if text.trim_ascii() == NO_ACTIONS.as_bytes() {
            Ok(())
        } else if is_state_string(text) {
            state_string::extend(&mut record, text)
        } else {
            record.extend(text, Notation::of(text))
        };
        let before = Self::Record(record);
        match read {
            Ok(()) => Ok(before),
            Err(error) => Err(Unread { before, error }),
        }
    }
}

/// A text that can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The game up to the error.
    pub before: Game,
    /// The first error.
    pub error: GameError,
}

/// Parses a text in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Game {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        Self::read(text).map_err(|unread| unread.error)
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
    /// Reads a record in any of its [forms](Game#text) up to the first error in it.
    ///
    /// # Errors
    ///
    /// Returns the error, along with the record before it. A position is an error, because it has no history.
    pub fn read(text: &[u8]) -> Result<Self, Unread> {
        let error = match Game::read(text) {
            Ok(Game::Record(record)) => return Ok(record),
            Ok(Game::Position(_)) => GameError::in_text(ErrorKind::NoHistory, 0..text.len()),
            Err(unread) if unread.before.record().is_some() => return Err(unread),
            Err(unread) => unread.error,
        };
        let before = Game::Record(Self::new());
        Err(Unread { before, error })
    }
}

/// Parses a record in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Record {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        Self::read(text).map_err(|unread| unread.error)
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

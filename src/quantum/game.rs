//! The contents of texts. One function decides the form of a text, and one function where a line of text ends.

use std::str::FromStr;

use memchr::{memchr, memchr_iter, memrchr};

use super::record::notation::{Notation, begins_state_string};
use crate::{ErrorKind, GameError, Position, Record};

/// The contents of a text: a record, or a position without its history.
///
/// # Text
///
/// A text is at most 64 KiB long. Its beginning shows its form. Whitespace around it is allowed.
///
/// | form | beginning | example |
/// | --- | --- | --- |
/// | [letters](Record#text) | any other | `AB BE DE AE 4` |
/// | [numbers](Record#text) | a digit | `12 25 45 15 4` |
/// | [Goff's notation](Record#text) | `X1+(` | `X1+(1,2); O2+(2,5)` |
/// | a link to the page, with a record after the `#` | `http://` or `https://` | `http://127.0.0.1:8000/#AB.BE` |
/// | a [position](Position#text) | a word with a slash that doesn't begin with a letter | `41./32./... 5CF` |
/// | the record without actions | nothing, or nothing but `-` | `-` |
///
/// ```
/// use qttt::{Game, Record};
///
/// let game: Game = "http://127.0.0.1:8000/?o=easy#AB.BE".parse()?;
/// assert_eq!(game, Game::Record("AB BE".parse()?));
/// let game: Game = "41./32./... 5CF".parse()?;
/// assert_eq!(game.position().moves(), 5);
/// assert_eq!("41./32./... 5CF".parse::<Record>().unwrap_err().kind().name(), "no_history");
/// # Ok::<(), qttt::GameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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

    /// Reads a text up to the first error in it.
    ///
    /// ```
    /// let (game, read) = qttt::Game::read(b"12 25 4");
    /// assert_eq!(game.position().to_string(), ".../.../... 1AB 2BE");
    /// assert_eq!(read.unwrap_err().span().bytes, 6..7);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error, along with the game before it: the empty record if a position can't be read.
    #[inline]
    pub fn read(text: &[u8]) -> (Self, Result<(), GameError>) {
        let mut record = Record::new();
        let mut read = match form(text) {
            Some((notation, start)) => record.extend(text, start, notation),
            None => match String::from_utf8_lossy(text).parse() {
                Ok(_) if text.len() > MAX_TEXT => Ok(()),
                Ok(position) => return (Self::Position(position), Ok(())),
                Err(error) => {
                    let message = format!("{error}");
                    let kind = ErrorKind::Position(error);
                    Err(GameError::new(kind, message, 0..text.len()))
                }
            },
        };
        let is_before_limit = |error: &GameError| error.span().bytes.start < MAX_TEXT;
        if text.len() > MAX_TEXT && !read.as_ref().is_err_and(is_before_limit) {
            let message = "the record is longer than 64 KiB".to_string();
            let bytes = MAX_TEXT..MAX_TEXT + 1;
            read = Err(GameError::new(ErrorKind::TooLong, message, bytes));
        }
        (Self::Record(record), read)
    }
}

/// The maximum length of a text in bytes. Without whitespace, a game needs at most 36.
pub const MAX_TEXT: usize = 64 << 10;

/// Parses a text in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Game {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        let (game, read) = Self::read(text);
        read.map(|()| game)
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
    pub fn read(text: &[u8]) -> (Self, Result<(), GameError>) {
        match Game::read(text) {
            (Game::Record(record), read) => (record, read),
            (Game::Position(_), _) => {
                let message =
                    "expected a record, not a position, because a position has no history";
                let error =
                    GameError::new(ErrorKind::NoHistory, message.to_string(), 0..text.len());
                (Self::new(), Err(error))
            }
        }
    }
}

/// Parses a record in any of its [forms](Game#text). The bytes need not be UTF-8.
impl TryFrom<&[u8]> for Record {
    type Error = GameError;

    fn try_from(text: &[u8]) -> Result<Self, GameError> {
        let (record, read) = Self::read(text);
        read.map(|()| record)
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

/// Decides the form of a text by its beginning. Returns the notation of a record and the byte where its actions begin;
/// `None` for a position.
fn form(text: &[u8]) -> Option<(Notation, usize)> {
    let start = text.trim_ascii_start();
    if let Some(record) = start_of_linked(start) {
        let at = text.len() - start.len() + record;
        // Only a record can follow in a link.
        let notation = form(&text[at..]).map_or(Notation::Letters, |(notation, _)| notation);
        return Some((notation, at));
    }
    let first_word = || start.split(u8::is_ascii_whitespace).next();
    match start {
        [b'X' | b'x', ..] if begins_state_string(start) => Some((Notation::StateString, 0)),
        [b'A'..=b'Z' | b'a'..=b'z', ..] => Some((Notation::Letters, 0)),
        _ if start.trim_ascii_end() == NO_ACTIONS.as_bytes() => {
            Some((Notation::Letters, text.len()))
        }
        _ if first_word().is_some_and(|word| word.contains(&b'/')) => None,
        [b'0'..=b'9', ..] => Some((Notation::Numbers, 0)),
        _ => Some((Notation::Letters, 0)),
    }
}

/// Returns the place of the record in a link to the page, `http://…#AB.CD`.
fn start_of_linked(text: &[u8]) -> Option<usize> {
    let begins_with = |start: &str| {
        let beginning = text.get(..start.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(start.as_bytes()))
    };
    if begins_with("http://") || begins_with("https://") {
        memchr(b'#', text).map(|hash| hash + 1)
    } else {
        None
    }
}

/// Takes the next line off a text, and returns it without its end, LF or CR LF, which the last line may lack. Returns
/// `None` at the end of the text.
#[inline]
pub fn next_line<'t>(rest: &mut &'t [u8]) -> Option<&'t [u8]> {
    if rest.is_empty() {
        return None;
    }
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    let line = without_end(&rest[..end]);
    *rest = rest.get(end + 1..).unwrap_or_default();
    Some(line)
}

/// Returns the length of the whole lines at the start of a text, at most `max` of them, and their number.
pub fn whole_lines(text: &[u8], max: usize) -> (usize, usize) {
    let mut newlines = memchr_iter(b'\n', text);
    let count = newlines.clone().count();
    let last = if count > max {
        newlines.nth(max - 1)
    } else {
        memrchr(b'\n', text)
    };
    (last.map_or(0, |newline| newline + 1), count.min(max))
}

/// Returns a line without its end.
#[inline]
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

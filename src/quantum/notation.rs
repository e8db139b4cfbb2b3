//! Records: the text of a game, read into a [`Game`].
//!
//! A record is a sequence of tokens. Two cells side by side are a move, and one digit is a measurement. White space
//! between tokens is optional, but an error inside a pair: `AB BE DE AE 4` is the same record as `abbedeae4`. Cells are
//! `A` to `I` in either case.

use std::str::FromStr;

use super::{
    cell::Cell,
    error::{Found, ParseError, Place, RecordError, RuleError},
    game::{Action, Game},
    mark::Mark,
};

impl Game {
    /// Replays a record from the empty board.
    ///
    /// ```
    /// let game = qttt::Game::from_ascii(b"AI EG BE EH DG AI 1 BC CE 3")?;
    /// assert_eq!(game.score().to_string(), "0.5 1");
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If something in it is not a token, or against the rules. The error is the first such thing.
    #[inline]
    pub fn from_ascii(record: &[u8]) -> Result<Self, RecordError> {
        let mut game = Self::new();
        replay(&mut game, record, |_, _| ())?;
        Ok(game)
    }
}

impl FromStr for Game {
    type Err = RecordError;

    fn from_str(record: &str) -> Result<Self, RecordError> {
        Self::from_ascii(record.as_bytes())
    }
}

/// Plays the actions of a record, or of part of one, starting from `game`. `each` is called with every action and the
/// position after it.
///
/// ```
/// let mut game = qttt::Game::new();
/// let mut last = None;
/// let error = qttt::replay(&mut game, b"AB BE C", |action, _| last = Some(action)).unwrap_err();
/// assert_eq!(last.unwrap().to_string(), "BE");
/// assert_eq!(game.moves(), 2);
/// assert_eq!(error.column(), 7);
/// assert_eq!(
///     error.to_string(),
///     "expected a second cell right after C, found the end of the record; free: A B D E F G H I"
/// );
/// ```
///
/// # Errors
///
/// If something is not a token, or against the rules. `game` is then the position before it.
#[inline]
pub fn replay(
    game: &mut Game,
    record: &[u8],
    mut each: impl FnMut(Action, &Game),
) -> Result<(), RecordError> {
    for token in Tokens::new(record) {
        let at = token.at;
        let action = token
            .action
            .map_err(|misread| misread.error(game, record, at))?;
        game.act(action)
            .map_err(|rule| illegal(game, at, action, rule))?;
        each(action, game);
    }
    Ok(())
}

/// Writes actions as a record, separated by spaces: `AB BE DE AE 4`.
#[must_use]
pub fn record_of(actions: &[Action]) -> String {
    let tokens: Vec<_> = actions.iter().map(Action::to_string).collect();
    tokens.join(" ")
}

/// The tokens of a record, whether or not the rules allow them.
///
/// ```
/// use qttt::Tokens;
///
/// let tokens: Vec<_> = Tokens::new(b"ab5C").map(|token| (token.at, token.action.ok())).collect();
/// assert_eq!(format!("{tokens:?}"), "[(0, Some(AB)), (2, Some(5)), (3, None)]");
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'r> {
    record: &'r [u8],
    at: usize,
}

/// A token of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its first byte, counted from 0.
    pub at: usize,
    /// What it means.
    pub action: Result<Action, Misread>,
}

/// Why something is not a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misread {
    /// One cell only, where a move takes two.
    HalfMove(Cell),
    /// A character that is neither a cell nor a mark.
    UnknownCharacter,
}

impl From<Mark> for Action {
    fn from(mark: Mark) -> Self {
        Self::Measure(mark)
    }
}

impl From<(Cell, Cell)> for Action {
    fn from((a, b): (Cell, Cell)) -> Self {
        Self::Move(a, b)
    }
}

/// Reads a single token: `AB` or `4`.
impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let token = Tokens::new(text.as_bytes()).next();
        token
            .and_then(|token| token.action.ok())
            .filter(|&action| token_len(action) == text.len())
            .ok_or_else(|| ParseError::new("a move, such as AB, or a mark (1 to 9)", text))
    }
}

impl<'r> Tokens<'r> {
    /// Starts reading a record.
    #[inline]
    #[must_use]
    pub const fn new(record: &'r [u8]) -> Self {
        Self { record, at: 0 }
    }
}

/// Stops after the first token that can't be read.
impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let at = loop {
            let byte = self.record.get(self.at)?;
            if !byte.is_ascii_whitespace() {
                break self.at;
            }
            self.at += 1;
        };
        let cell_at = |at| self.record.get(at).copied().and_then(Cell::from_letter);
        let action = match (cell_at(at), Mark::from_digit(self.record[at])) {
            (Some(a), _) => match cell_at(at + 1) {
                Some(b) => Ok(Action::Move(a, b)),
                None => Err(Misread::HalfMove(a)),
            },
            (None, Some(mark)) => Ok(Action::Measure(mark)),
            (None, None) => Err(Misread::UnknownCharacter),
        };
        self.at = action.map_or(self.record.len(), |action| at + token_len(action));
        Some(Token { at, action })
    }
}

const fn token_len(action: Action) -> usize {
    match action {
        Action::Move(..) => 2,
        Action::Measure(_) => 1,
    }
}

impl Misread {
    #[cold]
    fn error(self, game: &Game, record: &[u8], at: usize) -> RecordError {
        match self {
            Self::HalfMove(cell) => half_move(game, record, at, cell),
            Self::UnknownCharacter => unknown_character(game, record, at),
        }
    }
}

fn half_move(game: &Game, record: &[u8], at: usize, cell: Cell) -> RecordError {
    let could_be_a_token =
        |&byte: &u8| byte.is_ascii_whitespace() || Mark::from_digit(byte).is_some();
    if !record.get(at + 1).is_none_or(could_be_a_token) {
        return unknown_character(game, record, at + 1);
    }
    let free = game.free();
    let others = free.iter().filter(|&other| other != cell).collect();
    RecordError::HalfMove {
        cell,
        found: found(&record[at + 1..]),
        free: if free.len() == 1 { free } else { others },
        at: Place {
            bytes: at..at + 1,
            move_number: game.moves() + 1,
        },
    }
}

fn unknown_character(game: &Game, record: &[u8], at: usize) -> RecordError {
    let found = found(&record[at..]);
    let len = match found {
        Found::Char(c) => c.len_utf8(),
        Found::Pair([a, b]) => a.len_utf8() + b.len_utf8(),
        _ => 1,
    };
    RecordError::UnknownCharacter {
        found,
        at: Place {
            bytes: at..at + len,
            move_number: game.moves() + 1,
        },
    }
}

#[cold]
fn illegal(game: &Game, at: usize, action: Action, rule: RuleError) -> RecordError {
    let bytes = match (rule, action) {
        // Of the two cells, the one that isn't free.
        (RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => at..at + 1,
        (RuleError::CellTaken { .. }, _) => at + 1..at + 2,
        _ => at..at + token_len(action),
    };
    let move_number = match action {
        Action::Move(..) => game.moves() + 1,
        Action::Measure(_) => game.moves().max(1),
    };
    RecordError::Illegal {
        rule,
        at: Place { bytes, move_number },
    }
}

/// Says what a text begins with.
fn found(text: &[u8]) -> Found {
    let Some(&byte) = text.first() else {
        return Found::End;
    };
    if byte.is_ascii_whitespace() {
        return Found::Space;
    }
    let start = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut chars = start.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Found::Byte(byte),
        (Some(a), Some(b)) if !a.is_ascii() && !b.is_ascii() && !b.is_whitespace() => {
            Found::Pair([a, b])
        }
        (Some(c), _) => Found::Char(c),
    }
}

//! Records: the text of a game, read into a [`Game`].
//!
//! A record is a row of tokens. Two cells side by side are a move, one digit is a measurement, and white space between
//! tokens is optional and free: `AB BE DE AE 4` is the record `abbedeae4`. Cells are `A` to `I` in either case. Inside a
//! pair white space is an error.

use std::str::FromStr;

use super::{
    cell::Cell,
    error::{Found, Place, RecordError, RuleError},
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
    /// At the first thing that is no token, or that the rules forbid.
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

/// Plays the actions of a record, or of a piece of one, on from the position that `game` has; `each` sees every action
/// and the position after it.
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
/// At the first thing that is no token, or that the rules forbid. `game` then is the position before it.
#[inline]
pub fn replay(
    game: &mut Game,
    record: &[u8],
    mut each: impl FnMut(Action, &Game),
) -> Result<(), RecordError> {
    let mut at = 0;
    while let Some(&byte) = record.get(at) {
        let action = if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        } else if let Some(a) = Cell::from_letter(byte) {
            match record.get(at + 1).copied().and_then(Cell::from_letter) {
                Some(b) => Action::Move(a, b),
                None => return Err(half_move(game, record, at, a)),
            }
        } else if let Some(mark) = Mark::from_digit(byte) {
            Action::Measure(mark)
        } else {
            return Err(unknown_character(game, record, at));
        };
        game.act(action)
            .map_err(|rule| illegal(game, at, action, rule))?;
        each(action, game);
        at += token_len(action);
    }
    Ok(())
}

const fn token_len(action: Action) -> usize {
    match action {
        Action::Move(..) => 2,
        Action::Measure(_) => 1,
    }
}

#[cold]
fn half_move(game: &Game, record: &[u8], at: usize, cell: Cell) -> RecordError {
    let found = found(&record[at + 1..]);
    if let Found::Char(c) = found
        && !c.is_ascii_digit()
    {
        return unknown_character(game, record, at + 1);
    }
    let free = game.free();
    let others = free.iter().filter(|&other| other != cell).collect();
    RecordError::HalfMove {
        cell,
        found,
        free: if free.len() == 1 { free } else { others },
        at: Place {
            bytes: at..at + 1,
            move_number: game.moves() + 1,
        },
    }
}

#[cold]
fn unknown_character(game: &Game, record: &[u8], at: usize) -> RecordError {
    let found = found(&record[at..]);
    let len = match found {
        Found::Char(c) => c.len_utf8(),
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
        // Of the two cells, the one that is taken.
        (RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => at..at + 1,
        (RuleError::CellTaken { .. }, _) => at + 1..at + 2,
        _ => at..at + token_len(action),
    };
    let move_number = match action {
        Action::Move(..) => game.moves() + 1,
        Action::Measure(_) => game.moves(),
    };
    RecordError::Illegal {
        rule,
        at: Place { bytes, move_number },
    }
}

/// Says what the text begins with.
fn found(text: &[u8]) -> Found {
    let Some(&byte) = text.first() else {
        return Found::End;
    };
    if byte.is_ascii_whitespace() {
        return Found::Space;
    }
    let start = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    start.chars().next().map_or(Found::Byte(byte), Found::Char)
}

//! Records: games with their history.

mod error;
pub(super) mod notation;
pub(super) mod state_string;

use std::{fmt, iter};

use super::action::join_actions;
use crate::{Action, Cell, Mark, Player, Position, RuleError, Status};
pub use error::{ErrorKind, GameError, Place};
use notation::Notation;

/// A game with its history: legal actions, starting from the empty board.
///
/// A [`Position`] has no history. Two records are equal if their actions are. Only a record's text preserves the order
/// of the cells of each move.
///
/// The text of a record is in letters: `AB BE DE AE 4`. A record can be read from any [form](crate::Game#text) of a
/// text.
///
/// # Examples
///
/// ```
/// use qttt::{Action, Cell, Record};
///
/// let mut record: Record = "abbedeae4".parse()?;
/// assert_eq!(record.to_string(), "AB BE DE AE 4");
/// assert_eq!(record.actions().len(), 5);
/// assert!(record.positions().map(|position| position.move_count()).eq([0, 1, 2, 3, 4, 4]));
///
/// record.push(Action::Move(Cell::C, Cell::F))?;
/// assert_eq!(record.position().move_count(), 5);
/// assert_eq!(record.pop(), Some(Action::Move(Cell::C, Cell::F)));
/// assert_eq!(record, Record::try_from(&b"AB BE DE AE 4"[..])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    actions: Vec<Action>,
    /// The position after the actions.
    position: Position,
}

impl Record {
    /// Returns the record without actions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the position after the last action.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The maximum number of actions: nine moves and five measurements.
    pub const MAX_ACTIONS: usize = 14;

    /// Returns the actions, at most [`MAX_ACTIONS`](Self::MAX_ACTIONS).
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Iterates over the positions: the empty board, then the position after each action.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        iter::once(Position::new()).chain(self.steps().map(|step| step.after))
    }

    /// Iterates over the actions, each with the positions before and after it.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        let actions = self.actions.iter();
        actions.scan(Position::new(), |position, &action| {
            let step = Step::new(*position, action).expect("a record is legal");
            *position = step.after;
            Some(step)
        })
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Position::act`] and leaves the record unchanged if the action is illegal.
    #[inline]
    pub fn push(&mut self, action: Action) -> Result<(), RuleError> {
        self.position.act(action)?;
        self.actions.push(action);
        Ok(())
    }

    /// Takes the last action back and returns it, or `None` if the record is empty.
    pub fn pop(&mut self) -> Option<Action> {
        let last = self.actions.pop()?;
        self.position = self.positions().last().unwrap_or_default();
        Some(last)
    }

    /// Parses actions, whose cells are letters, and plays them.
    ///
    /// ```
    /// let mut record = qttt::Record::new();
    /// let error = record.extend_from_text(b"AB BE C").unwrap_err();
    /// assert_eq!(record.to_string(), "AB BE");
    /// assert_eq!(error.bytes, 6..7);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "expected a second cell directly after C, found the end of the record; free cells: A B D E F G H I"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a token can't be parsed or is illegal. The actions before it have then been played.
    pub fn extend_from_text(&mut self, text: &[u8]) -> Result<(), GameError> {
        self.extend(text, Notation::Letters)
    }

    /// Parses the actions of a text and plays them.
    #[inline]
    pub(super) fn extend(&mut self, text: &[u8], notation: Notation) -> Result<(), GameError> {
        self.actions.reserve(Self::MAX_ACTIONS.min(text.len()));
        let mut at = 0;
        let mut is_after_token = false;
        while at < text.len() {
            if text[at].is_ascii_whitespace() {
                at += 1;
            } else if is_after_token && SEPARATORS.contains(&text[at]) {
                is_after_token = false;
                at += 1;
            } else {
                let played = self.play_token(&text[at..], notation);
                at += played.map_err(|error| error.after(at))?;
                is_after_token = true;
            }
        }
        Ok(())
    }

    /// Plays the token at the start of a text and returns its length.
    #[inline]
    fn play_token(&mut self, text: &[u8], notation: Notation) -> Result<usize, GameError> {
        let position = self.position;
        let token = notation.token(&position, text);
        let (action, len) = token.ok_or_else(|| {
            let (kind, bytes) = notation.error(&position, text);
            GameError {
                kind,
                bytes,
                place: Place::next_move(&position),
                notation,
            }
        })?;
        self.push(action).map_err(|rule| GameError {
            kind: ErrorKind::Rule(rule),
            bytes: match (rule, action) {
                // Only the cell that isn't free is wrong. Both cells have the same length.
                (RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => 0..len / 2,
                (RuleError::CellTaken { .. }, _) => len / 2..len,
                _ => 0..len,
            },
            place: Place::of(action, &position),
            notation,
        })?;
        Ok(len)
    }
}

/// The maximum length of a text in bytes. The record of a whole game in letters has at most 36.
pub const MAX_TEXT: usize = 64 << 10;

/// The separators that can follow a token.
const SEPARATORS: &[u8] = b",;.";

/// Writes the actions in upper case, with spaces between them: `AB BE DE AE 4`.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_actions(self.actions.iter().copied()))
    }
}

/// An action with the positions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position before the action.
    pub before: Position,
    /// The action.
    pub action: Action,
    /// The position after the action.
    pub after: Position,
}

impl Step {
    /// Creates the step of an action from a position.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Position::act`] if the action is illegal.
    pub fn new(before: Position, action: Action) -> Result<Self, RuleError> {
        let after = before.after(action)?;
        Ok(Self {
            before,
            action,
            after,
        })
    }

    /// Returns the player who acted.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.before.actor()
    }

    /// Returns the cell that a measurement is named by, and the mark that was chosen for it; `None` for a move.
    #[must_use]
    pub fn chosen(&self) -> Option<(Cell, Mark)> {
        match (self.before.status(), self.action) {
            (Status::Measure { cell, .. }, Action::Measure(mark)) => Some((cell, mark)),
            _ => None,
        }
    }

    /// Iterates over the marks that the action made classical, each with its cell, in the order of the cells.
    pub fn collapsed(&self) -> impl Iterator<Item = (Cell, Mark)> {
        let cells = (self.before.free() - self.after.free()).iter();
        cells.filter_map(|cell| Some((cell, self.after.classical(cell)?)))
    }
}

impl Position {
    /// Returns the measurements that can be made: two, or one for a doubled cell; none if no measurement is due.
    #[must_use]
    pub fn measurements(&self) -> Vec<Step> {
        let Status::Measure { choices, .. } = self.status() else {
            return Vec::new();
        };
        let step = |mark| Step::new(*self, Action::Measure(mark)).expect("a choice is legal");
        choices.iter().map(step).collect()
    }
}

//! Actions of a player: moves and measurements, their text, and the reasons why an action is illegal.

use std::fmt;
use std::str::FromStr;

use crate::{Cell, CellSet, Choices, Mark, Player, Score};

/// A move or a measurement.
///
/// The order of a move's cells doesn't matter, so `Move(B, A)` equals `Move(A, B)`. The text of an action preserves the
/// order, because a record should be printed as it was entered.
///
/// ```
/// use qttt::{Action, Position};
///
/// let action: Action = "BA".parse()?;
/// assert!(Position::new().legal_actions().contains(&action));
/// assert_eq!(action.to_string(), "BA");
/// assert_eq!(action.in_reading_order().to_string(), "AB");
/// # Ok::<(), qttt::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Entangles two cells, in either order, or the last free cell with itself.
    Move(Cell, Cell),
    /// Fills the alphabetically first cell of the cycle with this mark.
    Measure(Mark),
}

impl Action {
    /// Returns the same action, with the cells of a move in reading order, as in [`Position::legal_actions`].
    ///
    /// [`Position::legal_actions`]: crate::Position::legal_actions
    #[must_use]
    pub fn in_reading_order(self) -> Self {
        match self {
            Self::Move(a, b) => Self::Move(a.min(b), a.max(b)),
            Self::Measure(_) => self,
        }
    }

    /// Returns the text of the action, padded with spaces, and its length.
    const fn text(self) -> ([u8; 3], usize) {
        match self {
            Self::Move(a, b) => ([a.letter() as u8, b.letter() as u8, b' '], 2),
            Self::Measure(mark) => ([mark.digit() as u8, b' ', b' '], 1),
        }
    }
}

impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        self.in_reading_order().text() == other.in_reading_order().text()
    }
}

impl Eq for Action {}

/// Writes the action as in a record: `AB` or `4`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, len) = self.text();
        f.write_str(str::from_utf8(&text[..len]).expect("an action is ASCII"))
    }
}

/// Returns the text of several actions, as in a record: `AB BE DE AE 4`.
pub fn join_actions(actions: impl IntoIterator<Item = Action>) -> String {
    // This is enough for every game.
    let mut text = Vec::with_capacity(48);
    push_actions(actions, &mut text);
    String::from_utf8(text).expect("actions are ASCII")
}

/// Appends the text of several actions. This is faster than formatting each of them.
pub fn push_actions(actions: impl IntoIterator<Item = Action>, text: &mut Vec<u8>) {
    let start = text.len();
    for action in actions {
        let (action, len) = action.text();
        // Copying a fixed number of bytes needs no branch.
        text.extend_from_slice(&action);
        text.truncate(text.len() - action.len() + len + 1);
    }
    if text.len() > start {
        text.pop();
    }
}

/// Parses an action as in a record: `AB`, `ab`, or `4`.
impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let action = match *text.as_bytes() {
            [a, b] => Cell::from_letter(a)
                .zip(Cell::from_letter(b))
                .map(|(a, b)| Self::Move(a, b)),
            [digit] => Mark::from_digit(digit).map(Self::Measure),
            _ => None,
        };
        action.ok_or(ParseError("two cells, A to I, or a mark, 1 to 9"))
    }
}

/// Why text is not an [`Action`] or a [`Strategy`](crate::Strategy).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {0}")]
pub struct ParseError(pub(super) &'static str);

/// Why an action is illegal. The message says what would be legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A move into a cell that holds a classical mark.
    #[error("{cell} is taken by the classical mark {mark}; free cells: {free}")]
    CellTaken {
        /// The cell.
        cell: Cell,
        /// Its classical mark.
        mark: Mark,
        /// The free cells.
        free: CellSet,
    },

    /// A move into one cell twice while others are free.
    #[error("a move can use {cell} twice only if no other cell is free; free cells: {free}")]
    DoubledCell {
        /// The cell.
        cell: Cell,
        /// The free cells.
        free: CellSet,
    },

    /// A move while a measurement is due.
    #[error("a measurement is due: {by} must first choose what {cell} becomes, {choices}")]
    MeasurementDue {
        /// The player who must measure.
        by: Player,
        /// The alphabetically first cell of the cycle.
        cell: Cell,
        /// The marks that `cell` can become.
        choices: Choices,
    },

    /// A measurement while no cycle is closed.
    #[error("there is no cycle to measure: {turn} must move; free cells: {free}")]
    NoMeasurementDue {
        /// The player to move.
        turn: Player,
        /// The free cells.
        free: CellSet,
    },

    /// A measurement with a mark that the first cell of the cycle can't become.
    #[error("{cell}, the first cell of the cycle, cannot become mark {}: choose {choices}", mark.number())]
    NotAChoice {
        /// The chosen mark.
        mark: Mark,
        /// The alphabetically first cell of the cycle.
        cell: Cell,
        /// The marks that `cell` can become.
        choices: Choices,
    },

    /// An action after the end of a game with this score.
    #[error("the game is already over, with a score of {0}")]
    GameOver(Score),
}

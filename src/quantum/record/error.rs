//! Errors in the text of a game.

use std::num::NonZeroU8;
use std::ops::Range;

use super::SEPARATORS;
use super::notation::{Notation, action_of_step, step};
use crate::{Action, CellSet, Mark, Position, PositionError, RuleError, Status};

/// An error in the text of a game. The message says what is wrong and what would be valid. The [kind](Self::kind)
/// contains the [`RuleError`] of an illegal action, or the [`PositionError`] of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GameError {
    kind: ErrorKind,
    message: String,
    span: Span,
}

impl GameError {
    /// Returns the kind of error.
    #[must_use]
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the location of the error.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.span
    }

    /// Creates an error that isn't in a move.
    pub(crate) const fn new(kind: ErrorKind, message: String, bytes: Range<usize>) -> Self {
        let span = Span {
            bytes,
            move_number: None,
            is_measurement: false,
        };
        Self {
            kind,
            message,
            span,
        }
    }
}

/// The kinds of errors in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that is neither a cell nor a mark.
    UnknownCharacter,
    /// A cell without a second one right after it.
    HalfMove,
    /// A malformed step of a state string, or one that contradicts the moves before it.
    StateString,
    /// An illegal action.
    Rule(RuleError),
    /// Text that looks like a position, but isn't one.
    Position(PositionError),
    /// A position where a record is required.
    NoHistory,
    /// A text of more than 64 KiB.
    TooLong,
}

impl ErrorKind {
    /// Returns the name of the kind for programs, for example `half_move`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnknownCharacter => "unknown_character",
            Self::HalfMove => "half_move",
            Self::StateString => "state_string",
            Self::Rule(RuleError::CellTaken { .. }) => "cell_taken",
            Self::Rule(RuleError::DoubledCell { .. }) => "doubled_cell",
            Self::Rule(RuleError::MeasurementDue { .. }) => "measurement_due",
            Self::Rule(RuleError::NoMeasurementDue { .. }) => "no_measurement_due",
            Self::Rule(RuleError::NotAChoice { .. }) => "not_a_choice",
            Self::Rule(RuleError::GameOver(_)) => "game_over",
            Self::Position(_) => "position",
            Self::NoHistory => "no_history",
            Self::TooLong => "too_long",
        }
    }
}

/// The location of an error in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The wrong bytes, counted from 0: at least one in a record, and the whole text if it is a position.
    pub bytes: Range<usize>,
    /// The number of the move, 1 to 10; for a measurement, of the move before it; `None` in a position.
    pub move_number: Option<NonZeroU8>,
    /// Whether the error is in a measurement after that move.
    pub is_measurement: bool,
}

/// The context of an error in a record: the notation, the position before the error, and the text, with the place of
/// the token that is wrong.
pub(super) struct Context<'t> {
    pub(super) notation: Notation,
    pub(super) position: Position,
    pub(super) text: &'t [u8],
    pub(super) at: usize,
}

impl Context<'_> {
    /// Returns an error in the next move.
    fn error(&self, kind: ErrorKind, message: String, bytes: Range<usize>) -> GameError {
        // Like all output, the message uses letters for cells.
        let note = match self.notation {
            Notation::Letters => "",
            Notation::Numbers | Notation::StateString => "; cells 1 to 9 are A to I",
        };
        let mut error = GameError::new(kind, message + note, bytes);
        error.span.move_number = Some(NonZeroU8::MIN.saturating_add(self.position.moves()));
        error
    }

    fn illegal(&self, rule: RuleError, bytes: Range<usize>) -> GameError {
        self.error(ErrorKind::Rule(rule), rule.to_string(), bytes)
    }

    /// Returns the error of a token that breaks a rule.
    #[cold]
    pub(super) fn illegal_token(&self, action: Action, len: usize, rule: RuleError) -> GameError {
        let (start, end) = (self.at, self.at + len);
        let bytes = match (self.notation, rule, action) {
            (Notation::StateString, ..) => start..end,
            // Only the cell that isn't free is wrong.
            (_, RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => {
                start..end - 1
            }
            (_, RuleError::CellTaken { .. }, _) => start + 1..end,
            _ => start..end,
        };
        let mut error = self.illegal(rule, bytes);
        // A measurement before the first move counts as that move.
        let last = NonZeroU8::new(self.position.moves());
        if let (Action::Measure(_), Some(_)) = (action, last) {
            error.span.move_number = last;
            error.span.is_measurement = true;
        }
        error
    }

    /// Returns the error of text that isn't a token.
    #[cold]
    pub(super) fn no_token(&self) -> GameError {
        let (at, rest) = (self.at, &self.text[self.at..]);
        match self.notation {
            Notation::Letters | Notation::Numbers => self.no_short_token(),
            Notation::StateString => {
                let step = step(rest);
                let message = action_of_step(&self.position, step).expect_err("not a token");
                self.error(ErrorKind::StateString, message, at..at + step.len().max(1))
            }
        }
    }

    fn no_short_token(&self) -> GameError {
        let (text, at) = (self.text, self.at);
        let Some(cell) = self.notation.cell(text[at]) else {
            return self.unknown_character(at);
        };
        let rest = &text[at + 1..];
        let could_follow = |&byte: &u8| {
            byte.is_ascii_whitespace()
                || SEPARATORS.contains(&byte)
                || Mark::from_digit(byte).is_some()
        };
        if !rest.first().is_none_or(could_follow) {
            return self.unknown_character(at + 1);
        }
        // If the first cell is illegal, so is the move with any second cell.
        match self.position.after(Action::Move(cell, cell)) {
            Ok(_) | Err(RuleError::DoubledCell { .. }) => {}
            Err(rule) => return self.illegal(rule, at..at + 1),
        }
        let free = self.position.free();
        let others = free - CellSet::EMPTY.with(cell);
        let seconds = if others.is_empty() { free } else { others };
        let found = found(rest).0;
        let message = format!(
            "expected a second cell directly after {cell}, found {found}; free cells: {seconds}"
        );
        self.error(ErrorKind::HalfMove, message, at..at + 1)
    }

    fn unknown_character(&self, at: usize) -> GameError {
        let expected = match (self.position.status(), self.notation) {
            (Status::Move(_), Notation::Letters) => "a cell (A to I) or a mark (1 to 9)",
            (Status::Move(_), _) => "a cell (1 to 9)",
            (Status::Measure { cell, choices, .. }, _) => {
                &format!("a measurement ({choices}, to fill {cell})")
            }
            (Status::Over, _) => "the end of the record (the game is over)",
        };
        let (found, len) = found(&self.text[at..]);
        let message = format!("expected {expected}, found {found}");
        self.error(ErrorKind::UnknownCharacter, message, at..at + len)
    }
}

/// Describes the first character of the text, for example `"J"`, `whitespace`, or `the end of the record`, and returns
/// its length in bytes.
fn found(text: &[u8]) -> (String, usize) {
    let Some(&byte) = text.first() else {
        return ("the end of the record".to_string(), 0);
    };
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let found = match valid.chars().next() {
        Some(c) if c.is_ascii_whitespace() => "whitespace".to_string(),
        Some(c) if c.is_ascii_graphic() => format!("{:?}", c.to_string()),
        // The character can be invisible, or look like a cell, for example the Cyrillic letter А.
        Some(c) => {
            let found = format!("{:?} (U+{:04X})", c.to_string(), u32::from(c));
            return (found, c.len_utf8());
        }
        None => format!("the byte 0x{byte:02x}"),
    };
    (found, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    /// The compiler asks for each new kind here, and the test then asks for an example and for documentation.
    const fn number(kind: &ErrorKind) -> usize {
        match kind {
            ErrorKind::UnknownCharacter => 0,
            ErrorKind::HalfMove => 1,
            ErrorKind::StateString => 2,
            ErrorKind::Rule(RuleError::CellTaken { .. }) => 3,
            ErrorKind::Rule(RuleError::DoubledCell { .. }) => 4,
            ErrorKind::Rule(RuleError::MeasurementDue { .. }) => 5,
            ErrorKind::Rule(RuleError::NoMeasurementDue { .. }) => 6,
            ErrorKind::Rule(RuleError::NotAChoice { .. }) => 7,
            ErrorKind::Rule(RuleError::GameOver(_)) => 8,
            ErrorKind::Position(_) => 9,
            ErrorKind::NoHistory => 10,
            ErrorKind::TooLong => 11,
        }
    }

    #[test]
    fn the_documentation_lists_every_kind_of_error() {
        let page = include_str!("../../../docs/json.md");
        let (_, table) = page.split_once("\n| kind |").expect("a table");
        let (table, _) = table.split_once("\n\n").expect("an end");
        let rows = table.lines().skip(2);
        let documented: Vec<_> = rows.filter_map(|row| row.split('`').nth(1)).collect();
        let examples = [
            "AB BJ",
            "AB C",
            "X1+(1,2); X2+(2,3)",
            "AB AB 1 AC",
            "AA",
            "AB AB CD",
            "AB 1",
            "AB BE DE AE 2",
            "AE BF EI DH AI 1 CD",
            "1../.../...",
            ".../.../...",
            &" ".repeat(100_000),
        ];
        for (nth, example) in examples.into_iter().enumerate() {
            let error = example.parse::<Record>().expect_err(example);
            assert_eq!(number(error.kind()), nth, "{example}");
            let name = error.kind().name();
            assert!(documented.contains(&name), "{name}");
        }
        assert_eq!(documented.len(), examples.len());
    }
}

//! Errors in the text of a game.

use std::num::NonZeroU8;
use std::ops::Range;

use super::notation::Notation;
use crate::{Action, Position, PositionError, RuleError};

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

    /// Creates the error of a token that breaks a rule.
    #[cold]
    pub(super) fn illegal(
        action: Action,
        token: &[u8],
        notation: Notation,
        rule: RuleError,
    ) -> Self {
        let [one, other] = notation.cells(token);
        let bytes = match (rule, action) {
            // Only the cell that isn't free is wrong.
            (RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => one,
            (RuleError::CellTaken { .. }, _) => other,
            _ => 0..token.len(),
        };
        let mut error = Self::new(ErrorKind::Rule(rule), rule.to_string(), bytes);
        error.span.is_measurement = matches!(action, Action::Measure(_));
        error
    }

    /// Returns an error at the start of a text as one at a byte of a record, given the position before it.
    #[cold]
    pub(super) fn at(mut self, at: usize, notation: Notation, position: &Position) -> Self {
        self.message += notation.note();
        let Range { start, end } = self.span.bytes;
        self.span.bytes = at + start..at + end;
        // A measurement before the first move counts as that move.
        let moves = position.moves();
        self.span.is_measurement &= moves > 0;
        self.span.move_number = NonZeroU8::new(moves + u8::from(!self.span.is_measurement));
        self
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
            Self::Rule(RuleError::CellTaken { .. }) => "cell_taken",
            Self::Rule(RuleError::DoubledCell { .. }) => "doubled_cell",
            Self::Rule(RuleError::MeasurementDue { .. }) => "measurement_due",
            Self::Rule(RuleError::NoMeasurementDue { .. }) => "no_measurement_due",
            Self::Rule(RuleError::NotAChoice { .. }) => "not_a_choice",
            Self::Rule(RuleError::GameOver(_)) => "game_over",
            Self::StateString => "state_string",
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

impl Span {
    /// Returns the column where the error begins, in bytes, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.bytes.start + 1
    }
}

#[cfg(test)]
mod tests {
    use crate::Record;

    #[test]
    fn every_kind_of_error_has_a_row_with_an_example_in_the_documentation() {
        let page = include_str!("../../../docs/json.md");
        let (_, table) = page
            .split_once("\n| kind | meaning |\n| --- | --- |\n")
            .expect("a table");
        let (table, _) = table.split_once("\n\n").expect("an end");
        let mut documented = Vec::new();
        for row in table.lines() {
            let example = match row.rsplit_once(": `") {
                Some((_, example)) => example.trim_end_matches("` |").to_string(),
                // The example would be too long for the documentation.
                None => " ".repeat(100_000),
            };
            let error = example.parse::<Record>().expect_err(row);
            assert!(row.starts_with(&format!("| `{}` | ", error.kind().name())));
            documented.push(error.kind().name());
        }
        // The compiler requires a name of each kind, so the names in the source are those of all kinds.
        let source = include_str!("error.rs");
        let (_, source) = source.split_once("fn name(&self)").expect("a function");
        let (names, _) = source.split_once("\n    }\n").expect("its end");
        let mut names: Vec<_> = names.split('"').skip(1).step_by(2).collect();
        names.sort_unstable();
        documented.sort_unstable();
        assert_eq!(documented, names);
    }
}

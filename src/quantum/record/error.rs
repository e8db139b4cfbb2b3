//! Mistakes in the text of a record.

use std::{error::Error, fmt, num::NonZeroU8, ops::Range};

use super::{
    notation::{Notation, Token},
    state_string,
};
use crate::quantum::{
    action::Action,
    cell::CellSet,
    mark::Mark,
    position::{Position, RuleError, Status},
};

/// A mistake in the text of a record. The message says what is wrong and what would be valid. Its
/// [source](Error::source) is the [`RuleError`] of an illegal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    kind: MistakeKind,
    message: String,
    span: Span,
}

impl RecordError {
    /// Returns the kind of mistake.
    #[must_use]
    pub const fn kind(&self) -> MistakeKind {
        self.kind
    }

    /// Returns the location of the mistake.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.span
    }
}

/// Writes the message.
impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            MistakeKind::Rule(rule) => Some(rule),
            _ => None,
        }
    }
}

/// The kinds of mistakes in the text of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MistakeKind {
    /// A character that is neither a cell nor a mark.
    UnknownCharacter,
    /// A cell without a second one right after it.
    HalfMove,
    /// A malformed step of a state string, or one that contradicts the moves before it.
    StateString,
    /// An illegal action.
    Rule(RuleError),
}

impl MistakeKind {
    /// Returns the name of the kind for programs, for example `half_move`.
    #[must_use]
    pub const fn name(self) -> &'static str {
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
        }
    }
}

/// The location of a mistake in the text of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The wrong bytes, counted from 0; at least one.
    pub bytes: Range<usize>,
    /// The number of the move, 1 to 10; for a measurement, of the move before it.
    pub move_number: NonZeroU8,
    /// Whether the mistake is in a measurement after that move.
    pub is_measurement: bool,
}

/// The context of a message about an error: the notation, and the position before the error.
pub(super) struct Context {
    pub(super) notation: Notation,
    pub(super) position: Position,
}

impl Context {
    /// Returns a mistake in the next move.
    fn mistake(&self, kind: MistakeKind, message: String, bytes: Range<usize>) -> RecordError {
        // Like all output, the message uses letters for cells.
        let note = match self.notation {
            Notation::Letters => "",
            Notation::Numbers | Notation::StateString => "; cells 1 to 9 are A to I",
        };
        RecordError {
            kind,
            message: message + note,
            span: Span {
                bytes,
                move_number: NonZeroU8::MIN.saturating_add(self.position.moves()),
                is_measurement: false,
            },
        }
    }

    fn illegal(&self, rule: RuleError, bytes: Range<usize>) -> RecordError {
        self.mistake(MistakeKind::Rule(rule), rule.to_string(), bytes)
    }

    /// Returns the mistake of a token that breaks a rule.
    #[cold]
    pub(super) fn illegal_token(&self, token: &Token, rule: RuleError) -> RecordError {
        let Range { start, end } = token.bytes;
        let bytes = match (rule, token.action) {
            _ if self.notation == Notation::StateString => start..end,
            // Only the cell that isn't free is wrong.
            (RuleError::CellTaken { cell, .. }, Action::Move(a, _)) if cell == a => start..end - 1,
            (RuleError::CellTaken { .. }, _) => start + 1..end,
            _ => start..end,
        };
        let mut mistake = self.illegal(rule, bytes);
        // A measurement before the first move counts as that move.
        let last = NonZeroU8::new(self.position.moves());
        if let (Action::Measure(_), Some(last)) = (token.action, last) {
            mistake.span.move_number = last;
            mistake.span.is_measurement = true;
        }
        mistake
    }

    /// Returns the mistake in text that isn't a token.
    #[cold]
    pub(super) fn no_token(&self, text: &[u8], at: usize) -> RecordError {
        if self.notation == Notation::StateString
            && let Err((bytes, message)) = state_string::token(&self.position, text, at)
        {
            return self.mistake(MistakeKind::StateString, message, bytes);
        }
        let Some(cell) = self.notation.cell(text[at]) else {
            return self.unknown_character(text, at);
        };
        let rest = &text[at + 1..];
        let could_follow = |&byte: &u8| {
            byte.is_ascii_whitespace()
                || super::SEPARATORS.contains(&byte)
                || Mark::from_digit(byte).is_some()
        };
        if !rest.first().is_none_or(could_follow) {
            return self.unknown_character(text, at + 1);
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
        self.mistake(MistakeKind::HalfMove, message, at..at + 1)
    }

    fn unknown_character(&self, text: &[u8], at: usize) -> RecordError {
        let expected = match (self.position.status(), self.notation) {
            (Status::Move(_), Notation::Letters) => "a cell (A to I) or a mark (1 to 9)",
            (Status::Move(_), _) => "a cell (1 to 9)",
            (Status::Measure { cell, choices, .. }, _) => {
                &format!("a measurement ({choices}, to fill {cell})")
            }
            (Status::Over, _) => "the end of the record, because the game is over",
        };
        let (found, len) = found(&text[at..]);
        let message = format!("expected {expected}, found {found}");
        self.mistake(MistakeKind::UnknownCharacter, message, at..at + len)
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

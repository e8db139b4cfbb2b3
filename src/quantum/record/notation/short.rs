//! Tokens of one byte for a cell or a mark, as in letters and in numbers.

use crate::quantum::record::SEPARATORS;
use crate::{Action, Cell, CellSet, ErrorKind, GameError, Mark, Position, RuleError, Status};

/// Reads the token at the start of a text, given what a byte means as a cell, and whether a mark is next.
#[inline]
pub(super) fn token(
    text: &[u8],
    cell: impl Fn(u8) -> Option<Cell>,
    is_mark: bool,
) -> Option<(Action, usize)> {
    Some(if is_mark {
        (Action::Measure(Mark::from_digit(text[0])?), 1)
    } else {
        (Action::Move(cell(text[0])?, cell(*text.get(1)?)?), 2)
    })
}

/// Returns the error at the start of a text without a token there, given the cell that its first byte stands for, and
/// what is expected where a move can begin.
pub(super) fn error(
    position: &Position,
    text: &[u8],
    first: Option<Cell>,
    expected: &str,
) -> GameError {
    let Some(cell) = first else {
        return unknown_character(position, text, 0, expected);
    };
    let rest = &text[1..];
    let could_follow = |&byte: &u8| {
        byte.is_ascii_whitespace() || SEPARATORS.contains(&byte) || Mark::from_digit(byte).is_some()
    };
    if !rest.first().is_none_or(could_follow) {
        return unknown_character(position, text, 1, expected);
    }
    // If the first cell is illegal, so is the move with any second cell.
    let (kind, message) = match position.after(Action::Move(cell, cell)) {
        Ok(_) | Err(RuleError::DoubledCell { .. }) => {
            let free = position.free();
            let others = free - CellSet::EMPTY.with(cell);
            let seconds = if others.is_empty() { free } else { others };
            let found = found(rest).0;
            let message = format!(
                "expected a second cell directly after {cell}, found {found}; free cells: {seconds}"
            );
            (ErrorKind::HalfMove, message)
        }
        Err(rule) => (ErrorKind::Rule(rule), rule.to_string()),
    };
    GameError::new(kind, message, 0..1)
}

fn unknown_character(position: &Position, text: &[u8], at: usize, expected: &str) -> GameError {
    let expected = match position.status() {
        Status::Move(_) => expected,
        Status::Measure { cell, choices, .. } => {
            &format!("a measurement ({choices}, to fill {cell})")
        }
        Status::Over => "the end of the record (the game is over)",
    };
    let (found, len) = found(&text[at..]);
    let message = format!("expected {expected}, found {found}");
    GameError::new(ErrorKind::UnknownCharacter, message, at..at + len)
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

//! Lines as JSON: one object each. docs/json.md documents these structs, field by field.

use std::{borrow::Cow, num::NonZeroU8};

use qttt::{Action, Position};
use serde::Serialize;

use super::{Game, InputLine, LineError, Reading, solved::Solved};
use crate::json;

/// A valid line.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// Present with the canonical form, or instead of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// If the position is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    shown: Option<Position>,
    #[serde(flatten)]
    solved: Option<&'a Solved>,
}

/// An invalid line.
#[derive(Serialize)]
struct InvalidLine<'a> {
    record: Cow<'a, str>,
    error: String,
    kind: &'a str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<NonZeroU8>,
}

impl<'a> Object<'a> {
    pub(crate) fn new(line: InputLine<'a>, reading: &'a Reading) -> Self {
        let record = match &reading.game {
            Game::Record(record) => Some(Action::join(record.actions().iter().copied())),
            Game::Position(_) => None,
        };
        let solved = reading.solved.as_deref();
        let position = reading.game.position();
        let shown = reading.shows_position.then_some(position);
        let has_canonical = solved.is_some_and(|solved| solved.canonical.is_some());
        let has_position = record.is_none() || has_canonical;
        Self {
            record,
            position: has_position.then(|| position.to_string()),
            line: shown.map(|_| line.number),
            file: shown.and(line.file),
            shown,
            solved,
        }
    }
}

/// Appends the object of a line: what was read from it, or the mistake in it.
pub(crate) fn append(line: InputLine<'_>, read: &Result<Reading, LineError>, output: &mut Vec<u8>) {
    match read {
        Ok(reading) => json::append_line(&Object::new(line, reading), output),
        Err(mistake) => {
            let object = InvalidLine {
                record: String::from_utf8_lossy(line.text),
                error: mistake.to_string(),
                kind: mistake.kind(),
                line: line.number,
                file: line.file,
                column: mistake.column(),
                r#move: mistake.span().map(|span| span.move_number),
            };
            json::append_line(&object, output);
        }
    }
}

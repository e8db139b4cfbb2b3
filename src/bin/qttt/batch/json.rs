//! Lines as JSON: one object each. docs/json.md documents these structs, field by field.

use std::{borrow::Cow, num::NonZeroU8};

use qttt::draw::Facts;
use serde::Serialize;

use super::{Game, Line, LineError, Reading, solved::Solved};
use crate::escape;

/// A valid line.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// In place of the record, if the line is a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    #[serde(flatten)]
    solved: Option<&'a Solved>,
}

#[derive(Serialize)]
struct Details<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    facts: &'a Facts,
}

/// An invalid line.
#[derive(Serialize)]
struct Invalid<'a> {
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
    pub(crate) fn new(line: Line<'a>, reading: &'a Reading) -> Self {
        let details = |facts| Details {
            line: line.number,
            file: line.file,
            facts,
        };
        let (record, position) = match &reading.game {
            Game::Record(record) => (Some(record.to_string()), None),
            Game::Position(position) => (None, Some(position.to_string())),
        };
        Self {
            record,
            position,
            details: reading.facts.as_ref().map(details),
            solved: reading.solved.as_deref(),
        }
    }
}

/// Appends the object of a line: what was read from it, or the mistake in it.
pub(crate) fn append(line: Line<'_>, read: &Result<Reading, LineError>, output: &mut Vec<u8>) {
    match read {
        Ok(reading) => write(&Object::new(line, reading), output),
        Err(mistake) => escape::append_json(&Invalid::new(line, mistake), output),
    }
    output.push(b'\n');
}

/// Appends an object.
pub(crate) fn write(object: &impl Serialize, output: &mut Vec<u8>) {
    serde_json::to_writer(output, object).expect("a Vec takes every byte");
}

impl<'a> Invalid<'a> {
    fn new(line: Line<'a>, mistake: &'a LineError) -> Self {
        Self {
            record: String::from_utf8_lossy(line.text),
            error: mistake.to_string(),
            kind: mistake.kind(),
            line: line.number,
            file: line.file,
            column: mistake.column(),
            r#move: mistake.span().map(|span| span.move_number),
        }
    }
}

//! Lines as JSON objects. docs/json.md documents these structs, field by field.

use std::{borrow::Cow, num::NonZeroU8};

use qttt::{Position, solve::Solver};
use serde::Serialize;

use super::{Analysis, Answer, Game, InputLine, LineError, Query, join};
use crate::terminal::json;

/// Answers with JSON objects, which contain perfect play if a solver is given.
pub(crate) struct Objects(pub(crate) Option<(Solver, Query)>);

impl Answer for Objects {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let answered = line.game().and_then(|game| {
            let analysis = match &self.0 {
                Some((solver, query)) => Some(Analysis::of(&game, *query, solver)?),
                None => None,
            };
            json::push_line(&Object::new(line, &game, analysis.as_ref()), output);
            Ok(())
        });
        if let Err(mistake) = &answered {
            push_invalid(line, mistake, output);
        }
        answered
    }
}

/// A valid line.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// Present with an analysis, or instead of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    shown: Position,
    #[serde(flatten)]
    analysis: Option<&'a Analysis>,
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
    pub(crate) fn new(line: InputLine<'a>, game: &Game, analysis: Option<&'a Analysis>) -> Self {
        let record = match game {
            Game::Record(record) => Some(join(record.actions().iter().copied())),
            Game::Position(_) => None,
        };
        let position = game.position();
        let has_position = record.is_none() || analysis.is_some();
        Self {
            record,
            position: has_position.then(|| position.to_string()),
            line: line.number,
            file: line.file,
            shown: position,
            analysis,
        }
    }
}

/// Appends the object of an invalid line.
pub(crate) fn push_invalid(line: InputLine<'_>, mistake: &LineError, output: &mut Vec<u8>) {
    let object = InvalidLine {
        record: String::from_utf8_lossy(line.text),
        error: mistake.to_string(),
        kind: mistake.kind(),
        line: line.number,
        file: line.file,
        column: mistake.column(),
        r#move: mistake.span().map(|span| span.move_number),
    };
    json::push_line(&object, output);
}

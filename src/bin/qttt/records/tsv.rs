//! Lines as a table: a header, then rows, with tabs between columns. docs/tables.md lists the columns.

use qttt::{Action, Cell, Mark, Player, Position};
use serde::Serialize;

use super::{Game, InputLine, LineError, Reading, Request};
use crate::escape;

/// Returns the names of the columns, and a newline.
pub(crate) fn header(request: Option<Request>) -> String {
    format!("record{}\tline\tfile\terror\n", columns(request))
}

/// Returns the names of the columns that are empty for an invalid line, each after a tab.
fn columns(request: Option<Request>) -> String {
    let mut columns = String::new();
    if request.is_none_or(|request| !request.only_value) {
        columns += "\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI";
        columns += "\tm1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9";
    }
    if let Some(request) = request {
        columns += "\tvalue\tbest";
        if !request.only_value {
            columns += "\tposition\tcanonical";
        }
        if request.actions {
            columns += "\taction\taction_value";
        }
    }
    columns
}

/// Appends the row of a line, or a row for each action if their values are asked for.
pub(crate) fn append(
    line: InputLine<'_>,
    read: &Result<Reading, LineError>,
    request: Option<Request>,
    output: &mut Vec<u8>,
) {
    let reading = match read {
        Ok(reading) => reading,
        Err(mistake) => {
            let text = escape::line(&String::from_utf8_lossy(line.text));
            output.extend(without_quotes(&text).bytes());
            let tabs = columns(request).matches('\t').count();
            output.resize(output.len() + tabs, b'\t');
            return append_place(line, mistake.kind(), output);
        }
    };
    let start = output.len();
    append_columns(reading, output);
    let solved = reading.solved.as_ref();
    let Some(actions) = solved.and_then(|solved| solved.evaluation.actions.as_ref()) else {
        return append_place(line, "", output);
    };
    let columns = output.split_off(start);
    let mut append_row = |action: &str| {
        output.extend(&columns);
        output.extend(action.bytes());
        append_place(line, "", output);
    };
    for action in actions {
        append_row(&format!("\t{}\t{}", action.action, action.value));
    }
    if actions.is_empty() {
        append_row("\t\t");
    }
}

/// Appends the columns of a valid line. The empty record is `-`, because many programs take an empty column for a
/// missing value.
fn append_columns(reading: &Reading, output: &mut Vec<u8>) {
    match &reading.game {
        Game::Record(record) if record.actions().is_empty() => output.push(b'-'),
        Game::Record(record) => {
            output.extend(Action::join(record.actions().iter().copied()).bytes())
        }
        Game::Position(position) => output.extend(position.to_string().bytes()),
    }
    if reading.shows_position {
        append_position(&reading.game.position(), output);
    }
    if let Some(solved) = &reading.solved {
        let evaluation = &solved.evaluation;
        append_number(evaluation.value, output);
        append_text(&Action::join(evaluation.best.iter().copied()), output);
        if let Some(canonical) = &solved.canonical {
            append_text(&reading.game.position().to_string(), output);
            append_text(canonical, output);
        }
    }
}

/// Appends the columns of a position. A column without a value is empty.
fn append_position(position: &Position, output: &mut Vec<u8>) {
    let name = |player: Option<Player>| player.map_or("", Player::name);
    let score = position.score();
    append_number(score.points(Player::X), output);
    append_number(score.points(Player::O), output);
    append_text(position.status().name(), output);
    append_number(position.moves(), output);
    append_text(name(position.turn()), output);
    append_text(name(score.winner()), output);
    for cell in Cell::ALL {
        output.push(b'\t');
        output.extend(position.classical(cell).map(|mark| mark.digit() as u8));
    }
    for mark in Mark::ALL {
        output.push(b'\t');
        if let Some(cells) = position.spooky(mark) {
            output.extend(cells.map(|cell| cell.letter() as u8));
        }
    }
}

/// Appends where the line is and the kind of mistake in it, if any.
fn append_place(line: InputLine<'_>, error: &str, output: &mut Vec<u8>) {
    append_number(line.number, output);
    append_text(&line.file.map(without_quotes).unwrap_or_default(), output);
    append_text(error, output);
    output.push(b'\n');
}

/// Appends a column, as in JSON.
fn append_number(number: impl Serialize, output: &mut Vec<u8>) {
    output.push(b'\t');
    serde_json::to_writer(output, &number).expect("a Vec takes every byte");
}

/// Appends a column.
fn append_text(text: &str, output: &mut Vec<u8>) {
    output.push(b'\t');
    output.extend_from_slice(text.as_bytes());
}

/// Escapes quotes: to many programs, a column that begins with a quote ends at the next quote, even if that is in
/// another row.
fn without_quotes(text: &str) -> String {
    text.replace('"', r"\u{22}")
}

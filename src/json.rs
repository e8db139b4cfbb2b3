//! What `--json` prints: one object a record, field by field as docs/json.md lists them.
//!
//! Values serialize themselves. The objects are written by hand, because scoring would spend most of its time in a
//! serializer otherwise.

mod solution;

use serde::Serialize;

use crate::{
    Cell, Mark, Player, Points, Position, RecordError, Score, Status, escape, line::Line,
    short_text::ShortText,
};
pub(crate) use solution::{Wanted, solution};

/// An object as it is written.
struct Object<'o>(&'o mut Vec<u8>);

/// Appends the score of a record, and what else there is to know of the position at its end.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
#[inline]
pub(crate) fn score(line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
    let mut object = Object::begin(output);
    let position = object.record_or_position(line)?;
    object.place(line);
    object.position(&position);
    object.end();
    Ok(())
}

/// Appends what is wrong with a record.
pub(crate) fn mistake(mistake: &RecordError, line: Line<'_>, output: &mut Vec<u8>) {
    let mut object = Object::begin(output);
    let span = mistake.span();
    object.untrusted("record", &String::from_utf8_lossy(line.text()));
    object.untrusted("error", &mistake.to_string());
    object.field("kind", mistake.kind());
    object.place(line);
    object.field("column", mistake.column());
    if span.move_number > 0 {
        object.field("move", span.move_number);
    }
    object.end();
}

impl<'o> Object<'o> {
    #[inline]
    fn begin(output: &'o mut Vec<u8>) -> Self {
        output.push(b'{');
        Self(output)
    }

    /// Ends the object, and the line.
    #[inline]
    fn end(mut self) {
        self.close();
        self.0.push(b'\n');
    }

    /// Ends the object in place of the comma after its last field.
    #[inline]
    fn close(&mut self) {
        self.0.pop();
        self.0.push(b'}');
    }

    #[inline]
    fn name(&mut self, name: &str) {
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    #[inline]
    fn field(&mut self, name: &str, value: impl Serialize) {
        self.name(name);
        self.value(value);
        self.0.push(b',');
    }

    #[inline]
    fn value(&mut self, value: impl Serialize) {
        serde_json::to_writer(&mut *self.0, &value).expect("a Vec takes every byte");
    }

    /// Writes a text from outside, which may hold characters that drive a terminal.
    fn untrusted(&mut self, name: &str, text: &str) {
        let json = serde_json::to_string(text).expect("a text is JSON");
        self.name(name);
        self.0.extend_from_slice(escape::json(&json).as_bytes());
        self.0.push(b',');
    }

    /// Writes the record, normalised, or the position that a line holds instead; returns the position at its end.
    ///
    /// # Errors
    ///
    /// If it is invalid; then nothing of the object is left.
    #[inline]
    fn record_or_position(&mut self, line: Line<'_>) -> Result<Position, RecordError> {
        let start = self.0.len();
        self.0.extend_from_slice(b"\"record\":\"");
        match line.append_record(self.0) {
            Ok(position) => {
                self.0.extend_from_slice(b"\",");
                Ok(position)
            }
            Err(mistake) => {
                self.0.truncate(start);
                let position = line.written_position().unwrap_or(Err(mistake));
                match &position {
                    Ok(position) => self.field("position", position),
                    Err(_) => self.0.truncate(start - 1),
                }
                position
            }
        }
    }

    /// Writes where the line is.
    #[inline]
    fn place(&mut self, line: Line<'_>) {
        self.field("line", line.number());
        if let Some(file) = line.file() {
            self.untrusted("file", file);
        }
    }

    /// Writes everything that is known of a position without solving it.
    #[inline]
    fn position(&mut self, position: &Position) {
        let (score, status) = (position.score(), position.status());
        let (points, winner) = &BY_SCORE[score as usize];
        points.append_to(self.0);
        self.raw("\"state\":\"");
        self.raw(status.name());
        self.raw("\",\"moves\":");
        self.0.extend_from_slice(&[b'0' + position.moves(), b',']);
        match status {
            Status::Move(player) => self.field("turn", player),
            Status::Measure { by, cell, choices } => {
                self.field("turn", by);
                self.field("cell", cell);
                self.field("choices", choices);
            }
            Status::Over => {
                winner.append_to(self.0);
                let lines = |player| position.lines_of(player);
                self.list(Player::ALL.into_iter().flat_map(lines), |object, line| {
                    object.0.push(b'"');
                    object.0.extend(line.iter().map(|cell| cell.letter() as u8));
                    object.0.push(b'"');
                });
            }
        }
        self.raw("\"cells\":[");
        for cell in Cell::ALL {
            let number = position.classical(cell).map_or(0, Mark::number);
            CELLS[usize::from(number)].append_to(self.0);
        }
        self.0.pop();
        self.raw("],\"spooky\":");
        self.list(position.spooky_marks(), |object, (mark, [a, b])| {
            let [a, b] = [a, b].map(|cell| cell.letter() as u8);
            object.raw("{\"mark\":");
            object.0.push(mark.digit() as u8);
            object.raw(",\"cells\":\"");
            object.0.extend_from_slice(&[a, b, b'"', b'}']);
        });
    }

    /// Writes JSON as it is.
    #[inline]
    fn raw(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    #[inline]
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.0.push(b'[');
        let start = self.0.len();
        for item in items {
            write(self, item);
            self.0.push(b',');
        }
        if self.0.len() > start {
            self.0.pop();
        }
        self.0.extend_from_slice(b"],");
    }
}

/// The fields that follow from a score: the points, and for a game that is over the winner and the name of what comes
/// next.
const BY_SCORE: [(ShortText<16>, ShortText<32>); Score::ALL.len()] = {
    let mut texts = [(ShortText::EMPTY, ShortText::EMPTY); Score::ALL.len()];
    let mut i = 0;
    while i < Score::ALL.len() {
        let score = Score::ALL[i];
        let points = ShortText::EMPTY
            .with("\"x\":")
            .with(points_as_str(score.x()));
        let points = points.with(",\"o\":").with(points_as_str(score.o()));
        let winner = match score.winner() {
            Some(Player::X) => "\"X\"",
            Some(Player::O) => "\"O\"",
            None => "null",
        };
        let winner = ShortText::EMPTY.with("\"winner\":").with(winner);
        texts[score as usize] = (points.with(","), winner.with(",\"lines\":"));
        i += 1;
    }
    texts
};

const fn points_as_str(points: Points) -> &'static str {
    match points.halves() {
        0 => "0",
        1 => "0.5",
        2 => "1",
        _ => "2",
    }
}

/// What stands for a cell, by the number of its classical mark, 0 for none.
const CELLS: [ShortText<8>; 10] = {
    let texts = [
        "null,", "1,", "2,", "3,", "4,", "5,", "6,", "7,", "8,", "9,",
    ];
    let mut all = [ShortText::EMPTY; 10];
    let mut i = 0;
    while i < 10 {
        all[i] = ShortText::EMPTY.with(texts[i]);
        i += 1;
    }
    all
};

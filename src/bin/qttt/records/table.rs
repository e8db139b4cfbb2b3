//! Lines as a table: a header, then rows, with tabs between the columns. docs/tables.md lists the columns.

use std::fmt::Display;

use qttt::solve::canonical;
use qttt::support::{NO_ACTIONS, join_actions, push_actions};
use qttt::{Action, Cell, Game, GameError, Mark, Player, Points, Position, Record, Score};
use serde::Serialize;

use super::{Format, Line, Solving};
use crate::terminal::escape;

/// A table, with the results of perfect play if requested.
pub(super) struct Table<'s> {
    pub(super) solving: Option<&'s Solving>,
    pub(super) has_header: bool,
}

/// What the values in a row depend on. The column of a value that is missing is empty.
#[derive(Clone, Copy)]
struct Row<'r> {
    line: Line<'r>,
    game: &'r Result<Game, GameError>,
    /// The position that the row is about, and its canonical form if perfect play is asked for.
    position: Option<Position>,
    canonical: Option<Position>,
    value: Option<Points>,
    best: Option<&'r str>,
    /// The number of the step that led to the position, or 0 for the start.
    step: Option<usize>,
    /// The action of the step, or an action that is legal in the position.
    action: Option<Action>,
    /// What the action of the step lost, or the value of the position after the legal action.
    action_points: Option<Points>,
}

/// Appends a line of the table: the names of the columns, or their values.
struct Pen<'o> {
    output: &'o mut Vec<u8>,
    is_header: bool,
}

impl Table<'_> {
    fn has_steps(&self) -> bool {
        self.solving.is_some_and(|solving| solving.query.steps)
    }

    /// Appends the rows of a line: one, or one for each step or action if they are asked for.
    fn push_rows(&self, line: Line<'_>, game: &Result<Game, GameError>, pen: &mut Pen<'_>) {
        let row = Row::new(line, game);
        let (Ok(game), Some(Solving { query, solver })) = (game, self.solving) else {
            return self.push_row(&row, pen);
        };
        if let Some(record) = game.record()
            && query.steps
        {
            let start = Position::new();
            let row = row.solved(start, solver.value(&start));
            self.push_row(
                &Row {
                    step: Some(0),
                    ..row
                },
                pen,
            );
            for (decision, number) in solver.review(record).zip(1..) {
                let row = Row {
                    step: Some(number),
                    action: Some(decision.step.action),
                    action_points: Some(decision.loss()),
                    ..row.solved(decision.step.after, decision.value)
                };
                self.push_row(&row, pen);
            }
            return;
        }
        let position = game.position();
        let solution = solver.solve(&position);
        let best = join_actions(solution.best());
        let row = Row {
            best: Some(&best),
            ..row.solved(position, solution.value)
        };
        if !query.actions || solution.actions.is_empty() {
            return self.push_row(&row, pen);
        }
        for (action, value) in solution.actions {
            let row = Row {
                action: Some(action),
                action_points: Some(value.payoff()),
                ..row
            };
            self.push_row(&row, pen);
        }
    }

    /// Appends a row, or the header: the columns, each with its name and its value.
    ///
    /// Scripts may depend on the order: the columns up to `m9` keep their places, and `line`, `file`, and `error` are
    /// the last. A new fact about the position comes last in [`push_facts`], and any other new column before `line`.
    fn push_row(&self, row: &Row<'_>, pen: &mut Pen<'_>) {
        pen.column("record", Some(row), push_record);
        if self.has_steps() {
            pen.number("step", row.step);
            pen.text("action", row.action.map(|action| action.to_string()));
            pen.number("loss", row.action_points);
        } else {
            push_facts(row.position.as_ref(), pen);
        }
        if let Some(Solving { query, .. }) = self.solving {
            pen.number("value", row.value);
            if !query.steps {
                pen.text("best", row.best);
            }
            pen.text(
                "position",
                row.position.map(|position| position.to_string()),
            );
            pen.text(
                "canonical",
                row.canonical.map(|position| position.to_string()),
            );
            if query.actions {
                pen.text("action", row.action.map(|action| action.to_string()));
                pen.number("action_value", row.action_points);
            }
        }
        pen.number("line", Some(row.line.origin.line));
        pen.text("file", row.line.origin.file.map(without_quotes));
        pen.text(
            "error",
            row.game.as_ref().err().map(|error| error.kind().name()),
        );
        pen.output.pop();
        pen.output.push(b'\n');
    }
}

impl<'r> Row<'r> {
    fn new(line: Line<'r>, game: &'r Result<Game, GameError>) -> Self {
        Self {
            line,
            game,
            position: game.as_ref().ok().map(Game::position),
            canonical: None,
            value: None,
            best: None,
            step: None,
            action: None,
            action_points: None,
        }
    }

    /// Returns a row about a position with its value.
    fn solved(self, position: Position, value: Score) -> Self {
        Self {
            position: Some(position),
            canonical: Some(canonical(&position)),
            value: Some(value.payoff()),
            ..self
        }
    }
}

/// Appends the columns about a position that need no solver.
fn push_facts(position: Option<&Position>, pen: &mut Pen<'_>) {
    let score = position.map(Position::score);
    pen.number("x", score.map(|score| score.points(Player::X)));
    pen.number("o", score.map(|score| score.points(Player::O)));
    pen.text("state", position.map(|position| position.status().name()));
    pen.number("moves", position.map(Position::moves));
    pen.text("turn", position.and_then(Position::turn).map(Player::name));
    pen.text("winner", score.and_then(Score::winner).map(Player::name));
    for cell in Cell::ALL {
        let mark = position.and_then(|position| position.classical(cell));
        pen.text(cell, mark.map(|mark| [mark.digit() as u8]));
    }
    for mark in Mark::ALL {
        let cells = position.and_then(|position| position.spooky(mark));
        let cells = cells.map(|cells| cells.map(|cell| cell.letter() as u8));
        pen.text(format_args!("m{}", mark.digit()), cells);
    }
}

impl Pen<'_> {
    #[inline]
    fn text(&mut self, name: impl Display, value: Option<impl AsRef<[u8]>>) {
        self.column(name, value, |value, output| {
            output.extend_from_slice(value.as_ref())
        });
    }

    /// Appends a column of numbers, as in JSON.
    #[inline]
    fn number(&mut self, name: impl Display, value: Option<impl Serialize>) {
        self.column(name, value, |value, output| {
            serde_json::to_writer(output, &value).expect("a Vec takes every byte");
        });
    }

    /// Appends a column, and a tab. A column without a value is empty.
    #[inline]
    fn column<V>(
        &mut self,
        name: impl Display,
        value: Option<V>,
        append: impl FnOnce(V, &mut Vec<u8>),
    ) {
        if self.is_header {
            self.output.extend(name.to_string().bytes());
        } else if let Some(value) = value {
            append(value, self.output);
        }
        self.output.push(b'\t');
    }
}

impl Format for Table<'_> {
    /// Returns the names of the columns and a newline, or nothing if the table has no header.
    fn header(&self) -> String {
        let mut names = Vec::new();
        if self.has_header {
            // Any row has the same columns.
            let mut pen = Pen {
                output: &mut names,
                is_header: true,
            };
            self.push_row(
                &Row::new(Line::default(), &Ok(Game::Record(Record::new()))),
                &mut pen,
            );
        }
        String::from_utf8(names).expect("names are text")
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let game = line.read(self.has_steps());
        self.push_rows(
            line,
            &game,
            &mut Pen {
                output,
                is_header: false,
            },
        );
        game.map(|_| ())
    }
}

/// Appends the normalised record, the position, or the text of an invalid line. The empty record is `-`, because many
/// programs treat an empty column as a missing value.
fn push_record(row: &Row<'_>, output: &mut Vec<u8>) {
    match row.game {
        Ok(Game::Record(record)) if record.actions().is_empty() => {
            output.extend(NO_ACTIONS.bytes());
        }
        Ok(Game::Record(record)) => push_actions(record.actions().iter().copied(), output),
        Ok(Game::Position(position)) => output.extend(position.to_string().bytes()),
        Err(_) => {
            let text = escape::line(&String::from_utf8_lossy(row.line.text));
            output.extend(without_quotes(&text).bytes());
        }
    }
}

/// Escapes quotes: to many programs, a column that begins with a quote ends at the next quote, even in another row.
fn without_quotes(text: &str) -> String {
    text.replace('"', r"\u{22}")
}

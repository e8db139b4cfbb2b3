//! Lines as a table: a header, then rows, with tabs between the columns. docs/output.md lists the columns.

use std::fmt::Display;

use qttt::report::Query;
use qttt::solve::canonical;
use qttt::support::{NO_ACTIONS, join_actions, push_actions};
use qttt::{Action, Cell, Game, GameError, Mark, Player, Points, Position, Score, Status};
use serde::Serialize;

use super::{Format, Frame, Line, Solving};
use crate::terminal::escape;

/// A table, with the results of perfect play if there is a solver.
pub(super) struct Table<'s> {
    solving: Option<&'s Solving>,
    has_header: bool,
    columns: Vec<Column>,
}

/// A column: its name, and how it writes the value of a row. A missing value is empty.
struct Column {
    name: String,
    write: Box<Write>,
}

type Write = dyn Fn(&Row<'_>, &mut Vec<u8>) + Sync;

/// What the values in a row depend on.
#[derive(Clone, Copy)]
struct Row<'r> {
    line: Line<'r>,
    game: Result<&'r Game, &'r GameError>,
    /// The position that the row is about, unless the line can't be read.
    position: Option<&'r Position>,
    /// The value of the position, and the best actions.
    value: Option<Score>,
    best: &'r str,
    /// The number of the step that led to the position, or 0 for the start.
    step: Option<usize>,
    /// The action of the step, or an action that is legal in the position.
    action: Option<Action>,
    /// What the action of the step lost, or the value of the position after the legal action.
    action_points: Option<Points>,
}

impl<'s> Table<'s> {
    pub(super) fn new(solving: Option<&'s Solving>, has_header: bool) -> Self {
        Self {
            solving,
            has_header,
            columns: columns(solving.map(|solving| solving.query)),
        }
    }

    /// Appends the solved rows of a game: one, or one for each step or action if they are asked for.
    fn push_solved(&self, row: Row<'_>, game: &Game, solving: &Solving, output: &mut Vec<u8>) {
        let Solving { query, solver } = solving;
        if let Some(record) = game.record()
            && query.steps
        {
            let start = Position::new();
            let first = Row {
                position: Some(&start),
                value: Some(solver.value(&start)),
                step: Some(0),
                ..row
            };
            self.push_row(&first, output);
            for (decision, step) in solver.review(record).zip(1..) {
                let row = Row {
                    position: Some(&decision.step.after),
                    value: Some(decision.value),
                    step: Some(step),
                    action: Some(decision.step.action),
                    action_points: Some(decision.loss()),
                    ..row
                };
                self.push_row(&row, output);
            }
            return;
        }
        let solution = solver.solve(&game.position());
        let row = Row {
            value: Some(solution.value),
            best: &join_actions(solution.best()),
            ..row
        };
        if !query.actions || solution.actions.is_empty() {
            return self.push_row(&row, output);
        }
        for (action, value) in solution.actions {
            let row = Row {
                action: Some(action),
                action_points: Some(value.payoff()),
                ..row
            };
            self.push_row(&row, output);
        }
    }

    fn push_row(&self, row: &Row<'_>, output: &mut Vec<u8>) {
        for column in &self.columns {
            (column.write)(row, output);
            output.push(b'\t');
        }
        output.pop();
        output.push(b'\n');
    }
}

/// Returns the columns, which depend on what is asked about perfect play.
///
/// Scripts may depend on the order: the columns up to `m9` keep their places, and `line`, `file`, and `error` are the
/// last. A new fact about the position comes last in [`facts`], and any other new column before `line`.
fn columns(query: Option<Query>) -> Vec<Column> {
    let mut columns = vec![Column::new("record", write_record)];
    let action = |name| Column::text(name, |row| Some(row.action?.to_string()));
    let action_points = |name| Column::number(name, |row| row.action_points);
    if query.is_some_and(|query| query.steps) {
        columns.push(Column::number("step", |row| row.step));
        columns.extend([action("action"), action_points("loss")]);
    } else {
        columns.extend(facts());
    }
    if let Some(query) = query {
        columns.push(Column::number("value", |row| Some(row.value?.payoff())));
        if !query.steps {
            columns.push(Column::new("best", |row, output| {
                output.extend(row.best.bytes());
            }));
        }
        columns.extend([
            Column::text("position", |row| Some(row.position?.to_string())),
            Column::text("canonical", |row| {
                Some(canonical(row.position?).to_string())
            }),
        ]);
        if query.actions {
            columns.extend([action("action"), action_points("action_value")]);
        }
    }
    columns.extend([
        Column::number("line", |row| Some(row.line.origin.line)),
        Column::text("file", |row| row.line.origin.file.map(without_quotes)),
        Column::text("error", |row| Some(row.game.err()?.kind().name())),
    ]);
    columns
}

/// Returns the columns about a position that need no solver.
fn facts() -> Vec<Column> {
    let points =
        |name, player| Column::number(name, move |row| Some(row.position?.score().points(player)));
    let mut columns = vec![
        points("x", Player::X),
        points("o", Player::O),
        Column::text("state", |row| Some(row.position?.status().name())),
        Column::number("moves", |row| Some(row.position?.move_count())),
        Column::text("turn", |row| Some(row.position?.turn()?.name())),
        Column::text("winner", |row| Some(row.position?.score().winner()?.name())),
    ];
    columns.extend(Cell::ALL.map(|cell| {
        let mark = move |row: &Row<'_>| row.position?.classical(cell);
        Column::text(cell, move |row| Some([mark(row)?.digit() as u8]))
    }));
    columns.extend(Mark::ALL.map(|mark| {
        let cells = move |row: &Row<'_>| row.position?.spooky(mark);
        let name = format!("m{}", mark.digit());
        Column::text(name, move |row| {
            Some(cells(row)?.map(|cell| cell.letter() as u8))
        })
    }));
    columns.extend([
        Column::text("cell", |row| match row.position?.status() {
            Status::Measure { cell, .. } => Some([cell.letter() as u8]),
            _ => None,
        }),
        Column::text("choices", |row| match row.position?.status() {
            Status::Measure { choices, .. } => {
                Some(join_actions(choices.iter().map(Action::Measure)))
            }
            _ => None,
        }),
    ]);
    columns
}

impl Column {
    fn new(name: impl Display, write: impl Fn(&Row<'_>, &mut Vec<u8>) + Sync + 'static) -> Self {
        Self {
            name: name.to_string(),
            write: Box::new(write),
        }
    }

    fn text<V: AsRef<[u8]>>(
        name: impl Display,
        value: impl Fn(&Row<'_>) -> Option<V> + Sync + 'static,
    ) -> Self {
        Self::new(name, move |row, output| {
            if let Some(value) = value(row) {
                output.extend_from_slice(value.as_ref());
            }
        })
    }

    /// Creates a column of numbers, as in JSON.
    fn number<V: Serialize>(
        name: impl Display,
        value: impl Fn(&Row<'_>) -> Option<V> + Sync + 'static,
    ) -> Self {
        Self::new(name, move |row, output| {
            if let Some(value) = value(row) {
                serde_json::to_writer(output, &value).expect("a Vec takes every byte");
            }
        })
    }
}

impl Format for Table<'_> {
    /// The header consists of the names of the columns, unless the table has none.
    fn frame(&self) -> Frame {
        let names = self.columns.iter().map(|column| &column.name[..]);
        let names: Vec<_> = names.collect();
        Frame {
            header: if self.has_header {
                names.join("\t") + "\n"
            } else {
                String::new()
            },
            ..Frame::default()
        }
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let needs_history = self.solving.is_some_and(|solving| solving.query.steps);
        let read = line.read(needs_history).map_err(|unread| unread.error);
        let game = read.as_ref();
        let position = game.ok().map(Game::position);
        let row = Row {
            line,
            game,
            position: position.as_ref(),
            value: None,
            best: "",
            step: None,
            action: None,
            action_points: None,
        };
        match (game, self.solving) {
            (Ok(game), Some(solving)) => self.push_solved(row, game, solving, output),
            _ => self.push_row(&row, output),
        }
        read.map(|_| ())
    }
}

/// Appends the normalised record, the position, or the text of an invalid line. The empty record is `-`, because many
/// programs treat an empty column as a missing value.
fn write_record(row: &Row<'_>, output: &mut Vec<u8>) {
    match row.game {
        Ok(Game::Record(record)) if record.actions().is_empty() => {
            output.extend(NO_ACTIONS.bytes());
        }
        Ok(Game::Record(record)) => push_actions(record.actions().iter().copied(), output),
        Ok(Game::Position(position)) => output.extend(position.to_string().bytes()),
        Err(_) => {
            let text = String::from_utf8_lossy(row.line.shown()).replace('\\', r"\\");
            let text = escape::line(&text);
            output.extend(without_quotes(&text).bytes());
        }
    }
}

/// Escapes quotes: to many programs, a column that begins with a quote ends at the next quote, even in another row.
fn without_quotes(text: &str) -> String {
    text.replace('"', r"\u{22}")
}

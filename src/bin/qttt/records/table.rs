//! Lines as a table: a header, then rows, with tabs between the columns. docs/output.md lists the columns.

use std::borrow::Cow;
use std::fmt::Display;

use qttt::report::Query;
use qttt::solve::canonical;
use qttt::support::{NO_ACTIONS, join_actions, push_actions};
use qttt::{Action, Cell, Game, GameError, Mark, Player, Points, Position, Score, Status};
use serde::Serialize;

use super::{Format, Line, max_lines_with};
use crate::terminal::escape;

/// A table, with the results of perfect play if there is a query.
pub(super) struct Table<'s> {
    pub(super) query: Option<Query<'s>>,
    pub(super) has_header: bool,
}

/// What the values in a row depend on. By default, nothing, as in the header.
#[derive(Clone, Copy, Default)]
struct Row<'r> {
    line: Line<'r>,
    /// The game in the line, or its error; `None` in the header.
    read: Option<Result<&'r Game, &'r GameError>>,
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

impl Table<'_> {
    /// Appends the solved rows of a game: one, or one for each step or action if they are asked for.
    fn push_solved(&self, row: Row<'_>, game: &Game, query: Query<'_>, output: &mut Vec<u8>) {
        let solver = query.solver;
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
                    value: Some(decision.value_after),
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

    /// Appends a row, or the names of its columns, which depend on what is asked about perfect play.
    ///
    /// Scripts may depend on the order: the columns up to `m9` keep their places, and `line`, `file`, and `error` are
    /// the last. A new fact about the position comes last in [`push_facts`], and any other new column before `line`.
    fn push_row(&self, row: &Row<'_>, output: &mut Vec<u8>) {
        let is_header = row.read.is_none();
        let mut columns = Columns { output, is_header };
        columns.push("record", |output| push_record(row, output));
        let action = row.action.map(|action| action.to_string());
        if self.query.is_some_and(|query| query.steps) {
            columns.number("step", row.step);
            columns.text("action", action.as_ref());
            columns.number("loss", row.action_points);
        } else {
            push_facts(row.position, &mut columns);
        }
        if let Some(query) = self.query {
            columns.number("value", row.value.map(Score::payoff));
            if !query.steps {
                columns.text("best", Some(row.best));
            }
            columns.text("position", row.position.map(Position::to_string));
            let form = row.position.map(|position| canonical(position).to_string());
            columns.text("canonical", form);
            if query.actions {
                columns.text("action", action);
                columns.number("action_value", row.action_points);
            }
        }
        columns.number("line", Some(row.line.origin.line));
        columns.text("file", row.line.origin.file.map(without_quotes).as_deref());
        let error = row.read.and_then(Result::err);
        columns.text("error", error.map(|error| error.kind.name()));
        columns.end();
    }
}

/// Appends the columns about a position that need no solver.
fn push_facts(position: Option<&Position>, columns: &mut Columns<'_>) {
    let score = position.map(Position::score);
    for (name, player) in [("x", Player::X), ("o", Player::O)] {
        columns.number(name, score.map(|score| score.points(player)));
    }
    let status = position.map(Position::status);
    columns.text("state", status.map(Status::name));
    columns.number("moves", position.map(Position::move_count));
    let turn = position.and_then(Position::turn);
    columns.text("turn", turn.map(Player::name));
    let winner = score.and_then(Score::winner);
    columns.text("winner", winner.map(Player::name));
    for cell in Cell::ALL {
        let mark = position.and_then(|position| position.classical(cell));
        columns.text(cell, mark.map(|mark| [mark.digit() as u8]));
    }
    for mark in Mark::ALL {
        let cells = position.and_then(|position| position.spooky(mark));
        let cells = cells.map(|cells| cells.map(|cell| cell.letter() as u8));
        columns.text(format_args!("m{}", mark.digit()), cells);
    }
    let (cell, choices) = match status {
        Some(Status::Measure { cell, choices, .. }) => (Some(cell), Some(choices)),
        _ => (None, None),
    };
    columns.text("cell", cell.map(|cell| [cell.letter() as u8]));
    let choices = choices.map(|choices| join_actions(choices.iter().map(Action::Measure)));
    columns.text("choices", choices);
}

/// The columns of the header, or of a row. A missing value is empty.
struct Columns<'o> {
    output: &'o mut Vec<u8>,
    is_header: bool,
}

impl Columns<'_> {
    fn push(&mut self, name: impl Display, push_value: impl FnOnce(&mut Vec<u8>)) {
        if self.is_header {
            self.output.extend(name.to_string().bytes());
        } else {
            push_value(self.output);
        }
        self.output.push(b'\t');
    }

    fn text(&mut self, name: impl Display, value: Option<impl AsRef<[u8]>>) {
        self.push(name, |output| {
            if let Some(value) = value {
                output.extend_from_slice(value.as_ref());
            }
        });
    }

    /// Appends a number as in JSON.
    fn number(&mut self, name: impl Display, value: Option<impl Serialize>) {
        self.push(name, |output| {
            if let Some(value) = value {
                serde_json::to_writer(output, &value).expect("a Vec takes every byte");
            }
        });
    }

    /// Replaces the last tab by a newline.
    fn end(self) {
        self.output.pop();
        self.output.push(b'\n');
    }
}

impl Format for Table<'_> {
    fn header(&self) -> Vec<u8> {
        let mut names = Vec::new();
        if self.has_header {
            self.push_row(&Row::default(), &mut names);
        }
        names
    }

    fn max_lines(&self) -> usize {
        max_lines_with(self.query)
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let needs_history = self.query.is_some_and(|query| query.steps);
        let read = line.read(needs_history);
        let game = read.as_ref();
        let position = game.ok().map(Game::position);
        let row = Row {
            line,
            read: Some(game),
            position: position.as_ref(),
            ..Row::default()
        };
        match (game, self.query) {
            (Ok(game), Some(query)) => self.push_solved(row, game, query, output),
            _ => self.push_row(&row, output),
        }
        read.map(|_| ())
    }
}

/// Appends the normalised record, the position, or the text of an invalid line. The empty record is `-`, because many
/// programs treat an empty column as a missing value.
fn push_record(row: &Row<'_>, output: &mut Vec<u8>) {
    match row.read {
        Some(Ok(Game::Record(record))) if record.actions().is_empty() => {
            output.extend(NO_ACTIONS.bytes());
        }
        Some(Ok(Game::Record(record))) => push_actions(record.actions().iter().copied(), output),
        Some(Ok(Game::Position(position))) => output.extend(position.to_string().bytes()),
        _ => {
            let text = String::from_utf8_lossy(row.line.shown()).replace('\\', r"\\");
            let text = escape::line(&text);
            output.extend(without_quotes(&text).bytes());
        }
    }
}

/// Escapes quotes: to many programs, a column that begins with a quote ends at the next quote, even in another row.
fn without_quotes(text: &str) -> Cow<'_, str> {
    if text.contains('"') {
        Cow::Owned(text.replace('"', r"\u{22}"))
    } else {
        Cow::Borrowed(text)
    }
}

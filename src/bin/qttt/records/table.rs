//! Lines as a table: a header, then rows, with tabs between the columns. docs/tables.md lists the columns.

use std::borrow::Cow;
use std::fmt::Display;
use std::iter;

use qttt::solve::{Decision, Solution, Solver, canonical};
use qttt::support::{NO_ACTIONS, join_actions, push_actions};
use qttt::{Action, Cell, Game, GameError, Mark, Player, Position, Record, Score};
use serde::Serialize;

use super::{Format, Line, Lines, Refuse, Solving};
use crate::terminal::escape;

/// A table, which includes perfect play if it is asked for.
pub(crate) struct Table {
    pub(crate) solving: Option<Solving>,
    pub(crate) has_header: bool,
}

/// What the values in a row depend on.
struct Row<'r> {
    line: Line<'r>,
    game: &'r Result<Game, GameError>,
    /// The solution and the canonical position.
    solved: Option<&'r (Solution, String)>,
    /// The action that the row is about, with its value.
    action: Option<(Action, Score)>,
    /// The position of the record that the row is about.
    step: Option<&'r Step>,
}

/// A position of a record.
struct Step {
    number: usize,
    /// What led to the position.
    decision: Option<Decision>,
    position: Position,
    value: Score,
}

/// Appends a line of the table: the names of the columns, or their values.
struct Pen<'o> {
    output: &'o mut Vec<u8>,
    is_header: bool,
}

impl Table {
    /// Appends a row, or one for each action or for each position of the record if they are asked for.
    fn push_rows(&self, line: Line<'_>, game: &Result<Game, GameError>, output: &mut Vec<u8>) {
        let solving = self.solving.as_ref();
        let record = game.as_ref().ok().and_then(Game::record);
        if let Some((Solving { query, solver }, record)) = solving.zip(record)
            && query.steps
        {
            for step in steps(record, solver) {
                let row = Row {
                    line,
                    game,
                    solved: None,
                    action: None,
                    step: Some(&step),
                };
                self.push_row(Some(&row), output);
            }
            return;
        }
        let solved = solving.zip(game.as_ref().ok()).map(|(solving, game)| {
            let position = game.position();
            let solution = solving.solver.solve(&position);
            (solution, canonical(&position).to_string())
        });
        let listed = match (&solved, solving) {
            (Some((solution, _)), Some(solving)) if solving.query.actions => &solution.actions[..],
            _ => &[],
        };
        for nth in 0..listed.len().max(1) {
            let row = Row {
                line,
                game,
                solved: solved.as_ref(),
                action: listed.get(nth).copied(),
                step: None,
            };
            self.push_row(Some(&row), output);
        }
    }

    /// Appends a row, or the header: the columns, each with its name and its value. Most are empty for an invalid line.
    fn push_row(&self, row: Option<&Row<'_>>, output: &mut Vec<u8>) {
        let is_header = row.is_none();
        let mut pen = Pen { output, is_header };
        pen.column("record", row, push_record);
        match &self.solving {
            Some(Solving { query, .. }) if query.steps => {
                push_step(row.and_then(|row| row.step), &mut pen);
            }
            _ => self.push_facts(row, &mut pen),
        }
        pen.number("line", row.map(|row| row.line.origin.line));
        let file = row.and_then(|row| row.line.origin.file);
        pen.column("file", file, |file, output| {
            output.extend(without_quotes(file).bytes());
        });
        let error = row.and_then(|row| row.game.as_ref().err());
        pen.text("error", error.map(|error| error.kind().name()));
        pen.output.pop();
        pen.output.push(b'\n');
    }

    /// Appends the columns about the last position.
    fn push_facts(&self, row: Option<&Row<'_>>, pen: &mut Pen<'_>) {
        let position = row.and_then(|row| Some(row.game.as_ref().ok()?.position()));
        let position = position.as_ref();
        let score = position.map(|position| position.score());
        let solved = row.and_then(|row| row.solved);
        let action = row.and_then(|row| row.action);
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
        if let Some(Solving { query, .. }) = &self.solving {
            pen.number("value", solved.map(|(solution, _)| solution.value.payoff()));
            pen.text(
                "best",
                solved.map(|(solution, _)| join_actions(solution.best())),
            );
            pen.text("position", position.map(Position::to_string));
            pen.text("canonical", solved.map(|(_, canonical)| canonical));
            if query.actions {
                pen.text("action", action.map(|(action, _)| action.to_string()));
                pen.number("action_value", action.map(|(_, value)| value.payoff()));
            }
        }
    }
}

/// Returns the positions of a record, from its start on.
fn steps(record: &Record, solver: &Solver) -> Vec<Step> {
    let start = Step {
        number: 0,
        decision: None,
        position: Position::new(),
        value: solver.value(&Position::new()),
    };
    let decisions = record.steps().map(|step| solver.decision(step));
    let steps = decisions.zip(1..).map(|(decision, number)| Step {
        number,
        position: decision.step.after,
        value: decision.value,
        decision: Some(decision),
    });
    iter::once(start).chain(steps).collect()
}

/// Appends the columns about a position of the record.
fn push_step(step: Option<&Step>, pen: &mut Pen<'_>) {
    let decision = step.and_then(|step| step.decision.as_ref());
    pen.number("step", step.map(|step| step.number));
    pen.text(
        "action",
        decision.map(|decision| decision.step.action.to_string()),
    );
    pen.number("loss", decision.map(Decision::loss));
    pen.number("value", step.map(|step| step.value.payoff()));
    pen.text("position", step.map(|step| step.position.to_string()));
    let canonical = step.map(|step| canonical(&step.position).to_string());
    pen.text("canonical", canonical);
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

impl Format for Table {
    fn max_lines(&self) -> usize {
        Solving::max_lines(self.solving.as_ref())
    }

    /// Returns the names of the columns and a newline, or nothing if the table has no header.
    fn header(&self) -> String {
        let mut names = Vec::new();
        if self.has_header {
            self.push_row(None, &mut names);
        }
        String::from_utf8(names).expect("names are text")
    }

    fn needs_history(&self) -> bool {
        Solving::needs_history(self.solving.as_ref())
    }

    fn push(&self, lines: Lines<'_>, output: &mut Vec<u8>, refuse: &mut Refuse<'_>) {
        for line in lines {
            let game = line.read();
            self.push_rows(line, &game, output);
            if let Err(error) = game {
                refuse(line, error);
            }
        }
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

/// Escapes quotes: to many programs, a column that begins with a quote ends at the next quote, even if that is in
/// another row.
fn without_quotes(text: &str) -> Cow<'_, str> {
    if text.contains('"') {
        text.replace('"', r"\u{22}").into()
    } else {
        text.into()
    }
}

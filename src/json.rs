//! What `--json` prints: one object per record. docs/json.md documents these structs, field by field.

use std::{borrow::Cow, num::NonZeroU8};

use serde::Serialize;

use crate::{
    Action, Cell, CellSet, Choices, Mark, Player, Points, Position, RecordError, Status,
    draw::{self, Theme},
    escape,
    line::Line,
    solve::{self, Decision, Solver},
};

/// A valid record.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    text: Text,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    #[serde(flatten)]
    solution: Option<Solution>,
}

/// The text of a line, normalised.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Text {
    Record(String),
    Position(Position),
}

/// Where a line is.
#[derive(Serialize)]
struct Place<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

/// What is known of a position without solving it.
#[derive(Serialize)]
struct Details<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    x: Points,
    o: Points,
    #[serde(flatten)]
    state: State,
    cells: [Option<Mark>; 9],
    spooky: Vec<Spooky>,
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
enum State {
    Move {
        moves: u8,
        turn: Player,
    },
    Measure {
        moves: u8,
        turn: Player,
        cell: Cell,
        choices: Choices,
    },
    Over {
        moves: u8,
        winner: Option<Player>,
        lines: Vec<String>,
    },
}

#[derive(Serialize)]
struct Spooky {
    mark: Mark,
    /// The move that put the mark there.
    cells: Action,
}

/// What perfect play gives.
#[derive(Serialize)]
struct Solution {
    #[serde(flatten)]
    evaluation: Evaluation,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_variation: Option<Vec<Action>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

#[derive(Serialize)]
struct Evaluation {
    value: Points,
    best: Vec<Action>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ActionValue>>,
}

#[derive(Serialize)]
struct ActionValue {
    action: Action,
    value: Points,
}

#[derive(Serialize)]
struct Step {
    turn: Player,
    #[serde(flatten)]
    evaluation: Evaluation,
    action: Action,
    action_value: Points,
    loss: Points,
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
}

/// An invalid record.
#[derive(Serialize)]
struct Invalid<'a> {
    record: Cow<'a, str>,
    error: String,
    kind: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<NonZeroU8>,
}

/// Which fields `qttt solve` prints.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    /// Nothing but the record, the value and the best actions.
    pub(crate) only_value: bool,
    /// The value of every legal action.
    pub(crate) actions: bool,
    /// The same of every position of the record.
    pub(crate) steps: bool,
    /// The picture of the position.
    pub(crate) picture: bool,
}

/// Appends the score of a record, and what else is known of the position at its end.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn score(line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
    let (text, position) = Text::read(line)?;
    let object = Object {
        text,
        details: Some(Details::new(line, &position)),
        solution: None,
    };
    append(&object, output);
    Ok(())
}

/// Appends a record and what perfect play gives at its end.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn solution(
    line: Line<'_>,
    solver: &Solver,
    wanted: Wanted,
    output: &mut Vec<u8>,
) -> Result<(), RecordError> {
    let record = wanted.steps.then(|| line.record()).transpose()?;
    let (text, position) = Text::read(line)?;
    let has_variation = !wanted.steps && !wanted.only_value;
    let step = |decision: &Decision| Step::new(decision, wanted);
    let solution = Solution {
        evaluation: Evaluation::new(&solver.solve(&position), wanted),
        steps: record.map(|record| solver.review(&record).decisions.iter().map(step).collect()),
        principal_variation: has_variation.then(|| solver.principal_variation(&position)),
        svg: wanted
            .picture
            .then(|| draw::svg(&position, Theme::Auto, None)),
    };
    let object = Object {
        text,
        details: (!wanted.only_value).then(|| Details::new(line, &position)),
        solution: Some(solution),
    };
    append(&object, output);
    Ok(())
}

/// Appends what is wrong with a record.
pub(crate) fn mistake(mistake: &RecordError, line: Line<'_>, output: &mut Vec<u8>) {
    let span = mistake.span();
    let object = Invalid {
        record: String::from_utf8_lossy(line.text()),
        error: mistake.to_string(),
        kind: mistake.kind(),
        place: Place::new(line),
        column: mistake.column(),
        r#move: span.move_number,
    };
    let json = serde_json::to_string(&object).expect("it is only numbers and text");
    output.extend(escape::json(&json).bytes());
    output.push(b'\n');
}

fn append(object: &Object<'_>, output: &mut Vec<u8>) {
    serde_json::to_writer(&mut *output, object).expect("a Vec takes every byte");
    output.push(b'\n');
}

impl Text {
    /// Reads a line, and returns the position at its end.
    fn read(line: Line<'_>) -> Result<(Self, Position), RecordError> {
        let mut record = Vec::with_capacity(64);
        match line.append_record(&mut record) {
            Ok(position) => {
                let record = String::from_utf8(record).expect("a record is ASCII");
                Ok((Self::Record(record), position))
            }
            Err(mistake) => {
                let position = line.written_position().unwrap_or(Err(mistake))?;
                Ok((Self::Position(position), position))
            }
        }
    }
}

impl<'a> Place<'a> {
    const fn new(line: Line<'a>) -> Self {
        Self {
            line: line.number(),
            file: line.file(),
        }
    }
}

impl<'a> Details<'a> {
    fn new(line: Line<'a>, position: &Position) -> Self {
        let spooky = position.spooky_marks();
        let spooky = spooky.map(|(mark, [a, b])| Spooky {
            mark,
            cells: Action::Move(a, b),
        });
        let score = position.score();
        Self {
            place: Place::new(line),
            x: score.x(),
            o: score.o(),
            state: State::new(position),
            cells: Cell::ALL.map(|cell| position.classical(cell)),
            spooky: spooky.collect(),
        }
    }
}

impl State {
    fn new(position: &Position) -> Self {
        let moves = position.moves();
        let letters = |line: CellSet| line.iter().map(Cell::letter).collect();
        match position.status() {
            Status::Move(turn) => Self::Move { moves, turn },
            Status::Measure { by, cell, choices } => Self::Measure {
                moves,
                turn: by,
                cell,
                choices,
            },
            Status::Over => Self::Over {
                moves,
                winner: position.score().winner(),
                lines: (Player::ALL.into_iter())
                    .flat_map(|player| position.lines_of(player))
                    .map(letters)
                    .collect(),
            },
        }
    }
}

impl Evaluation {
    fn new(solution: &solve::Solution, wanted: Wanted) -> Self {
        let values = solution.actions.iter();
        let values = values.map(|&(action, value)| ActionValue {
            action,
            value: value.payoff(),
        });
        Self {
            value: solution.value.payoff(),
            best: solution.best().collect(),
            actions: wanted.actions.then(|| values.collect()),
        }
    }
}

impl Step {
    fn new(decision: &Decision, wanted: Wanted) -> Self {
        Self {
            turn: decision.player(),
            evaluation: Evaluation::new(&decision.solution, wanted),
            action: decision.step.action,
            action_value: decision.value.payoff(),
            loss: decision.loss(),
            sign: decision.sign(),
        }
    }
}

//! The output of `--json`: one object per record. docs/json.md documents these structs, field by field.

use std::{borrow::Cow, num::NonZeroU8};

use qttt::{
    Action, Cell, Mark, Player, Points, Position, RecordError, Status,
    draw::{self, Theme},
    solve::{self, Decision, Solver},
};
use serde::Serialize;

use super::Line;
use crate::escape;

/// A valid record.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// In place of the record, if the line is a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    #[serde(flatten)]
    /// Boxed, so that objects without one are moved quickly.
    solution: Option<Box<Solution>>,
}

/// The fields of a line that need no solver.
#[derive(Serialize)]
struct Details<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    x: Points,
    o: Points,
    state: &'static str,
    moves: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<Mark>>,
    /// `Some(None)`, which is written as `null`, if the game is over and nobody has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<Player>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<String>>,
    cells: [Option<Mark>; 9],
    spooky: Vec<Spooky>,
}

#[derive(Serialize)]
struct Spooky {
    mark: Mark,
    /// The move that put the mark there.
    cells: Action,
}

/// The result of perfect play.
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
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<NonZeroU8>,
}

/// Which fields `qttt solve` prints.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    /// Only the record, the value and the best actions.
    pub(crate) only_value: bool,
    /// The value of every legal action.
    pub(crate) actions: bool,
    /// The solution of every position of the record.
    pub(crate) steps: bool,
    /// The picture of the position.
    pub(crate) picture: bool,
}

/// Appends a record, its score and its solution if that is wanted; or the mistake in the record.
///
/// # Errors
///
/// If the record is invalid.
pub(crate) fn append(
    line: Line<'_>,
    solving: Option<(&Solver, Wanted)>,
    output: &mut Vec<u8>,
) -> Result<(), RecordError> {
    let object = Object::new(line, solving);
    match &object {
        Ok(object) => serde_json::to_writer(&mut *output, object).expect("a Vec takes every byte"),
        Err(mistake) => output.extend(escape::json(&invalid(line, mistake)).bytes()),
    }
    output.push(b'\n');
    object.map(drop)
}

fn invalid(line: Line<'_>, mistake: &RecordError) -> String {
    let object = Invalid {
        record: String::from_utf8_lossy(line.text),
        error: mistake.to_string(),
        kind: mistake.kind(),
        line: line.number,
        file: line.file,
        column: mistake.column(),
        r#move: mistake.span().move_number,
    };
    serde_json::to_string(&object).expect("it is only numbers and text")
}

impl<'a> Object<'a> {
    fn new(line: Line<'a>, solving: Option<(&Solver, Wanted)>) -> Result<Self, RecordError> {
        let (record, position) = line.normalised()?;
        let only_value = solving.is_some_and(|(_, wanted)| wanted.only_value);
        let mut object = Self {
            position: record.is_none().then(|| position.to_string()),
            record,
            details: (!only_value).then(|| Details::new(line, &position)),
            solution: None,
        };
        if let Some((solver, wanted)) = solving {
            let game = wanted.steps.then(|| line.record()).transpose()?;
            let review = game.map(|game| solver.review(&game));
            let step = |decision: &Decision| Step::new(decision, wanted);
            let has_variation = !wanted.steps && !wanted.only_value;
            object.solution = Some(Box::new(Solution {
                evaluation: Evaluation::new(&solver.solve(&position), wanted),
                steps: review.map(|review| review.decisions.iter().map(step).collect()),
                principal_variation: has_variation.then(|| solver.principal_variation(&position)),
                svg: wanted
                    .picture
                    .then(|| draw::svg(&position, Theme::Auto, None)),
            }));
        }
        Ok(object)
    }
}

impl<'a> Details<'a> {
    fn new(line: Line<'a>, position: &Position) -> Self {
        let (score, status) = (position.score(), position.status());
        let choice = match status {
            Status::Measure { cell, choices, .. } => Some((cell, choices)),
            _ => None,
        };
        let lines = || {
            let lines = Player::ALL
                .into_iter()
                .flat_map(|player| position.lines_of(player));
            lines
                .map(|line| line.iter().map(Cell::letter).collect())
                .collect()
        };
        let spooky = position.spooky_marks().map(|(mark, [a, b])| Spooky {
            mark,
            cells: Action::Move(a, b),
        });
        Self {
            line: line.number,
            file: line.file,
            x: score.of(Player::X),
            o: score.of(Player::O),
            state: status.name(),
            moves: position.moves(),
            turn: position.turn(),
            cell: choice.map(|(cell, _)| cell),
            choices: choice.map(|(_, choices)| choices.iter().collect()),
            winner: position.is_over().then(|| score.winner()),
            lines: position.is_over().then(lines),
            cells: Cell::ALL.map(|cell| position.classical(cell)),
            spooky: spooky.collect(),
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
            turn: decision.step.player(),
            evaluation: Evaluation::new(&decision.solution, wanted),
            action: decision.step.action,
            action_value: decision.value.payoff(),
            loss: decision.loss(),
            sign: decision.sign(),
        }
    }
}

//! Reports: the facts about a game as data, with the fields that
//! [docs/output.md](https://docs.rs/crate/qttt/latest/source/docs/output.md) lists.
//!
//! ```
//! use qttt::{Game, report::{Origin, Report}};
//!
//! let game: Game = "AE BF EI DH AI 1".parse()?;
//! let report = Report::new(&game, Origin::default(), None);
//! let json = serde_json::to_value(&report)?;
//! assert_eq!(json["winner"], "X");
//! assert_eq!(json["lines"][0], "AEI");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod page;

use std::borrow::Cow;

use serde::Serialize;

use crate::solve::{Decision, Solution, Solver, canonical};
use crate::{
    Action, Cell, CellSet, Choices, Game, GameError, Mark, Player, Points, Position, Possible,
    Record, Status,
};
pub use page::for_page;

/// The place from which a text comes.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct Origin<'a> {
    /// The number of the line, from 1.
    pub line: u64,
    /// The name of the file, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
}

/// The first line, without a file.
impl Default for Origin<'_> {
    fn default() -> Self {
        Self {
            line: 1,
            file: None,
        }
    }
}

/// A query about perfect play.
#[derive(Clone, Copy, Debug)]
pub struct Query<'s> {
    /// The solver that answers it.
    pub solver: &'s Solver,
    /// Whether every legal action is listed with its value, not only the best actions.
    pub actions: bool,
    /// Whether every position of the record is solved, not only the last.
    pub steps: bool,
}

/// A report on a game.
#[derive(Serialize, Debug)]
pub struct Report<'a> {
    /// The record, if the game has a history.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a Record>,
    /// The text of the position: with perfect play, or instead of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// The place from which the text comes.
    #[serde(flatten)]
    origin: Origin<'a>,
    x: Points,
    o: Points,
    state: &'static str,
    moves: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Choices>,
    /// The winner, or `null`, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<Player>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<CellSet>>,
    cells: [Option<Mark>; 9],
    spooky: Vec<Pair>,
    possible: Possible,
    /// Perfect play from the position, if requested.
    #[serde(flatten)]
    evaluation: Option<Evaluation>,
    /// The steps of the record, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<SolvedStep>>,
    /// The principal variation, if perfect play is requested, but not the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_variation: Option<Vec<Action>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<Position>,
}

/// A report on a text that can't be read.
#[derive(Serialize, Debug)]
pub struct ErrorReport<'a> {
    record: Cow<'a, str>,
    error: String,
    kind: &'static str,
    #[serde(flatten)]
    origin: Origin<'a>,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<u8>,
}

impl<'a> Report<'a> {
    /// Creates a report, which includes perfect play if there is a query.
    #[must_use]
    pub fn new(game: &'a Game, origin: Origin<'a>, query: Option<Query<'_>>) -> Self {
        let (record, position) = (game.record(), game.position());
        let has_position = record.is_none() || query.is_some();
        let score = position.score();
        let status = position.status();
        let (turn, cell, choices) = match status {
            Status::Move(turn) => (Some(turn), None, None),
            Status::Measure { by, cell, choices } => (Some(by), Some(cell), Some(choices)),
            Status::Over => (None, None, None),
        };
        let lines = || position.lines().map(|(_, line)| line).collect();
        let pairs = position.spooky_marks().map(|spooky| Pair {
            mark: spooky.mark,
            cells: Action::Move(spooky.cells[0], spooky.cells[1]),
        });
        let solved = query.filter(|query| query.steps).zip(record);
        let steps = solved.map(|(query, record)| {
            let decisions = query.solver.review(record);
            let steps = decisions.map(|decision| SolvedStep::new(&decision, query));
            steps.collect()
        });
        let varied = query.filter(|_| steps.is_none());
        Self {
            record,
            position: has_position.then_some(position),
            origin,
            x: score.points(Player::X),
            o: score.points(Player::O),
            state: status.name(),
            moves: position.move_count(),
            turn,
            cell,
            choices,
            winner: position.is_over().then(|| score.winner()),
            lines: position.is_over().then(lines),
            cells: Cell::ALL.map(|cell| position.classical(cell)),
            spooky: pairs.collect(),
            possible: position.possible(),
            evaluation: query.map(|query| Evaluation::new(&query.solver.solve(&position), query)),
            steps,
            principal_variation: varied.map(|query| query.solver.principal_variation(&position)),
            canonical: query.map(|_| canonical(&position)),
        }
    }
}

impl<'a> ErrorReport<'a> {
    /// Creates a report on an error in a text.
    #[must_use]
    pub fn new(text: &'a [u8], error: &GameError, origin: Origin<'a>) -> Self {
        Self {
            record: String::from_utf8_lossy(text),
            error: error.to_string(),
            kind: error.kind.name(),
            origin,
            column: error.column(),
            r#move: error.place.move_number(),
        }
    }
}

#[derive(Serialize, Debug)]
struct Pair {
    mark: Mark,
    /// The move of the mark, which is two letters in JSON.
    cells: Action,
}

/// The result of perfect play from a position.
#[derive(Serialize, Debug)]
struct Evaluation {
    /// The payoff at the end of perfect play.
    value: Points,
    /// The actions that keep the value.
    best: Vec<Action>,
    /// Every legal action, the best first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ActionValue>>,
}

/// An action, with the value of the position after it.
#[derive(Serialize, Debug)]
struct ActionValue {
    action: Action,
    value: Points,
}

/// A step of a record, with the results of perfect play before and after it.
#[derive(Serialize, Debug)]
struct SolvedStep {
    turn: Player,
    /// The evaluation of the position before the action.
    #[serde(flatten)]
    evaluation: Evaluation,
    action: Action,
    /// The value of the position after the action.
    action_value: Points,
    loss: Points,
    /// The annotation of the action: `?`, `??`, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
}

impl SolvedStep {
    fn new(decision: &Decision, query: Query<'_>) -> Self {
        Self {
            turn: decision.step.player(),
            evaluation: Evaluation::new(&decision.solution, query),
            action: decision.step.action,
            action_value: decision.value_after.payoff(),
            loss: decision.loss(),
            sign: decision.sign(),
        }
    }
}

impl Evaluation {
    fn new(solution: &Solution, query: Query<'_>) -> Self {
        let values = solution.actions.iter();
        let values = values.map(|&(action, value)| ActionValue {
            action,
            value: value.payoff(),
        });
        Self {
            value: solution.value.payoff(),
            best: solution.best().collect(),
            actions: query.actions.then(|| values.collect()),
        }
    }
}

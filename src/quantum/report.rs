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
use std::num::NonZeroU8;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::solve::{Decision, Solution, Solver, canonical};
use crate::{
    Action, Cell, Game, GameError, Mark, Player, Points, Position, Record, Spooky, Status,
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

/// A query to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Query {
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
    pub record: Option<&'a Record>,
    /// The text of the position: with an analysis, or instead of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The place from which the text comes.
    #[serde(flatten)]
    pub origin: Origin<'a>,
    /// The position, which is serialized as the facts about it.
    #[serde(flatten, serialize_with = "serialize_facts")]
    pub facts: Position,
    /// The result of perfect play, if requested.
    #[serde(flatten)]
    pub analysis: Option<&'a Analysis>,
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
    r#move: Option<NonZeroU8>,
}

impl<'a> Report<'a> {
    /// Creates a report, which includes an analysis if one is given.
    #[must_use]
    pub fn new(game: &'a Game, origin: Origin<'a>, analysis: Option<&'a Analysis>) -> Self {
        let (record, position) = (game.record(), game.position());
        let has_position = record.is_none() || analysis.is_some();
        Self {
            record,
            position: has_position.then_some(position),
            origin,
            facts: position,
            analysis,
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
            kind: error.kind().name(),
            origin,
            column: error.span().column(),
            r#move: error.span().place.move_number(),
        }
    }
}

/// Serializes the facts about a position.
fn serialize_facts<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    let score = position.score();
    let mut object = serializer.serialize_map(None)?;
    object.serialize_entry("x", &score.points(Player::X))?;
    object.serialize_entry("o", &score.points(Player::O))?;
    let status = position.status();
    object.serialize_entry("state", status.name())?;
    object.serialize_entry("moves", &position.moves())?;
    match status {
        Status::Move(player) => object.serialize_entry("turn", &player)?,
        Status::Measure { by, cell, choices } => {
            object.serialize_entry("turn", &by)?;
            object.serialize_entry("cell", &cell)?;
            object.serialize_entry("choices", &choices)?;
        }
        Status::Over => {
            let lines: Vec<_> = position.lines().map(|(_, line)| line).collect();
            object.serialize_entry("winner", &score.winner())?;
            object.serialize_entry("lines", &lines)?;
        }
    }
    object.serialize_entry("cells", &Cell::ALL.map(|cell| position.classical(cell)))?;
    let spooky = position
        .spooky_marks()
        .map(|Spooky { mark, cells, .. }| Pair {
            mark,
            cells: Action::Move(cells[0], cells[1]),
        });
    object.serialize_entry("spooky", &spooky.collect::<Vec<_>>())?;
    object.serialize_entry("possible", &position.possible())?;
    object.end()
}

#[derive(Serialize)]
struct Pair {
    mark: Mark,
    /// The move of the mark, which is two letters in JSON.
    cells: Action,
}

/// The result of perfect play.
#[derive(Serialize, Debug)]
pub struct Analysis {
    /// The evaluation of the last position.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// The steps of the record, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<SolvedStep>>,
    /// The actions of perfect play to the end, unless the steps are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub principal_variation: Option<Vec<Action>>,
    /// The canonical form of the last position.
    pub canonical: Position,
}

/// The result of perfect play from a position.
#[derive(Serialize, Debug)]
pub struct Evaluation {
    /// The payoff at the end of perfect play.
    pub value: Points,
    /// The actions that keep the value.
    pub best: Vec<Action>,
    /// Every legal action, the best first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<ActionValue>>,
}

/// An action, with the value of the position after it.
#[derive(Serialize, Debug)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// The payoff at the end of perfect play.
    pub value: Points,
}

/// A step of a record, with the results of perfect play before and after it.
#[derive(Serialize, Debug)]
pub struct SolvedStep {
    /// The player who acted.
    pub turn: Player,
    /// The evaluation of the position before the action.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// The action.
    pub action: Action,
    /// The value of the position after the action.
    pub action_value: Points,
    /// The points that the action lost.
    pub loss: Points,
    /// The annotation of the action: `?`, `??`, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub sign: &'static str,
}

impl Analysis {
    /// Solves the position at the end of a game, and either its principal variation or, if they are asked for and there
    /// is a record, the positions before.
    #[must_use]
    pub fn new(game: &Game, query: Query, solver: &Solver) -> Self {
        let position = game.position();
        let record = game.record().filter(|_| query.steps);
        let steps = record.map(|record| {
            let decisions = solver.review(record);
            let step = |decision| SolvedStep::new(&decision, query);
            decisions.map(step).collect()
        });
        let principal_variation = record
            .is_none()
            .then(|| solver.principal_variation(&position));
        Self {
            evaluation: Evaluation::new(&solver.solve(&position), query),
            steps,
            principal_variation,
            canonical: canonical(&position),
        }
    }
}

impl SolvedStep {
    fn new(decision: &Decision, query: Query) -> Self {
        Self {
            turn: decision.step.player(),
            evaluation: Evaluation::new(&decision.solution, query),
            action: decision.step.action,
            action_value: decision.value.payoff(),
            loss: decision.loss(),
            sign: decision.sign(),
        }
    }
}

impl Evaluation {
    fn new(solution: &Solution, query: Query) -> Self {
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

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
    record: Option<&'a Record>,
    /// The text of the position: with an analysis, or instead of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// The place from which the text comes.
    #[serde(flatten)]
    origin: Origin<'a>,
    x: Points,
    o: Points,
    #[serde(flatten)]
    state: State,
    cells: [Option<Mark>; 9],
    spooky: Vec<Pair>,
    possible: Possible,
    /// The result of perfect play, if requested.
    #[serde(flatten)]
    analysis: Option<&'a Analysis>,
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
    /// Creates a report, which includes an analysis if one is given.
    #[must_use]
    pub fn new(game: &'a Game, origin: Origin<'a>, analysis: Option<&'a Analysis>) -> Self {
        let (record, position) = (game.record(), game.position());
        let has_position = record.is_none() || analysis.is_some();
        let score = position.score();
        let pairs = position.spooky_marks().map(|spooky| Pair {
            mark: spooky.mark,
            cells: Action::Move(spooky.cells[0], spooky.cells[1]),
        });
        Self {
            record,
            position: has_position.then_some(position),
            origin,
            x: score.points(Player::X),
            o: score.points(Player::O),
            state: State::of(&position),
            cells: Cell::ALL.map(|cell| position.classical(cell)),
            spooky: pairs.collect(),
            possible: position.possible(),
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
            column: error.column(),
            r#move: error.place().move_number(),
        }
    }
}

/// A status with what belongs to it, under the [name](Status::name) of the status.
#[derive(Serialize, Debug)]
#[serde(tag = "state", rename_all = "snake_case")]
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
        lines: Vec<CellSet>,
    },
}

#[derive(Serialize, Debug)]
struct Pair {
    mark: Mark,
    /// The move of the mark, which is two letters in JSON.
    cells: Action,
}

impl State {
    fn of(position: &Position) -> Self {
        let moves = position.move_count();
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
                lines: position.lines().map(|(_, line)| line).collect(),
            },
        }
    }
}

/// The result of perfect play.
#[derive(Serialize, Debug)]
pub struct Analysis {
    /// The evaluation of the last position.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// What leads to the last position, or what follows it.
    #[serde(flatten)]
    pub course: Course,
    /// The canonical form of the last position.
    pub canonical: Position,
}

/// What leads to a position, or what follows it.
#[derive(Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// The steps of the record, if requested.
    Steps(Vec<SolvedStep>),
    /// The actions of perfect play to the end.
    PrincipalVariation(Vec<Action>),
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
        let course = match game.record() {
            Some(record) if query.steps => {
                let decisions = solver.review(record);
                let steps = decisions.map(|decision| SolvedStep::new(&decision, query));
                Course::Steps(steps.collect())
            }
            _ => Course::PrincipalVariation(solver.principal_variation(&position)),
        };
        Self {
            evaluation: Evaluation::new(&solver.solve(&position), query),
            course,
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

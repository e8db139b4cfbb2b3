//! What `--json` prints for a record: one object, with its fields in this order.

mod review;

use serde::Serialize;

use crate::{Action, Game, Payoff, Points, RecordError, Status, record_of, solve::Solution};
pub use review::ReviewReport;

/// The score and the state of a game, as `{"x":0.5,"o":1,"state":"over","moves":7}`.
///
/// Serializes `turn` while the game is not over, and `cell` and `choices` while a measurement is due.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ScoreReport {
    x: Points,
    o: Points,
    state: &'static str,
    moves: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<char>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<u8>,
}

/// What is wrong with a record, as `{"error":"…","column":7}`; the column counts bytes from 1.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ErrorReport {
    error: String,
    column: usize,
}

impl ScoreReport {
    /// Describes a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let score = game.score();
        let (state, turn, cell, choices) = match game.status() {
            Status::Move(player) => ("move", Some(player), None, None),
            Status::Measure { by, cell, choices } => {
                ("measure", Some(by), Some(cell), Some(choices))
            }
            Status::Over => ("over", None, None, None),
        };
        Self {
            x: score.x(),
            o: score.o(),
            state,
            moves: game.moves(),
            turn: turn.map(|player| player.name()),
            cell: cell.map(|cell| cell.letter()),
            choices: choices
                .into_iter()
                .flat_map(|choices| choices.iter().map(|mark| mark.number()))
                .collect(),
        }
    }
}

impl ErrorReport {
    /// Describes a mistake.
    #[must_use]
    pub fn new(error: &RecordError) -> Self {
        Self {
            error: error.to_string(),
            column: error.column(),
        }
    }
}

/// What perfect play gives, as `{"value":0.5,"best":["AI","CG"],"moves":[{"move":"AB","value":0},…],"line":"AI …"}`.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct SolutionReport {
    value: Payoff,
    best: Vec<String>,
    moves: Vec<ValuedMove>,
    line: String,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct ValuedMove {
    #[serde(rename = "move")]
    action: String,
    value: Payoff,
}

impl SolutionReport {
    /// Describes what a solver found, with a game of perfect play to the end.
    #[must_use]
    pub fn new(solution: &Solution, line: &[Action]) -> Self {
        Self {
            value: solution.value,
            best: solution.best().map(|action| action.to_string()).collect(),
            moves: ValuedMove::list(solution),
            line: record_of(line),
        }
    }
}

impl ValuedMove {
    fn list(solution: &Solution) -> Vec<Self> {
        let valued = |&(action, value): &(Action, Payoff)| Self {
            action: action.to_string(),
            value,
        };
        solution.actions.iter().map(valued).collect()
    }
}

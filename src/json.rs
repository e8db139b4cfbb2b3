//! What `--json` prints for a record: one object, with its fields in this order.

mod review;

use serde::Serialize;

use crate::{
    Action, Cell, Game, Payoff, Player, Points, RecordError, Status, Tokens, batch::Line,
    record_of, solve::Solution,
};
pub use review::ReviewReport;

/// A record and what it comes to, as
/// `{"record":"AE BF EI DH AI 1","line":1,"x":1,"o":0,"state":"over","moves":5,"winner":"X","lines":["AEI"]}`.
///
/// The record is normalised: upper case, with a space between tokens. Serializes `file` where the line has one, `turn`
/// while the game is not over, `cell` and `choices` while a measurement is due, and `winner` and `lines` once it is over.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ScoreReport {
    record: String,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
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
    /// Once the game is over: who has won, or nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<String>>,
}

/// What is wrong with a record, as `{"error":"…","kind":"half_move","line":1,"column":7,"move":3}`, with `file` where the
/// line has one; the column counts bytes from 1.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ErrorReport {
    error: String,
    kind: &'static str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    column: usize,
    #[serde(rename = "move")]
    move_number: u8,
}

impl ScoreReport {
    /// Describes a game and the record that it was replayed from.
    #[must_use]
    pub fn new(game: &Game, line: Line<'_>) -> Self {
        let is_over = game.status() == Status::Over;
        let score = game.score();
        let (state, turn, cell, choices) = match game.status() {
            Status::Move(player) => ("move", Some(player), None, None),
            Status::Measure { by, cell, choices } => {
                ("measure", Some(by), Some(cell), Some(choices))
            }
            Status::Over => ("over", None, None, None),
        };
        Self {
            record: normalised(line.record()),
            line: line.number(),
            file: line.file().map(String::from),
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
            winner: is_over.then(|| score.winner().map(Player::name)),
            lines: is_over.then(|| {
                let players = [Player::X, Player::O].into_iter();
                let lines = players.flat_map(|player| game.lines_of(player));
                lines
                    .map(|line| line.iter().map(Cell::letter).collect())
                    .collect()
            }),
        }
    }
}

/// Writes the tokens of a record, in upper case, with a space between two.
fn normalised(record: &[u8]) -> String {
    let actions: Vec<_> = Tokens::new(record)
        .map_while(|token| token.action.ok())
        .collect();
    record_of(&actions)
}

impl ErrorReport {
    /// Describes a mistake.
    #[must_use]
    pub fn new(error: &RecordError, line: Line<'_>) -> Self {
        Self {
            error: error.to_string(),
            kind: error.kind(),
            line: line.number(),
            file: line.file().map(String::from),
            column: error.column(),
            move_number: error.place().move_number,
        }
    }
}

/// What perfect play gives: the fields of a [`ScoreReport`], and
/// `"value":0.5,"best":["AI","CG"],"actions":[{"move":"AB","value":0},…],"principal_variation":"AI …"`.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct SolutionReport {
    #[serde(flatten)]
    game: ScoreReport,
    value: Payoff,
    best: Vec<String>,
    actions: Vec<ValuedMove>,
    principal_variation: String,
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
    pub fn new(game: ScoreReport, solution: &Solution, variation: &[Action]) -> Self {
        Self {
            game,
            value: solution.value,
            best: solution.best().map(|action| action.to_string()).collect(),
            actions: ValuedMove::list(solution),
            principal_variation: record_of(variation),
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

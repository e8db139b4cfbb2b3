//! What the solver found. docs/json.md documents these structs, field by field.

use qttt::{
    Action, Player, Points, Score,
    solve::{Decision, Solution, Solver, canonical},
    support::describe_win,
};
use serde::Serialize;

use super::{Game, LineError, Query};

/// The answer to a query.
#[derive(Serialize, Debug)]
pub(crate) struct Analysis {
    #[serde(flatten)]
    evaluation: Evaluation,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_variation: Option<Vec<Action>>,
    canonical: String,
}

#[derive(Serialize, Debug)]
struct Evaluation {
    value: Points,
    best: Vec<Action>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ActionValue>>,
}

#[derive(Serialize, Debug)]
struct ActionValue {
    action: Action,
    value: Points,
}

#[derive(Serialize, Debug)]
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

impl Analysis {
    /// Solves the position at the end of a game, and either its principal variation or the moves of the record.
    ///
    /// # Errors
    ///
    /// If the moves of the record are asked for, and there is no record.
    pub(crate) fn of(game: &Game, query: Query, solver: &Solver) -> Result<Self, LineError> {
        let position = game.position();
        let (mut steps, mut principal_variation) = (None, None);
        let solution = if query.steps {
            let review = solver.review(game.record()?);
            let decisions = review.decisions.iter();
            let step = |decision: &Decision| Step {
                turn: decision.step.player(),
                evaluation: Evaluation::of(&decision.solution, query),
                action: decision.step.action,
                action_value: decision.value.payoff(),
                loss: decision.loss(),
                sign: sign(decision),
            };
            steps = Some(decisions.map(step).collect());
            review.solution
        } else {
            principal_variation = Some(solver.principal_variation(&position));
            solver.solve(&position)
        };
        Ok(Self {
            evaluation: Evaluation::of(&solution, query),
            steps,
            principal_variation,
            canonical: canonical(&position).to_string(),
        })
    }
}

impl Evaluation {
    fn of(solution: &Solution, query: Query) -> Self {
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

/// Returns the annotation of an action, as in chess: `?` if the action lost half a point, `??` if it lost more.
pub(crate) fn sign(decision: &Decision) -> &'static str {
    match decision.loss().halves() {
        0 => "",
        1 => "?",
        _ => "??",
    }
}

/// Describes the result of a game with a value: `X wins 1 to 0.5`, or `nobody wins`.
pub(crate) fn result_of(value: Score) -> String {
    describe_win(value).unwrap_or_else(|| "nobody wins".to_string())
}

/// Returns the text of several actions, as in a record: `AB BE DE AE 4`.
pub(crate) fn join(actions: impl IntoIterator<Item = Action>) -> String {
    // This is enough for every game.
    let mut text = Vec::with_capacity(48);
    push_actions(actions, &mut text);
    String::from_utf8(text).expect("actions are ASCII")
}

/// Appends several actions, separated by spaces. This is faster than formatting a record.
pub(super) fn push_actions(actions: impl IntoIterator<Item = Action>, text: &mut Vec<u8>) {
    let start = text.len();
    for action in actions {
        match action {
            Action::Move(a, b) => {
                text.extend_from_slice(&[a.letter() as u8, b.letter() as u8, b' '])
            }
            Action::Measure(mark) => text.extend_from_slice(&[mark.digit() as u8, b' ']),
        }
    }
    if text.len() > start {
        text.pop();
    }
}

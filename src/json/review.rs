use serde::Serialize;

use super::{ScoreReport, ValuedMove};
use crate::{
    Action, Payoff,
    solve::{Decision, Loss, Review, Solution},
};

/// What perfect play says of a game: the fields of a [`ScoreReport`], and
/// `"value":0,"best":["AC",…],"steps":[{"turn":"X","value":0.5,"best":["AI","CG"],"move":"AB","move_value":0,"loss":0.5,"sign":"?"},…]`.
///
/// A step is a position and what was played in it; the value and the best actions outside of `steps` are those of the
/// last position. `value` is that of the position and `move_value` that of the action, both for X; `loss` is what the
/// action cost the player, and `sign` is there where it isn't 0. The values of all legal actions, `actions`, are there if
/// they are asked for.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ReviewReport {
    #[serde(flatten)]
    game: ScoreReport,
    #[serde(flatten)]
    last: PositionReport,
    steps: Vec<StepReport>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct StepReport {
    turn: &'static str,
    #[serde(flatten)]
    position: PositionReport,
    #[serde(rename = "move")]
    action: String,
    move_value: Payoff,
    loss: Loss,
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct PositionReport {
    value: Payoff,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ValuedMove>>,
}

impl ReviewReport {
    /// Describes a game; with `all_moves`, the value of every legal action in it.
    #[must_use]
    pub fn new(game: ScoreReport, review: &Review, all_moves: bool) -> Self {
        let step = |decision: &Decision| StepReport {
            turn: decision.player().name(),
            position: PositionReport::new(&decision.solution, all_moves),
            action: decision.action.to_string(),
            move_value: decision.value,
            loss: decision.loss(),
            sign: decision.loss().sign(),
        };
        Self {
            game,
            last: PositionReport::new(&review.solution, all_moves),
            steps: review.decisions.iter().map(step).collect(),
        }
    }
}

impl PositionReport {
    fn new(solution: &Solution, all_moves: bool) -> Self {
        Self {
            value: solution.value,
            best: solution
                .best()
                .map(|action: Action| action.to_string())
                .collect(),
            actions: all_moves.then(|| ValuedMove::list(solution)),
        }
    }
}

//! What is read from a line, and perfect play for it.

use qttt::{
    Action, Player, Points,
    solve::{self, Decision, Solver},
};
use serde::Serialize;

use super::{Game, LineError};

/// What is printed of a game, in every format but text.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) game: Game,
    /// Whether the position is shown, and not only its value.
    pub(crate) shows_position: bool,
    /// Present if there is a solver. Boxed, so that readings without one are cheap to move.
    pub(crate) solved: Option<Box<Solved>>,
}

impl Reading {
    /// Asks a solver, if one is given.
    ///
    /// # Errors
    ///
    /// If every position of the record is asked for, and there is no record.
    #[inline]
    pub(crate) fn of(game: Game, solving: Option<(&Solver, Request)>) -> Result<Self, LineError> {
        let solved = solving.map(|(solver, request)| request.solve(&game, solver));
        Ok(Self {
            shows_position: solving.is_none_or(|(_, request)| !request.only_value),
            solved: solved.transpose()?.map(Box::new),
            game,
        })
    }
}

/// What the solver should return.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Request {
    /// Only the value and the best actions, without the position and the principal variation.
    pub(crate) only_value: bool,
    /// The value of every legal action.
    pub(crate) actions: bool,
    /// The solution of every position of the record.
    pub(crate) steps: bool,
    /// The principal variation, unless there are steps.
    pub(crate) variation: bool,
}

/// The result. docs/json.md documents these structs, field by field.
#[derive(Serialize, Debug)]
pub(crate) struct Solved {
    #[serde(flatten)]
    pub(crate) evaluation: Evaluation,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<SolvedStep>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal_variation: Option<Vec<Action>>,
    /// The canonical form of the position, unless only the value is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) canonical: Option<String>,
}

#[derive(Serialize, Debug)]
pub(crate) struct Evaluation {
    pub(crate) value: Points,
    pub(crate) best: Vec<Action>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actions: Option<Vec<ActionValue>>,
}

#[derive(Serialize, Debug)]
pub(crate) struct ActionValue {
    pub(crate) action: Action,
    pub(crate) value: Points,
}

#[derive(Serialize, Debug)]
struct SolvedStep {
    turn: Player,
    #[serde(flatten)]
    evaluation: Evaluation,
    action: Action,
    action_value: Points,
    loss: Points,
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
}

impl Request {
    /// Solves the position at the end of a game, and whatever else is requested.
    ///
    /// # Errors
    ///
    /// If every position of the record is asked for, and there is no record.
    pub(crate) fn solve(self, game: &Game, solver: &Solver) -> Result<Solved, LineError> {
        let position = game.position();
        let record = self.steps.then(|| game.record()).transpose()?;
        let review = record.map(|record| solver.review(record));
        let step = |decision: &Decision| self.step(decision);
        let has_variation = self.variation && !self.steps;
        Ok(Solved {
            evaluation: self.evaluation(&solver.solve(&position)),
            steps: review.map(|review| review.decisions.iter().map(step).collect()),
            principal_variation: has_variation.then(|| solver.principal_variation(&position)),
            canonical: (!self.only_value).then(|| solve::canonical(&position).to_string()),
        })
    }

    fn evaluation(self, solution: &solve::Solution) -> Evaluation {
        let values = solution.actions.iter();
        let values = values.map(|&(action, value)| ActionValue {
            action,
            value: value.payoff(),
        });
        Evaluation {
            value: solution.value.payoff(),
            best: solution.best().collect(),
            actions: self.actions.then(|| values.collect()),
        }
    }

    fn step(self, decision: &Decision) -> SolvedStep {
        SolvedStep {
            turn: decision.step.player(),
            evaluation: self.evaluation(&decision.solution),
            action: decision.step.action,
            action_value: decision.value.payoff(),
            loss: decision.loss(),
            sign: decision.sign(),
        }
    }
}

//! What perfect play says of a record: the fields that `qttt solve` adds.

use super::Object;
use crate::{
    RecordError,
    draw::{self, Theme},
    line::Line,
    solve::{Decision, Solution, Solver},
};

/// Which fields are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
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
    let mut object = Object::begin(output);
    let game = object.record_or_position(line)?;
    if !wanted.only_value {
        object.place(line);
        object.position(&game);
    }
    object.solution(&solver.solve(&game), wanted);
    match record {
        Some(record) => {
            let review = solver.review(&record);
            object.name("steps");
            object.list(&review.decisions, |object, decision| {
                object.decision(decision, wanted);
            });
        }
        None if wanted.only_value => {}
        None => object.field("principal_variation", solver.principal_variation(&game)),
    }
    if wanted.picture {
        object.field("svg", draw::svg(&game, Theme::Auto, None));
    }
    object.end();
    Ok(())
}

impl Object<'_> {
    fn solution(&mut self, solution: &Solution, wanted: Wanted) {
        self.field("value", solution.value.payoff());
        self.name("best");
        self.list(solution.best(), Self::value);
        if wanted.actions {
            self.name("actions");
            self.list(&solution.actions, |object, &(action, value)| {
                object.0.push(b'{');
                object.field("action", action);
                object.field("value", value.payoff());
                object.close();
            });
        }
    }

    fn decision(&mut self, decision: &Decision, wanted: Wanted) {
        self.0.push(b'{');
        self.field("turn", decision.player());
        self.solution(&decision.solution, wanted);
        self.field("action", decision.step.action);
        self.field("action_value", decision.value.payoff());
        self.field("loss", decision.loss());
        if !decision.sign().is_empty() {
            self.field("sign", decision.sign());
        }
        self.close();
    }
}

//! A position as pages read it: the object that `--json` prints, and what only pages show. docs/json.md lists the
//! fields.

use qttt::{
    CellSet, Player, Status, draw,
    solve::{Decision, Solver},
    support,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::records::{Analysis, Game, InputLine, Object};

#[derive(Serialize)]
struct View<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    #[serde(flatten)]
    shown: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// Returns the JSON of a game, with the sign of its last action if a solver is given, and a picture if the page doesn't
/// have it yet.
pub(crate) fn view(
    game: &Game,
    analysis: &Analysis,
    solver: Option<&Solver>,
    svg: Option<String>,
) -> String {
    let position = game.position();
    let outcomes = position.outcomes().into_iter().map(|(choice, step)| {
        json!({
            "action": step.action,
            "mark": format!("{choice:?}"),
            "result": support::describe_result(&step.after),
            "collapsed": step.collapsed().collect::<Vec<_>>(),
        })
    });
    let last = match game {
        Game::Record(record) => record.steps().last(),
        Game::Position(_) => None,
    };
    let last = last.map(|step| {
        let decision = solver.map(|solver| solver.decision(step));
        json!({
            "player": step.player(),
            "number": step.after.moves(),
            "action": step.action,
            "closed_cycle": matches!(step.after.status(), Status::Measure { .. }),
            "told": support::describe_step(&step),
            "loss": decision.as_ref().map(Decision::loss),
            "sign": decision.as_ref().map(Decision::sign),
        })
    });
    let ensemble = support::describe_possible(&position);
    let boards = position
        .classical_boards()
        .into_iter()
        .take(if ensemble.is_some() { 27 } else { 0 });
    let boards = boards.map(|board| {
        let lines = Player::ALL.map(|player| board.cells_of(player).lines());
        let lined = lines.into_iter().flatten().map(CellSet::letters);
        [board.to_string(), lined.collect()]
    });
    let shown = json!({
        "title": draw::describe(&position),
        "reason": support::describe_reason(&position),
        "boards": boards.collect::<Vec<_>>(),
        "ensemble": ensemble,
        "last": last,
        "outcomes": outcomes.collect::<Vec<_>>(),
    });
    let object = Object::new(InputLine::new(b""), game, Some(analysis));
    let view = View { object, shown, svg };
    serde_json::to_string(&view).expect("it is only numbers and text")
}

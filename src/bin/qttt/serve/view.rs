//! A position as the page reads it: the object that `--json` prints, and what only the page shows. docs/json.md lists
//! the fields.

use qttt::{CellSet, Player, Status, draw, solve::Solver, support};
use serde::Serialize;
use serde_json::{Value, json};

use crate::records::{Analysis, Game, InputLine, Object, sign};

#[derive(Serialize)]
struct View<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    #[serde(flatten)]
    shown: Value,
}

/// Returns the JSON of a game.
pub(super) fn view(game: &Game, analysis: &Analysis, solver: &Solver) -> String {
    let position = game.position();
    let outcomes = position.outcomes().into_iter().map(|(choice, step)| {
        json!({
            "action": step.action,
            "mark": format!("{choice:?}"),
            "result": support::describe_result(&step.after),
            "board": support::svg_board(&step.after),
            "collapsed": step.collapsed().collect::<Vec<_>>(),
        })
    });
    let last = match game {
        Game::Record(record) => record.steps().last(),
        Game::Position(_) => None,
    };
    let last = last.map(|step| {
        let decision = solver.decision(step);
        json!({
            "player": step.player(),
            "number": step.after.moves(),
            "action": step.action,
            "closed_cycle": matches!(step.after.status(), Status::Measure { .. }),
            "told": support::describe_step(&step),
            "loss": decision.loss(),
            "sign": sign(&decision),
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
        "description": support::describe_board(&position),
        "board": support::svg_board(&position),
        "reason": support::describe_reason(&position),
        "boards": boards.collect::<Vec<_>>(),
        "ensemble": ensemble,
        "last": last,
        "outcomes": outcomes.collect::<Vec<_>>(),
    });
    let object = Object::new(InputLine::new(b""), game, Some(analysis));
    let view = View { object, shown };
    serde_json::to_string(&view).expect("it is only numbers and text")
}

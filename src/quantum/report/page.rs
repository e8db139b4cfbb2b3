//! Reports for the web page.

use serde::Serialize;
use serde_json::{Value, json};

use super::{ErrorReport, Origin, Report};
use crate::json_line::json_line;
use crate::quantum::draw::describe::{
    Halves, describe, describe_board, describe_deed, describe_defeat, describe_outcome,
    describe_possible, describe_reason, describe_solution,
};
use crate::quantum::draw::svg::svg_board;
use crate::quantum::score::Points;
use crate::solve::Solver;
use crate::{Cell, Game, Mark, Player, Record, Unread};

/// A report, with the fields that only the web page needs.
#[derive(Serialize)]
struct ForPage<R> {
    #[serde(flatten)]
    report: R,
    #[serde(flatten)]
    extra: Value,
}

/// Returns a line of JSON for the web page: the report on the record in a text, with the fields that only the page
/// needs; or the report on the first error in the text, with the actions before it.
pub fn for_page(text: &[u8], solver: &Solver) -> String {
    let origin = Origin::default();
    match Record::read(text) {
        Ok(record) => {
            let extra = extra_fields(&record, solver);
            let game = Game::Record(record);
            let report = Report::new(&game, origin, None);
            json_line(&ForPage { report, extra })
        }
        Err(Unread { before, error }) => {
            let report = ErrorReport::new(text, &error, origin);
            let extra = json!({ "played": before.actions() });
            json_line(&ForPage { report, extra })
        }
    }
}

/// Returns the fields that only the web page needs.
fn extra_fields(record: &Record, solver: &Solver) -> Value {
    let position = record.position();
    let write = |points| Halves::Fraction.write(points);
    let write_points = |player| write(position.score().points(player));
    let outcomes = position.measurements().into_iter().map(|step| {
        let [choice, result] = describe_outcome(&step, Halves::Fraction);
        let collapsed = step.collapsed();
        json!({
            "action": step.action,
            "choice": choice,
            "result": result,
            "board": svg_board(&step.after),
            "collapsed": collapsed.map(|(cell, mark)| (cell, mark.to_string())).collect::<Vec<_>>(),
        })
    });
    let decisions: Vec<_> = solver.review(record).collect();
    let last = decisions.last().map(|decision| {
        json!({
            "player": decision.step.player(),
            "action": decision.step.action,
            "deed": describe_deed(&decision.step),
            "loss": write(decision.loss()),
            "sign": decision.sign(),
        })
    });
    let write_lost = |player| {
        let decisions = decisions.iter();
        let by_player = decisions.filter(|decision| decision.step.player() == player);
        write(Points(
            by_player.map(|decision| decision.loss().halves()).sum(),
        ))
    };
    // Those of an outcome have its mark in the first cell of the cycle.
    let mut boards = position.classical_boards();
    boards.sort_by_key(|board| position.cycle().iter().next().map(|cell| board.mark(cell)));
    let boards = boards.iter().map(|board| {
        let lines = Player::ALL.map(|player| board.cells_of(player).lines());
        let lines: Vec<_> = lines.into_iter().flatten().collect();
        let is_lined = |cell| lines.iter().any(|line| line.contains(cell));
        Cell::ALL.map(|cell| (board.mark(cell).map(Mark::player), is_lined(cell)))
    });
    let solution = solver.solve(&position);
    let turn = position.turn();
    let outlook = turn.map(|player| describe_solution(&solution, player, Halves::Fraction));
    json!({
        "title": describe(&position, Halves::Fraction),
        "description": describe_board(&position),
        "board": svg_board(&position),
        "points": { "X": write_points(Player::X), "O": write_points(Player::O) },
        "reason": describe_reason(&position),
        "boards": boards.collect::<Vec<_>>(),
        "ensemble": describe_possible(&position),
        "cycle": position.cycle().iter().collect::<Vec<_>>(),
        "played": record.actions(),
        "last": last,
        "lost": format!("Points lost: X {}, O {}", write_lost(Player::X), write_lost(Player::O)),
        "legal": position.legal_actions(),
        "best": solution.best().collect::<Vec<_>>(),
        "defeat": turn.and_then(|player| describe_defeat(solution.value, player)),
        "outlook": outlook.map(|sentences| sentences.join(" ")).unwrap_or_default(),
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_fields_are_not_in_the_report() {
        let record: Record = "AB BE DE AE".parse().expect("legal");
        let extra = extra_fields(&record, &Solver::new());
        let game = Game::Record(record);
        let report = Report::new(&game, Origin::default(), None);
        let report = serde_json::to_value(report).expect("an object");
        let both = report.as_object().into_iter().flatten();
        let both: Vec<_> = both.filter(|(name, _)| extra.get(name).is_some()).collect();
        assert_eq!(both, []);
    }
}

//! Reports for the web page.

use serde::Serialize;
use serde_json::{Value, json};

use super::{ErrorReport, Origin, Report};
use crate::json_line::json_line;
use crate::quantum::draw::describe::{
    describe, describe_best, describe_board, describe_choice, describe_deed, describe_perfect_play,
    describe_possible, describe_reason, describe_result, with_fractions,
};
use crate::quantum::draw::svg::svg_board;
use crate::solve::{Solver, losses};
use crate::{Cell, CellSet, Game, Mark, Player, Points, Record, Score};

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
        (record, None) => {
            let extra = extra_fields(&record, solver);
            let game = Game::Record(record);
            let report = Report::new(&game, origin, None);
            json_line(&ForPage { report, extra })
        }
        (before, Some(error)) => {
            let report = ErrorReport::new(text, &error, origin);
            let extra = json!({ "played": before.actions() });
            json_line(&ForPage { report, extra })
        }
    }
}

/// Returns the fields that only the web page needs.
fn extra_fields(record: &Record, solver: &Solver) -> Value {
    let position = record.position();
    let write_points = |points: Points| with_fractions(&points.to_string());
    let [x, o] = Player::ALL.map(|player| write_points(position.score().points(player)));
    let outcomes = position.measurements().into_iter().map(|step| {
        let collapsed = step.collapsed();
        json!({
            "action": step.action,
            "choice": describe_choice(&step),
            "result": with_fractions(&describe_result(&step.after)),
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
            "loss": write_points(decision.loss()),
            "sign": decision.sign(),
        })
    });
    let [lost_by_x, lost_by_o] = losses(&decisions).0.map(write_points);
    // Those of an outcome have its mark in the first cell of the cycle.
    let mut boards = position.classical_boards();
    boards.sort_by_key(|board| position.cycle().first().map(|cell| board.mark(cell)));
    let boards = boards.iter().map(|board| {
        let lines = Player::ALL.map(|player| board.cells_of(player).lines());
        let lined: CellSet = lines.into_iter().flatten().flatten().collect();
        Cell::ALL.map(|cell| (board.mark(cell).map(Mark::player), lined.contains(cell)))
    });
    let solution = solver.solve(&position);
    let turn = position.turn();
    let outlook = turn.map(|player| {
        let outlook = describe_perfect_play(solution.value);
        with_fractions(&format!("{outlook} {}", describe_best(&solution, player)))
    });
    json!({
        "description": with_fractions(&describe(&position)) + " " + &describe_board(&position),
        "board": svg_board(&position),
        "points": { "X": x, "O": o },
        "reason": position.is_over().then(|| describe_reason(&position)),
        "boards": boards.collect::<Vec<_>>(),
        "ensemble": describe_possible(&position),
        "cycle": position.cycle().iter().collect::<Vec<_>>(),
        "played": record.actions(),
        "last": last,
        "lost": format!("Points lost: X {lost_by_x}, O {lost_by_o}"),
        "legal": position.legal_actions(),
        "best": solution.best().collect::<Vec<_>>(),
        "defeat": turn.and_then(|player| describe_defeat(solution.value, player)),
        "outlook": outlook.unwrap_or_default(),
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

/// Describes a value if the player loses: who wins anyway, and what the player can keep. Returns `None` otherwise.
fn describe_defeat(value: Score, player: Player) -> Option<String> {
    let winner = value.winner().filter(|winner| *winner != player)?;
    let kept = match value.points(player).halves() {
        0 => "",
        _ => "; this keeps half a point",
    };
    Some(format!("{winner} wins anyway{kept}"))
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

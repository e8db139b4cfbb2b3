//! Reports for the page.

use serde_json::{Value, json};

use super::{Analysis, ErrorReport, Origin, Query, Report, json_line};
use crate::quantum::draw::describe::{
    describe, describe_board, describe_deed, describe_possible, describe_reason, describe_result,
};
use crate::quantum::draw::svg::svg_board;
use crate::solve::Solver;
use crate::{Cell, CellSet, Game, Mark, Player, Spooky};

/// Returns the JSON of the game in a text as the page reads it, a line: a report, and what only the page shows.
///
/// # Errors
///
/// Returns the JSON of an [`ErrorReport`] if the text can't be read.
pub fn for_page(text: &[u8], solver: &Solver) -> Result<String, String> {
    let query = Query {
        actions: true,
        steps: false,
    };
    let game = Game::try_from(text)
        .map_err(|error| json_line(&ErrorReport::new(text, &error, Origin::default())))?;
    let analysis = Analysis::new(&game, query, solver);
    Ok(json_line(&Report {
        shown: Some(shown(&game, solver)),
        ..Report::new(&game, Origin::default(), Some(&analysis))
    }))
}

/// Returns what only the page shows of a game.
fn shown(game: &Game, solver: &Solver) -> Value {
    let position = game.position();
    let outcomes = position.measurements().into_iter().map(|step| {
        json!({
            "action": step.action,
            "mark": step.chosen().map(|(_, mark)| mark.to_string()),
            "result": describe_result(&step.after),
            "board": svg_board(&step.after),
            "collapsed": name_marks(step.collapsed()),
        })
    });
    let last = game.record().and_then(|record| record.steps().last());
    let last = last.map(|step| {
        let decision = solver.decision(step);
        json!({
            "player": step.player(),
            "number": step.after.moves(),
            "action": step.action,
            "deed": describe_deed(&step),
            "loss": decision.loss(),
            "sign": decision.sign(),
        })
    });
    let ensemble = describe_possible(&position);
    let boards = match ensemble {
        Some(_) => position.classical_boards(),
        None => Vec::new(),
    };
    let boards = boards.iter().map(|board| {
        let lines = Player::ALL.map(|player| board.cells_of(player).lines());
        let lined = lines.into_iter().flatten().map(CellSet::letters);
        let players = Cell::ALL.map(|cell| board.mark(cell).map(Mark::player));
        json!({ "players": players, "lined": lined.collect::<String>() })
    });
    let classical = |cell| position.classical(cell).map(|mark| (cell, mark));
    let classical = Cell::ALL.into_iter().filter_map(classical);
    let spooky = position.spooky_marks();
    let spooky = spooky.flat_map(|Spooky { mark, cells, .. }| cells.map(|cell| (cell, mark)));
    json!({
        "title": describe(&position),
        "description": describe_board(&position),
        "board": svg_board(&position),
        "reason": describe_reason(&position),
        "boards": boards.collect::<Vec<_>>(),
        "ensemble": ensemble,
        "classical_marks": name_marks(classical),
        "spooky_marks": name_marks(spooky),
        "cycle": position.cycle().iter().collect::<Vec<_>>(),
        "last": last,
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

/// Returns pairs of a cell and the name of a mark: `["A", "X1"]`.
fn name_marks(marks: impl Iterator<Item = (Cell, Mark)>) -> Vec<(Cell, String)> {
    marks.map(|(cell, mark)| (cell, mark.to_string())).collect()
}

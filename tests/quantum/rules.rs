//! The rules, compared with a naive implementation, and cases of mistakes that other programs make.

use crate::support::*;
use qttt::{Action, Cell, Mark, Position, Status};

/// Checks that a position equals that of the naive implementation.
pub(crate) fn assert_agrees(game: &Position, naive: &Naive) {
    for cell in Cell::ALL {
        let expected = Mark::new(naive.classical[cell.index()]);
        assert_eq!(game.classical(cell), expected, "{cell} in {naive:?}");
    }
    for mark in Mark::ALL {
        let mut spooky = naive.spooky.iter();
        let spooky = spooky.find(|(number, _)| *number == mark.number());
        let cells = spooky.map(|(_, cells)| cells.map(|cell| Cell::ALL[cell]));
        assert_eq!(game.spooky(mark), cells, "{mark} in {naive:?}");
    }
    let legal = game.legal_actions();
    let legal: Vec<_> = legal.iter().map(Action::to_string).collect();
    assert_eq!(legal, naive.legal(), "{naive:?}");
    assert_eq!(game.move_count(), naive.moves);
    assert_eq!(game.status() == Status::Over, naive.is_over(), "{naive:?}");
    assert_eq!(game.score().to_string(), naive.score(), "{naive:?}");
    let cycle: Vec<_> = game.cycle().iter().map(Cell::index).collect();
    assert_eq!(cycle, naive.cycle(), "{naive:?}");
    if let Status::Measure { cell, .. } = game.status() {
        assert_eq!(cell.index(), cycle[0], "{naive:?}");
    }
}

#[test]
fn positions_agree_with_the_naive_scorer_after_every_action() {
    let mut chance = Chance::new(1);
    for _ in 0..5_000 {
        let mut naive = Naive::default();
        for step in chance.record().steps() {
            naive.act(&step.action.to_string());
            assert_agrees(&step.after, &naive);
        }
    }
}

#[test]
fn an_illegal_action_is_an_error_and_leaves_the_position_unchanged() {
    for game in published_records() {
        for game in record(game).positions() {
            let legal = game.legal_actions();
            let to_all = |a: Cell| Cell::ALL.map(|b| Action::Move(a.min(b), a.max(b)));
            let moves = Cell::ALL.into_iter().flat_map(to_all);
            for action in moves.chain(Mark::ALL.map(Action::Measure)) {
                let mut next = game;
                let is_legal = legal.contains(&action);
                assert_eq!(next.act(action).is_ok(), is_legal, "{action} in {game:?}");
                assert_eq!(game.is_legal(action), is_legal);
                assert_eq!(next == game, !is_legal);
            }
        }
    }
}

//! The geometry of n^d boards.

use std::collections::BTreeSet;

use super::{board, cells, tournament_boards};
use crate::support::chance::Chance;
use qttt::hypercube::{Board, Cell, Line, Lines, Position};

fn lines(board: Board) -> Lines {
    Lines::of(board).expect("a board of the tournament fits")
}

#[test]
fn the_number_of_lines_matches_the_formula_on_the_contest_boards() {
    let mut all = 0;
    for board in tournament_boards() {
        let (n, d) = (board.width() as usize, board.dimensions());
        let (with_shell, cells) = ((n + 2).pow(d), n.pow(d));
        let expected = (with_shell - cells) / 2;
        assert_eq!(board.lines(), Some(expected as u64), "{board}");
        assert_eq!(board.cells(), Some(cells as u64), "{board}");
        assert_eq!(lines(board).line_count(), expected, "{board}");
        assert_eq!(lines(board).cell_count(), cells, "{board}");
        all += expected;
    }
    assert_eq!(all, 27_660);
}

#[test]
fn the_line_through_two_cells_agrees_with_the_tables() {
    for board in tournament_boards().filter(|board| board.cells() <= Some(256)) {
        let lines = lines(board);
        let count = lines.cell_count() as u32;
        for a in 0..count {
            for b in (0..count).filter(|&b| b != a) {
                let common = |line: &&u32| lines.through(b).contains(line);
                let expected = lines.through(a).iter().find(common);
                let expected = expected.map(|&line| cells(board, lines.line(line)));
                let ends = cells(board, &[a, b]);
                let found = Line::through(board, &ends[0], &ends[1]);
                let found = found.map(|line| line.cells().collect());
                assert_eq!(found, expected, "{board}, cells {a} and {b}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "3,0 is not on the board 3,2")]
fn a_cell_of_another_board_does_not_have_an_index() {
    let _ = board(3, 2).index(&Cell([3, 0].into()));
}

#[test]
fn an_index_is_less_than_the_number_of_cells() {
    assert_eq!(board(3, 2).cell(9), None);
    assert_eq!(board(3, 2).cell(8), Some(Cell([2, 2].into())));
}

#[test]
fn cells_are_counted_up_to_64_bits() {
    assert_eq!(board(10, 10).cells(), Some(10_000_000_000));
    assert_eq!(board(3, 30).cells(), Some(205_891_132_094_649));
    assert_eq!(board(3, 1000).cells(), None);
}

#[test]
fn a_game_is_won_exactly_when_a_line_is_complete() {
    let mut chance = Chance::new(1963);
    for (n, d) in [(3, 2), (5, 2), (8, 2), (3, 3), (5, 3), (3, 4), (4, 4)] {
        let (board, lines) = (board(n, d), lines(board(n, d)));
        for _ in 0..50 {
            let mut left: Vec<_> = (0..lines.cell_count() as u32).collect();
            let mut position = Position::new(board);
            while !left.is_empty() && position.winner().is_none() {
                let index = left.swap_remove(chance.below(left.len()));
                let player = position.turn();
                let cell = board.cell(index as usize).expect("a cell");
                position.play(cell).expect("legal");
                let is_own = |cell: &Cell| position.stone(cell) == Some(player);
                let through = lines.through(index).iter();
                let complete: BTreeSet<_> = through
                    .map(|&line| cells(board, lines.line(line)))
                    .filter(|cells| cells.iter().all(is_own))
                    .collect();
                let found = position.winning_lines().iter();
                let found: BTreeSet<Vec<_>> = found.map(|line| line.cells().collect()).collect();
                assert_eq!(found, complete, "{:?}", position.moves());
                assert_eq!(position.winner(), (!complete.is_empty()).then_some(player));
            }
        }
    }
}

//! The geometry of n^d boards.

use std::collections::{BTreeSet, HashMap};

use super::*;
use qttt::hypercube::Line;

/// Lists the lines of a board. In each, a coordinate is constant, ascends, or descends, and the first that moves
/// ascends. They are the cells of a board that is wider by two, where the last two coordinates stand for a coordinate
/// that moves.
fn lines_of(board: Board) -> Vec<Vec<Cell>> {
    let n = board.width();
    let wider = super::board(n + 2, board.dimensions());
    let lines = wider
        .cells()
        .filter(|pattern| pattern.0.iter().find(|&&x| x >= n) == Some(&n));
    let cell = |pattern: &Cell, step| {
        let coordinates = pattern.0.iter().map(|&x| match x {
            _ if x < n => x,
            _ if x == n => step,
            _ => n - 1 - step,
        });
        Cell(coordinates.collect())
    };
    let cells = lines.map(|pattern| (0..n).map(|step| cell(&pattern, step)).collect());
    cells.collect()
}

#[test]
fn the_lines_of_the_contest_boards_are_counted_and_listed() {
    let cells_of = |lines: &mut dyn Iterator<Item = Line>| -> BTreeSet<Vec<Cell>> {
        lines.map(|line| line.cells().collect()).collect()
    };
    let mut all = 0;
    for board in tournament_boards() {
        let lines: BTreeSet<_> = lines_of(board).into_iter().collect();
        assert_eq!(board.line_count(), Some(lines.len() as u64), "{board}");
        all += lines.len();
        if board.cell_count() > Some(256) {
            continue;
        }
        assert_eq!(cells_of(&mut board.lines()), lines, "{board}");
        assert_eq!(board.lines().count(), lines.len());
        for cell in board.cells() {
            let through = cells_of(&mut board.lines_through(&cell));
            let expected = lines.iter().filter(|line| line.contains(&cell));
            assert!(through.iter().eq(expected), "{board}, cell {cell}");
        }
    }
    assert_eq!(all, 27_660);
    assert_eq!(board(3, 2).lines_through(&Cell([3, 0].into())).count(), 0);
}

/// The cells are those of a wider board, so some of them are not on the board.
#[test]
fn the_line_through_two_cells_is_the_one_that_has_both() {
    for board in tournament_boards().filter(|board| board.cell_count() <= Some(256)) {
        let mut by_pair = HashMap::new();
        for cells in lines_of(board) {
            for pair in cells.iter().flat_map(|a| cells.iter().map(move |b| [a, b])) {
                by_pair.insert(pair.map(Cell::clone), cells.clone());
            }
        }
        let wider = super::board(board.width() + 1, board.dimensions());
        let cells: Vec<_> = wider.cells().collect();
        for a in &cells {
            for b in cells.iter().filter(|b| *b != a) {
                let line = Line::through(board, a, b);
                let found = line.map(|line| line.cells().collect());
                let expected = by_pair.get(&[a.clone(), b.clone()]);
                assert_eq!(found.as_ref(), expected, "{board}, cells {a} and {b}");
            }
        }
    }
    let [board, other] = [board(3, 2), board(3, 3)];
    let line = Line::through(board, &board.center(), &other.center());
    assert_eq!(line, None);
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
    assert_eq!(board(10, 10).cell_count(), Some(10_000_000_000));
    assert_eq!(board(3, 30).cell_count(), Some(205_891_132_094_649));
    assert_eq!(board(3, 1000).cell_count(), None);
}

/// Returns the complete lines through the last of a player's cells.
fn complete_lines(board: Board, own: &[&Cell]) -> BTreeSet<Line> {
    let (last, others) = own.split_last().expect("a stone");
    let lines = others
        .iter()
        .filter_map(|cell| Line::through(board, last, cell));
    let is_complete = |line: &Line| line.cells().all(|cell| own.contains(&&cell));
    lines.filter(is_complete).collect()
}

/// Returns the cells of some lines through a random cell, this cell last.
fn crossing_lines(board: Board, chance: &mut Chance) -> Vec<Cell> {
    let last = board.width() - 1;
    let crossing = chance.cell(board);
    let mut cells = Vec::new();
    for _ in 0..4 {
        let step = chance.one_of(&crossing.0);
        let mut other = crossing.clone();
        for x in other.0.iter_mut().filter(|_| chance.below(2) == 1) {
            let next = u32::from(step == 0);
            *x = match *x {
                x if x == step => next,
                x if x == last - step => last - next,
                x => x,
            };
        }
        let line = Line::through(board, &crossing, &other);
        cells.extend(line.iter().flat_map(Line::cells));
    }
    cells.retain(|cell| *cell != crossing);
    cells.push(crossing);
    cells
}

#[test]
fn a_game_is_won_exactly_when_a_line_is_complete() {
    let mut chance = Chance::new(1963);
    let mut games_by_lines = [0; 4];
    for (n, d) in (3..=6).flat_map(|n| (2..=12).map(move |d| (n, d))) {
        for _ in 0..100 {
            let mut position = Position::new(board(n, d));
            let mut left = Player::ALL.map(|_| crossing_lines(board(n, d), &mut chance));
            while let Some(player) = position.turn() {
                let left = &mut left[player as usize];
                left.retain(|cell| position.stone(cell).is_none());
                let most = left.len().saturating_sub(1).max(1);
                if left.is_empty() {
                    break;
                }
                let cell = left.remove(chance.below(most));
                position.play(cell).expect("legal");
                let own: Vec<_> = position.stones_of(player).collect();
                let complete = complete_lines(board(n, d), &own);
                let mut found = position.winning_lines().to_vec();
                found.sort_unstable();
                assert!(complete.iter().eq(&found), "{:?}", position.moves());
                assert_eq!(position.winner(), (!complete.is_empty()).then_some(player));
            }
            games_by_lines[position.winning_lines().len().min(3)] += 1;
        }
    }
    let are_many = games_by_lines.iter().all(|&games| games > 30);
    assert!(are_many, "{games_by_lines:?}");
}

/// In many dimensions, a cell is on more lines than there are stones, and there are many pairs of stones.
#[test]
fn a_long_game_of_many_dimensions_is_played_in_linear_time() {
    let mut chance = Chance::new(12);
    let mut position = Position::new(board(5, 12));
    for _ in 0..40_000 {
        chance.play_elsewhere(&mut position, &[]);
    }
    assert_eq!(position.winner(), None);
}

//! A selection of lines, for boards whose lines don't fit in memory.
//!
//! They are the lines through two stones of a player, those through a stone along an axis, and on width 4 those of the
//! sub-board that X plays in.

use std::collections::BTreeSet;

use super::{Lines, for_each_line};
use crate::hypercube::{
    board::Cell,
    line::Line,
    position::{Position, Stone},
    sub_board::SubBoard,
};

/// The most stones of a player whose lines are listed, its newest, with at most this many coordinates in all.
const MAX_STONES: usize = 200;
const MAX_COORDINATES: usize = 1 << 18;
/// The most axes along which lines through a stone are listed.
const MAX_AXES: usize = 10;
/// The most empty cells that are kept of a line: one that lacks more won't be completed soon.
const MAX_GAPS: usize = 12;

pub(super) fn lines(position: &Position) -> Lines {
    let mut open = Vec::new();
    for line in lines_of_stones(position).union(&lines_of_sub_board(position)) {
        let held = [Stone::X, Stone::O].map(|stone| {
            let own = position.cells_of(stone);
            own.filter(|cell| line.contains(cell)).count()
        });
        let gaps = line.cells().filter(|cell| position.stone(cell).is_none());
        open.push((held, gaps.take(MAX_GAPS).collect::<Vec<_>>()));
    }
    let cells: BTreeSet<Cell> = open.iter().flat_map(|(_, gaps)| gaps.clone()).collect();
    let cells: Vec<Cell> = cells.into_iter().collect();
    let none_taken = vec![false; cells.len()];
    let mut lines = Lines::with_cells(position.board(), Some(cells), none_taken);
    for (held, gaps) in open {
        let numbers: Vec<u32> = gaps.iter().filter_map(|cell| lines.number(cell)).collect();
        lines.add(held, numbers.into_iter());
    }
    lines
}

fn lines_of_stones(position: &Position) -> BTreeSet<Line> {
    let board = position.board();
    let most = MAX_STONES.min(MAX_COORDINATES / board.dimensions() as usize);
    let mut lines = BTreeSet::new();
    for stone in [Stone::X, Stone::O] {
        let own: Vec<_> = position.cells_of(stone).rev().take(most).collect();
        for (i, cell) in own.iter().enumerate() {
            let pairs = own[..i]
                .iter()
                .filter_map(|other| Line::through(board, cell, other));
            lines.extend(pairs);
            for axis in 0..MAX_AXES.min(cell.0.len()) {
                let mut next = Cell::clone(cell);
                next.0[axis] = (next.0[axis] + 1) % board.width();
                lines.extend(Line::through(board, cell, &next));
            }
        }
    }
    lines
}

/// Returns the lines of the sub-board that X plays in, if there is one.
fn lines_of_sub_board(position: &Position) -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    if let Some(inside) = SubBoard::of(position) {
        for_each_line(inside.board(), 0, (0, 0), &mut |cells| {
            let [a, b] =
                [cells[0], cells[1]].map(|cell| inside.cell(&inside.board().cell(cell as usize)));
            lines.extend(Line::through(position.board(), &a, &b));
        });
    }
    lines
}

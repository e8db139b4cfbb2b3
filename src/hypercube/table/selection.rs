//! A selection of lines, for boards whose lines don't fit in memory.
//!
//! The selection consists of the lines through two stones of a player, and the lines of a sub-board. On width 4, that
//! is the sub-board that X plays in. On another width, X's first stone is in the middle of the sub-board, and groups of
//! coordinates are equal in it.

use std::collections::BTreeSet;

use super::{CellId, OpenLines};
use crate::hypercube::sub_board::SubBoard;
use crate::hypercube::{Cell, Line, Position};
use crate::{ByPlayer, Player};

/// The maximum number of a player's newest stones whose common lines are listed.
const MAX_STONES: usize = 200;
/// The maximum number of coordinates of these stones, and of the lines of the sub-board. It keeps the time for a move
/// short in many dimensions.
const MAX_COORDINATES: usize = 1 << 15;
/// The maximum number of dimensions of the sub-board.
const MAX_DIMENSIONS: u32 = 5;
/// The maximum number of free cells kept per line. A line with more free cells won't be completed soon.
const MAX_GAPS: usize = 12;

/// Returns the free cells of the selected lines, in order, and those lines that are open.
pub(super) fn open_lines(position: &Position) -> (Vec<Cell>, OpenLines) {
    let mut open = Vec::new();
    for line in lines_of_stones(position).union(&lines_of_sub_board(position)) {
        let held = ByPlayer(Player::ALL.map(|player| {
            let own = position.stones_of(player);
            own.filter(|cell| line.contains(cell)).count() as u32
        }));
        let gaps = line.cells().filter(|cell| position.stone(cell).is_none());
        open.push((held, gaps.take(MAX_GAPS).collect::<Vec<_>>()));
    }
    let cells: BTreeSet<Cell> = open.iter().flat_map(|(_, gaps)| gaps.clone()).collect();
    let cells: Vec<Cell> = cells.into_iter().collect();
    let id = |cell: Cell| CellId::new(cells.binary_search(&cell).expect("it is in the list"));
    open.retain(|(held, _)| held.0.contains(&0));
    let open = open.into_iter();
    let with_ids = open.map(|(held, gaps)| (held, gaps.into_iter().map(id).collect()));
    let open = with_ids.collect();
    (cells, open)
}

fn lines_of_stones(position: &Position) -> BTreeSet<Line> {
    let board = position.board();
    // Two stones are enough to block a line of width 3.
    let most = (MAX_COORDINATES / board.dimensions() as usize).clamp(2, MAX_STONES);
    let mut lines = BTreeSet::new();
    for player in Player::ALL {
        let own: Vec<_> = position.stones_of(player).rev().take(most).collect();
        for (i, a) in own.iter().enumerate() {
            let through = own[..i].iter().filter_map(|b| Line::through(board, a, b));
            lines.extend(through);
        }
    }
    lines
}

fn lines_of_sub_board(position: &Position) -> BTreeSet<Line> {
    let board = position.board();
    let dimensions = (2..=MAX_DIMENSIONS.min(board.dimensions())).rev();
    let mut equal = dimensions.filter_map(|d| SubBoard::of_equal(board, d));
    let most = MAX_COORDINATES as u64 / u64::from(board.dimensions());
    let is_small = |inside: &SubBoard| inside.board().line_count().is_some_and(|all| all <= most);
    let mut lines = BTreeSet::new();
    if let Some(inside) = SubBoard::of(position).or_else(|| equal.find(is_small)) {
        for line in inside.board().lines() {
            let mut cells = line.cells().map(|cell| inside.cell(&cell));
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                lines.extend(Line::through(board, &a, &b));
            }
        }
    }
    lines
}

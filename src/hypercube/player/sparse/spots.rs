//! Cells that are worth a look, chosen from the stones: there are too many to look at all.

use std::ops::Range;

use super::{stones::Stones, survey::Survey};
use crate::hypercube::{Board, Cell, Line, Stone};

/// How many of each player's lines are looked at, and how many empty cells in each.
const MOST_ROWS: usize = 64;
const MOST_GAPS: usize = 8;
/// How many of each player's newest stones are looked at; fewer where their cells have so many coordinates together.
const MOST_STONES: usize = 12;
const MOST_COORDINATES: usize = 100_000;
/// How many coordinates are looked at one by one.
const MOST_AXES: usize = 8;

/// Returns empty cells for a quiet move: in the lines with most stones, in others through the newest stones, the
/// centre.
pub(super) fn quiet(stones: &Stones, survey: &Survey, me: Stone) -> Vec<Cell> {
    let mut cells = vec![stones.board().center()];
    for stone in [me, me.other()] {
        for line in survey.longest(stones, stone).take(MOST_ROWS) {
            cells.extend(stones.gaps(&line).take(MOST_GAPS));
        }
        cells.extend(in_line_with(stones, stone));
    }
    tidy(stones, cells)
}

/// Returns empty cells in line with the newest stones of a player: with one of them, and with two at once.
pub(super) fn in_line_with(stones: &Stones, stone: Stone) -> Vec<Cell> {
    let board = stones.board();
    let own = stones.placed().iter().rev().filter(|(_, s)| *s == stone);
    let most = MOST_COORDINATES / board.dimensions() as usize;
    let most = most.clamp(1, MOST_STONES);
    let newest: Vec<_> = own.map(|(cell, _)| cell).take(most).collect();
    let mut cells = Vec::new();
    for (i, a) in newest.iter().enumerate() {
        let lines = courses_through(board, a).into_iter();
        for line in lines.filter_map(|next| Line::through(board, a, &next)) {
            cells.extend(stones.gaps(&line).take(3));
        }
        for b in &newest[..i] {
            cells.extend(between(board, a, b));
        }
    }
    cells.push(board.center());
    tidy(stones, cells)
}

/// Sorts cells, and leaves out those that are taken and those that are there twice.
fn tidy(stones: &Stones, mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.retain(|cell| stones.is_empty(cell));
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// How many coordinates can be independent of each other on the part of the board that the player keeps to.
const MOST_TIES: usize = 5;

/// Returns the coordinates that are tied together, so that there are at most five independent ones.
///
/// On a board of many dimensions, nearly every cell can be in line with one's stones, but lines of four or more that
/// cross are rare: stones must be close. Cells whose tied coordinates are equal are a board of few dimensions, and its
/// lines are lines of the whole.
fn ties(board: Board) -> impl Iterator<Item = Range<usize>> {
    let dimensions = board.dimensions() as usize;
    let ties = dimensions.min(MOST_TIES);
    (0..ties).map(move |i| i * dimensions / ties..(i + 1) * dimensions / ties)
}

/// Tells whether coordinates that are tied together are equal.
pub(super) fn is_tied(board: Board, cell: &Cell) -> bool {
    ties(board).all(|axes| {
        cell.0[axes.clone()]
            .iter()
            .all(|&x| x == cell.0[axes.start])
    })
}

/// Returns the next cells of some of the lines through a cell: along an axis, and along diagonals.
///
/// Coordinates can move together that are equal or mirror images of each other.
fn courses_through(board: Board, cell: &Cell) -> Vec<Cell> {
    let last = board.width() - 1;
    let kind = |axis: usize| cell.0[axis].min(last - cell.0[axis]);
    let mut kinds: Vec<u32> = (0..cell.0.len()).map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let is_tied = is_tied(board, cell);
    let mut all = Vec::new();
    for of_kind in kinds.into_iter().take(MOST_AXES) {
        if is_tied {
            let ties: Vec<_> = ties(board)
                .filter(|axes| kind(axes.start) == of_kind)
                .collect();
            for chosen in 1_usize..1 << ties.len() {
                let moving = (0..ties.len()).filter(|i| chosen >> i & 1 == 1);
                let moving: Vec<_> = moving.flat_map(|i| ties[i].clone()).collect();
                all.push(moved(cell, &moving, last));
            }
        } else {
            let axes: Vec<_> = (0..cell.0.len())
                .filter(|&axis| kind(axis) == of_kind)
                .collect();
            let few = (1..=axes.len().min(4)).chain([axes.len() / 2, axes.len()]);
            let together = few.map(|count| &axes[..count]);
            for moving in axes.chunks(1).take(MOST_AXES).chain(together) {
                all.push(moved(cell, moving, last));
            }
        }
    }
    all
}

/// Moves coordinates one step, each along its own course: those that equal the first of them like this.
fn moved(cell: &Cell, axes: &[usize], last: u32) -> Cell {
    let mut moved = cell.clone();
    let Some(&first) = axes.first() else {
        return moved;
    };
    let from = cell.0[first];
    let to = if from < last { from + 1 } else { from - 1 };
    for &axis in axes {
        moved.0[axis] = if cell.0[axis] == from { to } else { last - to };
    }
    moved
}

/// Returns some cells that may be in line with both of two others: coordinates in which they differ are in the middle,
/// or some from one and the rest from the other.
fn between(board: Board, a: &Cell, b: &Cell) -> Vec<Cell> {
    let differ: Vec<_> = (0..a.0.len())
        .filter(|&axis| a.0[axis] != b.0[axis])
        .collect();
    let mut middle = a.clone();
    for &axis in &differ {
        middle.0[axis] = board.width() / 2;
    }
    let mut cells = vec![middle];
    for count in [1, 2, differ.len() / 2, differ.len().saturating_sub(1)] {
        for (from, to) in [(a, b), (b, a)] {
            let mut mixed = from.clone();
            for &axis in differ.iter().take(count) {
                mixed.0[axis] = to.0[axis];
            }
            cells.push(mixed);
        }
    }
    cells
}

/// Returns the empty cell with the lowest coordinates, the first coordinate fastest.
pub(super) fn first_empty(stones: &Stones) -> Option<Cell> {
    let board = stones.board();
    let mut cell = Cell(vec![0; board.dimensions() as usize].into());
    while !stones.is_empty(&cell) {
        let axis = cell.0.iter().position(|&x| x < board.width() - 1)?;
        cell.0[..axis].fill(0);
        cell.0[axis] += 1;
    }
    Some(cell)
}

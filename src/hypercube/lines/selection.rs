//! The lines that matter in a position on a board that doesn't fit in memory.
//!
//! Those are the lines through two stones of a player, and the lines of a small board inside the large one. Cells in
//! which groups of coordinates are tied together, each equal all through, are a board of as many dimensions as there
//! are groups, and its lines are lines of the whole. There lines cross as they do nowhere else, and X has the centre.

use std::collections::BTreeSet;

use super::{Builder, Lines, MAX_PLACES, Names, for_each_line};
use crate::hypercube::{
    board::Cell,
    line::Line,
    position::{Position, Stone},
    sub_board::SubBoard,
};

/// How many of a player's newest stones are looked at for lines through two of them, at most, and the most coordinates
/// of such lines.
const MAX_STONES: usize = 1_000;
const MAX_COORDINATES: usize = 1 << 20;
/// How many empty cells are kept of a line that lacks more: it won't be completed soon.
const MAX_GAPS: usize = 12;
/// The most dimensions of the board inside, and the most places on its lines.
const MAX_DIMENSIONS_INSIDE: u32 = 5;
const MAX_PLACES_INSIDE: u64 = MAX_PLACES / 16;

pub(super) fn lines(position: &Position) -> Lines {
    let mut lines = lines_through_pairs(position);
    add_lines_inside(position, &mut lines);
    let (mut names, mut table) = (Names::default(), Builder::default());
    for line in lines {
        let held = [Stone::X, Stone::O].map(|stone| stones_in(position, &line, stone));
        if held.contains(&0) {
            let gaps = line.cells().filter(|cell| position.stone(cell).is_none());
            let numbers = gaps.take(MAX_GAPS).map(|cell| names.number(cell));
            table.add(position.board(), held, numbers);
        }
    }
    let cells = names.cells.len();
    Lines {
        names: Some(names),
        ..table.finish(position.board(), cells)
    }
}

fn lines_through_pairs(position: &Position) -> BTreeSet<Line> {
    let board = position.board();
    let most = MAX_COORDINATES / board.dimensions() as usize;
    let mut lines = BTreeSet::new();
    for stone in [Stone::X, Stone::O] {
        let own: Vec<_> = position.cells_of(stone).rev().take(MAX_STONES).collect();
        for (i, a) in own.iter().enumerate() {
            let through = own[..i].iter().filter_map(|b| Line::through(board, a, b));
            lines.extend(through.take(most.saturating_sub(lines.len())));
        }
    }
    lines
}

/// Adds the lines of the board inside: the one that X plays in on width 4, or the one of most dimensions that is small.
fn add_lines_inside(position: &Position, lines: &mut BTreeSet<Line>) {
    let board = position.board();
    let is_small = |inside: &SubBoard| {
        let lines = inside.board().lines();
        let places = lines.and_then(|lines| lines.checked_mul(board.width().into()));
        places.is_some_and(|places| places <= MAX_PLACES_INSIDE)
    };
    let dimensions = 2..=MAX_DIMENSIONS_INSIDE.min(board.dimensions());
    let mut tied = dimensions.rev().filter_map(|d| SubBoard::tied(board, d));
    let inside = SubBoard::of(position).or_else(|| tied.find(is_small));
    let Some(inside) = inside else { return };
    for_each_line(inside.board(), &mut Vec::new(), &mut |cells| {
        let cell = |place: u32| inside.cell(&inside.board().cell(place as usize));
        lines.extend(Line::through(board, &cell(cells[0]), &cell(cells[1])));
    });
}

/// Counts a player's stones in a line: of the stones and the cells, it asks the fewer.
fn stones_in(position: &Position, line: &Line, stone: Stone) -> usize {
    if position.moves().len() < position.board().width() as usize {
        let own = position.cells_of(stone);
        own.filter(|cell| line.contains(cell)).count()
    } else {
        let is_own = |cell: &Cell| position.stone(cell) == Some(stone);
        line.cells().filter(is_own).count()
    }
}

impl Names {
    fn number(&mut self, cell: Cell) -> u32 {
        let next = self.cells.len() as u32;
        let number = *self.numbers.entry(cell.clone()).or_insert(next);
        if number == next {
            self.cells.push(cell);
        }
        number
    }
}

//! The lines that matter in a position on a board that doesn't fit in memory.
//!
//! Those are the lines with two stones or more of one player and none of the other, and the lines of a small board
//! inside the large one. Cells in which groups of coordinates are tied together, each equal all through, are a board of
//! as many dimensions as there are groups, and its lines are lines of the whole. There lines cross as they do nowhere
//! else, and X has the centre.

use std::collections::HashSet;

use super::{Builder, Lines, MAX_PLACES, Names, for_each_line};
use crate::hypercube::{
    board::Cell,
    line::Line,
    position::{Position, Stone},
    sub_board::SubBoard,
};

/// The most coordinates that are compared to find lines through two stones: a few seconds.
const MAX_COMPARISONS: usize = 400_000_000;
/// The most lines with two or more stones that are kept, those with most stones first.
const MAX_LONG: usize = 20_000;
/// How many empty cells are kept of a line that lacks more than so many: it won't be completed soon.
const MAX_GAPS: usize = 12;
/// The most coordinates of all cells that are kept: 4 million take 16 MiB, and as much again to find them.
const MAX_COORDINATES: usize = 4 << 20;
/// The most dimensions of the board inside, and the most places on its lines.
const MAX_TIES: u32 = 5;
const MAX_PLACES_INSIDE: u64 = MAX_PLACES / 16;

pub(super) fn lines(position: &Position) -> Lines {
    let mut selection = Selection {
        position,
        names: Names::default(),
        known: HashSet::new(),
        table: Builder::default(),
    };
    let long = lines_through_pairs(position).into_iter();
    let long = long.map(|line| (selection.stones_in(&line), line));
    let mut long: Vec<_> = long.filter(|(held, _)| held.contains(&0)).collect();
    long.sort_unstable_by(|([a, b], one), ([c, d], other)| {
        (c + d).cmp(&(a + b)).then_with(|| one.cmp(other))
    });
    for (_, line) in long.into_iter().take(MAX_LONG) {
        selection.add(line);
    }
    selection.add_lines_inside();
    let cells = selection.names.cells.len();
    Lines {
        names: Some(selection.names),
        ..selection.table.finish(position.board(), cells)
    }
}

/// Returns the lines through two of the newest stones of a player.
fn lines_through_pairs(position: &Position) -> HashSet<Line> {
    let board = position.board();
    let dimensions = board.dimensions() as usize;
    let newest = (MAX_COMPARISONS / dimensions).isqrt();
    let mut found = HashSet::new();
    for stone in [Stone::X, Stone::O] {
        let own: Vec<_> = position.cells_of(stone).rev().take(newest).collect();
        for (i, a) in own.iter().enumerate() {
            if found.len() * dimensions > MAX_COORDINATES {
                break;
            }
            found.extend(own[..i].iter().filter_map(|b| Line::through(board, a, b)));
        }
    }
    found
}

/// Lines that are selected, and numbers given to their cells.
struct Selection<'p> {
    position: &'p Position,
    names: Names,
    known: HashSet<Line>,
    table: Builder,
}

impl Selection<'_> {
    /// Adds the lines of a board inside: X's, or the one of most dimensions whose lines are few enough.
    fn add_lines_inside(&mut self) {
        let board = self.position.board();
        let is_small = |inside: &SubBoard| {
            let lines = inside.board().lines();
            let places = lines.and_then(|lines| lines.checked_mul(board.width().into()));
            places.is_some_and(|places| places <= MAX_PLACES_INSIDE)
        };
        let most = MAX_TIES.min(board.dimensions());
        let mut tied = (2..=most)
            .rev()
            .filter_map(|ties| SubBoard::tied(board, ties));
        let inside = SubBoard::of(self.position).or_else(|| tied.find(is_small));
        let Some(inside) = inside else { return };
        for_each_line(inside.board(), &mut Vec::new(), &mut |cells| {
            let cell = |place: u32| inside.cell(&inside.board().cell(place as usize));
            if let Some(line) = Line::through(board, &cell(cells[0]), &cell(cells[1])) {
                self.add(line);
            }
        });
    }

    /// Adds a line, if it can still be somebody's and there is room for it.
    fn add(&mut self, line: Line) {
        let board = self.position.board();
        let kept = self.names.cells.len() + self.known.len();
        if kept * board.dimensions() as usize > MAX_COORDINATES || self.known.contains(&line) {
            return;
        }
        let held = self.stones_in(&line);
        if !held.contains(&0) {
            return;
        }
        let gaps = line
            .cells()
            .filter(|cell| self.position.stone(cell).is_none());
        let gaps: Vec<Cell> = gaps.take(MAX_GAPS).collect();
        let numbers = gaps.into_iter().map(|cell| self.names.number(cell));
        self.table.add(board, held, numbers);
        self.known.insert(line);
    }

    /// Counts the players' stones in a line: of the stones and the cells, it asks the fewer.
    fn stones_in(&self, line: &Line) -> [usize; 2] {
        let position = self.position;
        [Stone::X, Stone::O].map(|stone| {
            if position.moves().len() < position.board().width() as usize {
                let own = position.cells_of(stone);
                own.filter(|cell| line.contains(cell)).count()
            } else {
                let is_own = |cell: &Cell| position.stone(cell) == Some(stone);
                line.cells().filter(is_own).count()
            }
        })
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

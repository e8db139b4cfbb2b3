//! The lines that matter in a position on a board that doesn't fit in memory.
//!
//! Those are the lines with two stones or more of one player and none of the other, some of those with one, and the
//! lines of a small board inside the large one. Cells in which groups of coordinates are tied together, each equal
//! all through, are a board of as many dimensions as there are groups, and its lines are lines of the whole. There
//! lines cross as they do nowhere else, and X has the centre.

use std::{cmp::Reverse, collections::HashSet};

use super::{Builder, Lines, MOST_PLACES, Names, for_each_line};
use crate::hypercube::{
    board::{Board, Cell},
    line::{Course, Line, Pencil},
    mix::mix,
    position::{Position, Stone},
    sub_board::SubBoard,
};

/// The most lines through stones that are counted one by one: 4 million take 64 MiB and two seconds.
const MOST_LOOKS: u64 = 4 << 20;
/// The most coordinates that are compared where stones have more lines than that: a few seconds.
const MOST_COMPARISONS: usize = 400_000_000;
/// The most lines with two or more stones that are kept, those with most stones first.
const MOST_LONG: usize = 20_000;
/// How many of each player's newest stones have their lines kept, and how many lines each.
const NEWEST_STONES: usize = 8;
const LINES_OF_ONE: usize = 64;
/// How many empty cells are kept of a line that lacks more than so many: it won't be completed soon.
const MOST_GAPS: usize = 12;
/// The most coordinates of all cells that are kept: 8 million take 32 MiB, and as much again to find them.
const MOST_COORDINATES: usize = 4 << 20;
/// The most dimensions of the board inside, and the most places on its lines.
const MOST_TIES: u32 = 5;
const MOST_PLACES_INSIDE: u64 = MOST_PLACES / 16;

pub(super) fn lines(position: &Position) -> Lines {
    let mut collection = Collection {
        position,
        names: Names::default(),
        known: HashSet::new(),
        table: Builder::default(),
    };
    let mut long = long_lines(position);
    long.sort_by_key(|&(stones, _)| Reverse(stones));
    let is_urgent = |&(stones, _): &(usize, Line)| stones + 1 == position.board().width() as usize;
    let is_urgent = long.iter().any(is_urgent);
    for (_, line) in long.into_iter().take(MOST_LONG) {
        collection.add(line);
    }
    // A line that can be completed now is all that matters.
    if is_urgent {
        return collection.finish();
    }
    add_lines_inside(&mut collection);
    for stone in [Stone::X, Stone::O] {
        let newest = position.cells_of(stone).rev().take(NEWEST_STONES);
        for cell in newest {
            for line in lines_of_one(position.board(), cell) {
                collection.add(line);
            }
        }
    }
    collection.finish()
}

/// Adds the lines of a board inside: X's, or the one of most dimensions whose lines are few enough.
fn add_lines_inside(collection: &mut Collection<'_>) {
    let board = collection.position.board();
    let is_small = |inside: &SubBoard| {
        let lines = inside.board().lines();
        let places = lines.and_then(|lines| lines.checked_mul(board.width().into()));
        places.is_some_and(|places| places <= MOST_PLACES_INSIDE)
    };
    let most = MOST_TIES.min(board.dimensions());
    let mut tied = (2..=most)
        .rev()
        .filter_map(|ties| SubBoard::tied(board, ties));
    let inside = SubBoard::of(collection.position).or_else(|| tied.find(is_small));
    let Some(inside) = inside else { return };
    for_each_line(inside.board(), &mut Vec::new(), &mut |cells| {
        let cell = |place: u32| inside.cell(&inside.board().cell(place as usize));
        if let Some(line) = Line::through(board, &cell(cells[0]), &cell(cells[1])) {
            collection.add(line);
        }
    });
}

/// Lines that are collected, and numbers given to their cells.
struct Collection<'p> {
    position: &'p Position,
    names: Names,
    known: HashSet<Line>,
    table: Builder,
}

impl Collection<'_> {
    /// Adds a line, if it can still be somebody's and there is room for it.
    fn add(&mut self, line: Line) {
        let board = self.position.board();
        let dimensions = board.dimensions() as usize;
        if (self.names.cells.len() + self.known.len()) * dimensions > MOST_COORDINATES
            || self.known.contains(&line)
        {
            return;
        }
        let held = [Stone::X, Stone::O].map(|stone| self.stones_in(&line, stone));
        if !held.contains(&0) {
            return;
        }
        let cells = from_the_middle(board.width()).map(|step| line.cell(step));
        let gaps = cells.filter(|cell| self.position.stone(cell).is_none());
        let gaps: Vec<Cell> = gaps.take(MOST_GAPS).collect();
        let numbers: Vec<u32> = gaps
            .into_iter()
            .map(|cell| self.names.number(cell))
            .collect();
        self.table.add(board, held, numbers.into_iter());
        self.known.insert(line);
    }

    /// Counts a player's stones in a line: of the stones and the cells, it asks the fewer.
    fn stones_in(&self, line: &Line, stone: Stone) -> usize {
        if self.position.moves().len() < self.position.board().width() as usize {
            let own = self.position.cells_of(stone);
            own.filter(|cell| line.contains(cell)).count()
        } else {
            let is_own = |cell: &Cell| self.position.stone(cell) == Some(stone);
            line.cells().filter(is_own).count()
        }
    }

    fn finish(self) -> Lines {
        let cells = self.names.cells.len();
        Lines {
            names: Some(self.names),
            ..self.table.finish(self.position.board(), cells)
        }
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

/// Iterates over the steps of a line, those in the middle first.
fn from_the_middle(width: u32) -> impl Iterator<Item = u32> {
    let middle = width / 2;
    let down = (0..middle).rev().map(Some).chain(std::iter::repeat(None));
    (middle..width)
        .zip(down)
        .flat_map(|(above, below)| [Some(above), below])
        .flatten()
}

/// Returns the lines with two stones or more of one player and none of the other, each with the number of stones.
fn long_lines(position: &Position) -> Vec<(usize, Line)> {
    let board = position.board();
    let moves = position.moves();
    // With few stones there are fewer pairs of them than lines through them.
    let most = MOST_LOOKS.min((moves.len() as u64).pow(2));
    let mut looks = 0_u64;
    let few = moves.iter().all(|cell| {
        looks = looks.saturating_add(Pencil::new(board, cell).len().unwrap_or(u64::MAX));
        looks <= most
    });
    if few {
        through_each_stone(position)
    } else {
        through_pairs(position)
    }
}

/// Counts the stones of all lines through stones.
fn through_each_stone(position: &Position) -> Vec<(usize, Line)> {
    let (board, moves) = (position.board(), position.moves());
    let mut seen: Vec<(u64, u32)> = Vec::new();
    for (turn, cell) in moves.iter().enumerate() {
        Pencil::new(board, cell).for_each(|courses| seen.push((key(courses), turn as u32)));
    }
    seen.sort_unstable();
    let groups = seen.chunk_by(|a, b| a.0 == b.0);
    let long = groups.filter_map(|stones| {
        let of_one = stones.iter().all(|(_, turn)| turn % 2 == stones[0].1 % 2);
        let [(_, a), (_, b), ..] = *stones else {
            return None;
        };
        let line = Line::through(board, &moves[a as usize], &moves[b as usize])?;
        of_one.then_some((stones.len(), line))
    });
    long.collect()
}

/// Returns a number for a line. Should two lines ever get the same, one of them may be overlooked.
fn key(courses: &[Course]) -> u64 {
    courses.iter().fold(0, |key, course| {
        let digit = match course {
            Course::Constant(x) => u64::from(*x) + 2,
            Course::Ascending => 0,
            Course::Descending => 1,
        };
        mix(key ^ digit)
    })
}

/// Tries all pairs of the newest stones of each player.
fn through_pairs(position: &Position) -> Vec<(usize, Line)> {
    let board = position.board();
    let pairs = MOST_COMPARISONS / board.dimensions() as usize;
    let most = (pairs as f64).sqrt() as usize;
    let mut long = Vec::new();
    for stone in [Stone::X, Stone::O] {
        let own: Vec<_> = position.cells_of(stone).rev().take(most).collect();
        let mut found = HashSet::new();
        for (i, a) in own.iter().enumerate() {
            for b in &own[..i] {
                let Some(line) = Line::through(board, a, b) else {
                    continue;
                };
                if found.len() * board.dimensions() as usize > MOST_COORDINATES {
                    break;
                }
                found.insert(line);
            }
        }
        for line in found {
            let count = line
                .cells()
                .filter(|cell| position.stone(cell) == Some(stone))
                .count();
            long.push((count, line));
        }
    }
    // A set has no order that is the same twice.
    long.sort_by(|a, b| a.1.cmp(&b.1));
    long
}

/// Returns lines through a stone: those along few coordinates first.
fn lines_of_one(board: Board, cell: &Cell) -> Vec<Line> {
    let pencil = Pencil::new(board, cell);
    let mut lines = Vec::new();
    if pencil.len().is_some_and(|lines| lines <= MOST_LOOKS / 64) {
        pencil.for_each(|courses| {
            if lines.len() < LINES_OF_ONE {
                lines.push(pencil.line(courses));
            }
        });
    }
    lines
}

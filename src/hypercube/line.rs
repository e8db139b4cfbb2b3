//! A line as a rule rather than as cells: on a board of width one million, a line is longer than any game.

use super::board::{Board, Cell};

/// The cells in which every coordinate is constant, ascending or descending, and not all are constant.
///
/// Of the two ways to go along a line, it is the one in which the first coordinate that moves ascends: so two of them
/// are equal when their cells are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    width: u32,
    courses: Box<[Course]>,
}

/// What a coordinate does along a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Course {
    Constant(u32),
    Ascending,
    Descending,
}

impl Course {
    /// Returns the coordinate at a step, from 0 to n − 1.
    #[inline]
    pub(super) const fn at(self, step: u32, width: u32) -> u32 {
        match self {
            Self::Constant(x) => x,
            Self::Ascending => step,
            Self::Descending => width - 1 - step,
        }
    }
}

impl Line {
    /// Returns the line that two different cells of a board are on, if there is one. Other cells are on none.
    ///
    /// Two cells tell all of a line: where they differ, their coordinates say how far along it they are.
    #[must_use]
    pub fn through(board: Board, a: &Cell, b: &Cell) -> Option<Self> {
        if !board.contains(a) || !board.contains(b) {
            return None;
        }
        // Most pairs of cells are on no line: that is seen before anything is built.
        let (from, to) = steps(board, a, b)?;
        let course = |(&x, &y): (&u32, &u32)| match (x, y) {
            _ if x == y => Course::Constant(x),
            _ if (x, y) == (from, to) => Course::Ascending,
            _ => Course::Descending,
        };
        Some(Self {
            width: board.width(),
            courses: a.0.iter().zip(&b.0).map(course).collect(),
        })
    }

    /// Lists the lines through a cell. There are up to (3^d − 1) / 2 of them.
    #[must_use]
    pub(super) fn all_through(board: Board, cell: &Cell) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut courses = Vec::with_capacity(cell.0.len());
        list_through(board.width(), cell, None, &mut courses, &mut lines);
        lines
    }

    /// Returns the cell at a step, from 0 to n − 1.
    #[must_use]
    pub fn cell(&self, step: u32) -> Cell {
        let coordinate = |course: &Course| course.at(step, self.width);
        Cell(self.courses.iter().map(coordinate).collect())
    }

    /// Returns the cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.width).map(|step| self.cell(step))
    }

    /// Returns `true` if a cell is on the line.
    pub(super) fn contains(&self, cell: &Cell) -> bool {
        let mut pairs = self.courses.iter().zip(&cell.0);
        let step = pairs.clone().find_map(|(course, &x)| match course {
            Course::Constant(_) => None,
            Course::Ascending => Some(x),
            Course::Descending => Some(self.width - 1 - x),
        });
        step.is_some_and(|step| pairs.all(|(course, &x)| course.at(step, self.width) == x))
    }
}

/// Lists the lines through a cell that begin with some courses, and on which the cell is at a step if one of these moves.
fn list_through(
    width: u32,
    cell: &Cell,
    step: Option<u32>,
    courses: &mut Vec<Course>,
    lines: &mut Vec<Line>,
) {
    let Some(&x) = cell.0.get(courses.len()) else {
        if step.is_some() {
            let courses = courses.as_slice().into();
            lines.push(Line { width, courses });
        }
        return;
    };
    let mut go_on = |course, step| {
        courses.push(course);
        list_through(width, cell, step, courses, lines);
        courses.pop();
    };
    go_on(Course::Constant(x), step);
    if step.is_none_or(|step| step == x) {
        go_on(Course::Ascending, Some(x));
    }
    if step == Some(width - 1 - x) {
        go_on(Course::Descending, step);
    }
}

/// Returns how far along the line through them two different cells are, if there is one: the first coordinate in which
/// they differ tells.
fn steps(board: Board, a: &Cell, b: &Cell) -> Option<(u32, u32)> {
    let mut pairs = a.0.iter().zip(&b.0).filter(|(x, y)| x != y);
    let (&from, &to) = pairs.next()?;
    let last = board.width() - 1;
    let ascends_or_descends =
        |(&x, &y): (&u32, &u32)| (x, y) == (from, to) || (x, y) == (last - from, last - to);
    pairs.all(ascends_or_descends).then_some((from, to))
}

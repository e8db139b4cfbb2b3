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

    /// Returns the lines through a cell that meet a condition, of up to (3^d − 1) / 2.
    pub(super) fn all_through(
        board: Board,
        cell: &Cell,
        keeps: impl Fn(&Self) -> bool,
    ) -> Vec<Self> {
        let mut line = Self {
            width: board.width(),
            courses: cell.0.iter().map(|&x| Course::Constant(x)).collect(),
        };
        let mut kept = Vec::new();
        line.for_each_through(cell, 0, None, &mut |line| {
            if keeps(line) {
                kept.push(line.clone());
            }
        });
        kept
    }

    /// Visits the lines through a cell that do as this one in the coordinates before one. If any of these moves, the
    /// cell is at a step.
    fn for_each_through(
        &mut self,
        cell: &Cell,
        axis: usize,
        step: Option<u32>,
        visit: &mut impl FnMut(&Self),
    ) {
        let Some(&x) = cell.0.get(axis) else {
            if step.is_some() {
                visit(self);
            }
            return;
        };
        let courses = [
            (Course::Constant(x), true, step),
            (
                Course::Ascending,
                step.is_none_or(|step| step == x),
                Some(x),
            ),
            (Course::Descending, step == Some(self.width - 1 - x), step),
        ];
        for (course, _, step) in courses.into_iter().filter(|&(_, fits, _)| fits) {
            self.courses[axis] = course;
            self.for_each_through(cell, axis + 1, step, visit);
        }
    }

    /// Returns the cell at a step, from 0 to n − 1.
    #[must_use]
    pub fn cell(&self, step: u32) -> Cell {
        let coordinate = |course: &Course| course.at(step, self.width);
        Cell(self.courses.iter().map(coordinate).collect())
    }

    /// Returns `true` if a condition holds for all cells.
    pub(super) fn all_cells(&self, mut holds: impl FnMut(&Cell) -> bool) -> bool {
        let mut cell = self.cell(0);
        (0..self.width).all(|step| {
            for (x, course) in cell.0.iter_mut().zip(&self.courses) {
                *x = course.at(step, self.width);
            }
            holds(&cell)
        })
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

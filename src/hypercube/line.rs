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
    /// Returns the line that two different cells of a board are on, if there is one.
    ///
    /// Two cells tell all of a line: where they differ, their coordinates say how far along it they are.
    #[must_use]
    pub fn through(board: Board, a: &Cell, b: &Cell) -> Option<Self> {
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

/// The lines through a cell, told without building them.
///
/// The coordinates that move along a line are all at its step, or at the mirror image of it. So coordinates are in
/// groups by their distance from the nearer edge, and a line moves any of one group. The middle of an odd width is its
/// own mirror image: there a coordinate can move either way.
pub(super) struct Pencil<'c> {
    board: Board,
    cell: &'c Cell,
    groups: Vec<Vec<usize>>,
}

impl<'c> Pencil<'c> {
    pub(super) fn new(board: Board, cell: &'c Cell) -> Self {
        let distance = |axis: &usize| {
            let x = cell.0[*axis];
            x.min(board.width() - 1 - x)
        };
        let mut axes: Vec<usize> = (0..cell.0.len()).collect();
        axes.sort_by_key(distance);
        let groups = axes.chunk_by(|a, b| distance(a) == distance(b));
        Self {
            board,
            cell,
            groups: groups.map(<[usize]>::to_vec).collect(),
        }
    }

    /// Returns the number of lines, if it is below 2^64.
    pub(super) fn len(&self) -> Option<u64> {
        self.groups.iter().try_fold(0_u64, |sum, group| {
            let ways: u64 = if self.is_middle(group) { 3 } else { 2 };
            let all = ways.checked_pow(group.len() as u32)? - 1;
            sum.checked_add(if ways == 3 { all / 2 } else { all })
        })
    }

    fn is_middle(&self, group: &[usize]) -> bool {
        self.cell.0[group[0]] * 2 == self.board.width() - 1
    }

    /// Calls `visit` with the courses of each line. There should be few: see [`len`](Self::len).
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[Course])) {
        let mut courses: Vec<_> = self.cell.0.iter().map(|&x| Course::Constant(x)).collect();
        for group in &self.groups {
            self.move_some(group, None, &mut courses, &mut visit);
        }
    }

    /// Lets each coordinate of a group stay or move, if `first` did already, in step with it.
    fn move_some(
        &self,
        group: &[usize],
        first: Option<u32>,
        courses: &mut [Course],
        visit: &mut impl FnMut(&[Course]),
    ) {
        let Some((&axis, others)) = group.split_first() else {
            if first.is_some() {
                visit(courses);
            }
            return;
        };
        self.move_some(others, first, courses, visit);
        let x = self.cell.0[axis];
        let last = self.board.width() - 1;
        let (ascends, descends) = match first {
            None => (true, false),
            Some(step) => (x == step, x == last - step),
        };
        for (can, course) in [(ascends, Course::Ascending), (descends, Course::Descending)] {
            if can {
                courses[axis] = course;
                self.move_some(others, first.or(Some(x)), courses, visit);
            }
        }
        courses[axis] = Course::Constant(x);
    }

    /// Returns the line of some courses.
    pub(super) fn line(&self, courses: &[Course]) -> Line {
        Line {
            width: self.board.width(),
            courses: courses.into(),
        }
    }
}

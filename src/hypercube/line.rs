//! A line, stored by its two ends instead of its cells: on a board of width one million, a line has more cells than a
//! game has moves.

use super::{Board, Cell};

/// The cells in which every coordinate is constant, ascending, or descending, and not all are constant.
///
/// Of the two directions along a line, this is the one in which the first coordinate that moves ascends, so that two
/// lines are equal when their cells are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    width: u32,
    /// Each coordinate in the first and the last cell: equal if it is constant, otherwise 0 and n − 1 or the reverse.
    ends: Box<[(u32, u32)]>,
}

/// Returns a coordinate at a step, given its values at both ends.
const fn coordinate((first, last): (u32, u32), step: u32) -> u32 {
    if first == last {
        first
    } else {
        first.abs_diff(step)
    }
}

impl Line {
    /// Returns the line through two different cells of a board, or `None` if they are not on a common line.
    ///
    /// Two cells determine a line: where they differ, their coordinates are the steps along it.
    #[must_use]
    pub fn through(board: Board, a: &Cell, b: &Cell) -> Option<Self> {
        if !board.contains(a) || !board.contains(b) {
            return None;
        }
        let pairs = a.0.iter().copied().zip(b.0.iter().copied());
        let (from, to) = pairs.clone().find(|(x, y)| x != y)?;
        let last = board.width() - 1;
        let end = |(x, y)| match (x, y) {
            _ if x == y => Some((x, x)),
            _ if (x, y) == (from, to) => Some((0, last)),
            _ if (x, y) == (last - from, last - to) => Some((last, 0)),
            _ => None,
        };
        // Most pairs of cells are not on a common line. For them, no memory is allocated.
        let are_on_line = pairs.clone().all(|pair| end(pair).is_some());
        are_on_line.then(|| Self {
            width: board.width(),
            ends: pairs.filter_map(end).collect(),
        })
    }

    /// Creates a line from its ends, or returns `None` if no coordinate moves, or the first that does so descends.
    pub(super) fn of_ends(width: u32, ends: Box<[(u32, u32)]>) -> Option<Self> {
        let &(first, last) = ends.iter().find(|(first, last)| first != last)?;
        (first < last).then_some(Self { width, ends })
    }

    /// Returns the cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cell = |step| self.ends.iter().map(move |&ends| coordinate(ends, step));
        (0..self.width).map(move |step| Cell(cell(step).collect()))
    }

    /// Iterates over the [indices](Board::index) of the cells, in order. They must fit in a `usize`.
    pub(super) fn indices(&self) -> impl Iterator<Item = usize> + use<> {
        let (mut first, mut growth, mut weight) = (0, 0, 1);
        for &(start, end) in &self.ends {
            first += start as isize * weight;
            growth += weight * (end as isize - start as isize).signum();
            weight *= self.width as isize;
        }
        (0..self.width as isize).map(move |step| (first + step * growth) as usize)
    }

    pub(super) fn contains(&self, cell: &Cell) -> bool {
        let mut pairs = self.ends.iter().zip(&cell.0);
        let moving = pairs.clone().find(|((first, last), _)| first != last);
        moving.is_some_and(|((first, _), x)| {
            let step = first.abs_diff(*x);
            pairs.all(|(&ends, &x)| coordinate(ends, step) == x)
        })
    }
}

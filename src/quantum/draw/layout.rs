//! Where things stand on a board. Each mark has its own spot, the same in every cell and at every step, as people draw
//! this game by hand: the eye finds its partner, and nothing moves when marks are added.

use super::{
    plane::Point,
    scene::{Link, place_of_cell, place_of_mark},
};
use crate::{Cell, Mark};

/// Lengths are in the units of the drawing.
pub(super) const CELL: f32 = 200.0;
pub(super) const BOARD: f32 = 3.0 * CELL;
/// Of a spooky mark.
pub(super) const RADIUS: f32 = 21.0;

/// How far apart the rows and columns of spots are: a link passes between two marks.
const PITCH: f32 = 62.0;
/// What the spots leave to the letter of the cell.
const ASIDE: Point = Point::new(3.0, 5.0);
/// Where the letter of a cell has its middle, from the centre of the cell.
const LETTER: Point = Point::new(-86.0, -85.0);
/// Where the subscript of a large mark has its middle.
const SUBSCRIPT: Point = Point::new(72.0, 42.0);

pub(super) fn center(cell: Cell) -> Point {
    let [column, row] = place_of_cell(cell);
    Point::new(column as f32 + 0.5, row as f32 + 0.5) * CELL
}

pub(super) fn letter(cell: Cell) -> Point {
    center(cell) + LETTER
}

pub(super) fn subscript(cell: Cell) -> Point {
    center(cell) + SUBSCRIPT
}

/// Returns where a spooky mark stands in a cell.
pub(super) fn spot(mark: Mark, cell: Cell) -> Point {
    let [column, row] = place_of_mark(mark).map(|at| at as f32 - 1.0);
    center(cell) + ASIDE + Point::new(column, row) * PITCH
}

/// Returns where the marks of a link stand.
pub(super) fn ends(link: &Link) -> [Point; 2] {
    link.cells.map(|cell| spot(link.mark, cell))
}

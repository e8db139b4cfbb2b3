//! Coordinates on a board. Each mark has its own spot, the same in every cell and position, as in drawings by hand: its
//! partner is easy to find, and marks don't move when others are added.

use super::plane::Point;
use crate::{Cell, Mark, Spooky};

/// The width of a cell. All lengths are in the units of the drawing.
pub(super) const CELL: f32 = 200.0;
pub(super) const BOARD: f32 = 3.0 * CELL;
/// The radius of a spooky mark, to the middle of its rim, and the width of the rim.
pub(super) const RADIUS: f32 = 21.0;
pub(super) const RIM: f32 = 2.5;
/// The size of a large X, from its centre, the radius of a large O, and the width of their strokes.
pub(super) const LARGE_X: f32 = 42.0;
pub(super) const LARGE_O: f32 = 47.0;
pub(super) const STROKE: f32 = 15.0;
/// The sizes of the letter of a cell and of a large mark's subscript.
pub(super) const LETTER_SIZE: f32 = 22.0;
pub(super) const SUBSCRIPT_SIZE: f32 = 38.0;

/// The distance between rows and columns of spots: a link fits between two marks.
const PITCH: f32 = 62.0;
/// The offset of the spots from the centre of the cell, away from its letter.
const SPOT_OFFSET: Point = Point::new(3.0, 5.0);
/// The middle of a cell's letter, from the centre of the cell.
const LETTER: Point = Point::new(-86.0, -85.0);
/// The middle of a large mark's subscript, from the centre of the cell.
const SUBSCRIPT: Point = Point::new(72.0, 42.0);

/// Returns the column and the row of a cell, each 0 to 2.
pub(super) const fn place_of_cell(cell: Cell) -> [usize; 2] {
    [cell.index() % 3, cell.index() / 3]
}

/// Returns the column and the row of a spooky mark within a cell, each 0 to 2.
pub(super) const fn place_of_mark(mark: Mark) -> [usize; 2] {
    place_of_cell(Cell::ALL[mark.index()])
}

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

/// Returns the centre of a spooky mark in a cell.
pub(super) fn spot(mark: Mark, cell: Cell) -> Point {
    let [column, row] = place_of_mark(mark).map(|at| at as f32 - 1.0);
    center(cell) + SPOT_OFFSET + Point::new(column, row) * PITCH
}

pub(super) fn ends(spooky: &Spooky) -> [Point; 2] {
    spooky.cells.map(|cell| spot(spooky.mark, cell))
}

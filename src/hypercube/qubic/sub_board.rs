//! The 4×4×4 boards within a board of width 4, whatever its dimension.
//!
//! Each coordinate is 2 throughout, or is one of three that run freely; several may run together, so that a sub-board
//! may lie diagonally. Two facts carry the strategy for 4×4×4 over:
//!
//! - *Every reply to (2, …, 2) shares a sub-board with it.* Let the coordinates run together in which the reply is 0,
//!   those in which it is 1, and those in which it is 3; the others stay 2. If that makes fewer than three groups, some
//!   coordinate of a larger group, or one that stays 2, runs by itself.
//! - *A line that is not inside meets a sub-board in at most one cell.* Let two cells of a line be inside. Coordinates
//!   that run together have the same value in one of the cells and the same in the other, so along the line they
//!   are constant, or ascend, or descend together; those that are 2 in both stay 2. So the line never leaves.

use super::{
    cells::{Cells, Place},
    flat::MIDDLE,
};
use crate::hypercube::{Cell, Position, Stone};

/// A 4×4×4 board within a larger one.
#[derive(Debug)]
pub(in crate::hypercube) struct SubBoard {
    /// For each coordinate which of the three axes it runs along; none where it stays 2.
    axes: Vec<Option<u8>>,
}

impl SubBoard {
    /// Returns the sub-board that X plays in; none on a board of another width or of fewer than three dimensions, or
    /// if X hasn't opened in the middle.
    pub(in crate::hypercube) fn of(position: &Position) -> Option<Self> {
        let board = position.board();
        if board.width() != 4 || board.dimensions() < 3 {
            return None;
        }
        let [opening, reply, ..] = position.moves() else {
            return None;
        };
        // On 4×4×4 the sub-board is the whole, and any opening that a symmetry carries to the middle will do.
        let is_middle = opening.0.iter().all(|&x| x == MIDDLE);
        (is_middle || board.dimensions() == 3).then(|| Self::holding(reply))
    }

    /// Returns the cells inside that have a stone of a player.
    pub(super) fn stones(&self, position: &Position, stone: Stone) -> Cells {
        let own = position.cells_of(stone);
        own.filter_map(|cell| self.place(cell)).collect()
    }

    /// Returns a sub-board that holds (2, …, 2) and another cell, of three coordinates or more: the whole board if it
    /// has three.
    pub(super) fn holding(reply: &Cell) -> Self {
        let mut axis_of_value = [None; 4];
        let values = [0, 1, 3].iter().filter(|value| reply.0.contains(value));
        let mut alone = 3 - values.count();
        let mut axes = 0..;
        let axis = |&value: &u32| {
            let of_value = &mut axis_of_value[value as usize & 3];
            if value != MIDDLE && of_value.is_none() {
                *of_value = axes.next();
                *of_value
            } else if alone > 0 {
                alone -= 1;
                axes.next()
            } else {
                *of_value
            }
        };
        Self {
            axes: reply.0.iter().map(axis).collect(),
        }
    }

    /// Returns the cell's place inside; none when it is outside.
    pub(in crate::hypercube) fn place(&self, cell: &Cell) -> Option<Place> {
        let mut inside = [None; 3];
        for (&axis, &x) in self.axes.iter().zip(&cell.0) {
            let expected = match axis {
                None => MIDDLE,
                Some(axis) => *inside[usize::from(axis)].get_or_insert(x),
            };
            if x != expected {
                return None;
            }
        }
        let [x, y, z] = inside.map(|digit| digit.map(|digit| digit as Place));
        Some(x? + 4 * y? + 16 * z?)
    }

    /// Returns the cell at a place: the reverse of [`place`](Self::place).
    pub(in crate::hypercube) fn cell(&self, place: Place) -> Cell {
        let coordinate =
            |axis: &Option<u8>| axis.map_or(MIDDLE, |axis| u32::from(place >> (2 * axis) & 3));
        Cell(self.axes.iter().map(coordinate).collect())
    }
}

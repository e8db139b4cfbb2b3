//! Sub-boards: boards within a larger one.

use super::cube::{Cell, Cube, Position, coordinate};

/// A sub-board: each coordinate of the board is one of its axes, or stays 2.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) axes: Vec<Option<usize>>,
    pub(super) dimensions: usize,
}

impl Frame {
    pub(super) fn new(axes: Vec<Option<usize>>) -> Self {
        let dimensions = axes.iter().flatten().max().map_or(0, |&last| last + 1);
        Self { axes, dimensions }
    }

    /// Returns one that holds X's opening and some stones: coordinates that are the same in all of them run together.
    /// As long as it has too few dimensions, a coordinate that stays 2, or runs with one before, runs by itself.
    pub(super) fn holding(cube: &Cube, stones: &[Cell], min_dimensions: usize) -> Self {
        let mut columns: Vec<Vec<Cell>> = Vec::new();
        let axes = (0..cube.dimensions).map(|axis| {
            let column: Vec<Cell> = stones.iter().map(|&cell| coordinate(cell, axis)).collect();
            let stays = column.iter().all(|&x| x == 2);
            let known = columns.iter().position(|other| *other == column);
            (!stays).then(|| {
                known.unwrap_or_else(|| {
                    columns.push(column);
                    columns.len() - 1
                })
            })
        });
        let mut frame = Self::new(axes.collect());
        for place in 0..cube.dimensions {
            let axis = frame.axes[place];
            let is_spare = axis.is_none() || frame.axes[..place].contains(&axis);
            if is_spare && frame.dimensions < min_dimensions {
                frame.axes[place] = Some(frame.dimensions);
                frame.dimensions += 1;
            }
        }
        frame
    }

    /// Returns what a cell of the board is here; none if it is outside.
    pub(super) fn inner(&self, cell: Cell) -> Option<Cell> {
        let mut inner = vec![None; self.dimensions];
        for (place, axis) in self.axes.iter().enumerate() {
            let x = coordinate(cell, place);
            if x != axis.map_or(2, |axis| *inner[axis].get_or_insert(x)) {
                return None;
            }
        }
        let coordinates = inner.into_iter().flatten().zip(0..);
        Some(coordinates.map(|(x, axis)| x << (2 * axis)).sum())
    }

    /// Returns the board's cell for one of its own.
    pub(super) fn outer(&self, inner: Cell) -> Cell {
        let x = |axis: &Option<usize>| axis.map_or(2, |axis| coordinate(inner, axis));
        self.axes
            .iter()
            .map(x)
            .zip(0..)
            .map(|(x, axis)| x << (2 * axis))
            .sum()
    }

    /// Returns the stones inside.
    pub(super) fn inside(&self, position: &Position) -> Position {
        position.each_ref().map(|own| {
            let mut own: Vec<Cell> = own.iter().filter_map(|&cell| self.inner(cell)).collect();
            own.sort_unstable();
            own
        })
    }
}

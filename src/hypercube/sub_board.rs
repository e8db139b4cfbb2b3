//! Boards within a larger board.
//!
//! Each coordinate of the larger board is either 2 throughout, or one of the coordinates of the sub-board. Several may
//! be the same coordinate, so a sub-board may be diagonal. Two facts extend the strategy for 4^3 to larger boards of
//! width 4; `docs/qubic/PROOF.md` proves them (1 and 2): a line outside a sub-board meets it in at most one cell, and
//! every reply to (2, …, 2) shares a sub-board of three dimensions with it.

use std::ops::Range;

use super::{Board, Cell, Position};
use crate::Player;

/// Each coordinate of X's opening, and each constant coordinate of a sub-board's cells.
pub(crate) const MIDDLE: u32 = 2;

/// For each coordinate of the larger board, the axis of the sub-board; `None` if the coordinate stays 2.
type Axes = Vec<Option<usize>>;

/// A board within a larger board, or the whole board.
#[derive(Debug)]
pub(crate) struct SubBoard {
    board: Board,
    axes: Axes,
}

impl SubBoard {
    /// Returns the sub-board of three dimensions that X plays in; `None` before the first two moves, on a board of
    /// another width or of fewer dimensions, or if X hasn't opened in the middle of more than three.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let board = position.board();
        let first = position.moves().get(..2)?;
        // On 4^3 the sub-board is the whole board, and the opening may be any image of the middle.
        let is_middle = first[0].0.iter().all(|&x| x == MIDDLE);
        if board.width() != 4 || !is_middle && board.dimensions() != 3 {
            return None;
        }
        Self::holding(first, 3).into_iter().next()
    }

    /// Returns the sub-boards of `dimensions` dimensions that contain all of some cells, up to symmetry; none if the
    /// cells need more dimensions, or have fewer.
    pub(crate) fn holding(cells: &[Cell], dimensions: u32) -> Vec<Self> {
        let board = Board::new(4, dimensions).expect("two dimensions or more");
        let mut axes = Vec::new();
        // The coordinates of all cells along each axis of the sub-board.
        let mut kinds: Vec<Vec<u32>> = Vec::new();
        for axis in 0..cells.first().map_or(0, |cell| cell.0.len()) {
            let kind: Vec<u32> = cells.iter().map(|cell| cell.0[axis]).collect();
            let known = kinds.iter().position(|other| *other == kind);
            let runs = kind.iter().any(|&x| x != MIDDLE);
            axes.push(runs.then(|| known.unwrap_or(kinds.len())));
            if runs && known.is_none() {
                if kinds.len() == dimensions as usize {
                    return Vec::new();
                }
                kinds.push(kind);
            }
        }
        let mut all = Vec::new();
        spread(&axes, kinds.len()..dimensions as usize, 0, &mut all);
        let sub_board = |axes| Self { board, axes };
        all.into_iter().map(sub_board).collect()
    }

    /// Returns a sub-board of a board of any width in which coordinates are equal in groups of about the same size;
    /// `None` if there is no board of `groups` dimensions.
    pub(crate) fn of_equal(board: Board, groups: u32) -> Option<Self> {
        let all = board.dimensions() as usize;
        let group = |coordinate| ((coordinate + 1) * groups as usize - 1) / all;
        Some(Self {
            board: Board::new(board.width(), groups).ok()?,
            axes: (0..all).map(|coordinate| Some(group(coordinate))).collect(),
        })
    }

    pub(crate) const fn board(&self) -> Board {
        self.board
    }

    /// Returns a cell of the larger board as a cell of the sub-board; `None` if it is outside.
    pub(crate) fn inside(&self, cell: &Cell) -> Option<Cell> {
        let mut inside = vec![None; self.board.dimensions() as usize];
        for (axis, &x) in self.axes.iter().zip(&cell.0) {
            let expected = axis.map_or(MIDDLE, |axis| *inside[axis].get_or_insert(x));
            if x != expected {
                return None;
            }
        }
        inside.into_iter().collect::<Option<_>>().map(Cell)
    }

    /// Returns a cell of the sub-board as a cell of the larger board: the reverse of [`inside`](Self::inside).
    pub(crate) fn cell(&self, inside: &Cell) -> Cell {
        let coordinate = |axis: &Option<usize>| axis.map_or(MIDDLE, |axis| inside.0[axis]);
        Cell(self.axes.iter().map(coordinate).collect())
    }

    /// Returns the stones of X and of O inside, as cells of the sub-board.
    pub(crate) fn stones(&self, position: &Position) -> [Vec<Cell>; 2] {
        Player::ALL.map(|player| {
            let own = position.stones_of(player);
            own.filter_map(|cell| self.inside(cell)).collect()
        })
    }
}

/// Lists the ways to turn coordinates, from `from` on, into the missing axes. Only a coordinate that stays 2, or that
/// runs with an earlier one, can become an axis.
fn spread(axes: &[Option<usize>], missing: Range<usize>, from: usize, all: &mut Vec<Axes>) {
    if missing.is_empty() {
        all.push(axes.to_vec());
        return;
    }
    let mut tried = Vec::new();
    for place in from..axes.len() {
        let axis = axes[place];
        let is_spare = axis.is_none() || axes[..place].contains(&axis);
        if is_spare && !tried.contains(&axis) {
            // Coordinates that are equal in all cells make equivalent boards.
            tried.push(axis);
            let mut spread_out = axes.to_vec();
            spread_out[place] = Some(missing.start);
            spread(&spread_out, missing.start + 1..missing.end, place + 1, all);
        }
    }
}

//! The graph of spooky marks: cells are vertices, unmeasured marks are edges.
//!
//! Until a cycle is closed the graph is a forest. It is kept as rooted trees: every cell but a root *holds* one mark, the
//! one that ties it to its parent. So a tree of k cells holds its k − 1 marks, one a cell, and to choose a root is to
//! choose the one cell that is left empty.
//!
//! The mark that closes a cycle is the k-th. Make one of its two cells the root, settle the mark there, and each
//! cell holds exactly one mark: that is one of the two collapses. The other one settles it in its other cell, and
//! every mark on the way round the cycle moves one cell on; the marks that hang off the cycle stay where they are.

use super::{cell::Cell, mark::Mark, per_cell::PerCell};

#[derive(Clone, Copy)]
pub(super) struct Entanglement {
    /// Disjoint sets in their quick-find form: the name of each cell's component.
    component: PerCell,
    /// The number of the mark that ties a cell to its parent, 0 for a root.
    held: PerCell,
    /// The cell at the other end of that mark.
    parent: PerCell,
}

/// The two ways in which a component becomes classical: the mark of each of its cells, 0 elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Collapse {
    pub(super) outcomes: [PerCell; 2],
    /// The alphabetically first cell of the cycle.
    pub(super) cell: Cell,
}

impl Entanglement {
    /// No marks: every cell is a component of its own.
    pub(super) const NONE: Self = Self {
        component: PerCell::INDICES,
        held: PerCell::ZERO,
        parent: PerCell::ZERO,
    };

    /// Ties two cells with a mark, and returns how it can collapse where this closes a cycle.
    #[inline]
    pub(super) fn entangle(&mut self, mark: Mark, a: Cell, b: Cell) -> Option<Collapse> {
        let (from, to) = (self.find(a), self.find(b));
        self.hang(mark, a, b);
        if from == to {
            return Some(self.collapse(a));
        }
        self.union(from, to);
        None
    }

    /// Removes the marks of the component that has become classical as `outcome`.
    #[inline]
    pub(super) const fn release(&mut self, outcome: PerCell) {
        self.held = self.held.except(outcome);
    }

    /// Returns the two cells of a spooky mark, in reading order.
    pub(super) fn cells_of(&self, mark: Mark) -> Option<[Cell; 2]> {
        let holder = Cell::ALL
            .into_iter()
            .find(|&cell| self.held.get(cell) == mark.number())?;
        let mut cells = [holder, self.parent.cell(holder)];
        cells.sort();
        Some(cells)
    }

    #[inline]
    const fn find(&self, cell: Cell) -> u8 {
        self.component.get(cell)
    }

    /// Makes one component of two. With nine cells, renaming all of one at once beats following links.
    #[inline]
    const fn union(&mut self, from: u8, to: u8) {
        self.component.replace(from, to);
    }

    /// Makes `a` the root of its tree and hangs it on `b` by `mark`: each mark on the way from `a` to the old root is
    /// handed to its other cell.
    #[inline]
    const fn hang(&mut self, mark: Mark, a: Cell, b: Cell) {
        let (mut cell, mut mark, mut parent) = (a, mark.number(), b);
        loop {
            let (old_mark, old_parent) = (self.held.get(cell), self.parent.cell(cell));
            self.held.set(cell, mark);
            self.parent.set(cell, parent.index() as u8);
            if old_mark == 0 {
                return;
            }
            (cell, mark, parent) = (old_parent, old_mark, cell);
        }
    }

    /// Returns the two collapses of the component whose last mark, held by `a`, closed a cycle: the parents lead round
    /// it, from `a` back to `a`.
    #[inline]
    fn collapse(&self, a: Cell) -> Collapse {
        let one = self.held.only_where(self.component, self.find(a));
        let mut other = one;
        let mut cell = a;
        loop {
            let next = self.parent.cell(cell);
            other.set(next, one.get(cell));
            if next == a {
                break;
            }
            cell = next;
        }
        Collapse {
            outcomes: [one, other],
            // Only a doubled cell has but one outcome, and is its own cycle.
            cell: one.first_difference(other).unwrap_or(a),
        }
    }
}

//! The graph of spooky marks: cells are vertices, unmeasured marks are edges.
//!
//! A mark is in two cells, but in the end a cell holds one mark. Therefore, every mark *settles* provisionally in one
//! of its two cells. In a component of k cells without a cycle, the k − 1 marks settle in all cells but one. Any cell
//! can be the empty one: to empty it, move its mark to the mark's other cell, move the mark there in the same way, and
//! so on until the empty cell is filled.
//!
//! The mark that closes a cycle is the k-th and leaves no cell empty. It can settle in either of its two cells, and the
//! other marks move as above: these are the two outcomes of the measurement. Only the marks of the cycle differ between
//! them; a mark attached to the cycle is in the same cell in both.

use super::per_cell::PerCell;
use crate::{Cell, CellSet, Choices, Mark};

#[derive(Clone, Copy)]
pub(super) struct Entanglement {
    /// The number of each cell's component: disjoint sets with quick find.
    component: PerCell,
    /// The mark that has settled in each cell; 0 in the empty cell of each component.
    settled: PerCell,
    /// For each mark, the exclusive or of the indices of its two cells, in four bits. With one of the cells, it gives
    /// the other.
    pairs: u64,
}

/// A closed cycle, with the two outcomes of its measurement.
#[derive(Clone, Copy)]
pub(super) struct Collapse {
    /// The marks of the component's cells; 0 in the other cells.
    pub(super) outcomes: [PerCell; 2],
    /// The alphabetically first cell of the cycle.
    pub(super) cell: Cell,
}

impl Collapse {
    /// Returns the cells of the cycle: those where the outcomes differ, or the doubled cell, which has only one
    /// outcome.
    pub(super) const fn cycle(&self) -> CellSet {
        let [one, other] = self.outcomes;
        one.differences(other).with(self.cell)
    }

    /// Returns the marks of the first cell of the cycle in the two outcomes.
    pub(super) fn choices(&self) -> Choices {
        let choice = |outcome: PerCell| Mark::new(outcome.get(self.cell)).expect("a mark");
        Choices::new(self.outcomes.map(choice))
    }
}

impl Entanglement {
    /// No spooky marks: every cell is a component.
    pub(super) const NONE: Self = Self {
        component: PerCell::INDICES,
        settled: PerCell::ZERO,
        pairs: 0,
    };

    /// Adds a mark in two cells and returns the outcomes if it closes a cycle.
    pub(super) fn entangle(&mut self, mark: Mark, a: Cell, b: Cell) -> Option<Collapse> {
        self.pairs |= ((a.index() ^ b.index()) as u64) << (4 * mark.number());
        // Either cell is correct; in an empty one, no other mark has to move.
        let (a, b) = if self.settled.get(b) == 0 {
            (b, a)
        } else {
            (a, b)
        };
        let before = self.settled;
        self.settled = self.settle(before, mark.number(), a);
        let (component, other) = (self.component.get(a), self.component.get(b));
        if component != other {
            // With nine cells, renumbering a whole component is faster than trees of parents.
            self.component.replace(component, other);
            return None;
        }
        let outcomes = [self.settled, self.settle(before, mark.number(), b)]
            .map(|settled| settled.only_where(self.component, component));
        Some(Collapse {
            outcomes,
            // The outcomes differ in every cell of the cycle; those of a doubled cell are equal.
            cell: outcomes[0].differences(outcomes[1]).first().unwrap_or(a),
        })
    }

    /// Returns the two cells of a spooky mark, in reading order.
    pub(super) fn cells_with(&self, mark: Mark) -> Option<[Cell; 2]> {
        let cell = self.settled.cells_where(mark.number()).first()?;
        let mut cells = [cell, self.other_end(mark.number(), cell)];
        cells.sort();
        Some(cells)
    }

    /// Returns the cells in which a mark has settled: all of each component, or all but one.
    pub(super) fn settled_cells(&self) -> CellSet {
        CellSet::FULL - self.settled.cells_where(0)
    }

    pub(super) const fn component_of(&self, cell: Cell) -> CellSet {
        self.component.cells_where(self.component.get(cell))
    }

    /// Returns the marks of the component of `cell` after the mark with this number closes a cycle in it and settles in
    /// `cell`, or with `cell` empty if the number is 0; 0 in the other cells.
    pub(super) const fn collapse_in(&self, cell: Cell, number: u8) -> PerCell {
        self.settle(self.settled, number, cell)
            .only_where(self.component, self.component.get(cell))
    }

    /// Removes the marks of the cells that hold a classical mark. These cells stay connected, but nothing asks about
    /// them again.
    pub(super) const fn release(&mut self, classical: PerCell) {
        self.settled = self.settled.only_where(classical, 0);
    }

    /// Settles the new mark with this number in `cell`, or none if the number is 0, moves every displaced mark to its
    /// other cell, and returns the result.
    #[inline]
    const fn settle(&self, mut settled: PerCell, mut number: u8, mut cell: Cell) -> PerCell {
        loop {
            number = settled.exchange(cell, number);
            if number == 0 {
                return settled;
            }
            cell = self.other_end(number, cell);
        }
    }

    const fn other_end(&self, mark: u8, cell: Cell) -> Cell {
        let difference = (self.pairs >> (4 * mark) & 15) as usize;
        Cell::from_index(cell.index() ^ difference).expect("the mark is in this cell")
    }
}

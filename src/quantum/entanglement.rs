//! The graph of spooky marks: cells are vertices, unmeasured marks are edges.
//!
//! A mark is in two cells, but each cell can keep only one mark: so let every mark *settle* in one of its two cells, for
//! now. In a component of k cells without a cycle, the k − 1 marks settle in all cells but one, and any cell can be that
//! one: to free it, its mark moves to its other cell, the mark that was there moves on too, and so forth until the empty
//! cell is filled.
//!
//! The mark that closes a cycle is the k-th, and leaves no cell empty. Settle it in one of its two cells, and let every
//! other mark follow: that is one of the two collapses. Settle it in the other cell for the other collapse. Only the
//! marks of the cycle move between the two; what hangs off it stays where it is.

use super::{
    cell::{Cell, CellSet},
    mark::{Choices, Mark},
    per_cell::PerCell,
};

#[derive(Clone, Copy)]
pub(super) struct Entanglement {
    /// Disjoint sets in their quick-find form: the name of each cell's component.
    component: PerCell,
    /// The number of the mark that has settled in a cell, 0 in the empty cell of each component.
    settled: PerCell,
    links: Links,
}

/// The two outcomes of a measurement: the mark of each of its cells, 0 elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Collapse {
    pub(super) outcomes: [PerCell; 2],
    /// The alphabetically first cell of the cycle.
    pub(super) cell: Cell,
}

impl Collapse {
    /// Returns the cells of the cycle: those where the two outcomes differ. A doubled cell has but one outcome, and is
    /// its own cycle.
    pub(super) const fn cycle(&self) -> CellSet {
        let [one, other] = self.outcomes;
        one.differences(other).with(self.cell)
    }

    /// Returns the marks that fill the first cell of the cycle in the two outcomes.
    pub(super) fn choices(&self) -> Choices {
        let [one, other] = self
            .outcomes
            .map(|outcome| Mark::new_in_range(outcome.get(self.cell)));
        Choices::new(one, other)
    }
}

impl Entanglement {
    /// No marks: every cell is its own component.
    pub(super) const NONE: Self = Self {
        component: PerCell::INDICES,
        settled: PerCell::ZERO,
        links: Links(0),
    };

    /// Ties two cells with a mark, and returns how it can collapse where this closes a cycle.
    #[inline]
    pub(super) fn entangle(&mut self, mark: Mark, a: Cell, b: Cell) -> Option<Collapse> {
        self.links.insert(mark, a, b);
        // Either cell would do; in an empty one the mark settles at once.
        let (a, b) = if self.settled.get(b) == 0 {
            (b, a)
        } else {
            (a, b)
        };
        let before = self.settled;
        self.settled = self.settle(before, mark, a);
        let component = self.find(a);
        if !self.connects(a, b) {
            // With nine cells, renaming all of one component at once beats following links.
            self.component.replace(component, self.find(b));
            return None;
        }
        let outcomes = [self.settled, self.settle(before, mark, b)]
            .map(|settled| settled.only_where(self.component, component));
        Some(Collapse {
            outcomes,
            // The two differ all along the cycle; for a doubled cell they are the same.
            cell: outcomes[0].differences(outcomes[1]).first().unwrap_or(a),
        })
    }

    /// Returns `true` if two cells are in one component.
    pub(super) const fn connects(&self, a: Cell, b: Cell) -> bool {
        self.find(a) == self.find(b)
    }

    /// Returns the two cells of a spooky mark, in reading order.
    pub(super) fn cells_of(&self, mark: Mark) -> Option<[Cell; 2]> {
        let cell = self.settled.first_where(mark.number())?;
        let mut cells = [cell, self.links.other_end(mark.number(), cell)];
        cells.sort();
        Some(cells)
    }

    /// Returns the cells of a component.
    pub(super) const fn component_of(&self, cell: Cell) -> CellSet {
        self.component.cells_where(self.find(cell))
    }

    /// Returns the classical marks of a component in which a new mark closes a cycle and settles in this cell.
    #[inline]
    pub(super) const fn collapse_in(&self, cell: Cell, mark: Mark) -> PerCell {
        self.settle(self.settled, mark, cell)
            .only_where(self.component, self.find(cell))
    }

    /// Removes the marks of the component of a cell.
    #[inline]
    pub(super) const fn release(&mut self, cell: Cell) {
        let marks = self.settled.only_where(self.component, self.find(cell));
        self.settled = self.settled.without(marks);
    }

    const fn find(&self, cell: Cell) -> u8 {
        self.component.get(cell)
    }

    /// Returns what becomes of `settled` when a new mark settles in `cell`, and every mark that it drives out moves to
    /// its other cell.
    #[inline]
    const fn settle(&self, mut settled: PerCell, mark: Mark, cell: Cell) -> PerCell {
        let (mut mark, mut cell) = (mark.number(), cell);
        loop {
            let driven_out = settled.exchange(cell, mark);
            if driven_out == 0 {
                return settled;
            }
            mark = driven_out;
            cell = self.links.other_end(mark, cell);
        }
    }
}

/// For each mark, the exclusive or of the indices of its two cells, four bits each: it leads from either to the other.
#[derive(Clone, Copy)]
struct Links(u64);

impl Links {
    const fn insert(&mut self, mark: Mark, a: Cell, b: Cell) {
        self.0 |= ((a.index() ^ b.index()) as u64) << (4 * mark.number());
    }

    const fn other_end(self, mark: u8, cell: Cell) -> Cell {
        let difference = (self.0 >> (4 * mark) & 15) as usize;
        Cell::from_index(cell.index() ^ difference).expect("the mark is in this cell")
    }
}

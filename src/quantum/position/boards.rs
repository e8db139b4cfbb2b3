//! The spooky marks of a position, and the classical boards that they still allow, which Goff calls the classical
//! ensemble.

use std::fmt;

use super::Phase;
use crate::quantum::per_cell::PerCell;
use crate::{Cell, CellSet, Mark, Player, Position};

/// A pair of spooky marks: their subscript, their cells, and their part in the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spooky {
    /// The subscript.
    pub mark: Mark,
    /// The two cells, or the last free cell twice.
    pub cells: [Cell; 2],
    /// The part in the measurement, if one is due.
    pub part: Part,
}

/// The part of a pair of spooky marks in a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// On the cycle: its classical mark depends on the choice.
    Cycle,
    /// Attached to the cycle: its classical mark is the same for either choice.
    Attached,
    /// In another component, or no measurement is due: the marks stay spooky.
    Free,
}

/// A board without spooky marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassicalBoard(pub(super) PerCell);

impl ClassicalBoard {
    /// Returns the mark in a cell, or `None` if the cell is empty.
    #[must_use]
    pub const fn mark(&self, cell: Cell) -> Option<Mark> {
        Mark::new(self.0.get(cell))
    }

    /// Returns the cells that hold a mark of the player.
    #[must_use]
    pub const fn cells_of(&self, player: Player) -> CellSet {
        self.0.cells_of(player)
    }
}

/// Writes the nine cells in reading order, each as the number of its mark or a dot: `41.32....`.
impl fmt::Display for ClassicalBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |cell| self.mark(cell).map_or('.', Mark::digit);
        let digits = Cell::ALL.map(digit);
        f.write_str(&String::from_iter(digits))
    }
}

/// How many classical boards are possible.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Possible {
    /// The number of possible boards, 1 to 27.
    pub boards: u8,
    /// The boards in which X has a line.
    pub x: u8,
    /// The boards in which O has a line.
    pub o: u8,
}

impl Position {
    /// Iterates over the spooky marks, the lowest subscript first.
    ///
    /// ```
    /// use qttt::{Part, Record};
    ///
    /// let position = "AB BC CD BC".parse::<Record>()?.position();
    /// let parts = position.spooky_marks().map(|spooky| spooky.part);
    /// assert!(parts.eq([Part::Attached, Part::Cycle, Part::Attached, Part::Cycle]));
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    pub fn spooky_marks(&self) -> impl Iterator<Item = Spooky> + use<> {
        let position = *self;
        let classical = CellSet::FULL - self.free();
        let still_spooky = usize::from(self.moves) - classical.len();
        let cycle = self.cycle();
        let component = cycle
            .first()
            .map_or(CellSet::EMPTY, |cell| self.entanglement.component_of(cell));
        let spooky = move |mark| {
            let cells = position.spooky(mark)?;
            // A component has only one cycle, so a mark with both cells on the cycle is part of it.
            let part = if cells.iter().all(|&cell| cycle.contains(cell)) {
                Part::Cycle
            } else if component.contains(cells[0]) {
                Part::Attached
            } else {
                Part::Free
            };
            Some(Spooky { mark, cells, part })
        };
        Mark::ALL.into_iter().filter_map(spooky).take(still_spooky)
    }

    /// Returns the classical boards that the spooky marks still allow, 1 to 27: the ways to put each spooky mark into
    /// one of its two cells, no two into one cell.
    ///
    /// A component of v cells without a cycle allows v, one for each cell that stays empty; one with a cycle allows
    /// two, the outcomes of its measurement, or one for a doubled cell.
    ///
    /// ```
    /// let record: qttt::Record = "AB BC DE EF GH HI".parse()?;
    /// assert_eq!(record.position().classical_boards().len(), 27);
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn classical_boards(&self) -> Vec<ClassicalBoard> {
        let mut boards = vec![ClassicalBoard(self.classical)];
        for component in self.components(self.entanglement.settled_cells()) {
            let outcomes = self.outcomes_of(component);
            let with_outcomes = |board: ClassicalBoard| {
                let outcomes = outcomes.iter();
                outcomes.map(move |&outcome| ClassicalBoard(board.0.or(outcome)))
            };
            boards = boards.into_iter().flat_map(with_outcomes).collect();
        }
        boards
    }

    /// Returns the ways to put the marks of a component into its cells.
    fn outcomes_of(&self, component: CellSet) -> Vec<PerCell> {
        if let Phase::Measure(collapse) = &self.phase
            && component.contains(collapse.cell)
        {
            let mut outcomes = collapse.outcomes.to_vec();
            outcomes.dedup();
            return outcomes;
        }
        let with_empty = |cell| self.entanglement.collapse_in(cell, 0);
        component.iter().map(with_empty).collect()
    }

    /// Counts the possible classical boards.
    #[must_use]
    pub fn possible(&self) -> Possible {
        let mut possible = Possible::default();
        for board in self.classical_boards() {
            let lines = |player| board.cells_of(player).count_lines();
            possible.boards += 1;
            possible.x += u8::from(lines(Player::X) > 0);
            possible.o += u8::from(lines(Player::O) > 0);
        }
        possible
    }
}

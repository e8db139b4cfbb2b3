//! The classical boards that a position still allows, which Goff calls the classical ensemble.

use std::fmt;

use super::Phase;
use crate::quantum::per_cell::PerCell;
use crate::{Cell, CellSet, Mark, Player, Position};

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
        for component in self.components(self.entanglement.settled()) {
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
        // A new mark in a cell displaces the others.
        let with_empty = |cell| {
            let mut outcome = self.entanglement.collapse_in(cell, Mark::ALL[8]);
            outcome.exchange(cell, 0);
            outcome
        };
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

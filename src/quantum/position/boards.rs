//! The classical boards that a position still allows, which Goff calls the classical ensemble.

use std::fmt;

use serde::Serialize;

use super::Position;
use crate::{
    Player,
    quantum::{
        cell::{Cell, CellSet},
        mark::Mark,
        per_cell::PerCell,
    },
};

/// A board without spooky marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClassicalBoard(PerCell);

impl ClassicalBoard {
    /// Returns the mark in a cell, or `None` if the cell is empty.
    #[must_use]
    pub const fn mark(&self, cell: Cell) -> Option<Mark> {
        Mark::new(self.0.get(cell))
    }

    /// Returns the cells that hold a mark of the player.
    #[must_use]
    pub const fn cells_of(&self, player: Player) -> CellSet {
        match player {
            Player::X => self.0.odd(),
            Player::O => self.0.even(),
        }
    }
}

/// Writes the nine cells in reading order, each as the number of its mark or a dot: `41.32....`.
impl fmt::Display for ClassicalBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::ALL {
            match self.mark(cell) {
                Some(mark) => write!(f, "{mark}")?,
                None => f.write_str(".")?,
            }
        }
        Ok(())
    }
}

/// How many classical boards are possible.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Possible {
    /// All of them, 1 to 27.
    pub boards: u8,
    /// Those in which X has a line.
    pub x: u8,
    /// Those in which O has a line.
    pub o: u8,
}

/// Three components of three cells each allow the most.
const MAX_BOARDS: usize = 27;

impl Position {
    /// Iterates over the classical boards that the spooky marks still allow, 1 to 27: the ways to put each spooky mark
    /// into one of its two cells, no two into one cell.
    ///
    /// A component of v cells without a cycle allows v, one for each cell that stays empty; one with a cycle allows
    /// two, the outcomes of its measurement, or one for a doubled cell.
    ///
    /// ```
    /// let record: qttt::Record = "AB BC DE EF GH HI".parse()?;
    /// assert_eq!(record.position().classical_boards().count(), 27);
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    pub fn classical_boards(&self) -> impl Iterator<Item = ClassicalBoard> + use<> {
        let mut boards = [self.classical; MAX_BOARDS];
        let mut count = 1;
        let mut cells = self.entanglement.settled();
        while let Some(cell) = cells.first() {
            let component = self.component_of(cell);
            cells = cells - component;
            let before = boards;
            let combined = self.outcomes_of(component).flat_map(|outcome| {
                let before = before.iter().take(count);
                before.map(move |board| board.or(outcome))
            });
            let ends = boards
                .iter_mut()
                .zip(combined)
                .map(|(board, combined)| *board = combined);
            count = ends.count();
        }
        boards.into_iter().take(count).map(ClassicalBoard)
    }

    /// Counts the classical boards that are still possible.
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

    /// Iterates over the ways to settle the marks of a component.
    fn outcomes_of(&self, component: CellSet) -> impl Iterator<Item = PerCell> + use<> {
        let collapse = self.collapse;
        let collapse = collapse.filter(|collapse| component.contains(collapse.cell));
        let [one, other] = collapse.map_or([PerCell::ZERO; 2], |collapse| collapse.outcomes);
        let of_cycle = [one, other]
            .into_iter()
            .take(if one == other { 1 } else { 2 });
        let position = *self;
        let of_tree = component.iter().map(move |empty| {
            // A new mark in the empty cell drives the others out of it.
            let mut settled = position.collapse_in(empty, Mark::ALL[8]);
            settled.exchange(empty, 0);
            settled
        });
        let [cycles, trees] = if collapse.is_some() { [2, 0] } else { [0, 9] };
        of_cycle.take(cycles).chain(of_tree.take(trees))
    }
}

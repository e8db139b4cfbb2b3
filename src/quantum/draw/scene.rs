//! The contents of a drawing: the marks of a position and their parts in a measurement.

use crate::{Action, Cell, CellSet, Mark, Player, Position, Status};

/// The contents of a drawing, as text or as SVG.
pub(super) struct Scene {
    pub(super) position: Position,
    /// The spooky marks, the lowest subscript first.
    pub(super) links: Vec<Link>,
    /// The cells of a closed cycle.
    pub(super) cycle: CellSet,
    /// The lines of three, X's first.
    pub(super) lines: Vec<(Player, CellSet)>,
    /// The choices of a measurement that is due, each with the position after it.
    pub(super) outcomes: Vec<(Mark, Position)>,
}

/// A spooky mark, drawn as a link between its two cells.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) mark: Mark,
    pub(super) cells: [Cell; 2],
    pub(super) part: Part,
}

/// The part of a spooky mark in the measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// On the cycle: its cell depends on the choice.
    Cycle,
    /// Attached to the cycle: its cell is forced.
    Hanging,
    /// In another component: it stays spooky.
    Free,
}

/// Returns the column and the row of a cell, each 0 to 2.
pub(super) const fn place_of_cell(cell: Cell) -> [usize; 2] {
    [cell.index() % 3, cell.index() / 3]
}

/// Returns the column and the row of a spooky mark within a cell, each 0 to 2: the same in every cell and position.
pub(super) const fn place_of_mark(mark: Mark) -> [usize; 2] {
    place_of_cell(Cell::ALL[mark.index()])
}

impl Scene {
    pub(super) fn of(position: &Position) -> Self {
        let outcomes = outcomes(position);
        let cycle = position.cycle();
        let part_of = |mark, cells: [Cell; 2]| {
            let stays = |(_, outcome): &(Mark, Position)| outcome.spooky(mark).is_some();
            // A component has only one cycle, so a mark with both cells on it is part of it.
            if cells.iter().all(|&cell| cycle.contains(cell)) {
                Part::Cycle
            } else if outcomes.first().is_none_or(stays) {
                Part::Free
            } else {
                Part::Hanging
            }
        };
        let link = |(mark, cells)| Link {
            mark,
            cells,
            part: part_of(mark, cells),
        };
        let lines = |player| position.lines_of(player).map(move |line| (player, line));
        Self {
            position: *position,
            links: position.spooky_marks().map(link).collect(),
            cycle,
            lines: Player::ALL.into_iter().flat_map(lines).collect(),
            outcomes,
        }
    }

    /// Returns the links with a part in the measurement.
    pub(super) fn links_of(&self, part: Part) -> Vec<Link> {
        let has_part = |link: &&Link| link.part == part;
        self.links.iter().filter(has_part).copied().collect()
    }

    /// Returns `true` if a cell is on a line of three.
    pub(super) fn is_on_line(&self, cell: Cell) -> bool {
        self.lines.iter().any(|(_, line)| line.contains(cell))
    }
}

fn outcomes(position: &Position) -> Vec<(Mark, Position)> {
    let Status::Measure { choices, .. } = position.status() else {
        return Vec::new();
    };
    let measured = |mark| Some((mark, position.after(Action::Measure(mark)).ok()?));
    choices.iter().filter_map(measured).collect()
}

/// A chain of links: the first cell, then the mark and the other cell of each link.
pub(super) struct Chain {
    pub(super) start: Cell,
    pub(super) links: Vec<(Mark, Cell)>,
}

/// Divides links into chains. A chain starts in a cell of `from`, else in a cell with one link, else in the
/// alphabetically first cell.
pub(super) fn chains(mut links: Vec<Link>, from: CellSet) -> Vec<Chain> {
    let mut chains = Vec::new();
    while let Some(start) = start_of_chain(&links, from) {
        let mut chain = Chain {
            start,
            links: Vec::new(),
        };
        let mut cell = start;
        while let Some(next) = links.iter().position(|link| link.cells.contains(&cell)) {
            let link = links.remove(next);
            let [a, b] = link.cells;
            cell = if a == cell { b } else { a };
            chain.links.push((link.mark, cell));
        }
        chains.push(chain);
    }
    chains
}

fn start_of_chain(links: &[Link], from: CellSet) -> Option<Cell> {
    let ends: Vec<Cell> = links.iter().flat_map(|link| link.cells).collect();
    let degree = |cell: &&Cell| ends.iter().filter(|end| end == cell).count();
    let in_from = ends.iter().find(|&&cell| from.contains(cell));
    let leaf = || ends.iter().find(|cell| degree(cell) == 1);
    in_from.or_else(leaf).or(ends.iter().min()).copied()
}

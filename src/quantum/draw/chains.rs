//! Chains of spooky marks, as they are listed in text.

use crate::{Cell, CellSet, Mark, Part, Position, Spooky};

/// A chain of spooky marks: the first cell, then each mark and its other cell.
pub(super) struct Chain {
    pub(super) start: Cell,
    pub(super) marks: Vec<(Mark, Cell)>,
}

/// Divides the spooky marks of a part into chains. A chain starts in a cell of `from`, or else in a cell with one mark, or else in
/// the alphabetically first cell.
pub(super) fn chains(position: &Position, part: Part, from: CellSet) -> Vec<Chain> {
    let spooky = position.spooky_marks();
    let mut spooky: Vec<_> = spooky.filter(|spooky| spooky.part == part).collect();
    let mut chains = Vec::new();
    while let Some(start) = start_of_chain(&spooky, from) {
        let mut marks = Vec::new();
        let mut cell = start;
        while let Some(next) = spooky
            .iter()
            .position(|spooky| spooky.cells.contains(&cell))
        {
            let Spooky { mark, cells, .. } = spooky.remove(next);
            let [a, b] = cells;
            cell = if a == cell { b } else { a };
            marks.push((mark, cell));
        }
        chains.push(Chain { start, marks });
    }
    chains
}

fn start_of_chain(spooky: &[Spooky], from: CellSet) -> Option<Cell> {
    let ends: Vec<Cell> = spooky.iter().flat_map(|spooky| spooky.cells).collect();
    let degree = |cell: &&Cell| ends.iter().filter(|end| end == cell).count();
    let in_from = ends.iter().find(|&&cell| from.contains(cell));
    let leaf = || ends.iter().find(|cell| degree(cell) == 1);
    in_from.or_else(leaf).or(ends.iter().min()).copied()
}

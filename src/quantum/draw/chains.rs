//! Chains of spooky marks, as they are listed in text.

use super::facts::Spooky;
use crate::{Cell, CellSet, Mark};

/// A chain of links: the first cell, then the mark and the other cell of each link.
pub(super) struct Chain {
    pub(super) start: Cell,
    pub(super) links: Vec<(Mark, Cell)>,
}

/// Divides links into chains. A chain starts in a cell of `from`, else in a cell with one link, else in the
/// alphabetically first cell.
pub(super) fn chains(mut links: Vec<Spooky>, from: CellSet) -> Vec<Chain> {
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

fn start_of_chain(links: &[Spooky], from: CellSet) -> Option<Cell> {
    let ends: Vec<Cell> = links.iter().flat_map(|link| link.cells).collect();
    let degree = |cell: &&Cell| ends.iter().filter(|end| end == cell).count();
    let in_from = ends.iter().find(|&&cell| from.contains(cell));
    let leaf = || ends.iter().find(|cell| degree(cell) == 1);
    in_from.or_else(leaf).or(ends.iter().min()).copied()
}

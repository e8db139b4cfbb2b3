//! [Lockstep](super::super) for one game, with branches: the place to begin reading, and halfway between
//! [`Position`](crate::Position) and sixteen games for the tests.

use crate::{Action, Cell, CellSet, Mark};

struct Spooky {
    mark: Mark,
    /// In alphabetical order.
    cells: [Cell; 2],
    /// The near side and the far side.
    sides: [CellSet; 2],
}

impl Spooky {
    fn tree(&self) -> CellSet {
        self.sides[0] | self.sides[1]
    }

    /// Returns the index of the side that has a cell of the tree.
    fn side_of(&self, cell: Cell) -> usize {
        usize::from(self.sides[1].contains(cell))
    }
}

/// Returns the classical mark of each cell, or `None` if an action is illegal. A line doesn't end the game.
pub(super) fn play(actions: &[Action]) -> Option<[Option<Mark>; 9]> {
    let mut board = [None; 9];
    let mut spooky: Vec<Spooky> = Vec::new();
    let mut marks = Mark::ALL.into_iter();
    let mut closing: Option<(Mark, [Cell; 2])> = None;
    for &action in actions {
        match (action, closing) {
            (Action::Move(a, b), None) => {
                let is_free = |cell: &Cell| board[cell.index()].is_none();
                let is_last = Cell::ALL.iter().filter(|cell| is_free(cell)).eq([&a]);
                if !is_free(&a) || !is_free(&b) || (a == b && !is_last) {
                    return None;
                }

                // Join.
                let mark = marks.next()?;
                let cells @ [first, second] = [a.min(b), a.max(b)];
                let sides @ [near, far] = cells.map(|cell| {
                    let tree = spooky
                        .iter()
                        .map(Spooky::tree)
                        .find(|tree| tree.contains(cell));
                    tree.unwrap_or_else(|| cell.into())
                });
                if near.contains(second) {
                    closing = Some((mark, cells));
                    continue;
                }
                for side in spooky.iter_mut().flat_map(|old| &mut old.sides) {
                    if side.contains(first) {
                        *side |= far;
                    } else if side.contains(second) {
                        *side |= near;
                    }
                }
                spooky.push(Spooky { mark, cells, sides });
            }
            (Action::Measure(chosen), Some((mark, cells @ [first, second]))) => {
                // Cycle.
                let is_on_cycle = |old: &&Spooky| old.side_of(first) != old.side_of(second);
                let on_cycle = spooky.iter().filter(is_on_cycle);
                let cycle: CellSet = on_cycle.flat_map(|old| old.cells).chain(cells).collect();

                // Measurement.
                let (chosen_in, closing_in) = if chosen == mark {
                    (first, first)
                } else {
                    let mut on_cycle = spooky.iter().filter(is_on_cycle);
                    let chosen = on_cycle.find(|old| old.mark == chosen)?;
                    let is_far = chosen.sides[1].contains(first);
                    (chosen.cells[0], if is_far { first } else { second })
                };
                if cycle.first() != Some(chosen_in) {
                    return None;
                }
                board[closing_in.index()] = Some(mark);
                for old in spooky.extract_if(.., |old| old.tree().contains(closing_in)) {
                    let across = old.cells[1 - old.side_of(closing_in)];
                    board[across.index()] = Some(old.mark);
                }
                closing = None;
            }
            _ => return None,
        }
    }
    Some(board)
}

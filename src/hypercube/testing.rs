//! What tests of the n^d game share.

use super::{Board, Cell, Position, Stone, mix::mix};

/// Numbers that look random, the same on every machine.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = mix(self.0);
        (self.0 % bound as u64) as usize
    }

    pub(super) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

pub(super) fn all_cells(board: Board) -> impl Iterator<Item = Cell> {
    (0..board.cells().expect("small") as usize).map(move |index| board.cell(index))
}

pub(super) fn empty_cells(position: &Position) -> Vec<Cell> {
    let all = all_cells(position.board());
    all.filter(|cell| position.stone(cell).is_none()).collect()
}

/// Returns what stands in each cell.
pub(super) fn stones_of(position: &Position) -> Vec<Option<Stone>> {
    all_cells(position.board())
        .map(|cell| position.stone(&cell))
        .collect()
}

/// Plays moves that look random, without completing a line; fewer if there is no other way.
pub(super) fn random_position(board: Board, moves: usize, seed: u64) -> Position {
    let mut position = Position::new(board);
    let cells = board.cells().expect("small") as usize;
    let chance = &mut Chance(seed);
    for _ in 0..20 * moves {
        let mut next = position.clone();
        let placed = next.play(board.cell(chance.below(cells))).is_ok();
        if placed && next.winner().is_none() {
            position = next;
        }
        if position.moves().len() == moves {
            break;
        }
    }
    position
}

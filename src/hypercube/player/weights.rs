//! What cells are worth by the lines through them, where nothing can be calculated.

use super::field::Field;
use crate::hypercube::Stone;

/// More stones in a line than this add nothing to its worth, so that sums of it fit in 64 bits.
const MOST_COUNTED: u8 = 12;

/// Returns what a line is worth to a player who has so many stones in it, and the other none.
fn worth_of_line(growth: u64, stones: u8) -> u64 {
    growth.pow(u32::from(stones.min(MOST_COUNTED)))
}

/// For each player what a stone in each cell would add to its lines, kept as moves are made.
#[derive(Clone)]
pub(super) struct Weights {
    /// What a line is worth for each stone of one player in it, while the other has none, is a power of this.
    growth: u64,
    attack: [Vec<u64>; 2],
}

impl Weights {
    pub(super) fn of(field: &Field<'_>, growth: u64) -> Self {
        let mut attack = [(); 2].map(|()| vec![0; field.lines.board_cells()]);
        for line in 0..field.lines.len() as u32 {
            for player in [Stone::X, Stone::O] {
                if field.is_live(line, player) {
                    let worth = worth_of_line(growth, field.count(line, player));
                    for &cell in field.lines.cells_of(line as usize) {
                        attack[player as usize][cell as usize] += worth;
                    }
                }
            }
        }
        Self { growth, attack }
    }

    /// Takes note of a stone that is about to be placed.
    pub(super) fn place(&mut self, field: &Field<'_>, cell: u32, player: Stone) {
        let (own, other) = (player as usize, player.other() as usize);
        for &line in field.lines.through(cell as usize) {
            let worth = |stones| worth_of_line(self.growth, stones);
            let (stones, others) = (field.count(line, player), field.count(line, player.other()));
            let gain = if field.is_live(line, player) {
                worth(stones + 1) - worth(stones)
            } else {
                0
            };
            let loss = if field.is_live(line, player.other()) {
                worth(others)
            } else {
                0
            };
            for &cell in field.lines.cells_of(line as usize) {
                self.attack[own][cell as usize] += gain;
                self.attack[other][cell as usize] -= loss;
            }
        }
    }

    /// Weighs what a stone of the player would gain against what it would take from the opponent.
    #[inline]
    pub(super) fn worth(&self, cell: u32, player: Stone) -> u64 {
        let [own, other] = [player, player.other()].map(|p| self.attack[p as usize][cell as usize]);
        5 * own + 4 * other
    }

    /// Returns the empty cell of most worth, the first of equal ones.
    pub(super) fn best(&self, field: &Field<'_>, player: Stone) -> Option<u32> {
        field
            .empty_cells()
            .rev()
            .max_by_key(|&cell| self.worth(cell, player))
    }

    /// Lists cells, those of most worth first; equal ones stay in order.
    pub(super) fn sorted(&self, cells: impl Iterator<Item = u32>, player: Stone) -> Vec<u32> {
        let mut cells: Vec<_> = cells.map(|cell| (self.worth(cell, player), cell)).collect();
        cells.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        cells.into_iter().map(|(_, cell)| cell).collect()
    }
}

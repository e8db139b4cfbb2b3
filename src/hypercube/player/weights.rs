//! What a cell is worth by the lines through it, where nothing can be calculated.

use super::field::Field;
use crate::hypercube::Stone;

/// What a line is worth for each stone of one player in it, while the other has none. A stone more is worth several lines
/// with one less.
const GROWTH: u64 = 6;

/// Adds up the lines through an empty cell that are live for a player.
pub(super) fn attack(field: &Field<'_>, cell: u32, player: Stone) -> u64 {
    let lines = field.lines.through(cell as usize).iter();
    lines
        .filter(|&&line| field.is_live(line, player))
        .map(|&line| GROWTH.pow(u32::from(field.count(line, player))))
        .sum()
}

/// Weighs what a stone of the player would gain against what it would take from the opponent.
pub(super) fn worth(field: &Field<'_>, cell: u32, player: Stone) -> u64 {
    5 * attack(field, cell, player) + 4 * attack(field, cell, player.other())
}

/// Lists cells, those of most worth first; equal ones stay in order.
pub(super) fn by_worth(
    field: &Field<'_>,
    cells: impl Iterator<Item = u32>,
    player: Stone,
) -> Vec<u32> {
    let mut cells: Vec<_> = cells
        .map(|cell| (worth(field, cell, player), cell))
        .collect();
    cells.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    cells.into_iter().map(|(_, cell)| cell).collect()
}

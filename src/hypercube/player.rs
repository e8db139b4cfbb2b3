//! A deterministic player: the same position gives the same move, on any machine.

mod sparse;

use super::{board::Cell, lines::Lines, position::Position};

/// Chooses the next move; none when the game is won or the board is full.
#[must_use]
pub fn choose(position: &Position) -> Option<Cell> {
    if position.winner().is_some() {
        return None;
    }
    match Lines::of(position.board()) {
        None => sparse::choose(position),
        Some(_) => {
            let cells = position.board().cells().unwrap_or(u64::MAX).min(1 << 32);
            (0..cells as usize)
                .map(|index| position.board().cell(index))
                .find(|cell| position.stone(cell).is_none())
        }
    }
}

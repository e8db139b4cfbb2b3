//! A deterministic player: the same position gives the same move, on any machine.

mod dense;
mod field;
mod pairing;
mod playout;
mod quiet;
mod sparse;
mod threats;
mod tree;
mod weights;

use self::field::Field;
use super::{board::Cell, lines::Lines, position::Position, qubic};

/// Chooses the next move; none when the game is won or the board is full.
#[must_use]
pub fn choose(position: &Position) -> Option<Cell> {
    qubic::winning_move(position).or_else(|| choose_with(position, dense::CHAMPION))
}

/// Chooses as a plain threat-sequence program does, to spar with: win, block, a winning sequence of up to 12 threats,
/// refute the opponent's, else the cell of most worth.
#[must_use]
pub fn choose_plainly(position: &Position) -> Option<Cell> {
    choose_with(position, dense::SPARRING)
}

fn choose_with(position: &Position, skill: dense::Skill) -> Option<Cell> {
    if position.winner().is_some() || position.is_full() {
        return None;
    }
    let is_narrow = position.board().width() <= Field::MOST_WIDTH;
    match Lines::of(position.board()).filter(|_| is_narrow) {
        Some(lines) => dense::choose(position, &lines, skill),
        None => sparse::choose(position),
    }
}

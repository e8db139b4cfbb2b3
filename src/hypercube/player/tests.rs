//! The strategy for width 4 as the player plays it: threat sequences, blocks and the book, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use super::*;
use crate::hypercube::{
    Board,
    sub_board::SubBoard,
    testing::{Rng, all_cells, empty_cells, random_position},
};

mod qubic_games;
mod qubic_outside;
mod qubic_walk;

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// On boards where both cores search long: for quiet wins, for refutations, and by alpha-beta.
#[test]
fn the_move_is_the_same_on_one_core_and_on_two() {
    for (n, d, stones) in [
        (4, 3, 7),
        (4, 4, 9),
        (4, 5, 5),
        (5, 3, 8),
        (5, 4, 7),
        (6, 3, 10),
        (6, 5, 3),
    ] {
        for seed in 0..2 {
            let position = random_position(Board::new(n, d).unwrap(), stones, seed);
            let [one, two] =
                [Cores::One, Cores::Two].map(|cores| choose_on(cores, &position, 20_000));
            assert_eq!(one, two, "{}", crate::hypercube::protocol::write(&position));
        }
    }
}

/// Returns X's move without any search but for threat sequences.
fn sure_move(position: &Position) -> Option<Cell> {
    let lines = Lines::select(position);
    let cell = Thinker::new(position, &lines, tuning::WORK, Cores::Two).sure_move()?;
    Some(lines.cell(cell))
}

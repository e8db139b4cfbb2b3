//! The engine on boards with a known outcome, and its strategy for width 4.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use super::*;
use crate::Rng;
use crate::hypercube::sub_board::SubBoard;
use crate::hypercube::testing::random_position;
use crate::hypercube::{Board, protocol};

mod exhaustive;
mod qubic_games;
mod qubic_outside;

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// Returns X's move without any search except that for threat sequences.
fn sure_move(position: &Position) -> Option<Cell> {
    let mut engine = Engine::new(position, tuning::NODES.into())?;
    let cell = engine.sure_move()?;
    Some(engine.counts.table().cell(cell))
}

/// Plays every game of the engine at its default effort, until a pairing keeps the opponent from completing any line.
/// Returns the number of these positions. From then on, the engine only makes moves after which there is such a pairing
/// again.
fn reach_pairings(position: &Position, us: Player) -> usize {
    assert!(!position.is_over(), "{}", protocol::write(position));
    if position.turn() == Some(us) {
        return reach_pairings(&position.after(choose(position).unwrap()).unwrap(), us);
    }
    if pairing::exists(&LineCounts::of(position), us, &mut { u64::MAX }) {
        return 1;
    }
    let replies = position.free_cells();
    replies
        .map(|cell| reach_pairings(&position.after(cell).unwrap(), us))
        .sum()
}

#[test]
fn pairs_keep_the_opponent_from_every_line_of_4x4_and_5x5_and_6x6() {
    for n in 4..=6 {
        let board = Board::new(n, 2).unwrap();
        for us in Player::ALL {
            assert!(reach_pairings(&Position::new(board), us) > 0);
        }
    }
}

/// With half of the nodes, the opponent's sequence is not found.
#[test]
fn late_in_a_game_the_opponents_sequence_is_still_found() {
    let position = random_position(Board::new(5, 4).unwrap(), 150, 0);
    let mut engine = Engine::new(&position, tuning::NODES.into()).unwrap();
    assert!(engine.sequence(engine.me.opponent()).is_some());
}

//! Random openings, so that deterministic players can play many different games.

use std::collections::{BTreeSet, HashSet};

use anyhow::bail;
use qttt::{
    Player,
    hypercube::{Board, Cell, Position, RandomCells},
};

/// Draws different openings, all equally likely. Asking for more doesn't change the first ones.
///
/// No opening ends the game. Openings that lead to the same position are not different.
///
/// # Errors
///
/// If there are not enough, or they are too rare to be found.
pub(super) fn draw_openings(
    board: Board,
    plies: usize,
    wanted: usize,
    seed: u64,
) -> anyhow::Result<Vec<Vec<Cell>>> {
    // A board has either hundreds of openings, all of which this finds, or far more, few of which are drawn twice.
    const MAX_FAILURES: usize = 10_000;
    let mut cells = RandomCells::of_board(board, [seed].into_iter());
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    while openings.len() < wanted {
        let mut drawn = (0..MAX_FAILURES).filter_map(|_| draw(board, plies, &mut cells));
        let Some(opening) = drawn.find(|opening| seen.insert(stones(opening))) else {
            let found = openings.len();
            bail!(
                "{board} has only {found} different openings of {plies} moves, but {wanted} are needed"
            );
        };
        openings.push(opening.moves().to_vec());
    }
    Ok(openings)
}

/// Plays at random; `None` if a player wins, or the board is too small.
fn draw(board: Board, plies: usize, cells: &mut RandomCells) -> Option<Position> {
    let mut position = Position::new(board);
    for _ in 0..plies {
        if position.is_full() {
            return None;
        }
        position.play(cells.free_in(&position)).ok()?;
    }
    (!position.is_over()).then_some(position)
}

/// Returns the cells of each player.
fn stones(position: &Position) -> [BTreeSet<Cell>; 2] {
    Player::ALL.map(|player| position.cells_of(player).cloned().collect())
}

//! Random openings, so that deterministic players can play many different games.

use std::collections::{BTreeSet, HashSet};

use crate::hypercube::{
    board::{Board, Cell},
    line::Line,
    position::{Position, Stone},
    referee::random_cells::RandomCells,
};

/// A board doesn't have as many openings as were asked for, or none was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected {wanted} different openings of {plies} plies on {board}, found {found}; ask for fewer games, or another \
     number of plies"
)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OpeningError {
    pub board: Board,
    pub plies: usize,
    pub wanted: usize,
    pub found: usize,
}

/// Draws different openings, all equally likely. Asking for more doesn't change the first ones.
///
/// They are balanced in that nothing is decided at once: nobody has won, and nobody could with one more stone. Two
/// openings that lead to the same position are not different.
///
/// # Errors
///
/// When there are not so many, or they are too rare to be found.
pub(super) fn draw_openings(
    board: Board,
    plies: usize,
    wanted: usize,
    seed: u64,
) -> Result<Vec<Vec<Cell>>, OpeningError> {
    // A board has hundreds of openings, which this finds, or so many that few are drawn twice.
    const MAX_FAILURES: usize = 10_000;
    let mut cells = RandomCells::of_board(board, [seed].into_iter());
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    while openings.len() < wanted {
        let mut drawn = (0..MAX_FAILURES).filter_map(|_| draw_balanced(board, plies, &mut cells));
        let Some(opening) = drawn.find(|opening| seen.insert(stones(opening))) else {
            return Err(OpeningError {
                board,
                plies,
                wanted,
                found: openings.len(),
            });
        };
        openings.push(opening.moves().to_vec());
    }
    Ok(openings)
}

/// Plays at random; `None` if the outcome is not balanced, or the board is too small.
fn draw_balanced(board: Board, plies: usize, cells: &mut RandomCells) -> Option<Position> {
    let mut position = Position::new(board);
    for _ in 0..plies {
        if position.is_full() {
            return None;
        }
        let cell = cells.free_in(&position);
        position.play(cell).ok()?;
    }
    let has_threat = |stone| has_threat(&position, stone);
    let is_balanced = !position.is_over() && ![Stone::X, Stone::O].into_iter().any(has_threat);
    is_balanced.then_some(position)
}

/// Returns `true` if one more stone would complete a line of the player.
///
/// Such a line has at least two stones, which determine it.
fn has_threat(position: &Position, stone: Stone) -> bool {
    let own: Vec<_> = position.cells_of(stone).collect();
    let lacked = position.board().width() as usize - 1;
    if own.len() < lacked {
        return false;
    }
    let lacks_one = |line: Line| {
        let mut foreign = line
            .cells()
            .filter(|cell| position.stone(cell) != Some(stone));
        let gap = foreign.next();
        foreign.next().is_none() && gap.is_some_and(|gap| position.stone(&gap).is_none())
    };
    let pairs = (own.iter().enumerate()).flat_map(|(i, &a)| own[..i].iter().map(move |&b| (a, b)));
    pairs
        .filter_map(|(a, b)| Line::through(position.board(), a, b))
        .any(lacks_one)
}

/// Returns the cells of each player.
fn stones(position: &Position) -> [BTreeSet<Cell>; 2] {
    [Stone::X, Stone::O].map(|stone| position.cells_of(stone).cloned().collect())
}

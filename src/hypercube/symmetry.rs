//! The symmetries of a board: the permutations of its cells that carry lines to lines.

use super::board::{Board, Cell};

/// Returns every symmetry of a small board, as the place that each cell is carried to. The first is the identity.
///
/// There are 2^(d − 1 + ⌊n/2⌋) · d! · ⌊n/2⌋! of them: the axes can be permuted and mirrored, and the layers of all axes
/// at once renamed, as long as opposite layers stay opposite: a line then still is constant, ascending or descending,
/// in another order. (To mirror all axes is to swap every layer with its opposite: that is counted once.)
///
/// ```
/// use qttt::hypercube::{Board, symmetries};
///
/// assert_eq!(symmetries(Board::new(4, 3)?).len(), 192);
/// # Ok::<(), qttt::hypercube::BoardError>(())
/// ```
#[must_use]
pub fn symmetries(board: Board) -> Vec<Vec<u32>> {
    let (n, d) = (board.width() as usize, board.dimensions() as usize);
    let cells = board.cells().map_or(0, |cells| cells as usize);
    let mut all = Vec::new();
    for layers in layer_names(n) {
        for axes in permutations(d) {
            // Mirroring the last axis is the same as mirroring the others and all.
            for mirrored in 0..1_usize << (d - 1) {
                let image = |cell: &Cell| {
                    let coordinate = |axis: usize| {
                        let x = layers[cell.0[axes[axis]] as usize];
                        let x = if mirrored >> axis & 1 == 1 {
                            n - 1 - x
                        } else {
                            x
                        };
                        x as u32
                    };
                    Cell((0..d).map(coordinate).collect())
                };
                let place = |index| board.index(&image(&board.cell(index))) as u32;
                all.push((0..cells).map(place).collect());
            }
        }
    }
    all
}

/// Returns every way to rename the layers 0 to n − 1 that keeps opposite ones opposite.
fn layer_names(n: usize) -> Vec<Vec<usize>> {
    let half = n / 2;
    let mut all = Vec::new();
    for order in permutations(half) {
        for swapped in 0..1_usize << half {
            // The middle layer of an odd board stays.
            let mut names: Vec<usize> = (0..n).collect();
            for (layer, &other) in order.iter().enumerate() {
                let (low, high) = (other, n - 1 - other);
                let swap = swapped >> layer & 1 == 1;
                (names[layer], names[n - 1 - layer]) = if swap { (high, low) } else { (low, high) };
            }
            all.push(names);
        }
    }
    all
}

/// Returns every permutation of the numbers below `len`, the identity first.
fn permutations(len: usize) -> Vec<Vec<usize>> {
    let Some(last) = len.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for shorter in permutations(last) {
        for place in (0..=last).rev() {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            all.push(longer);
        }
    }
    all
}

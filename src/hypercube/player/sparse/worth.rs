//! What a quiet move is worth.

use std::cmp::Reverse;

use super::{
    spots::is_tied,
    stones::{Sight, Stones, rows},
    survey::Survey,
};
use crate::hypercube::{Board, Cell, Stone};

/// What a line of one's own and one of the opponent's count with one stone in it; four times as much with each
/// more.
const LINE: [u64; 2] = [16, 12];
const MOST_COUNTED: usize = 20;
/// For each bit of the number of lines through a cell.
const PLACE: u64 = 5;
/// How many times as much a line counts that crosses an open one where that is empty: when it is open too, two threats
/// can be made at once. Lines that cross in a stone win nothing, however many there are.
const CROSSING: u64 = 6;

/// How a player sees the cells.
pub(super) struct Appraiser {
    me: Stone,
    /// The cells of its open lines, sorted.
    open: Vec<Cell>,
}

impl Appraiser {
    pub(super) fn new(survey: &Survey, me: Stone) -> Self {
        let mut open: Vec<_> = survey.open(me).iter().flatten().cloned().collect();
        open.sort_unstable();
        Self { me, open }
    }

    /// Sorts cells, those of most worth first.
    pub(super) fn sort(&self, stones: &Stones, cells: &mut [Cell]) {
        cells.sort_by_cached_key(|cell| (Reverse(self.worth(stones, cell)), cell.clone()));
    }

    /// Says how much a stone in an empty cell is worth: for the lines through it that the player can still complete, if
    /// it is on the part of the board that it keeps to, for those that the opponent then can't.
    fn worth(&self, stones: &Stones, cell: &Cell) -> u64 {
        let lines = lines_through(stones.board(), cell);
        let mut sum = PLACE * u64::from(u64::BITS - lines.leading_zeros());
        let is_near = is_tied(stones.board(), cell);
        for row in rows(&stones.seen_from(cell)) {
            let is_own = row[0].stone == self.me;
            // A threat that wins nothing is better kept: once answered, the line is gone.
            if is_own && (!is_near || stones.lacks(row.len(), 2)) {
                continue;
            }
            let mut weight = LINE[usize::from(!is_own)] << (2 * (row.len().min(MOST_COUNTED) - 1));
            if is_own && self.crosses_open_line(stones, cell, &row[0]) {
                weight *= CROSSING;
            }
            sum = sum.saturating_add(weight);
        }
        sum
    }

    fn crosses_open_line(&self, stones: &Stones, cell: &Cell, sight: &Sight) -> bool {
        let is_open = |gap: &Cell| gap != cell && self.open.binary_search(gap).is_ok();
        let line = stones.line(cell, sight).filter(|_| !self.open.is_empty());
        line.is_some_and(|line| line.cells().any(|gap| is_open(&gap)))
    }
}

/// Returns the number of lines through a cell: along each, coordinates that are equal or mirror images of each other
/// move together, and those in the middle can go either way.
fn lines_through(board: Board, cell: &Cell) -> u64 {
    let last = board.width() - 1;
    let mut kinds: Vec<u32> = cell.0.iter().map(|&x| x.min(last - x)).collect();
    kinds.sort_unstable();
    let count = |kind: &[u32]| {
        let ways = if kind[0] * 2 == last { 3_u64 } else { 2 };
        (ways.saturating_pow(kind.len() as u32) - 1) / (ways - 1)
    };
    let counts = kinds.chunk_by(|a, b| a == b).map(count);
    counts.fold(0, u64::saturating_add)
}

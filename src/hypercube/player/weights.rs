//! What cells and positions are worth by the lines that hold stones, where nothing can be calculated.

use crate::hypercube::{line_counts::LineCounts, position::Stone};

/// More stones in a line than this add nothing to its worth, so that sums of it fit in 64 bits.
const MOST_COUNTED: u8 = 12;

/// For each player what the lines through each cell are worth, and all of them together, kept as moves are made.
#[derive(Clone)]
pub(super) struct Weights {
    /// What a line is worth that has so many stones of one player, and none of the other.
    of_line: [i64; MOST_COUNTED as usize + 1],
    through: [Vec<i64>; 2],
    all: [i64; 2],
}

impl Weights {
    /// Each stone in a line makes it worth `growth` times as much.
    pub(super) fn of(counts: &LineCounts<'_>, growth: i64) -> Self {
        let mut weights = Self {
            of_line: std::array::from_fn(|stones| growth.pow(stones as u32)),
            through: [(); 2].map(|()| vec![0; counts.lines.board_cells()]),
            all: [0; 2],
        };
        for line in 0..counts.lines.len() as u32 {
            for player in [Stone::X, Stone::O] {
                if counts.lacks(line, player).is_some() {
                    let worth = weights.worth_of_line(counts.count(line, player));
                    weights.all[player as usize] += worth;
                    for &cell in counts.lines.cells_of(line as usize) {
                        weights.through[player as usize][cell as usize] += worth;
                    }
                }
            }
        }
        weights
    }

    #[inline]
    fn worth_of_line(&self, stones: u8) -> i64 {
        self.of_line[stones.min(MOST_COUNTED) as usize]
    }

    /// Takes note of a stone that is about to be placed.
    #[inline]
    pub(super) fn place(&mut self, counts: &LineCounts<'_>, cell: u32, player: Stone) {
        self.change(counts, cell, player, 1);
    }

    /// Takes back a stone that has just been removed.
    #[inline]
    pub(super) fn remove(&mut self, counts: &LineCounts<'_>, cell: u32, player: Stone) {
        self.change(counts, cell, player, -1);
    }

    /// Adds, `sign` times, what a stone in an empty cell changes.
    #[inline]
    fn change(&mut self, counts: &LineCounts<'_>, cell: u32, player: Stone, sign: i64) {
        let (own, other) = (player as usize, player.other() as usize);
        for &line in counts.lines.through(cell as usize) {
            let (stones, others) = (
                counts.count(line, player),
                counts.count(line, player.other()),
            );
            let gain = match others {
                0 => sign * (self.worth_of_line(stones + 1) - self.worth_of_line(stones)),
                _ => 0,
            };
            let loss = match stones {
                0 => sign * self.worth_of_line(others),
                _ => 0,
            };
            if gain == 0 && loss == 0 {
                continue;
            }
            self.all[own] += gain;
            self.all[other] -= loss;
            for &cell in counts.lines.cells_of(line as usize) {
                self.through[own][cell as usize] += gain;
                self.through[other][cell as usize] -= loss;
            }
        }
    }

    /// Weighs what a stone of the player would gain against what it would take from the opponent.
    #[inline]
    pub(super) fn of_cell(&self, cell: u32, player: Stone) -> i64 {
        let [own, other] =
            [player, player.other()].map(|p| self.through[p as usize][cell as usize]);
        weigh(own, other)
    }

    /// Does the same for every cell, taken ones too.
    pub(super) fn of_cells(&self, player: Stone) -> impl Iterator<Item = (u32, i64)> {
        let [own, other] = [player, player.other()].map(|p| &self.through[p as usize]);
        let pairs = own.iter().zip(other);
        (0..).zip(pairs.map(|(own, other)| weigh(*own, *other)))
    }

    /// Weighs the player's lines against the opponent's.
    #[inline]
    pub(super) fn of_position(&self, player: Stone) -> i64 {
        self.all[player as usize] - self.all[player.other() as usize]
    }
}

/// Weighs a cell by what the lines through it are worth to its player and to the other.
#[inline]
const fn weigh(own: i64, other: i64) -> i64 {
    5 * own + 4 * other
}

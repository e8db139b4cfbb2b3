//! Scores of cells and positions by the stones in the lines: a heuristic.

use super::line_counts::LineCounts;
use super::table::{CellId, LineId};
use crate::{ByPlayer, Player};

/// The factors for a player's own lines and for the opponent's in the score of a cell.
const OWN: i32 = 5;
const OPPONENT: i32 = 4;
/// The highest score of a line, so that sums don't overflow.
const MAX_SCORE: i32 = 1 << 20;
/// A line with more stones scores as if it had this many.
const MAX_COUNTED: u32 = 5;
/// Lowers the score of a taken cell below that of every free one.
const TAKEN: i32 = 1 << 30;

/// A position with the score of each cell and of all lines for each player, updated with each move.
#[derive(Clone)]
pub(super) struct Scores {
    counts: LineCounts,
    /// The score of a line by the number of stones of one player, without stones of the opponent.
    line_scores: [i32; MAX_COUNTED as usize + 1],
    cells: ByPlayer<Vec<i32>>,
    lines: ByPlayer<i64>,
}

impl Scores {
    /// Scores a position. With each stone in a line, the line scores `growth` times as much.
    pub(super) fn new(counts: LineCounts, growth: i32) -> Self {
        let without_lines = |cell| if counts.is_free(cell) { 0 } else { -TAKEN };
        let cells: Vec<i32> = counts.table().cells().map(without_lines).collect();
        let mut scores = Self {
            line_scores: std::array::from_fn(|stones| {
                let score = growth.saturating_pow(stones as u32);
                score.min(MAX_SCORE)
            }),
            cells: ByPlayer([cells.clone(), cells]),
            lines: ByPlayer::default(),
            counts,
        };
        for line in scores.counts.table().lines() {
            for player in Player::ALL {
                if scores.counts.lacks(line, player).is_some() {
                    let score = scores.line_score(scores.counts.count(line, player));
                    scores.add(line, player, score);
                }
            }
        }
        scores
    }

    #[inline]
    pub(super) const fn counts(&self) -> &LineCounts {
        &self.counts
    }

    /// Lets a search place stones, all of which it removes again. The scores don't change.
    #[inline]
    pub(super) fn explore<T>(&mut self, search: impl FnOnce(&mut LineCounts) -> T) -> T {
        let before = self.counts.hash();
        let found = search(&mut self.counts);
        debug_assert_eq!(self.counts.hash(), before, "the search has left stones");
        found
    }

    #[inline]
    fn line_score(&self, stones: u32) -> i32 {
        self.line_scores[stones.min(MAX_COUNTED) as usize]
    }

    #[inline]
    fn add(&mut self, line: LineId, player: Player, score: i32) {
        self.lines[player] += i64::from(score);
        for &cell in self.counts.table().on_line(line) {
            self.cells[player][cell.index()] += OWN * score;
            self.cells[player.opponent()][cell.index()] += OPPONENT * score;
        }
    }

    #[inline]
    pub(super) fn place(&mut self, cell: CellId, player: Player) {
        self.change(cell, player, 1);
        self.counts.place(cell, player);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: CellId, player: Player) {
        self.counts.remove(cell, player);
        self.change(cell, player, -1);
    }

    /// Adds `sign` times the change that a stone in a free cell makes.
    #[inline]
    fn change(&mut self, cell: CellId, player: Player, sign: i32) {
        for cells in &mut self.cells.0 {
            cells[cell.index()] -= sign * TAKEN;
        }
        let opponent = player.opponent();
        for i in 0..self.counts.table().through(cell).len() {
            let line = self.counts.table().through(cell)[i];
            let stones = self.counts.count(line, player);
            let others = self.counts.count(line, opponent);
            if others == 0 {
                let gain = self.line_score(stones + 1) - self.line_score(stones);
                self.add(line, player, sign * gain);
            }
            if stones == 0 {
                self.add(line, opponent, -sign * self.line_score(others));
            }
        }
    }

    /// Returns the score of a stone of the player in each cell; it is lowest in taken cells.
    #[inline]
    pub(super) fn cells(&self, player: Player) -> &[i32] {
        &self.cells[player]
    }

    /// Returns how much more the player's lines score than the opponent's.
    #[inline]
    pub(super) fn lead(&self, player: Player) -> i64 {
        self.lines[player] - self.lines[player.opponent()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypercube::testing::random_position;
    use crate::hypercube::{Board, Position};

    /// Returns the score of a stone of the player in a free cell, from the lines through it alone.
    fn of_cell(counts: &LineCounts, growth: i32, cell: CellId, player: Player) -> i32 {
        let through = counts.table().through(cell).iter();
        let of_line = |&line: &LineId| {
            let of = |owner, factor| match counts.lacks(line, owner) {
                Some(_) => factor * growth.pow(counts.count(line, owner)),
                None => 0,
            };
            of(player, OWN) + of(player.opponent(), OPPONENT)
        };
        through.map(of_line).sum()
    }

    #[test]
    fn scores_match_the_stones_after_each_move_and_removal() {
        let growth = 5;
        for (n, d) in [(3, 3), (4, 3), (5, 2), (4, 4)] {
            let board = Board::new(n, d).expect("a board");
            let position = random_position(board, 24, u64::from(n + d));
            let mut scores = Scores::new(LineCounts::of(&Position::new(board)), growth);
            let start = scores.clone();
            let stones: Vec<(CellId, Player)> = position
                .moves()
                .iter()
                .zip(Player::ALL.into_iter().cycle())
                .map(|(cell, player)| (CellId::new(board.index(cell)), player))
                .collect();
            for &(cell, player) in &stones {
                scores.place(cell, player);
                let recounted = Scores::new(scores.counts.clone(), growth);
                for player in Player::ALL {
                    assert_eq!(scores.lead(player), recounted.lead(player));
                    assert_eq!(scores.cells(player), recounted.cells(player));
                    for cell in scores.counts.free_cells() {
                        let expected = of_cell(&scores.counts, growth, cell, player);
                        assert_eq!(scores.cells(player)[cell.index()], expected);
                    }
                }
            }
            for &(cell, player) in stones.iter().rev() {
                scores.remove(cell, player);
            }
            assert_eq!(scores.cells, start.cells);
        }
    }
}

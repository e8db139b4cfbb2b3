//! Helpers for tests of the n^d game.

use super::line_counts::LineCounts;
use super::table::{CellId, Table};
use super::{Board, Position};
use crate::{Player, Rng};

/// Returns the table of all lines of a board that fits in memory.
pub(super) fn table_of(board: Board) -> Table {
    let counts = LineCounts::of(&Position::new(board));
    assert!(counts.table().is_whole());
    counts.table().clone()
}

pub(super) fn stones_of(position: &Position) -> Vec<Option<Player>> {
    position
        .board()
        .cells()
        .map(|cell| position.stone(&cell))
        .collect()
}

/// Plays pseudorandom moves that complete no line; fewer than `moves` if too few are found.
pub(super) fn random_position(board: Board, moves: usize, seed: u64) -> Position {
    let mut position = Position::new(board);
    let cells = board.cell_count().expect("small") as u32;
    let mut rng = Rng::from_seed(seed);
    for _ in 0..20 * moves {
        let mut next = position.clone();
        let placed = board
            .cell(rng.below(cells) as usize)
            .is_some_and(|cell| next.play(cell).is_ok());
        if placed && next.winner().is_none() {
            position = next;
        }
        if position.moves().len() == moves {
            break;
        }
    }
    position
}

/// A search for threat sequences that tries every cell and checks every line.
pub(super) struct BruteForce<'l> {
    pub(super) table: &'l Table,
    pub(super) stones: Vec<Option<Player>>,
    /// The number of lines left to check.
    pub(super) left: u64,
}

impl BruteForce<'_> {
    pub(super) fn wins(&self, player: Player) -> Vec<CellId> {
        let mut wins = Vec::new();
        for line in self.table.lines() {
            let cells = self.table.on_line(line).iter();
            let mut others = cells.filter(|&&cell| self.stones[cell.index()] != Some(player));
            if let (Some(&cell), None) = (others.next(), others.next())
                && self.stones[cell.index()].is_none()
            {
                wins.push(cell);
            }
        }
        wins.sort_unstable();
        wins.dedup();
        wins
    }

    /// Returns the fewest threats that win, the last one included; 0 if a line is completed immediately.
    pub(super) fn shortest(&mut self, attacker: Player, threats: usize) -> Option<usize> {
        (0..=threats).find(|&threats| self.attack(attacker, threats))
    }

    pub(super) fn attack(&mut self, attacker: Player, threats: usize) -> bool {
        if !self.wins(attacker).is_empty() {
            return true;
        }
        if threats == 0 || self.left == 0 {
            return false;
        }
        let must = self.wins(attacker.opponent());
        for cell in 0..self.stones.len() {
            let answers = must.iter().all(|must| must.index() == cell);
            if self.stones[cell].is_some() || !answers {
                continue;
            }
            self.left = self.left.saturating_sub(self.table.lines().count() as u64);
            self.stones[cell] = Some(attacker);
            let won = match self.wins(attacker)[..] {
                [] => false,
                [cost] => {
                    self.stones[cost.index()] = Some(attacker.opponent());
                    let won = self.attack(attacker, threats - 1);
                    self.stones[cost.index()] = None;
                    won
                }
                _ => true,
            };
            self.stones[cell] = None;
            if won {
                return true;
            }
        }
        false
    }
}

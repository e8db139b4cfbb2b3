//! Which stones may be on a line with a new one, wherever more lines may run through a cell than a game has stones.
//!
//! Two cells of a line that are equally far from its ends are mirror images of each other: where their coordinates
//! differ, they are equally far from the nearer edge. So a stone's image has the same distances from the edges, and is
//! looked up by these. Only the middle of an odd width is its own image: it is looked up by the pairs that it is between.
//!
//! Both take time in proportion to the stones, unless thousands have the same distances. Whether three cells of many are
//! on a line is then as hard as [finding averages](https://arxiv.org/abs/2001.11057): all pairs are tried.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use super::{
    board::{Board, Cell},
    line::Line,
};

/// Of more stones with the same distances, the middles of pairs are not kept.
const MAX_PAIRED: usize = 16;

/// The stones of a player, each as the number of its move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Mirrors {
    /// By a hash of their distances from the edges.
    alike: HashMap<u64, Vec<usize>>,
    /// By a hash of the middle between the stone and its image, for odd widths.
    between: HashMap<u64, Vec<usize>>,
    /// Those that came after [`MAX_PAIRED`] others of their distances, for odd widths.
    crowd: Vec<usize>,
}

impl Mirrors {
    /// Adds the stone of a move, given with all moves before it.
    pub(super) fn add(&mut self, board: Board, cell: &Cell, moves: &[Cell]) {
        let turn = moves.len();
        let alike = self
            .alike
            .entry(hash_of_distances(board, cell))
            .or_default();
        if board.width() % 2 == 1 {
            if alike.len() < MAX_PAIRED {
                for &other in &*alike {
                    if let Some(line) = Line::through(board, cell, &moves[other]) {
                        let middle = line.cell(board.width() / 2);
                        self.between.entry(hash(&middle)).or_default().push(turn);
                    }
                }
            } else {
                self.crowd.push(turn);
            }
        }
        alike.push(turn);
    }

    /// Iterates over stones of which one is on each line that a new stone completes.
    pub(super) fn candidates(&self, board: Board, cell: &Cell) -> impl Iterator<Item = usize> {
        let alike = self.alike.get(&hash_of_distances(board, cell));
        let between = self.between.get(&hash(cell));
        alike
            .into_iter()
            .chain(between)
            .chain([&self.crowd])
            .flatten()
            .copied()
    }
}

fn hash_of_distances(board: Board, cell: &Cell) -> u64 {
    let distances = cell.0.iter().map(|&x| x.min(board.width() - 1 - x));
    hash(&distances.collect::<Vec<_>>())
}

/// Cells with the same hash only cost time: each is looked at.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypercube::{
        position::{Position, Stone},
        testing::Rng,
    };

    fn board(n: u32, d: u32) -> Board {
        Board::new(n, d).expect("a board")
    }

    /// Tries the line through each two stones.
    fn wins(position: &Position, cell: &Cell) -> bool {
        let stone = position.next();
        let is_own = |one: &Cell| one == cell || position.stone(one) == Some(stone);
        let others = position.cells_of(stone);
        let mut lines = others.filter_map(|other| Line::through(position.board(), cell, other));
        lines.any(|line| line.cells().all(|cell| is_own(&cell)))
    }

    #[test]
    fn finds_the_lines_that_trying_each_pair_finds() {
        let mut rng = Rng(1);
        let mut lines = 0;
        for game in 0..300 {
            let board = board([3, 4, 5][game % 3], 8 + game as u32 % 2);
            // Three coordinates are free, each other one stays, or goes along with or against the first.
            let last = board.width() - 1;
            let rules: Vec<_> = (3..board.dimensions()).map(|_| rng.below(4)).collect();
            let mut position = Position::new(board);
            while position.moves().len() < 60 && position.winner().is_none() {
                let free = [0; 3].map(|_| rng.below(board.width() as usize) as u32);
                let follow = |&rule: &usize| [free[0], last - free[0], 0, last / 2][rule];
                let cell = Cell(free.into_iter().chain(rules.iter().map(follow)).collect());
                if position.stone(&cell).is_none() {
                    let wins = wins(&position, &cell);
                    lines += usize::from(wins);
                    position.play(cell).expect("legal");
                    assert_eq!(position.winner().is_some(), wins, "{position:?}");
                    assert_eq!(position.winning_lines().is_empty(), !wins);
                }
            }
        }
        assert!(lines > 100, "{lines}");
    }

    #[test]
    fn finds_the_middle_between_two_of_a_crowd() {
        let corner = |i: u32| Cell((0..9).map(|axis| (i >> axis & 1) * 2).collect());
        for (one, other) in [(0, 1), (0, 44), (43, 44)] {
            let mut position = Position::new(board(3, 9));
            for i in 0..90 {
                position.play(corner(i)).expect("legal");
            }
            let line = Line::through(position.board(), &corner(2 * one), &corner(2 * other));
            position.play(line.expect("a line").cell(1)).expect("legal");
            assert_eq!(position.winner(), Some(Stone::X));
        }
    }

    #[test]
    fn has_few_candidates_among_many_stones() {
        let (board, mut rng) = (board(3, 40), Rng(1));
        let (mut mirrors, mut moves, mut candidates) = (Mirrors::default(), Vec::new(), 0);
        for _ in 0..5_000 {
            let cell = Cell((0..40).map(|_| rng.below(3) as u32).collect());
            candidates += mirrors.candidates(board, &cell).count();
            mirrors.add(board, &cell, &moves);
            moves.push(cell);
        }
        assert!(candidates < 50, "{candidates}");
    }
}

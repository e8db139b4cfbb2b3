//! Pseudorandom choices, the same in each run.

use qttt::hypercube::{Board, Cell, Line, Position};
use qttt::{Player, Record, Rng};

pub(crate) struct Chance(Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Rng::from_seed(seed))
    }

    /// Returns a number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }

    pub(crate) fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// Plays up to 18 random actions, until the game ends.
    pub(crate) fn record(&mut self) -> Record {
        let mut record = Record::new();
        for _ in 0..self.below(19) {
            let legal = record.position().legal_actions();
            if !legal.is_empty() {
                record.push(self.one_of(&legal)).expect("legal");
            }
        }
        record
    }

    pub(crate) fn cell(&mut self, board: Board) -> Cell {
        board.random_cell(&mut self.0)
    }

    /// Returns a random line in which the coordinate `moving` ascends.
    pub(crate) fn line(&mut self, board: Board, moving: usize) -> Line {
        let last = board.width() - 1;
        let (mut start, mut end) = (self.cell(board), self.cell(board));
        for axis in 0..board.dimensions() as usize {
            (start.0[axis], end.0[axis]) = match self.below(3) {
                _ if axis == moving => (0, last),
                0 => (0, last),
                1 => (last, 0),
                _ => (start.0[axis], start.0[axis]),
            };
        }
        Line::through(board, &start, &end).expect("a line")
    }

    /// Plays cells for one player, and stones of the other in turn, away from these cells and the free ones.
    pub(crate) fn position_with(
        &mut self,
        board: Board,
        player: Player,
        cells: &[Cell],
        free: &[Cell],
    ) -> Position {
        let mut position = Position::new(board);
        let taken = [cells, free].concat();
        for cell in cells {
            if position.turn() != Some(player) {
                self.play_elsewhere(&mut position, &taken);
            }
            position.play(cell.clone()).expect("legal");
        }
        position
    }

    /// Plays a stone away from some cells.
    pub(crate) fn play_elsewhere(&mut self, position: &mut Position, cells: &[Cell]) {
        loop {
            let cell = self.cell(position.board());
            if !cells.contains(&cell) && position.stone(&cell).is_none() {
                return position.play(cell).expect("legal");
            }
        }
    }
}

//! The stones on a board, and what is in line with a cell.

use std::collections::HashMap;

use crate::hypercube::{Board, Cell, Line, Position, Stone};

/// Stones in the order in which they were placed.
pub(super) struct Stones {
    board: Board,
    placed: Vec<(Cell, Stone)>,
    /// Never iterated: its order is not the same twice.
    at: HashMap<Cell, Stone>,
}

/// A stone as it is seen from a cell: the line that both are on, and how far along it they are.
pub(super) struct Sight {
    /// Tells the lines through the cell apart.
    direction: u64,
    pub(super) index: usize,
    pub(super) stone: Stone,
}

impl Stones {
    pub(super) fn of(position: &Position) -> Self {
        let mut stones = Self {
            board: position.board(),
            placed: Vec::new(),
            at: HashMap::new(),
        };
        for (i, cell) in position.moves().iter().enumerate() {
            stones.place(cell.clone(), Stone::of_move(i));
        }
        stones
    }

    pub(super) const fn board(&self) -> Board {
        self.board
    }

    pub(super) fn placed(&self) -> &[(Cell, Stone)] {
        &self.placed
    }

    pub(super) fn is_empty(&self, cell: &Cell) -> bool {
        !self.at.contains_key(cell)
    }

    pub(super) fn place(&mut self, cell: Cell, stone: Stone) {
        self.at.insert(cell.clone(), stone);
        self.placed.push((cell, stone));
    }

    pub(super) fn remove_last(&mut self) {
        if let Some((cell, _)) = self.placed.pop() {
            self.at.remove(&cell);
        }
    }

    /// Returns the stones that are in line with a cell, those of a line together and in the order they were placed.
    pub(super) fn seen_from(&self, cell: &Cell) -> Vec<Sight> {
        let sight = |(index, (other, stone)): (usize, &(Cell, Stone))| {
            Some(Sight {
                direction: direction(self.board, cell, other)?,
                index,
                stone: *stone,
            })
        };
        let mut seen: Vec<_> = self.placed.iter().enumerate().filter_map(sight).collect();
        seen.sort_unstable_by_key(|sight| (sight.direction, sight.index));
        seen
    }

    /// Returns the empty cells of a line, those in the middle first.
    pub(super) fn gaps<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = Cell> + 'a {
        let middle = self.board.width() / 2;
        let down = (0..middle).rev().map(Some).chain(std::iter::repeat(None));
        let up = middle..self.board.width();
        up.zip(down)
            .flat_map(|(above, below)| [Some(above), below])
            .flatten()
            .map(|step| line.cell(step))
            .filter(|cell| self.is_empty(cell))
    }

    /// Returns the line of a cell and a stone that is seen from there.
    pub(super) fn line(&self, cell: &Cell, sight: &Sight) -> Option<Line> {
        Line::through(self.board, cell, &self.placed[sight.index].0)
    }

    /// Returns the cells in which a player could complete a line after placing a stone in an empty cell, and not
    /// before.
    pub(super) fn threats_by(&self, cell: &Cell, stone: Stone) -> Vec<Cell> {
        let seen = self.seen_from(cell);
        let gaps = rows(&seen)
            .filter(|row| row[0].stone == stone && self.lacks(row.len() + 1, 1))
            .filter_map(|row| self.line(cell, &row[0]))
            .filter_map(|line| self.gaps(&line).find(|gap| gap != cell));
        gaps.collect()
    }

    /// Returns the pairs of cells that are all a player lacks in a line, once there is a stone in an empty cell.
    pub(super) fn pairs_opened_by(&self, cell: &Cell, stone: Stone) -> Vec<[Cell; 2]> {
        let seen = self.seen_from(cell);
        let pairs = rows(&seen)
            .filter(|row| row[0].stone == stone && self.lacks(row.len() + 1, 2))
            .filter_map(|row| self.line(cell, &row[0]))
            .filter_map(|line| {
                let mut gaps = self.gaps(&line).filter(|gap| gap != cell);
                Some([gaps.next()?, gaps.next()?])
            });
        pairs.collect()
    }

    /// Tells whether a line with a number of stones lacks another number of them.
    pub(super) fn lacks(&self, stones: usize, missing: usize) -> bool {
        stones + missing == self.board.width() as usize
    }
}

/// Returns the lines with stones of one player only, each as what is seen of it.
pub(super) fn rows(seen: &[Sight]) -> impl Iterator<Item = &[Sight]> {
    seen.chunk_by(|a, b| a.direction == b.direction)
        .filter(|row| row.iter().all(|sight| sight.stone == row[0].stone))
}

/// Returns a number for the line through two different cells, if there is one: it differs from that of the other lines
/// through the first.
///
/// The lines through a cell are told apart by what each coordinate does. As a number in base 3 that doesn't fit in 64
/// bits for more than 40 dimensions, so it is one in a base that spreads well, modulo 2^64. Should two lines ever get
/// the same number, a threat is misjudged, but no move becomes illegal.
fn direction(board: Board, from: &Cell, to: &Cell) -> Option<u64> {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let last = board.width() - 1;
    let mut first = None;
    let mut number = 0_u64;
    for (&x, &y) in from.0.iter().zip(&to.0) {
        let digit = if x == y {
            1
        } else {
            let (from, to) = *first.get_or_insert((x, y));
            // In a line that goes the other way, all that ascends descends: it is the same line.
            if (x, y) == (from, to) {
                2
            } else if (x, y) == (last - from, last - to) {
                3
            } else {
                return None;
            }
        };
        number = number.wrapping_mul(BASE).wrapping_add(digit);
    }
    first.map(|_| number)
}

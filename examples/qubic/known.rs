//! X's known moves: the lines of `moves.txt`, where each position stands for its images under all symmetries of the
//! board.

use std::collections::{BTreeSet, HashMap};

use super::{
    certificate::{cells, position, write},
    cube::{Cell, Cube, Position, X, coordinate},
};

/// X's moves on boards of several dimensions.
#[derive(Default)]
pub(super) struct Known {
    boards: HashMap<usize, Board>,
    /// Those that won, as the table lists them.
    won: BTreeSet<(usize, Position, Cell)>,
}

/// X's moves on one board, by the least image of the position that keeps X's opening.
struct Board {
    cube: Cube,
    moves: HashMap<Position, Vec<Cell>>,
}

impl Known {
    /// Reads a table: headings such as `4^3`, and below each positions of that board with X's moves.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut known = Self::default();
        let mut dimensions = 0;
        for line in text.lines() {
            if let Some(number) = line.strip_prefix("4^") {
                dimensions = number.parse().ok()?;
                continue;
            }
            let (stones, answer) = line.split_once(' ')?;
            known.add(
                dimensions,
                &position(stones, dimensions)?,
                *cells(answer, dimensions)?.first()?,
            );
        }
        Some(known)
    }

    fn board(&mut self, dimensions: usize) -> &mut Board {
        self.boards.entry(dimensions).or_insert_with(|| Board {
            cube: Cube::with_all_symmetries(dimensions),
            moves: HashMap::new(),
        })
    }

    /// Adds a move, for each stone of X that may be its opening.
    pub(super) fn add(&mut self, dimensions: usize, position: &Position, answer: Cell) {
        let board = self.board(dimensions);
        for (least, answer) in board.images(position, answer) {
            let moves = board.moves.entry(least).or_default();
            if !moves.contains(&answer) {
                moves.push(answer);
            }
        }
    }

    /// Says that a move won.
    pub(super) fn has_won(&mut self, dimensions: usize, position: &Position, answer: Cell) {
        let images = self.board(dimensions).images(position, answer);
        let least = images.into_iter().min();
        self.won
            .extend(least.map(|(position, answer)| (dimensions, position, answer)));
    }

    /// Lists the moves that won, one for each position.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let mut last = (0, &Position::default());
        for (dimensions, stones, answer) in &self.won {
            if last.0 != *dimensions {
                text += &format!("4^{dimensions}\n");
            }
            let [x, o] = stones.each_ref().map(|own| write(own, *dimensions));
            if last != (*dimensions, stones) {
                text += &format!("{x}/{o} {}\n", write(&[*answer], *dimensions));
            }
            last = (*dimensions, stones);
        }
        text
    }

    /// Returns X's moves in a position of 4^d: as many as there are symmetries that keep it and lead to others.
    pub(super) fn moves(&self, dimensions: usize, position: &Position) -> Vec<Cell> {
        let board = self.boards.get(&dimensions);
        board.map_or_else(Vec::new, |board| board.moves(position))
    }
}

impl Board {
    /// Returns the least images of a position and a move for each stone of X that may be its opening.
    fn images(&self, position: &Position, answer: Cell) -> Vec<(Position, Cell)> {
        let with_opening = |&opening: &Cell| {
            let image = carrying_to_middle(self.cube.dimensions, opening)?;
            let of = |own: &Vec<Cell>| own.iter().map(|&cell| image(cell)).collect();
            let (least, symmetries) = self.cube.least_image(&position.each_ref().map(of));
            let answers = symmetries
                .iter()
                .map(|symmetry| symmetry[usize::from(image(answer))]);
            Some((least, answers.min()?))
        };
        position[X].iter().filter_map(with_opening).collect()
    }

    fn moves(&self, position: &Position) -> Vec<Cell> {
        let (least, symmetries) = self.cube.least_image(position);
        let mut found = Vec::new();
        for &answer in self.moves.get(&least).into_iter().flatten() {
            for symmetry in &symmetries {
                let original = symmetry.iter().position(|&image| image == answer);
                found.extend(original.map(|cell| cell as Cell));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns a symmetry of 4^d that carries a cell to (2, …, 2), if there is one: where its coordinates are all 0 or 3,
/// 0 and 1 change places, as 2 and 3 do; then each that isn't 2 is mirrored.
fn carrying_to_middle(dimensions: usize, opening: Cell) -> Option<impl Fn(Cell) -> Cell> {
    let is_outer = |axis: usize| coordinate(opening, axis).is_multiple_of(3);
    let outer = is_outer(0);
    (0..dimensions)
        .all(|axis| is_outer(axis) == outer)
        .then_some(move |cell: Cell| {
            let x = |axis: usize| {
                let at = coordinate(opening, axis) ^ Cell::from(outer);
                let x = coordinate(cell, axis) ^ Cell::from(outer);
                (if at == 2 { x } else { 3 - x }) << (2 * axis)
            };
            (0..dimensions).map(x).sum()
        })
}

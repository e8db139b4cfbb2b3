//! X's known moves: the lines of `moves.txt`, where each position stands for its images under all symmetries of the
//! board.

use std::collections::{BTreeSet, HashMap};

use super::{
    certificate::{cells, position, write},
    cube::{Cell, Cube, Position, X, coordinate},
};

/// X's moves by the least image of the position that keeps X's opening.
#[derive(Default)]
pub(super) struct Known {
    cubes: HashMap<usize, Cube>,
    moves: HashMap<(usize, Position), Vec<Cell>>,
    /// Those that won, as the table lists them.
    won: BTreeSet<(usize, Position, Cell)>,
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

    fn cube(&mut self, dimensions: usize) -> &Cube {
        let new = || Cube::with_all_symmetries(dimensions);
        self.cubes.entry(dimensions).or_insert_with(new)
    }

    /// Adds a move, for each stone of X that may be its opening.
    pub(super) fn add(&mut self, dimensions: usize, position: &Position, answer: Cell) {
        for (least, answer) in self.images(dimensions, position, answer) {
            let moves = self.moves.entry((dimensions, least)).or_default();
            if !moves.contains(&answer) {
                moves.push(answer);
            }
        }
    }

    /// Says that a move won.
    pub(super) fn has_won(&mut self, dimensions: usize, position: &Position, answer: Cell) {
        let least = self.images(dimensions, position, answer).into_iter().min();
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

    /// Returns the least images of a position and a move for each stone of X that may be its opening.
    fn images(
        &mut self,
        dimensions: usize,
        position: &Position,
        answer: Cell,
    ) -> Vec<(Position, Cell)> {
        let cube = self.cube(dimensions);
        let with_opening = |&opening: &Cell| {
            let image = carrying_to_middle(dimensions, opening)?;
            let of = |own: &Vec<Cell>| own.iter().map(|&cell| image(cell)).collect();
            let (least, symmetries) = cube.least_image(&position.each_ref().map(of));
            let answers = symmetries
                .iter()
                .map(|symmetry| symmetry[usize::from(image(answer))]);
            Some((least, answers.min()?))
        };
        position[X].iter().filter_map(with_opening).collect()
    }

    /// Returns X's moves in a position of 4^d: as many as there are symmetries that keep it and lead to others.
    pub(super) fn moves(&mut self, dimensions: usize, position: &Position) -> Vec<Cell> {
        if !self.moves.keys().any(|(other, _)| *other == dimensions) {
            return Vec::new();
        }
        self.cube(dimensions);
        let (least, symmetries) = self.cubes[&dimensions].least_image(position);
        let mut found = Vec::new();
        for &answer in self.moves.get(&(dimensions, least)).into_iter().flatten() {
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

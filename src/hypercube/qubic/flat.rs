//! The board of four dimensions that holds all stones, on a board of width 4 and more dimensions; and X's moves there
//! that are too hard to find in a moment.
//!
//! It is found as sub-boards are: coordinates that are the same in every stone run together, and those that are 2 in
//! every stone stay 2. So a line that is not inside meets it in at most one cell.

use std::sync::LazyLock;

use crate::hypercube::{Board, Cell, Position, Stone, symmetries};

/// The coordinate that X opens with, and that stays where a coordinate doesn't run.
pub(super) const MIDDLE: u32 = 2;

/// X's moves where O has played outside the sub-board for the first time, and later ones that are as hard to find: on
/// each line the cells of X, those of O, and the move, as numbers of cells of 4^4. Of the symmetric positions it has the
/// least.
const MOVES: &str = include_str!("outside.txt");

/// How many stones there are in those positions at most.
const MOST_STONES: usize = 14;

static SYMMETRIES: LazyLock<Vec<Vec<u32>>> =
    LazyLock::new(|| Board::new(4, 4).map(symmetries).unwrap_or_default());

/// A board of four dimensions within a larger one.
pub(crate) struct Flat {
    /// For each coordinate which of the four axes it runs along; none where it stays 2.
    axes: Vec<Option<usize>>,
    /// The game as it looks inside.
    position: Position,
}

impl Flat {
    /// Returns a board of four dimensions that holds all stones; none if they need more, or there are only three.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let mut axes = Vec::new();
        // What each axis is in all stones.
        let mut kinds: Vec<Vec<u32>> = Vec::new();
        for axis in 0..position.board().dimensions() as usize {
            let kind: Vec<u32> = position.moves().iter().map(|cell| cell.0[axis]).collect();
            let known = kinds.iter().position(|other| *other == kind);
            let runs = kind.iter().any(|&x| x != MIDDLE);
            axes.push(runs.then(|| known.unwrap_or(kinds.len())));
            if runs && known.is_none() {
                kinds.push(kind);
            }
        }
        let mut runs_alone = kinds.len();
        for axis in 0..axes.len() {
            if runs_alone < 4 && (axes[axis].is_none() || axes[..axis].contains(&axes[axis])) {
                axes[axis] = Some(runs_alone);
                runs_alone += 1;
            }
        }
        if runs_alone != 4 {
            return None;
        }
        let mut inside = Position::new(Board::new(4, 4).ok()?);
        for cell in position.moves() {
            let coordinate = |axis| {
                let runs = axes.iter().position(|&other| other == Some(axis))?;
                Some(cell.0[runs])
            };
            let cell = (0..4).map(coordinate).collect::<Option<_>>()?;
            inside.play(Cell(cell)).ok()?;
        }
        Some(Self {
            axes,
            position: inside,
        })
    }

    /// Returns the game as it looks inside.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the cell of the larger board.
    pub(crate) fn cell(&self, inside: &Cell) -> Cell {
        let coordinate = |axis: &Option<usize>| axis.map_or(MIDDLE, |axis| inside.0[axis]);
        Cell(self.axes.iter().map(coordinate).collect())
    }

    /// Returns X's move inside, if it is known.
    pub(crate) fn known_move(&self) -> Option<Cell> {
        if self.position.moves().len() > MOST_STONES {
            return None;
        }
        let board = self.position.board();
        let (key, symmetry) = least_image(&self.position);
        let line = MOVES.lines().find_map(|line| line.strip_prefix(&key))?;
        let image: u32 = line.parse().ok()?;
        let cell = symmetry.iter().position(|&to| to == image)?;
        Some(board.cell(cell))
    }
}

/// Returns the least image of a position of 4^4 as [`MOVES`] has it, and the symmetry that leads to it.
pub(crate) fn least_image(position: &Position) -> (String, &'static [u32]) {
    let board = position.board();
    let places = |stone| {
        let own = position.cells_of(stone);
        own.map(|cell| board.index(cell)).collect::<Vec<_>>()
    };
    let own = [Stone::X, Stone::O].map(places);
    let image = |symmetry: &[u32]| {
        own.each_ref().map(|places| {
            let mut image: Vec<u32> = places.iter().map(|&place| symmetry[place]).collect();
            image.sort_unstable();
            image
        })
    };
    let least = SYMMETRIES.iter().min_by_key(|symmetry| image(symmetry));
    let least = least.map_or(&[][..], Vec::as_slice);
    let key = image(least).map(|places| {
        let places: Vec<String> = places.iter().map(u32::to_string).collect();
        places.join(",")
    });
    (format!("{}|{}|", key[0], key[1]), least)
}

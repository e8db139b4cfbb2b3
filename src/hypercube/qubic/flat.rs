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

/// For each coordinate which axis it runs along; none where it stays 2.
type Axes = Vec<Option<usize>>;

/// A board of four dimensions within a larger one.
pub(crate) struct Flat {
    axes: Axes,
    /// The game as it looks inside.
    position: Position,
}

impl Flat {
    /// Returns the boards of four dimensions that hold all stones, each as it lies to them: none if the stones need more,
    /// or there are only three.
    pub(crate) fn all(position: &Position) -> Vec<Self> {
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
        let mut all = Vec::new();
        spread(&axes, kinds.len(), 0, &mut all);
        let flat = |axes| Self::along(axes, position);
        all.into_iter().filter_map(flat).collect()
    }

    fn along(axes: Axes, position: &Position) -> Option<Self> {
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

    /// Returns X's move on the larger board, if it is known.
    pub(crate) fn known_move(&self) -> Option<Cell> {
        if self.position.moves().len() > MOST_STONES {
            return None;
        }
        let board = self.position.board();
        let (key, symmetry) = least_image(&self.position);
        let line = MOVES.lines().find_map(|line| line.strip_prefix(&key))?;
        let image: u32 = line.parse().ok()?;
        let cell = symmetry.iter().position(|&to| to == image)?;
        Some(self.cell(&board.cell(cell)))
    }
}

/// Lists the ways in which coordinates from one on, where they stay 2 or run with one before, may run alone, until there
/// are four axes.
fn spread(axes: &Axes, count: usize, from: usize, all: &mut Vec<Axes>) {
    if count == 4 {
        all.push(axes.clone());
        return;
    }
    let mut tried = Vec::new();
    for place in from..axes.len() {
        let axis = axes[place];
        let is_spare = axis.is_none() || axes[..place].contains(&axis);
        if is_spare && !tried.contains(&axis) {
            // Coordinates that are the same in all stones make the same board.
            tried.push(axis);
            let mut spread_out = axes.clone();
            spread_out[place] = Some(count);
            spread(&spread_out, count + 1, place + 1, all);
        }
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

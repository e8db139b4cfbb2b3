//! Built-in players. All are deterministic.

use std::cmp::Reverse;

use super::random_cells::RandomCells;
use crate::hypercube::{Cell, Lines, Position, line_counts::LineCounts, player};

/// A built-in player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// Takes any free cell, chosen by a hash of the game so far.
    Random,
    /// Wins, blocks, or takes the cell on most lines that it can still complete.
    Greedy,
    /// The player of `qttt hypercube move`.
    Qttt,
}

impl Builtin {
    /// Returns the player of a name without `builtin:`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            "qttt" => Some(Self::Qttt),
            _ => None,
        }
    }

    /// Chooses a move in a game that is not over.
    pub fn choose(self, position: &Position) -> Option<Cell> {
        match self {
            Self::Qttt => player::choose(position),
            Self::Greedy => greedy(position),
            Self::Random => Some(random(position)),
        }
    }
}

fn greedy(position: &Position) -> Option<Cell> {
    let (lines, counted) = Lines::select(position);
    if !lines.is_whole() {
        // The lines of this board don't fit in memory.
        return Some(random(position));
    }
    let counts = LineCounts::new(&lines, counted);
    let own = position.turn();
    let urgent = [own, own.opponent()].map(|player| counts.winning_cell(player));
    let live = |&cell: &u32| {
        let through = lines.through(cell).iter();
        through
            .filter(|&&line| counts.lacks(line, own).is_some())
            .count()
    };
    // Of equal cells, min_by_key takes the first.
    let best = || counts.empty_cells().min_by_key(|cell| Reverse(live(cell)));
    let cell = urgent.into_iter().flatten().next().or_else(best)?;
    Some(lines.cell(cell))
}

fn random(position: &Position) -> Cell {
    let coordinates = position.moves().iter().flat_map(|cell| cell.0.iter());
    RandomCells::of_board(position.board(), coordinates.map(|&x| x.into())).free_in(position)
}

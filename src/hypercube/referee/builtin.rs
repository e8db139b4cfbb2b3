//! Players without a program, for sparring. All are deterministic.

use std::{cmp::Reverse, fmt};

use crate::hypercube::{
    board::Cell, line_counts::LineCounts, lines::Lines, player, position::Position,
    referee::random_cells::RandomCells,
};

/// A built-in player, as it is named on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// Any free cell, chosen by a hash of the game so far.
    Random,
    /// Wins, blocks, or takes the cell on most lines that it can still own.
    Greedy,
    /// The player of `qttt hypercube move`.
    Qttt,
}

impl Builtin {
    /// Every built-in player.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Qttt];
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Qttt => "qttt",
        })
    }
}

impl Builtin {
    /// Chooses a move in a game that is not over.
    pub(super) fn choose(self, position: &Position) -> Option<Cell> {
        match self {
            Self::Qttt => player::choose(position),
            Self::Greedy => greedy(position),
            Self::Random => Some(random(position)),
        }
    }
}

fn greedy(position: &Position) -> Option<Cell> {
    let lines = Lines::select(position);
    if !lines.is_whole() {
        // The lines of this board don't fit in memory.
        return Some(random(position));
    }
    let counts = LineCounts::new(&lines);
    let own = position.next();
    let urgent = [own, own.other()].map(|player| counts.winning_cell(player));
    let live = |&cell: &u32| {
        let through = lines.through(cell as usize).iter();
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

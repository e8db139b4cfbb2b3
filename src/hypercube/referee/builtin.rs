//! The players that need no program, for sparring. All are deterministic.

use std::{fmt, str::FromStr};

use crate::hypercube::{
    board::{Board, Cell},
    lines::Lines,
    mix::mix,
    player,
    position::{Position, Stone},
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

impl FromStr for Builtin {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let named = |builtin: &Self| builtin.to_string() == name;
        Self::ALL.into_iter().find(named).ok_or(())
    }
}

/// A built-in player at a board, with what it prepares once for a game.
pub(super) struct Mind {
    builtin: Builtin,
    lines: Option<Lines>,
}

impl Mind {
    pub(super) fn new(builtin: Builtin, board: Board) -> Self {
        let needs_lines = builtin == Builtin::Greedy;
        Self {
            builtin,
            lines: needs_lines.then(|| Lines::of(board)).flatten(),
        }
    }

    pub(super) const fn builtin(&self) -> Builtin {
        self.builtin
    }

    /// Chooses a move in a game that is not over.
    pub(super) fn choose(&self, position: &Position) -> Option<Cell> {
        match (self.builtin, &self.lines) {
            (Builtin::Qttt, _) => player::choose(position),
            (Builtin::Greedy, Some(lines)) => greedy(position, lines),
            // On a board whose lines don't fit in memory, being greedy is no use.
            (Builtin::Greedy | Builtin::Random, _) => Some(random(position)),
        }
    }
}

fn greedy(position: &Position, lines: &Lines) -> Option<Cell> {
    let board = position.board();
    let mut stones = vec![None; lines.board_cells()];
    for (turn, cell) in position.moves().iter().enumerate() {
        stones[board.index(cell)] = Some(Stone::of_move(turn));
    }
    let own = position.next();
    let mut live = vec![0_u32; stones.len()];
    let mut block = None;
    for line in 0..lines.len() {
        let cells = lines.cells_of(line);
        let count = |stone| {
            let has = |cell: &&u32| stones[**cell as usize] == Some(stone);
            cells.iter().filter(has).count()
        };
        let (ours, theirs) = (count(own), count(own.other()));
        let mut free = cells.iter().map(|&cell| cell as usize);
        let mut free = || free.find(|&cell| stones[cell].is_none());
        if ours == cells.len() - 1 && theirs == 0 {
            return free().map(|cell| board.cell(cell));
        }
        if theirs == cells.len() - 1 && ours == 0 {
            block = block.or_else(free);
        }
        if theirs == 0 {
            cells.iter().for_each(|&cell| live[cell as usize] += 1);
        }
    }
    let free = (0..stones.len()).filter(|&cell| stones[cell].is_none());
    // Of equal cells, max_by_key would take the last.
    let best = || free.rev().max_by_key(|&cell| live[cell]);
    block.or_else(best).map(|cell| board.cell(cell))
}

/// Draws cells until one is free, which ends soon even when few are: it needs no list of the cells of an endless board.
fn random(position: &Position) -> Cell {
    let board = position.board();
    let mut state = (u64::from(board.width()) << 32) | u64::from(board.dimensions());
    for x in position.moves().iter().flat_map(|cell| cell.0.iter()) {
        state = mix(state ^ u64::from(*x));
    }
    loop {
        let coordinate = |_| {
            state = mix(state);
            (state % u64::from(board.width())) as u32
        };
        let cell = Cell((0..board.dimensions()).map(coordinate).collect());
        if position.stone(&cell).is_none() {
            return cell;
        }
    }
}

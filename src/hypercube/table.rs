//! Tables of lines: the cells of each line, and the lines through each cell.

mod selection;

use super::{Board, Cell, Position};
use crate::Player;

/// A table of lines: all lines of a board, or a selection.
///
/// Cells have numbers. On a board that fits in memory, the number of a cell is its [`Board::index`]. On a larger board,
/// only some cells have a number.
#[derive(Clone, Debug)]
pub struct Lines {
    board: Board,
    /// The cells that have numbers, in order, if the numbers are not the indices of the cells.
    numbered: Option<Vec<Cell>>,
    on_line: Vec<Vec<u32>>,
    through: Vec<Vec<u32>>,
}

/// A table, whether each of its cells is taken, and how many stones X and O have in each of its lines, including stones
/// in cells outside of the table.
type Counted = (Lines, Vec<bool>, Vec<[u32; 2]>);

/// A line that a player can still complete: how many stones X and O have in it, and some or all of its free cells.
type OpenLine = ([u32; 2], Vec<u32>);

/// The maximum size of a table, in lines times width. 6^5, the largest board of the contest, needs 74,976; 5^6 needs
/// 255,060.
///
/// Memory would allow more, but a search goes over whole tables, and on larger boards few lines ever hold a stone.
const MAX_PLACES: u64 = 1 << 18;

impl Lines {
    /// Creates the table of all lines, if the number of lines times the width is at most 262,144.
    #[must_use]
    pub fn of(board: Board) -> Option<Self> {
        Self::still_open(&Position::new(board)).map(|(lines, ..)| lines)
    }

    /// Makes the table of the lines that a player can still complete, without taken cells. If the board has too many
    /// lines, the table contains a selection of them. Also counts the stones of the position.
    pub(super) fn select(position: &Position) -> Counted {
        Self::still_open(position).unwrap_or_else(|| selection::lines(position))
    }

    fn still_open(position: &Position) -> Option<Counted> {
        let board = position.board();
        let places = board.lines()?.checked_mul(board.width().into());
        places.filter(|&places| places <= MAX_PLACES)?;
        let mut stones = vec![None; board.cells()? as usize];
        for player in Player::ALL {
            for cell in position.cells_of(player) {
                stones[board.index(cell)] = Some(player);
            }
        }
        let mut open = Vec::new();
        for_each_line(board, 0, (0, 0), &mut |cells| {
            let mut held = [0; 2];
            for &cell in cells {
                if let Some(player) = stones[cell as usize] {
                    held[player as usize] += 1;
                }
            }
            if held.contains(&0) {
                let is_free = |&cell: &u32| stones[cell as usize].is_none();
                open.push((held, cells.iter().copied().filter(is_free).collect()));
            }
        });
        let taken = stones.iter().map(Option::is_some).collect();
        Some(Self::with_lines(board, None, taken, open))
    }

    fn with_lines(
        board: Board,
        numbered: Option<Vec<Cell>>,
        taken: Vec<bool>,
        open: Vec<OpenLine>,
    ) -> Counted {
        let mut through = vec![Vec::new(); taken.len()];
        let (mut on_line, mut held) = (Vec::new(), Vec::new());
        for (line, (stones, cells)) in (0..).zip(open) {
            for &cell in &cells {
                through[cell as usize].push(line);
            }
            held.push(stones);
            on_line.push(cells);
        }
        let lines = Self {
            board,
            numbered,
            on_line,
            through,
        };
        (lines, taken, held)
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn line_count(&self) -> usize {
        self.on_line.len()
    }

    /// Returns how many cells have a number.
    #[must_use]
    pub const fn cell_count(&self) -> usize {
        self.through.len()
    }

    /// Returns the cells of a line, in order. Lines are numbered from 0.
    ///
    /// # Panics
    ///
    /// If the number is not below [`line_count`](Self::line_count).
    #[inline]
    #[must_use]
    pub fn line(&self, line: u32) -> &[u32] {
        &self.on_line[line as usize]
    }

    /// Returns the lines through a cell.
    ///
    /// # Panics
    ///
    /// If the number is not below [`cell_count`](Self::cell_count).
    #[inline]
    #[must_use]
    pub fn through(&self, cell: u32) -> &[u32] {
        &self.through[cell as usize]
    }

    pub(super) fn cell(&self, number: u32) -> Cell {
        let cell = match &self.numbered {
            None => self.board.cell(number as usize),
            Some(cells) => cells.get(number as usize).cloned(),
        };
        cell.expect("a cell of the table")
    }

    pub(super) fn number(&self, cell: &Cell) -> Option<u32> {
        match &self.numbered {
            None => Some(self.board.index(cell) as u32),
            Some(cells) => Some(cells.binary_search(cell).ok()? as u32),
        }
    }

    /// Returns `true` if the table has every line that a player can still complete.
    pub(super) const fn is_whole(&self) -> bool {
        self.numbered.is_none()
    }
}

/// Calls `visit` with the cells of each line, in the direction in which the first moving coordinate ascends. The
/// coordinates before `axis` are fixed: `first` is the index of the first cell, and `growth` is added to the index at
/// each step.
fn for_each_line(
    board: Board,
    axis: u32,
    (first, growth): (i64, i64),
    visit: &mut impl FnMut(&[u32]),
) {
    let width = i64::from(board.width());
    if axis == board.dimensions() {
        if growth != 0 {
            let cells = (0..width).map(|step| (first + step * growth) as u32);
            visit(&cells.collect::<Vec<_>>());
        }
        return;
    }
    let weight = width.pow(axis);
    let constant = (0..width).map(|x| (first + x * weight, growth));
    let ascending = (first, growth + weight);
    let descending = (growth != 0).then_some((first + (width - 1) * weight, growth - weight));
    for start in constant.chain([ascending]).chain(descending) {
        for_each_line(board, axis + 1, start, visit);
    }
}

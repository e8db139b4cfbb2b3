//! Tables of lines: the cells of each line, and the lines through each cell.

mod selection;

use super::{
    board::{Board, Cell},
    position::Position,
};
use crate::Player;

/// A table of lines: all lines of a board, or a selection.
///
/// Cells have numbers: on a board that fits in memory, their [`Board::index`]; on a larger one, only some have one.
#[derive(Debug)]
pub struct Lines {
    board: Board,
    /// The cells that have numbers, ordered, where these are not their indices.
    numbered: Option<Vec<Cell>>,
    /// Whether each cell has a stone already.
    pub(super) taken: Vec<bool>,
    /// How many stones each player has in each line, besides those in its listed cells.
    pub(super) held: Vec<[u8; 2]>,
    on_line: Vec<Vec<u32>>,
    through: Vec<Vec<u32>>,
}

/// The size of the largest table that is built, in lines times width. 6^5, the largest board of the tournament, needs
/// 74,976; 5^6 needs 255,060.
///
/// Memory would allow more, but a search goes over whole tables, and on larger boards few lines ever hold a stone.
const MAX_PLACES: u64 = 1 << 18;

impl Lines {
    /// The highest count of stones in a line. On wider boards, the count is lower by as much as they are wider.
    const MAX_COUNTED: u8 = u8::MAX;

    /// Makes the table of all lines, if the board is small enough: up to 262,144 places on lines.
    #[must_use]
    pub fn of(board: Board) -> Option<Self> {
        Self::still_open(&Position::new(board))
    }

    /// Makes the table of the lines that a player can still complete, without the cells that are taken. If the board has
    /// too many lines, it is a selection of them.
    pub(super) fn select(position: &Position) -> Self {
        Self::still_open(position).unwrap_or_else(|| selection::lines(position))
    }

    fn still_open(position: &Position) -> Option<Self> {
        let board = position.board();
        let places = board.lines()?.checked_mul(board.width().into())?;
        if places > MAX_PLACES {
            return None;
        }
        let mut stones = vec![None; board.cells()? as usize];
        for player in Player::ALL {
            for cell in position.cells_of(player) {
                stones[board.index(cell)] = Some(player);
            }
        }
        let is_empty = |&cell: &u32| stones[cell as usize].is_none();
        let mut lines = Self::with_cells(board, None, stones.iter().map(Option::is_some).collect());
        for_each_line(board, 0, (0, 0), &mut |cells| {
            let mut held = [0; 2];
            for &cell in cells {
                if let Some(player) = stones[cell as usize] {
                    held[player as usize] += 1;
                }
            }
            lines.add(held, cells.iter().copied().filter(is_empty));
        });
        Some(lines)
    }

    fn with_cells(board: Board, numbered: Option<Vec<Cell>>, taken: Vec<bool>) -> Self {
        Self {
            board,
            numbered,
            held: Vec::new(),
            on_line: Vec::new(),
            through: vec![Vec::new(); taken.len()],
            taken,
        }
    }

    /// Adds a line, given how many stones each player has in it, and some or all of its empty cells. If both have stones
    /// in it, nobody can complete it, and it is left out.
    fn add(&mut self, held: [usize; 2], empty: impl Iterator<Item = u32>) {
        if !held.contains(&0) {
            return;
        }
        let wider = (self.board.width() as usize).saturating_sub(Self::MAX_COUNTED.into());
        let cells: Vec<u32> = empty.collect();
        for &cell in &cells {
            self.through[cell as usize].push(self.held.len() as u32);
        }
        self.held
            .push(held.map(|stones| stones.saturating_sub(wider) as u8));
        self.on_line.push(cells);
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.held.len()
    }

    /// Returns how many cells have a number.
    #[must_use]
    pub const fn board_cells(&self) -> usize {
        self.taken.len()
    }

    /// Returns the cells of a line, in order.
    #[inline]
    #[must_use]
    pub fn cells_of(&self, line: usize) -> &[u32] {
        &self.on_line[line]
    }

    /// Returns the lines through a cell.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: usize) -> &[u32] {
        &self.through[cell]
    }

    /// Returns the cell with a number.
    pub(super) fn cell(&self, number: u32) -> Cell {
        match &self.numbered {
            None => self.board.cell(number as usize),
            Some(cells) => cells[number as usize].clone(),
        }
    }

    /// Returns the number of a cell, if it has one.
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

    /// Returns the count of stones that completes a line.
    pub(super) fn counted_width(&self) -> u8 {
        u8::try_from(self.board.width()).unwrap_or(Self::MAX_COUNTED)
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

//! The table of lines: the cells of each line, and the lines through each cell.

mod selection;

use super::{Board, Cell, Position};
use crate::{ByPlayer, Player};

/// The number of a cell in a table, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct CellId(u32);

/// The number of a line in a table, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineId(u32);

impl CellId {
    pub(super) const fn new(number: usize) -> Self {
        Self(number as u32)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl LineId {
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of lines: all lines of a board that a player can still complete, or a selection of them.
///
/// On a board that fits in memory, every cell has a number: its [`Board::index`]. On a larger board, only some cells
/// have a number.
#[derive(Clone, Debug)]
pub(super) struct Table {
    board: Board,
    /// The cells that have numbers, in order, if the numbers are not the indices of the cells.
    numbered: Option<Vec<Cell>>,
    /// The free cells of each line, in order.
    on_line: Vec<Vec<CellId>>,
    through: Vec<Vec<LineId>>,
}

/// The lines of a position that a player can still complete: how many stones X and O have in each, and some or all of
/// its free cells.
type OpenLines = Vec<(ByPlayer<u32>, Vec<CellId>)>;

/// The maximum size of a table, in lines times width. 6^5, the largest board of the contest, needs 74,976; 5^6 needs
/// 255,060.
///
/// Memory would allow more, but a search goes over whole tables, and on larger boards few lines ever hold a stone.
const MAX_PLACES: u64 = 1 << 18;

/// Lists all open lines; `None` if the board has too many lines.
fn open_lines(position: &Position) -> Option<OpenLines> {
    let board = position.board();
    let places = board.line_count()?.checked_mul(board.width().into());
    places.filter(|&places| places <= MAX_PLACES)?;
    let mut stones = vec![None; board.cell_count()? as usize];
    for player in Player::ALL {
        for cell in position.stones_of(player) {
            stones[board.index(cell)] = Some(player);
        }
    }
    let mut open = Vec::new();
    for line in board.lines() {
        let mut held = ByPlayer([0; 2]);
        for player in line.indices().filter_map(|index| stones[index]) {
            held[player] += 1;
        }
        if held.0.contains(&0) {
            let gaps = line.indices().filter(|&index| stones[index].is_none());
            open.push((held, gaps.map(CellId::new).collect()));
        }
    }
    Some(open)
}

impl Table {
    /// Creates the table of a position, with all open lines, or a selection if the board has too many. Also returns how
    /// many stones X and O have in each line.
    pub(super) fn of(position: &Position) -> (Self, Vec<ByPlayer<u32>>) {
        let board = position.board();
        let (cells, numbered, open) = if let Some(open) = open_lines(position) {
            let cells = board.cell_count().expect("the board is small");
            (cells as usize, None, open)
        } else {
            let (cells, open) = selection::open_lines(position);
            (cells.len(), Some(cells), open)
        };
        let (held, on_line): (_, Vec<Vec<_>>) = open.into_iter().unzip();
        let mut through = vec![Vec::new(); cells];
        for (line, gaps) in (0..).map(LineId).zip(&on_line) {
            for cell in gaps {
                through[cell.index()].push(line);
            }
        }
        let table = Self {
            board,
            numbered,
            on_line,
            through,
        };
        (table, held)
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = LineId> + use<> {
        (0..self.on_line.len() as u32).map(LineId)
    }

    /// Iterates over the cells that have a number.
    pub(super) fn cells(&self) -> impl ExactSizeIterator<Item = CellId> + use<> {
        (0..self.through.len()).map(CellId::new)
    }

    /// Returns the cells of a line that were free when the table was created, in order.
    #[inline]
    pub(super) fn on_line(&self, line: LineId) -> &[CellId] {
        &self.on_line[line.index()]
    }

    /// Returns the lines through a cell.
    #[inline]
    pub(super) fn through(&self, cell: CellId) -> &[LineId] {
        &self.through[cell.index()]
    }

    pub(super) fn cell(&self, id: CellId) -> Cell {
        let cell = match &self.numbered {
            None => self.board.cell(id.index()),
            Some(cells) => cells.get(id.index()).cloned(),
        };
        cell.expect("a cell of the table")
    }

    /// Returns the number of a cell, or `None` if it has none.
    pub(super) fn id(&self, cell: &Cell) -> Option<CellId> {
        let number = match &self.numbered {
            None => self.board.index(cell),
            Some(cells) => cells.binary_search(cell).ok()?,
        };
        Some(CellId::new(number))
    }

    /// Returns `true` if the table has every line that a player can still complete.
    pub(super) const fn is_whole(&self) -> bool {
        self.numbered.is_none()
    }
}

//! Lines as tables: which cells are on each, and which lines go through each cell.

mod selection;

use std::collections::HashMap;

use super::{
    board::{Board, Cell},
    line::Course,
    position::{Position, Stone},
};

/// A table of lines, all that a board has or all that matter in a position.
///
/// Cells have numbers: on a board that fits in memory, their [`Board::index`]; on a larger one, as they come.
#[derive(Debug)]
pub struct Lines {
    board: Board,
    /// What the cells with numbers are, where these are not their indices.
    names: Option<Names>,
    /// Cells that have a stone already.
    taken: Vec<u32>,
    /// How many stones each player has in each line, besides those in its listed cells.
    held: Vec<[u8; 2]>,
    on_line: Adjacency,
    through: Adjacency,
}

/// The numbers of the cells that have one.
#[derive(Default, Debug)]
struct Names {
    cells: Vec<Cell>,
    numbers: HashMap<Cell, u32>,
}

/// A list of numbers for each of some things.
#[derive(Debug)]
struct Adjacency {
    /// Where each list begins; one more at the end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

/// The most places on lines that a table is made for: 6^5, the largest board of the tournament, has 74,976, and 5^6
/// has 255,060.
///
/// Memory sets no such bound, but a search goes over whole tables; on larger boards few lines ever hold a stone.
const MAX_PLACES: u64 = 1 << 18;

impl Lines {
    /// How far a line is counted. A wider one is told by what it lacks.
    pub(super) const MAX_COUNTED: u8 = u8::MAX;

    /// Makes the table of all lines, if the board is small enough: up to 262,144 places on lines.
    #[must_use]
    pub fn of(board: Board) -> Option<Self> {
        Self::still_open(board, &vec![None; Self::cells_that_fit(board)?])
    }

    /// Makes the table of the lines that can still be somebody's, without the cells that are taken. Where those of the
    /// whole board would be too many, it has those that matter.
    pub(super) fn select(position: &Position) -> Self {
        let board = position.board();
        let whole = Self::cells_that_fit(board).and_then(|cells| {
            let mut stones = vec![None; cells];
            for (turn, cell) in position.moves().iter().enumerate() {
                stones[board.index(cell)] = Some(Stone::of_move(turn));
            }
            Self::still_open(board, &stones)
        });
        whole.unwrap_or_else(|| selection::lines(position))
    }

    /// Returns the number of cells, if the table of all lines is small enough.
    fn cells_that_fit(board: Board) -> Option<usize> {
        let places = board.lines()?.checked_mul(board.width().into())?;
        let cells = board.cells()?;
        (places <= MAX_PLACES && cells <= MAX_PLACES).then_some(cells as usize)
    }

    fn still_open(board: Board, stones: &[Option<Stone>]) -> Option<Self> {
        let mut table = Builder::default();
        for_each_line(board, &mut Vec::new(), &mut |cells| {
            let mut held = [0_usize; 2];
            for &cell in cells {
                if let Some(stone) = stones[cell as usize] {
                    held[stone as usize] += 1;
                }
            }
            if held.contains(&0) {
                let empty = cells
                    .iter()
                    .filter(|&&cell| stones[cell as usize].is_none());
                table.add(board, held, empty.copied());
            }
        });
        let mut lines = table.finish(board, stones.len());
        let cells = 0..stones.len() as u32;
        lines.taken = cells
            .filter(|&cell| stones[cell as usize].is_some())
            .collect();
        Some(lines)
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.held.len()
    }

    /// Returns `true` if there is no line.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns the number of cells that have a number.
    #[must_use]
    pub const fn board_cells(&self) -> usize {
        self.through.starts.len() - 1
    }

    /// Returns the cells of a line, in order.
    #[inline]
    #[must_use]
    pub fn cells_of(&self, line: usize) -> &[u32] {
        self.on_line.list(line)
    }

    /// Returns the lines through a cell.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: usize) -> &[u32] {
        self.through.list(cell)
    }

    /// Returns the cell with a number.
    pub(super) fn cell(&self, number: u32) -> Cell {
        match &self.names {
            None => self.board.cell(number as usize),
            Some(names) => names.cells[number as usize].clone(),
        }
    }

    /// Returns the number of a cell, if it has one.
    pub(super) fn number(&self, cell: &Cell) -> Option<u32> {
        match &self.names {
            None => Some(self.board.index(cell) as u32),
            Some(names) => names.numbers.get(cell).copied(),
        }
    }

    /// Returns `true` if no line is left out that can still be somebody's.
    pub(super) const fn is_whole(&self) -> bool {
        self.names.is_none()
    }

    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    pub(super) fn held(&self) -> &[[u8; 2]] {
        &self.held
    }

    /// Returns how many stones complete a line, as far as they are counted.
    pub(super) fn counted_width(&self) -> u8 {
        u8::try_from(self.board.width()).unwrap_or(Self::MAX_COUNTED)
    }
}

impl Adjacency {
    #[inline]
    fn list(&self, index: usize) -> &[u32] {
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Turns lists of cells by line into lists of lines by cell.
    fn turned(&self, len: usize) -> Self {
        let mut starts = vec![0_u32; len + 1];
        for &number in &self.all {
            starts[number as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![0; self.all.len()];
        for index in 0..self.starts.len() - 1 {
            for &number in self.list(index) {
                all[next[number as usize] as usize] = index as u32;
                next[number as usize] += 1;
            }
        }
        Self { starts, all }
    }
}

/// A table that grows line by line.
#[derive(Default)]
struct Builder {
    held: Vec<[u8; 2]>,
    starts: Vec<u32>,
    cells: Vec<u32>,
}

impl Builder {
    /// Adds a line with stones of one player at most, and some or all of its empty cells.
    fn add(&mut self, board: Board, held: [usize; 2], empty: impl Iterator<Item = u32>) {
        let wider = (board.width() as usize).saturating_sub(Lines::MAX_COUNTED.into());
        self.held
            .push(held.map(|stones| stones.saturating_sub(wider) as u8));
        self.starts.push(self.cells.len() as u32);
        self.cells.extend(empty);
    }

    fn finish(mut self, board: Board, cells: usize) -> Lines {
        self.starts.push(self.cells.len() as u32);
        let on_line = Adjacency {
            starts: self.starts,
            all: self.cells,
        };
        Lines {
            board,
            names: None,
            taken: Vec::new(),
            held: self.held,
            through: on_line.turned(cells),
            on_line,
        }
    }
}

/// Calls `visit` with the cells of every line that begins with the given courses, coordinate by coordinate. Of the two
/// ways to go along a line, the one counts in which the first coordinate that moves ascends.
fn for_each_line(board: Board, courses: &mut Vec<Course>, visit: &mut impl FnMut(&[u32])) {
    let width = board.width();
    let moves = courses
        .iter()
        .any(|course| !matches!(course, Course::Constant(_)));
    if courses.len() == board.dimensions() as usize {
        if moves {
            let cells: Vec<u32> = (0..width)
                .map(|step| cell_at(courses, step, width))
                .collect();
            visit(&cells);
        }
        return;
    }
    let constants = (0..width).map(Course::Constant);
    let descending = moves.then_some(Course::Descending);
    for course in constants.chain([Course::Ascending]).chain(descending) {
        courses.push(course);
        for_each_line(board, courses, visit);
        courses.pop();
    }
}

/// Returns the place of the cell at a step of a line, counted as [`Board::index`] does.
fn cell_at(courses: &[Course], step: u32, width: u32) -> u32 {
    let digits = courses.iter().rev();
    digits.fold(0, |index, course| index * width + course.at(step, width))
}

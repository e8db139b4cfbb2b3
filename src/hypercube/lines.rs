//! The lines of a board that fits in memory, as tables.

use super::{board::Board, line::Course};

/// Every line of a board, and the lines through every cell. Cells are counted as [`Board::index`] does.
#[derive(Debug)]
pub struct Lines {
    width: usize,
    /// The cells of the lines, `width` each.
    cells: Vec<u32>,
    /// Where the lines through each cell begin in `through`; one more at the end.
    starts: Vec<u32>,
    through: Vec<u32>,
}

/// The most places on lines that a table is made for. 6^5, the largest board of the tournament, has 74,976.
///
/// It is not memory that sets the bound: tables of eight million places take 95 MiB and a quarter of a second. But a
/// search goes over whole tables, and a move on 5^7, with 1,863,545 places, was seen to take a minute, all that a
/// program has; on 5^6, with 255,060, it takes less than a second. On boards that large, few lines ever hold a stone.
const MOST_PLACES: u64 = 1 << 18;

impl Lines {
    /// Makes the tables, if the board is small enough: up to 262,144 places on lines.
    #[must_use]
    pub fn of(board: Board) -> Option<Self> {
        let width = board.width() as usize;
        let places = board.lines()?.checked_mul(width as u64)?;
        if places > MOST_PLACES || board.cells()? > MOST_PLACES {
            return None;
        }
        let mut cells = Vec::with_capacity(places as usize);
        let mut courses = Vec::new();
        add_lines(board, &mut courses, &mut cells);

        let mut counts = vec![0_u32; board.cells()? as usize + 1];
        for &cell in &cells {
            counts[cell as usize + 1] += 1;
        }
        let mut starts = counts;
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut through = vec![0; cells.len()];
        for (place, &cell) in cells.iter().enumerate() {
            through[next[cell as usize] as usize] = (place / width) as u32;
            next[cell as usize] += 1;
        }
        Some(Self {
            width,
            cells,
            starts,
            through,
        })
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Tells whether there is no line, which no board is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the number of cells of the board.
    #[must_use]
    pub const fn board_cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the cells of a line, in order.
    #[inline]
    #[must_use]
    pub fn cells_of(&self, line: usize) -> &[u32] {
        &self.cells[line * self.width..(line + 1) * self.width]
    }

    /// Returns the lines through a cell.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: usize) -> &[u32] {
        &self.through[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// Adds every line that begins with the given courses, coordinate by coordinate. Of the two ways to go along a line,
/// the one counts in which the first coordinate that moves ascends.
fn add_lines(board: Board, courses: &mut Vec<Course>, cells: &mut Vec<u32>) {
    let width = board.width();
    let moves = courses
        .iter()
        .any(|course| !matches!(course, Course::Constant(_)));
    if courses.len() == board.dimensions() as usize {
        if moves {
            cells.extend((0..width).map(|step| cell_at(courses, step, width)));
        }
        return;
    }
    let constants = (0..width).map(Course::Constant);
    let descending = moves.then_some(Course::Descending);
    for course in constants.chain([Course::Ascending]).chain(descending) {
        courses.push(course);
        add_lines(board, courses, cells);
        courses.pop();
    }
}

/// Returns the place of the cell at a step of a line, counted as [`Board::index`] does.
fn cell_at(courses: &[Course], step: u32, width: u32) -> u32 {
    let digits = courses.iter().rev();
    digits.fold(0, |index, course| index * width + course.at(step, width))
}

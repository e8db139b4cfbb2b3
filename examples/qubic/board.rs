//! Stones on 4×4×4 in words, for a prover in a hurry: a set of cells is 64 bits, a set of lines 76 bits of 128.
//!
//! How many stones a player has on a line is kept for all lines at once, in unary: the lines with at least one, at
//! least two, at least three. A move then costs three ands and three ors, whatever the number of lines through its
//! cell.

pub(super) use super::sets::{Cells, LineSet, Place};

/// The lines of the board.
const LINES: usize = 76;

/// The cells of each line.
const CELLS_OF: [Cells; LINES] = cells_of_lines();

/// The lines through each cell.
const THROUGH: [LineSet; 64] = lines_through_cells();

/// The stones of one player, and how far they got on every line.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Side {
    pub cells: Cells,
    pub one: LineSet,
    pub two: LineSet,
    pub three: LineSet,
}

/// The stones of both players.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stones {
    pub x: Side,
    pub o: Side,
}

impl Side {
    /// Adds a stone.
    #[inline]
    pub(super) fn play(&mut self, place: Place) {
        let through = through(place);
        self.cells = self.cells | Cells::of(place);
        self.three = self.three | (self.two & through);
        self.two = self.two | (self.one & through);
        self.one = self.one | through;
    }
}

impl Stones {
    pub(super) fn new(x: Cells, o: Cells) -> Self {
        let mut stones = Self::default();
        x.into_iter().for_each(|place| stones.x.play(place));
        o.into_iter().for_each(|place| stones.o.play(place));
        stones
    }

    #[inline]
    pub(super) fn empty(&self) -> Cells {
        !(self.x.cells | self.o.cells)
    }

    /// Returns the lines with two or more stones of X and none of O.
    #[inline]
    pub(super) fn twos(&self) -> LineSet {
        self.x.two & !self.o.one
    }

    /// Returns the cells where X would complete a line.
    #[inline]
    pub(super) fn x_wins(&self) -> Cells {
        self.missing(self.x.three & !self.o.one)
    }

    /// Returns the cells where O would complete a line.
    #[inline]
    pub(super) fn o_wins(&self) -> Cells {
        self.missing(self.o.three & !self.x.one)
    }

    fn missing(&self, lines: LineSet) -> Cells {
        let all = lines
            .into_iter()
            .fold(Cells::default(), |all, line| all | cells_of(line));
        all & self.empty()
    }
}

/// Returns the cells of a line.
#[inline]
pub(super) fn cells_of(line: u8) -> Cells {
    CELLS_OF[line as usize]
}

/// Returns the lines through a cell.
#[inline]
pub(super) fn through(place: Place) -> LineSet {
    THROUGH[place as usize & 63]
}

/// A line is a cell and a step, taken three times without leaving the board or staying between layers: along each axis
/// it is constant, or runs from one end to the other.
const fn cells_of_lines() -> [Cells; LINES] {
    let mut all = [Cells(0); LINES];
    let (mut count, mut courses) = (0, 0);
    // Six courses an axis: constant at 0 to 3, ascending, descending.
    while courses < 6 * 6 * 6 {
        let axes = [courses % 6, courses / 6 % 6, courses / 36];
        if first_that_moves_ascends(axes) {
            let (mut line, mut step) = (0, 0);
            while step < 4 {
                line |= 1 << (at(axes[0], step) + 4 * at(axes[1], step) + 16 * at(axes[2], step));
                step += 1;
            }
            all[count] = Cells(line);
            count += 1;
        }
        courses += 1;
    }
    assert!(count == LINES);
    all
}

const fn first_that_moves_ascends(axes: [usize; 3]) -> bool {
    matches!(axes, [4, _, _] | [0..=3, 4, _] | [0..=3, 0..=3, 4])
}

const fn at(course: usize, step: usize) -> usize {
    match course {
        4 => step,
        5 => 3 - step,
        layer => layer,
    }
}

const fn lines_through_cells() -> [LineSet; 64] {
    let mut all = [LineSet(0); 64];
    let mut line = 0;
    while line < LINES {
        let mut place = 0;
        while place < 64 {
            if CELLS_OF[line].0 >> place & 1 == 1 {
                all[place].0 |= 1 << line;
            }
            place += 1;
        }
        line += 1;
    }
    all
}

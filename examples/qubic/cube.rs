//! Boards of width 4, and stones on them. A cell is a number whose digits to base 4 are its coordinates, the first one
//! lowest.

pub(super) type Cell = u16;

/// The cells of X and those of O, the lowest first.
pub(super) type Position = [Vec<Cell>; 2];

pub(super) const X: usize = 0;
pub(super) const O: usize = 1;

/// A board: its lines and its symmetries.
pub(super) struct Cube {
    pub(super) dimensions: usize,
    pub(super) lines: Vec<[Cell; 4]>,
    /// The lines through each cell.
    pub(super) through: Vec<Vec<u32>>,
    /// For each symmetry that is looked at the image of each cell.
    symmetries: Vec<Vec<Cell>>,
}

/// Returns where X opens: (2, …, 2).
pub(super) fn opening(dimensions: usize) -> Cell {
    (0..dimensions).map(|axis| 2 << (2 * axis)).sum()
}

pub(super) fn coordinate(cell: Cell, axis: usize) -> Cell {
    cell >> (2 * axis) & 3
}

impl Cube {
    /// Takes as symmetries the permutations of the axes, each with and without 0 and 3 changing places: they keep X's
    /// opening. On 4^6 and 4^7 the axes stay, as there are too many permutations.
    pub(super) fn new(dimensions: usize) -> Self {
        match dimensions {
            ..6 => Self::with_all_symmetries(dimensions),
            _ => Self::with_axes(dimensions, &[(0..dimensions).collect()]),
        }
    }

    /// The same with all permutations.
    pub(super) fn with_all_symmetries(dimensions: usize) -> Self {
        Self::with_axes(dimensions, &permutations(dimensions))
    }

    fn with_axes(dimensions: usize, permutations: &[Vec<usize>]) -> Self {
        let lines = lines(dimensions);
        let mut through = vec![Vec::new(); 1 << (2 * dimensions)];
        for (number, line) in (0..).zip(&lines) {
            for &cell in line {
                through[usize::from(cell)].push(number);
            }
        }
        let image = |axes: &[usize], swap: bool, cell: usize| {
            let coordinates = axes.iter().map(|&axis| coordinate(cell as Cell, axis));
            let renamed = coordinates.map(|x| if swap && x % 3 == 0 { 3 - x } else { x });
            renamed.zip(0..).map(|(x, axis)| x << (2 * axis)).sum()
        };
        let symmetries = permutations.iter().flat_map(|axes| {
            let cells = 0..through.len();
            [false, true].map(|swap| cells.clone().map(|cell| image(axes, swap, cell)).collect())
        });
        Self {
            dimensions,
            symmetries: symmetries.collect(),
            lines,
            through,
        }
    }

    /// Returns the least image of a position, and the symmetries that lead to it.
    pub(super) fn least_image(&self, position: &Position) -> (Position, Vec<&[Cell]>) {
        let mut least: Option<Position> = None;
        let mut leading: Vec<&[Cell]> = Vec::new();
        for symmetry in &self.symmetries {
            let image = position.each_ref().map(|own| {
                let mut own: Vec<Cell> = own
                    .iter()
                    .map(|&cell| symmetry[usize::from(cell)])
                    .collect();
                own.sort_unstable();
                own
            });
            if least.as_ref().is_none_or(|least| image < *least) {
                leading.clear();
                least = Some(image.clone());
            }
            if least.as_ref() == Some(&image) {
                leading.push(symmetry);
            }
        }
        (least.unwrap_or_default(), leading)
    }
}

/// Lists the lines of a board: along each axis one stays at 0 to 3, ascends or descends, and the first axis along
/// which it moves ascends.
fn lines(dimensions: usize) -> Vec<[Cell; 4]> {
    let mut lines = Vec::new();
    for number in 0..6_u32.pow(dimensions as u32) {
        let courses = (0..dimensions).map(|axis| number / 6_u32.pow(axis as u32) % 6);
        if courses.clone().find(|&course| course >= 4) != Some(4) {
            continue;
        }
        let at = |step: u32| {
            let coordinates = courses.clone().map(|course| match course {
                4 => step,
                5 => 3 - step,
                layer => layer,
            });
            coordinates
                .zip(0..)
                .map(|(x, axis)| (x as Cell) << (2 * axis))
                .sum()
        };
        lines.push([0, 1, 2, 3].map(at));
    }
    lines
}

fn permutations(len: usize) -> Vec<Vec<usize>> {
    let Some(last) = len.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let with_last = |shorter: Vec<usize>| {
        (0..len).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            longer
        })
    };
    permutations(last).into_iter().flat_map(with_last).collect()
}

/// Scatters a number over all bits.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The cells where a player completes a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wins {
    None,
    One(Cell),
    Several,
}

/// Stones on a board.
pub(super) struct Game<'c> {
    pub(super) cube: &'c Cube,
    /// The stones as they were placed, each with its player.
    stones: Vec<(Cell, usize)>,
    is_taken: Vec<bool>,
    /// The stones of both on each line.
    pub(super) counts: Vec<[u8; 2]>,
    /// For each player the lines that lack but one stone of theirs.
    threes: [Vec<u32>; 2],
    /// The sum of a number for each stone.
    key: u64,
}

impl<'c> Game<'c> {
    pub(super) fn new(cube: &'c Cube) -> Self {
        Self {
            stones: Vec::new(),
            is_taken: vec![false; cube.through.len()],
            counts: vec![[0; 2]; cube.lines.len()],
            threes: [Vec::new(), Vec::new()],
            key: 0,
            cube,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.stones.len()
    }

    /// Returns a number that is hardly ever the same for two positions.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        !self.is_taken[usize::from(cell)]
    }

    pub(super) fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = 0..self.is_taken.len() as Cell;
        cells.filter(|&cell| self.is_empty(cell))
    }

    pub(super) fn stones_of(&self, player: usize) -> impl Iterator<Item = Cell> {
        let own = self.stones.iter().filter(move |stone| stone.1 == player);
        own.map(|&(cell, _)| cell)
    }

    pub(super) fn position(&self) -> Position {
        [X, O].map(|player| {
            let mut own: Vec<Cell> = self.stones_of(player).collect();
            own.sort_unstable();
            own
        })
    }

    pub(super) fn place(&mut self, cell: Cell, player: usize) {
        self.stones.push((cell, player));
        self.change(cell, true, player);
    }

    pub(super) fn place_all(&mut self, position: &Position) {
        for player in [X, O] {
            position[player]
                .iter()
                .for_each(|&cell| self.place(cell, player));
        }
    }

    /// Takes stones back until there are so many.
    pub(super) fn take_back_to(&mut self, len: usize) {
        while self.stones.len() > len {
            if let Some((cell, player)) = self.stones.pop() {
                self.change(cell, false, player);
            }
        }
    }

    fn change(&mut self, cell: Cell, is_placed: bool, player: usize) {
        self.is_taken[usize::from(cell)] = is_placed;
        let number = mix(u64::from(cell) * 2 + player as u64 + 1);
        self.key = if is_placed {
            self.key.wrapping_add(number)
        } else {
            self.key.wrapping_sub(number)
        };
        for &line in &self.cube.through[usize::from(cell)] {
            let counts = &mut self.counts[line as usize];
            let before = *counts;
            counts[player] = if is_placed {
                before[player] + 1
            } else {
                before[player] - 1
            };
            for own in [X, O] {
                let is_three = |counts: [u8; 2]| counts[own] == 3 && counts[1 - own] == 0;
                match (is_three(before), is_three(*counts)) {
                    (false, true) => self.threes[own].push(line),
                    (true, false) => self.threes[own].retain(|&other| other != line),
                    _ => {}
                }
            }
        }
    }

    pub(super) fn gaps(&self, line: u32) -> impl Iterator<Item = Cell> {
        let cells = self.cube.lines[line as usize].into_iter();
        cells.filter(|&cell| self.is_empty(cell))
    }

    /// Returns where a player completes a line.
    pub(super) fn wins(&self, player: usize) -> Wins {
        let mut cells = self.threes[player].iter().flat_map(|&line| self.gaps(line));
        match cells.next() {
            None => Wins::None,
            Some(first) if cells.all(|cell| cell == first) => Wins::One(first),
            Some(_) => Wins::Several,
        }
    }

    /// Plays X's moves of a sequence, and O's replies, as far as they are forced; returns `true` if X wins.
    pub(super) fn follow(&mut self, sequence: &[Cell]) -> bool {
        for &gain in sequence {
            let answers = match self.wins(O) {
                Wins::None => true,
                Wins::One(cell) => cell == gain,
                Wins::Several => false,
            };
            if !answers || !self.is_empty(gain) {
                return false;
            }
            self.place(gain, X);
            match self.wins(X) {
                Wins::None => return false,
                Wins::One(cost) => self.place(cost, O),
                Wins::Several => return self.wins(O) == Wins::None,
            }
        }
        false
    }

    pub(super) fn does_win(&mut self, sequence: &[Cell]) -> bool {
        let before = self.len();
        let wins = self.follow(sequence);
        self.take_back_to(before);
        wins
    }

    /// Returns the cells without which O can't spoil a sequence that wins: those that it fills and threatens, and all
    /// on lines with two stones of O's at its end.
    pub(super) fn touched_by(&mut self, sequence: &[Cell]) -> Vec<Cell> {
        let before = self.len();
        self.follow(sequence);
        let of_o = self
            .stones_of(O)
            .flat_map(|cell| &self.cube.through[usize::from(cell)]);
        let near = of_o.filter(|&&line| self.counts[line as usize][O] >= 2);
        let lines = near.chain(&self.threes[X]);
        let cells = lines.flat_map(|&line| self.cube.lines[line as usize]);
        let filled = self.stones[before..].iter().map(|&(cell, _)| cell);
        let mut touched: Vec<Cell> = cells.chain(filled).collect();
        touched.sort_unstable();
        touched.dedup();
        self.take_back_to(before);
        touched.retain(|&cell| self.is_empty(cell));
        touched
    }
}

//! Threat sequences on any board of width 4, as short as possible: what the checker asks for when a certificate is written.

use std::collections::HashMap;

/// How many positions a search looks at before it is given up.
const MAX_NODES: u32 = 400_000;
/// The most moves in a sequence.
const MAX_MOVES: u8 = 24;

const X: usize = 0;
const O: usize = 1;

/// A board, with stones on it for the time of a search.
pub(super) struct Finder {
    lines: Vec<[u32; 4]>,
    /// The lines through each cell.
    through: Vec<Vec<u32>>,
    /// The stones of both on each line.
    counts: Vec<[u8; 2]>,
    is_taken: Vec<bool>,
    stones: [Vec<u32>; 2],
    /// For each sub-board that was asked about, by its axes, the lines inside through each cell.
    inside: HashMap<Vec<Option<usize>>, Vec<Vec<u32>>>,
    /// Positions in which so many moves of X don't win.
    failed: HashMap<[Vec<u32>; 2], u8>,
    /// X's moves so far.
    path: Vec<u32>,
    /// How many positions may still be looked at.
    left: u32,
}

/// Lists the lines of a board: along each axis one stays at 0 to 3, ascends or descends, and the first axis along which it
/// moves ascends.
fn lines(dimensions: u32) -> Vec<[u32; 4]> {
    let mut lines = Vec::new();
    for number in 0..6_u32.pow(dimensions) {
        let courses = (0..dimensions).map(|axis| number / 6_u32.pow(axis) % 6);
        if courses.clone().find(|&course| course >= 4) != Some(4) {
            continue;
        }
        let at = |step| {
            let coordinates = courses.clone().map(|course| match course {
                4 => step,
                5 => 3 - step,
                layer => layer,
            });
            coordinates.zip(0..).map(|(x, axis)| x << (2 * axis)).sum()
        };
        lines.push([0, 1, 2, 3].map(at));
    }
    lines
}

/// The cells where a player completes a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wins {
    None,
    One(u32),
    Several,
}

impl Wins {
    fn and(self, cell: u32) -> Self {
        match self {
            Self::None => Self::One(cell),
            Self::One(other) if other == cell => self,
            _ => Self::Several,
        }
    }
}

impl Finder {
    pub(super) fn new(dimensions: u32) -> Self {
        let lines = lines(dimensions);
        let mut through = vec![Vec::new(); 4_usize.pow(dimensions)];
        for (number, line) in (0..).zip(&lines) {
            for &cell in line {
                through[cell as usize].push(number);
            }
        }
        Self {
            counts: vec![[0; 2]; lines.len()],
            is_taken: vec![false; through.len()],
            stones: [Vec::new(), Vec::new()],
            inside: HashMap::new(),
            failed: HashMap::new(),
            path: Vec::new(),
            left: 0,
            lines,
            through,
        }
    }

    /// Returns X's moves of a shortest sequence by the lines of a sub-board, if one is found. O may threaten on all lines.
    pub(super) fn find(
        &mut self,
        axes: &[Option<usize>],
        stones: &[Vec<u32>; 2],
    ) -> Option<Vec<u32>> {
        let known = self.inside.remove(axes);
        let through = known.unwrap_or_else(|| self.lines_inside(axes));
        for player in [X, O] {
            stones[player]
                .iter()
                .for_each(|&cell| self.place(cell, player));
        }
        let threatened = stones[O].iter().fold(Wins::None, |all, &cell| {
            match self.wins(&self.through[cell as usize], O) {
                Wins::None => all,
                Wins::One(cell) => all.and(cell),
                Wins::Several => Wins::Several,
            }
        });
        self.failed.clear();
        self.path.clear();
        self.left = MAX_NODES;
        let found = (1..=MAX_MOVES).any(|moves| self.visit(&through, threatened, moves));
        for player in [X, O] {
            stones[player].iter().for_each(|_| self.remove(player));
        }
        self.inside.insert(axes.to_vec(), through);
        found.then(|| self.path.clone())
    }

    fn lines_inside(&self, axes: &[Option<usize>]) -> Vec<Vec<u32>> {
        let is_inside = |cell: u32| {
            let mut own = vec![None; axes.len()];
            (0..).zip(axes).all(|(i, axis)| {
                let x = cell >> (2 * i) & 3;
                x == axis.map_or(2, |axis| *own[axis].get_or_insert(x))
            })
        };
        let is_line_inside = |&line: &u32| {
            let mut cells = self.lines[line as usize].iter();
            cells.all(|&cell| is_inside(cell))
        };
        let through = |cell: usize| {
            let lines = self.through[cell].iter().copied();
            lines.filter(is_line_inside).collect()
        };
        (0..self.is_taken.len()).map(through).collect()
    }

    fn place(&mut self, cell: u32, player: usize) {
        self.is_taken[cell as usize] = true;
        self.stones[player].push(cell);
        for &line in &self.through[cell as usize] {
            self.counts[line as usize][player] += 1;
        }
    }

    /// Takes back the player's last stone.
    fn remove(&mut self, player: usize) {
        let cell = self.stones[player].pop().expect("a stone") as usize;
        self.is_taken[cell] = false;
        for &line in &self.through[cell] {
            self.counts[line as usize][player] -= 1;
        }
    }

    fn gaps(&self, line: u32) -> impl Iterator<Item = u32> {
        let cells = self.lines[line as usize].iter().copied();
        cells.filter(|&cell| !self.is_taken[cell as usize])
    }

    /// Returns where a player completes one of some lines.
    fn wins(&self, lines: &[u32], player: usize) -> Wins {
        let is_three = |line: &&u32| {
            let counts = self.counts[**line as usize];
            counts[player] == 3 && counts[1 - player] == 0
        };
        let cells = lines
            .iter()
            .filter(is_three)
            .flat_map(|&line| self.gaps(line));
        cells.fold(Wins::None, Wins::and)
    }

    /// Looks for a win in so many moves of X, who is to move.
    fn visit(&mut self, through: &[Vec<u32>], threatened: Wins, moves: u8) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let gains = self.gains(through, threatened);
        for &gain in &gains {
            self.place(gain, X);
            let wins = self.wins(&through[gain as usize], X);
            self.remove(X);
            if wins == Wins::Several {
                self.path.push(gain);
                return true;
            }
        }
        if moves == 1 || gains.is_empty() {
            return false;
        }
        let mut key = self.stones.clone();
        key.iter_mut().for_each(|own| own.sort_unstable());
        if self.failed.get(&key).is_some_and(|&failed| failed >= moves) {
            return false;
        }
        for gain in gains {
            self.place(gain, X);
            self.path.push(gain);
            let Wins::One(cost) = self.wins(&through[gain as usize], X) else {
                unreachable!("a gain threatens a line");
            };
            self.place(cost, O);
            let threatened = self.wins(&self.through[cost as usize], O);
            let is_won = self.visit(through, threatened, moves - 1);
            self.remove(O);
            self.remove(X);
            if is_won {
                return true;
            }
            self.path.pop();
        }
        self.failed.insert(key, moves);
        false
    }

    /// Lists X's moves that threaten a line, and take the cell that O threatens.
    fn gains(&self, through: &[Vec<u32>], threatened: Wins) -> Vec<u32> {
        let lines = self.stones[X]
            .iter()
            .flat_map(|&cell| &through[cell as usize]);
        let open = lines.filter(|&&line| self.counts[line as usize] == [2, 0]);
        let mut gains: Vec<u32> = open.flat_map(|&line| self.gaps(line)).collect();
        gains.retain(|&gain| match threatened {
            Wins::None => true,
            Wins::One(cell) => gain == cell,
            Wins::Several => false,
        });
        gains.sort_unstable();
        gains.dedup();
        gains
    }
}

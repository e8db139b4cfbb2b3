//! O's stones outside the sub-board, on 4^4: for one of each kind of sub-board, all that O can do.
//!
//! What that says of 4^d, where X plays in a sub-board S and e is O's first stone outside. Call the coordinates of S that
//! run together a group, and those that stay 2 a group, too: four at most. A line through e and a cell s of S goes from
//! one step to another. The coordinates of a group are equal in s; so those that move ascend all or descend all, and are
//! equal in e as well, and the others are in e what they are in s.
//!
//! - *In e one group has two values (one of them 2, for the group that stays 2), or that group another value than 2 all
//!   through, and each other group has one.* Then S and e lie in a board H of four dimensions, S as it lies in 4^4. A line
//!   that isn't inside H meets it in at most one cell, as with sub-boards. So what is walked here for 4^4 holds: if O
//!   plays outside H, no line has three of its stones but inside, and X's sequence, which its last move threatens, wins.
//! - *A group has three values in e, or the one that stays 2 two others than 2.* Then no line goes through e and S. Another
//!   stone outside, f, is on no line with e and a cell of S, and on a line with one cell of S at most: X's sequence wins.
//!   Inside O can do what it can here, where e may be of use besides. So one stone of 4^4 that X beats by moves inside
//!   stands for all of these.
//! - *Two groups or more have two values each, as above.* Then lines go through e and S, eight at most, but no board of four
//!   dimensions holds both. From 4^5 on there are such stones. This is not walked, and here the argument stops.

use std::collections::{HashMap, HashSet};

use crate::hypercube::{Board, Lines, Position, symmetries};

use super::{
    board::{Cells, Place, Stones},
    canonical::Symmetries,
    threats::{Outcome, Searcher},
};

/// A cell of 4^4.
type Cell = u8;

/// X's moves in positions by their least image.
pub(super) type Moves = HashMap<(Cells, Cells), Place>;

/// The lines of 4^4.
struct Geometry {
    lines: Vec<[Cell; 4]>,
    /// The line through two cells, if there is one.
    through: Vec<Option<u16>>,
}

/// A sub-board: the place of each cell that is inside.
struct Frame {
    places: Vec<Option<Place>>,
}

/// Stones: inside by their place, outside by their cell.
#[derive(Clone, Default)]
struct State {
    x: Cells,
    o: Cells,
    x_outside: Vec<Cell>,
    o_outside: Vec<Cell>,
}

/// Where O completes a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Win {
    Inside(Place),
    Outside(Cell),
}

/// 4^4 with a sub-board of each kind, up to symmetry, and what was found out on the way.
pub(super) struct Chains {
    geometry: Geometry,
    frames: Vec<Frame>,
    symmetries: Symmetries,
    searcher: Searcher,
    /// Whether X has a threat sequence that forces O to none of some cells.
    sequences: HashMap<(Cells, Cells, Cells), bool>,
    /// The positions that were met, O to move.
    pub(super) met: u64,
}

impl Chains {
    pub(super) fn new() -> Self {
        Self {
            geometry: Geometry::new(),
            frames: frames(),
            symmetries: Symmetries::new(),
            searcher: Searcher::new(16, 1_000_000),
            sequences: HashMap::new(),
            met: 0,
        }
    }

    /// Tells whether, after a move of X and wherever O's first stone outside is, no chain of O's threats outside saves
    /// it; its replies inside are not looked at, but where such a chain makes them threats.
    pub(super) fn all_fail(&mut self, x: Cells, o: Cells) -> bool {
        self.sequences.clear();
        let none = Moves::new();
        (0..self.frames.len()).all(|frame| {
            self.first_stones(frame).all(|first| {
                let state = State {
                    x,
                    o,
                    x_outside: Vec::new(),
                    o_outside: vec![first],
                };
                Walk {
                    chains: self,
                    frame,
                    moves: &none,
                    whole: false,
                }
                .o_to_move(&state)
            })
        })
    }

    /// Walks every game after a position of X's strategy in which O plays outside for the first time, and returns how
    /// many such stones there are, and the positions on 4^4 with those that X doesn't beat by its moves inside.
    pub(super) fn walk(&mut self, x: Cells, o: Cells, moves: &Moves) -> (usize, Vec<Position>) {
        self.sequences.clear();
        let (mut all, mut left) = (0, Vec::new());
        for frame in 0..self.frames.len() {
            if !self.holds_the_opening(frame, x) {
                continue;
            }
            for first in self.first_stones(frame) {
                let state = State {
                    x,
                    o,
                    x_outside: Vec::new(),
                    o_outside: vec![first],
                };
                all += 1;
                let wins = Walk {
                    chains: self,
                    frame,
                    moves,
                    whole: true,
                }
                .x_to_move(&state);
                if !wins {
                    left.push(self.position(frame, x, o, first));
                }
            }
        }
        (all, left)
    }

    /// Tells whether a stone of X can be the opening: a symmetry of 4^4 carries it to (2, 2, 2, 2).
    fn holds_the_opening(&self, frame: usize, x: Cells) -> bool {
        let places = &self.frames[frame].places;
        (0..=Cell::MAX).any(|cell| {
            let is_middle = |&x: &u32| x == 1 || x == 2;
            let coordinates = board(4).cell(cell.into()).0;
            let middles = coordinates.iter().filter(|x| is_middle(x)).count();
            middles % 4 == 0 && places[usize::from(cell)].is_some_and(|place| x.contains(place))
        })
    }

    /// Returns a position on 4^4, X's and O's stones in turn, O's stone outside the last.
    fn position(&self, frame: usize, x: Cells, o: Cells, first: Cell) -> Position {
        let places = &self.frames[frame].places;
        let outside = |place| places.iter().position(|&other| other == Some(place));
        let x = x.filter_map(outside);
        let o = o.filter_map(outside).chain([first.into()]);
        let mut position = Position::new(board(4));
        for cell in x.zip(o).flat_map(|(x, o)| [x, o]) {
            let played = position.play(board(4).cell(cell));
            played.expect("distinct cells without a line");
        }
        position
    }

    fn first_stones(&self, frame: usize) -> impl Iterator<Item = Cell> + use<> {
        let places = &self.frames[frame].places;
        let outside: Vec<Cell> = (0..=Cell::MAX)
            .filter(|&cell| places[cell as usize].is_none())
            .collect();
        outside.into_iter()
    }
}

/// The games in one sub-board.
struct Walk<'c> {
    chains: &'c mut Chains,
    frame: usize,
    moves: &'c Moves,
    /// Whether O's replies inside are all walked; else only those that a chain of threats makes possible.
    whole: bool,
}

impl Walk<'_> {
    /// Tells whether X wins, O to move and nobody's line a stone short.
    fn o_to_move(&mut self, state: &State) -> bool {
        self.chains.met += 1;
        let stones = Stones::new(state.x, state.o);
        let must = stones.x_wins();
        if must.len() > 1 {
            return true;
        }
        if must.is_empty() && !self.beats_stones_outside(state) {
            return false;
        }
        let hot = self.hot(state);
        if !self.whole && hot.is_empty() {
            return true;
        }
        let replies = if must.is_empty() {
            stones.empty()
        } else {
            must
        };
        let whole = std::mem::replace(&mut self.whole, true);
        let mut replies = replies.map(|reply| {
            let mut after = state.clone();
            after.o = after.o | Cells::of(reply);
            let wins = hot.iter().filter(|(place, _)| *place == reply);
            self.answers(
                &after,
                &wins
                    .map(|&(_, cell)| Win::Outside(cell))
                    .collect::<Vec<_>>(),
            )
        });
        let beats = replies.all(|beats| beats);
        self.whole = whole;
        beats
    }

    fn beats_stones_outside(&mut self, state: &State) -> bool {
        // A stone outside that is on no line with another is as good as none.
        let hot = cells(&self.hot(state));
        if !self.has_sequence(state, hot) {
            return false;
        }
        let outside = self.chains.first_stones(self.frame);
        let mut empty = outside
            .filter(|cell| !state.o_outside.contains(cell) && !state.x_outside.contains(cell));
        empty.all(|cell| {
            let wins = self.wins_with(state, cell);
            let mut after = state.clone();
            after.o_outside.push(cell);
            if wins.is_empty() {
                let now_hot = cells(&self.hot(&after));
                now_hot == hot || self.has_sequence(&after, now_hot)
            } else {
                self.answers(&after, &wins)
            }
        })
    }

    /// Tells whether X wins after a move of O that completes a line next, outside or where the last one went.
    fn answers(&mut self, state: &State, wins: &[Win]) -> bool {
        match wins {
            [] => self.x_to_move(state),
            // Else O's stone inside may threaten there as well.
            [win] if Stones::new(state.x, state.o).o_wins().is_empty() => {
                let mut after = state.clone();
                match *win {
                    Win::Inside(place) => after.x = after.x | Cells::of(place),
                    Win::Outside(cell) => after.x_outside.push(cell),
                }
                self.o_to_move(&after)
            }
            _ => false,
        }
    }

    /// Tells whether X, who is to move, wins; outside O threatens nothing.
    fn x_to_move(&mut self, state: &State) -> bool {
        let stones = Stones::new(state.x, state.o);
        let threatened = stones.o_wins();
        let hot = cells(&self.hot(state));
        if !stones.x_wins().is_empty() || threatened.len() < 2 && self.has_sequence(state, hot) {
            return true;
        }
        let place = match threatened.len() {
            0 => self.book_move(state),
            _ => threatened.only(),
        };
        let Some(place) = place else { return false };
        let mut after = state.clone();
        after.x = after.x | Cells::of(place);
        self.o_to_move(&after)
    }

    fn book_move(&self, state: &State) -> Option<Place> {
        let least = self.chains.symmetries.canonical(state.x, state.o);
        let place = self.moves.get(&(least.x, least.o))?;
        least.original(*place)
    }

    fn has_sequence(&mut self, state: &State, hot: Cells) -> bool {
        let searcher = &mut self.chains.searcher;
        let search = || {
            let stones = Stones::new(state.x, state.o);
            searcher.search_avoiding(&stones, hot) == Outcome::Won
        };
        let key = (state.x, state.o, hot);
        *self.chains.sequences.entry(key).or_insert_with(search)
    }

    /// Lists where a stone of O inside makes it lack but one of a line, and where that one is.
    fn hot(&self, state: &State) -> Vec<(Place, Cell)> {
        let mut hot = Vec::new();
        for (i, &a) in state.o_outside.iter().enumerate() {
            for &b in &state.o_outside[..i] {
                if let Some((2, [Win::Inside(place), Win::Outside(cell)])) = self.lacks(state, a, b)
                {
                    hot.push((place, cell));
                }
            }
        }
        hot
    }

    /// Lists the cells that complete a line of O with another stone outside.
    fn wins_with(&self, state: &State, cell: Cell) -> Vec<Win> {
        let mut wins: Vec<Win> = state
            .o_outside
            .iter()
            .filter_map(|&other| match self.lacks(state, cell, other) {
                Some((1, [win, _])) => Some(win),
                _ => None,
            })
            .collect();
        wins.sort_unstable();
        wins.dedup();
        wins
    }

    /// Returns how many of a line O lacks, with stones in two cells outside, and the first two that it lacks, inside
    /// first; none if X has one of it, or there is no such line.
    fn lacks(&self, state: &State, a: Cell, b: Cell) -> Option<(usize, [Win; 2])> {
        let geometry = &self.chains.geometry;
        let line = geometry.through[usize::from(a) << 8 | usize::from(b)]?;
        let places = &self.chains.frames[self.frame].places;
        let mut lacking = Vec::new();
        for cell in geometry.lines[usize::from(line)] {
            let (x, o, win) = match places[usize::from(cell)] {
                Some(place) => (
                    state.x.contains(place),
                    state.o.contains(place),
                    Win::Inside(place),
                ),
                None => (
                    state.x_outside.contains(&cell),
                    [a, b].contains(&cell) || state.o_outside.contains(&cell),
                    Win::Outside(cell),
                ),
            };
            if x {
                return None;
            }
            if !o {
                lacking.push(win);
            }
        }
        lacking.sort_unstable();
        let first = *lacking.first()?;
        Some((lacking.len(), [first, *lacking.get(1).unwrap_or(&first)]))
    }
}

fn cells(hot: &[(Place, Cell)]) -> Cells {
    hot.iter()
        .fold(Cells::default(), |all, &(place, _)| all | Cells::of(place))
}

fn board(dimensions: u32) -> Board {
    Board::new(4, dimensions).expect("a board")
}

impl Geometry {
    fn new() -> Self {
        let table = Lines::of(board(4)).expect("a small board");
        let cells_of = |line| std::array::from_fn(|i| table.cells_of(line)[i] as Cell);
        let lines: Vec<[Cell; 4]> = (0..table.len()).map(cells_of).collect();
        let mut through = vec![None; 1 << 16];
        for (number, line) in lines.iter().enumerate() {
            for (a, b) in line.iter().flat_map(|a| line.iter().map(move |b| (a, b))) {
                through[usize::from(*a) << 8 | usize::from(*b)] = Some(number as u16);
            }
        }
        Self { lines, through }
    }
}

/// Returns a sub-board of each kind, one coordinate 2 or two together, in every way that a position can lie in it, up to
/// the symmetries of 4^4: five in all.
fn frames() -> Vec<Frame> {
    let mut frames = Vec::new();
    for cell_of in [
        |place: u32| place + 64 * 2,
        |place: u32| place + 64 * (place / 16),
    ] {
        let inside: Vec<u32> = (0..64).map(cell_of).collect();
        let restricted = |symmetry: &Vec<u32>| {
            let places = inside.iter().map(|&cell| {
                let image = symmetry[cell as usize];
                inside.iter().position(|&other| other == image)
            });
            places.collect::<Option<Vec<usize>>>()
        };
        let extended: HashSet<_> = symmetries(board(4)).iter().filter_map(restricted).collect();
        let mut covered: HashSet<Vec<u32>> = HashSet::new();
        for symmetry in symmetries(board(3)) {
            if covered.contains(&symmetry) {
                continue;
            }
            for outer in &extended {
                covered.insert(
                    symmetry
                        .iter()
                        .map(|&place| outer[place as usize] as u32)
                        .collect(),
                );
            }
            let mut places = vec![None; 256];
            for (place, &image) in symmetry.iter().enumerate() {
                places[inside[image as usize] as usize] = Some(place as Place);
            }
            frames.push(Frame { places });
        }
    }
    frames
}

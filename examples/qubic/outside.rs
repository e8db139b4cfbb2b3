//! O's stones outside the sub-board, on 4^4 or 4^5: for one of each kind of sub-board, all that O can do.
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
//!   dimensions holds both. From 4^5 on there are such stones, and here the argument stops: on 4^5 they are walked, and all
//!   but 244 are beaten by moves inside; on 4^6 and beyond there are more of them.

use std::collections::{HashMap, HashSet};

use crate::hypercube::{self, Board, Lines, Position, Stone, symmetries};

use super::{
    board::{Cells, Place, Stones},
    canonical::Symmetries,
    sub_board::MIDDLE,
    threats::{Outcome, Searcher},
};

/// A cell of 4^d, by its number.
type Cell = u16;

/// X's moves in positions by their least image.
pub(super) type Moves = HashMap<(Cells, Cells), Place>;

/// The lines of 4^d.
struct Geometry {
    board: Board,
    lines: Vec<[Cell; 4]>,
    /// The line through two cells, if there is one.
    through: Vec<Option<u16>>,
}

/// A sub-board.
struct Frame {
    /// The place of each cell that is inside.
    places: Vec<Option<Place>>,
    /// The places where X may have opened.
    openings: Cells,
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

/// 4^d with a sub-board of each kind, up to symmetry, and what was found out on the way.
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
    /// Takes the board of so many dimensions: four or more.
    pub(super) fn new(dimensions: u32) -> Self {
        let board = board(dimensions);
        Self {
            geometry: Geometry::new(board),
            frames: frames(board),
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
        self.first_stones(x).into_iter().all(|(frame, first)| {
            Walk {
                chains: self,
                frame,
                moves: &none,
                whole: false,
            }
            .o_to_move(&State::with_first(x, o, first))
        })
    }

    /// Walks every game after a position of X's strategy in which O plays outside for the first time, and returns how
    /// many such stones there are, and the positions with those that X doesn't beat by its moves inside.
    pub(super) fn walk(&mut self, x: Cells, o: Cells, moves: &Moves) -> (usize, Vec<Position>) {
        self.sequences.clear();
        let (mut all, mut left) = (0, Vec::new());
        for (frame, first) in self.first_stones(x) {
            all += 1;
            let wins = Walk {
                chains: self,
                frame,
                moves,
                whole: true,
            }
            .x_to_move(&State::with_first(x, o, first));
            if !wins {
                left.push(self.position(frame, x, o, first));
            }
        }
        (all, left)
    }

    /// Returns a position on the whole board, X's and O's stones in turn, O's stone outside the last.
    fn position(&self, frame: usize, x: Cells, o: Cells, first: Cell) -> Position {
        let places = &self.frames[frame].places;
        let outside = |place| places.iter().position(|&other| other == Some(place));
        let x = x.filter_map(outside);
        let o = o.filter_map(outside).chain([first.into()]);
        let board = self.geometry.board;
        let mut position = Position::new(board);
        for cell in x.zip(o).flat_map(|(x, o)| [x, o]) {
            let played = position.play(board.cell(cell));
            played.expect("distinct cells without a line");
        }
        position
    }

    /// Lists O's first stones outside, each with the frame: of those in which a stone of X can be its opening.
    fn first_stones(&self, x: Cells) -> Vec<(usize, Cell)> {
        let frames = self.frames.iter().enumerate();
        let met = frames.filter(|(_, frame)| !(frame.openings & x).is_empty());
        met.flat_map(|(number, frame)| frame.outside().map(move |cell| (number, cell)))
            .collect()
    }
}

impl Frame {
    fn outside(&self) -> impl Iterator<Item = Cell> {
        let cells = (0..).zip(&self.places);
        cells.filter_map(|(cell, place)| place.is_none().then_some(cell))
    }
}

impl State {
    fn with_first(x: Cells, o: Cells, outside: Cell) -> Self {
        Self {
            x,
            o,
            o_outside: vec![outside],
            ..Self::default()
        }
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
        let outside: Vec<Cell> = self.chains.frames[self.frame].outside().collect();
        let mut empty = outside
            .into_iter()
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
        let places = &self.chains.frames[self.frame].places;
        let line = geometry.through[usize::from(a) * places.len() + usize::from(b)]?;
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

/// Tells whether a symmetry of the board carries a cell to (2, …, 2).
pub(super) fn may_open(cell: &hypercube::Cell) -> bool {
    let is_middle = |&x: &u32| x == 1 || x == 2;
    cell.0.iter().all(is_middle) || !cell.0.iter().any(is_middle)
}

/// Returns the images of a position in which a stone of X that may be its opening is at (2, …, 2).
pub(super) fn from_each_opening(position: &Position) -> Vec<Position> {
    let openings = position.cells_of(Stone::X).filter(|cell| may_open(cell));
    let image = |opening: &hypercube::Cell| {
        let mut image = Position::new(position.board());
        for cell in position.moves() {
            let coordinates = cell.0.iter().zip(&opening.0);
            // 0 and 1 change places, as 3 and 2 do, and then the direction, where the opening needs that.
            let coordinate = |(&x, &at)| match at {
                0 => 3 - (x ^ 1),
                1 => 3 - x,
                2 => x,
                _ => x ^ 1,
            };
            let played = image.play(hypercube::Cell(coordinates.map(coordinate).collect()));
            played.expect("distinct cells without a line");
        }
        image
    };
    openings.map(image).collect()
}

fn board(dimensions: u32) -> Board {
    Board::new(4, dimensions).expect("a board")
}

impl Geometry {
    fn new(board: Board) -> Self {
        let table = Lines::of(board).expect("a small board");
        let cells = table.board_cells();
        let cells_of = |line| std::array::from_fn(|i| table.cells_of(line)[i] as Cell);
        let lines: Vec<[Cell; 4]> = (0..table.len()).map(cells_of).collect();
        let mut through = vec![None; cells * cells];
        for (number, line) in lines.iter().enumerate() {
            for (a, b) in line.iter().flat_map(|a| line.iter().map(move |b| (a, b))) {
                through[usize::from(*a) * cells + usize::from(*b)] = Some(number as u16);
            }
        }
        Self {
            board,
            lines,
            through,
        }
    }
}

/// Returns a sub-board of each kind, in every way that a position can lie in it, up to the symmetries of the board: on
/// 4^4, where one coordinate is 2 or two run together, five in all.
fn frames(board: Board) -> Vec<Frame> {
    let cells = board.cells().expect("a small board") as usize;
    let symmetries_of_board = symmetries(board);
    let mut frames = Vec::new();
    for axes in kinds(board.dimensions()) {
        let cell_of = |place: u32| {
            let coordinate =
                |axis: &Option<u32>| axis.map_or(MIDDLE, |axis| place >> (2 * axis) & 3);
            board.index(&hypercube::Cell(axes.iter().map(coordinate).collect()))
        };
        let inside: Vec<usize> = (0..64).map(cell_of).collect();
        let mut place_of = vec![None; cells];
        for (place, &cell) in inside.iter().enumerate() {
            place_of[cell] = Some(place);
        }
        let restricted = |symmetry: &Vec<u32>| {
            let places = inside.iter().map(|&cell| place_of[symmetry[cell] as usize]);
            places.collect::<Option<Vec<usize>>>()
        };
        let extended: HashSet<_> = symmetries_of_board.iter().filter_map(restricted).collect();
        let mut covered: HashSet<Vec<u32>> = HashSet::new();
        for symmetry in symmetries(self::board(3)) {
            if covered.contains(&symmetry) {
                continue;
            }
            for outer in &extended {
                let images = symmetry.iter().map(|&place| outer[place as usize] as u32);
                covered.insert(images.collect());
            }
            let mut places = vec![None; cells];
            let mut openings = Cells::default();
            for (place, &image) in (0..).zip(&symmetry) {
                let cell = inside[image as usize];
                places[cell] = Some(place);
                if may_open(&board.cell(cell)) {
                    openings = openings | Cells::of(place);
                }
            }
            frames.push(Frame { places, openings });
        }
    }
    frames
}

/// Lists which of the three axes of a sub-board each coordinate runs along, none where it stays 2: in ascending order,
/// each axis with no fewer coordinates than the next.
fn kinds(dimensions: u32) -> Vec<Vec<Option<u32>>> {
    let dimensions = dimensions as usize;
    let mut kinds = Vec::new();
    for first in 1..=dimensions {
        for second in 1..=first {
            for third in 1..=second {
                let Some(fixed) = dimensions.checked_sub(first + second + third) else {
                    continue;
                };
                let runs = [
                    (fixed, None),
                    (first, Some(0)),
                    (second, Some(1)),
                    (third, Some(2)),
                ];
                let axes = runs.iter().flat_map(|&(count, axis)| vec![axis; count]);
                kinds.push(axes.collect());
            }
        }
    }
    kinds
}

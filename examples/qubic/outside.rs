//! O's stones outside the sub-board: for one of each kind of sub-board and of first stone, all that O can do. Why these
//! stand for all is said in `PROOF.md`, whose names for things are used here: the groups of coordinates of a sub-board,
//! and the board H that holds the sub-board and O's first stone outside.

use std::collections::{BTreeSet, HashMap};

use crate::hypercube::{self, Board, Position, Stone};

use super::{
    board::{Cells, Place, Stones},
    canonical::Symmetries,
    sub_board::MIDDLE,
    threats::{Outcome, Searcher},
};

/// A cell of 4^d, by its number.
type Cell = u16;

/// The coordinate of the outer layers that is like [`MIDDLE`] of the inner ones.
const OUTER: u32 = 3;

/// X's moves in positions by their least image.
pub(super) type Moves = HashMap<(Cells, Cells), Place>;

/// A sub-board, and in which of its groups O's first stone outside has another value than S.
pub(super) struct Frame {
    /// The place of each cell that is inside.
    pub(super) places: Vec<Option<Place>>,
    /// The places where X may have opened.
    openings: Cells,
    /// The first stones of O outside: none stands for one on no line with the sub-board.
    pub(super) first: Vec<Option<Cell>>,
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

/// The board H for a number of groups, with a sub-board of each kind, and what was found out on the way.
pub(super) struct Chains {
    pub(super) board: Board,
    pub(super) frames: Vec<Frame>,
    /// The cells that are on a line with a cell.
    neighbours: HashMap<Cell, Vec<Cell>>,
    symmetries: Symmetries,
    searcher: Searcher,
    /// Whether X has a threat sequence that forces O to none of some cells.
    sequences: HashMap<(Cells, Cells, Cells), bool>,
    /// The positions that were met, O to move.
    pub(super) met: u64,
}

impl Chains {
    /// Takes O's first stones that have more values than the sub-board in so many groups: up to four.
    pub(super) fn new(groups: u32) -> Self {
        let board = Board::new(4, 3 + groups).expect("a board");
        let choices = (0..1_u32 << 4).filter(|split| split.count_ones() == groups);
        // What carries the inner layers to the outer ones carries the middle there, too.
        let choices = choices.flat_map(|split| match split >> 3 {
            0 => vec![(split, MIDDLE)],
            _ => vec![(split, MIDDLE), (split, OUTER)],
        });
        Self {
            board,
            frames: choices
                .map(|(split, stays)| Frame::new(board, split, stays))
                .collect(),
            neighbours: HashMap::new(),
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
    fn position(&self, frame: usize, x: Cells, o: Cells, first: Option<Cell>) -> Position {
        let places = &self.frames[frame].places;
        let outside = |place| places.iter().position(|&other| other == Some(place));
        let x = x.filter_map(outside);
        let o = o.filter_map(outside).chain(first.map(usize::from));
        let mut position = Position::new(self.board);
        for cell in x.zip(o).flat_map(|(x, o)| [x, o]) {
            let played = position.play(self.board.cell(cell));
            played.expect("distinct cells without a line");
        }
        position
    }

    /// Lists O's first stones outside, each with the frame: of those in which a stone of X can be its opening.
    fn first_stones(&self, x: Cells) -> Vec<(usize, Option<Cell>)> {
        let frames = self.frames.iter().enumerate();
        let met = frames.filter(|(_, frame)| !(frame.openings & x).is_empty());
        met.flat_map(|(number, frame)| frame.first.iter().map(move |&cell| (number, cell)))
            .collect()
    }

    fn neighbours(&mut self, cell: Cell) -> &[Cell] {
        let board = self.board;
        let list = || {
            let cells = board.cells().expect("a small board") as Cell;
            let others = (0..cells).filter(|&other| other != cell);
            let on_line = others.filter(|&other| line_through(board, cell, other).is_some());
            on_line.collect()
        };
        self.neighbours.entry(cell).or_insert_with(list)
    }
}

impl Frame {
    /// Takes the groups in which O's stone has two values: the axes of the sub-board, a bit each. The highest bit is for the
    /// group that stays as it is in the middle, in which O's stone has another value.
    fn new(board: Board, split: u32, stays: u32) -> Self {
        let has = |group: u32| split >> group & 1;
        let runs = (0..3).flat_map(|axis| vec![Some(axis); 1 + has(axis) as usize]);
        let groups: Vec<Option<u32>> = runs.chain(vec![None; has(3) as usize]).collect();
        let mut places = vec![None; board.cells().expect("a small board") as usize];
        let mut openings = Cells::default();
        for place in 0..64 {
            let coordinate =
                |axis: &Option<u32>| axis.map_or(stays, |axis| u32::from(place) >> (2 * axis) & 3);
            let cell = hypercube::Cell(groups.iter().map(coordinate).collect());
            places[board.index(&cell)] = Some(place);
            if may_open(&cell) {
                openings = openings | Cells::of(place);
            }
        }
        let is_first = |&cell: &Cell| {
            let cell = board.cell(cell.into());
            let axes = groups.iter().zip(&cell.0);
            // Of two coordinates that can change places the first is less.
            let mut pairs = axes.clone().zip(axes.clone().skip(1));
            pairs.all(|((group, x), (next, y))| group != next || x < y)
                && axes
                    .clone()
                    .all(|(group, &x)| group.is_some() || x != stays)
        };
        let first = match split {
            0 => vec![None],
            _ => (0..places.len() as Cell)
                .filter(is_first)
                .map(Some)
                .collect(),
        };
        Self {
            places,
            openings,
            first,
        }
    }
}

impl State {
    fn with_first(x: Cells, o: Cells, outside: Option<Cell>) -> Self {
        Self {
            x,
            o,
            o_outside: outside.into_iter().collect(),
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
    /// Tells whether X wins, O to move and without a threat.
    fn o_to_move(&mut self, state: &State) -> bool {
        self.chains.met += 1;
        let stones = Stones::new(state.x, state.o);
        let must = stones.x_wins();
        if must.len() > 1 {
            return true;
        }
        let hot = self.hot(state);
        if must.is_empty() && !self.beats_stones_outside(state, cells(&hot)) {
            return false;
        }
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

    /// Tells whether X wins wherever else outside O plays, given the places where a reply would threaten.
    fn beats_stones_outside(&mut self, state: &State, hot: Cells) -> bool {
        // A stone outside that is on no line with another is as good as none: only the others are tried.
        if !self.has_sequence(state, hot) {
            return false;
        }
        let mut near = BTreeSet::new();
        for &cell in &state.o_outside {
            near.extend(self.chains.neighbours(cell));
        }
        let places = &self.chains.frames[self.frame].places;
        let is_empty = |cell: &Cell| {
            let taken = [&state.o_outside, &state.x_outside];
            places[usize::from(*cell)].is_none() && taken.iter().all(|own| !own.contains(cell))
        };
        let empty: Vec<Cell> = near.into_iter().filter(is_empty).collect();
        empty.into_iter().all(|cell| {
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
        let places = &self.chains.frames[self.frame].places;
        let mut lacking = Vec::new();
        for cell in line_through(self.chains.board, a, b)? {
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
    hot.iter().map(|&(place, _)| place).collect()
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

/// Returns the cells of the line through two cells, if there is one.
pub(super) fn line_through(board: Board, a: Cell, b: Cell) -> Option<[Cell; 4]> {
    let mut line = [0; 4];
    let mut ends = None;
    for axis in 0..board.dimensions() {
        let pair = [a, b].map(|cell| cell >> (2 * axis) & 3);
        let [from, to] = pair;
        let along = if from == to {
            [from; 4]
        } else if pair == *ends.get_or_insert(pair) {
            [0, 1, 2, 3]
        } else if ends == Some([3 - from, 3 - to]) {
            [3, 2, 1, 0]
        } else {
            return None;
        };
        for (cell, x) in line.iter_mut().zip(along) {
            *cell |= x << (2 * axis);
        }
    }
    Some(line)
}

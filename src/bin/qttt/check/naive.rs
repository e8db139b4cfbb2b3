//! A naive scorer with mistakes that can be switched on.
//!
//! Without a mistake, it is a second implementation of the rules, which tests compare with the first. They include this
//! file, which uses nothing from the crate. Every one of these mistakes is one that people make.

use std::fmt;

use clap::ValueEnum;

/// A mistake that people make. Its description follows "The scorer seems to".
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mistake {
    /// compare the highest of all the player's marks, not the highest in the line
    HighestOfAllMarks,
    /// compare the lowest numbers of the lines, not the highest
    LowestOfLine,
    /// count two lines as one point
    TwoLinesAsOne,
    /// count two lines as 1.5
    TwoLinesAsThreeHalves,
    /// count two lines as 1.5 or 2, as Goff does
    TwoLinesByGoff,
    /// miss cycles of two cells
    MissesCyclesOfTwo,
    /// name a measurement by the first cell of the component, not of the cycle
    FirstCellOfComponent,
    /// ignore which mark was chosen
    IgnoresChoice,
    /// forget the marks of other components
    ForgetsOtherComponents,
    /// stop at eight marks
    StopsAtEightMarks,
    /// ignore II 9
    IgnoresDoubledCell,
    /// miss the line ABC
    MissesABC,
    /// miss the line DEF
    MissesDEF,
    /// miss the line GHI
    MissesGHI,
    /// miss the line ADG
    MissesADG,
    /// miss the line BEH
    MissesBEH,
    /// miss the line CFI
    MissesCFI,
    /// miss the line AEI
    MissesAEI,
    /// miss the line CEG
    MissesCEG,
    /// print 1 1 when both have a line
    OneToEach,
    /// give nothing to either when both have a line
    NothingToEither,
    /// give nothing for the line whose highest number is higher
    NothingForLater,
    /// give the half point to the line whose highest number is lower
    HalfForEarlier,
    /// give X the full point when both have a line
    FullPointForX,
    /// give O the full point when both have a line
    FullPointForO,
    /// give ½ to each for a full board without a line
    SharesDraws,
    /// print O's points first
    SwapsPoints,
}

/// Writes the documentation of the mistake, which `clap` collects.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no mistake is hidden");
        write!(f, "{}", value.get_help().expect("it is documented"))
    }
}

/// What a scorer does if neither outcome has the chosen mark, which only happens after a mistake. It never checks
/// moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Habit {
    /// It answers `error`.
    #[default]
    Fails,
    /// It takes the outcome in which the last mark settles in its own first cell.
    TakesFirst,
    /// It takes the other outcome.
    TakesSecond,
}

impl Habit {
    pub(crate) const ALL: [Self; 3] = [Self::Fails, Self::TakesFirst, Self::TakesSecond];
}

/// The marks 1 to 9 in the cells A to I; 0 is none.
type Classical = [u8; 9];

/// The lines, each with the mistake of missing it.
const LINES: [(&str, Mistake); 8] = [
    ("ABC", Mistake::MissesABC),
    ("DEF", Mistake::MissesDEF),
    ("GHI", Mistake::MissesGHI),
    ("ADG", Mistake::MissesADG),
    ("BEH", Mistake::MissesBEH),
    ("CFI", Mistake::MissesCFI),
    ("AEI", Mistake::MissesAEI),
    ("CEG", Mistake::MissesCEG),
];

/// A position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Naive {
    pub(crate) classical: Classical,
    /// Each spooky mark with its two cells, 0 to 8.
    pub(crate) spooky: Vec<(u8, [usize; 2])>,
    pub(crate) moves: u8,
    /// While a measurement is due, the classical marks after it: with the last mark in its first, and in its second
    /// cell.
    pub(crate) outcomes: Option<[Classical; 2]>,
    pub(crate) mistakes: Vec<Mistake>,
    pub(crate) habit: Habit,
}

impl Naive {
    pub(crate) fn new(mistakes: &[Mistake], habit: Habit) -> Self {
        Self {
            mistakes: mistakes.to_vec(),
            habit,
            ..Self::default()
        }
    }

    /// Plays a record with spaces between its tokens and returns the score.
    pub(crate) fn answer(&self, record: &str) -> String {
        let mut position = self.clone();
        for token in record.split_whitespace() {
            let is_checked = self.habit == Habit::Fails && token.len() == 1;
            if is_checked && !position.legal().contains(&token.to_string()) {
                return "error".to_string();
            }
            position.act(token);
        }
        position.score()
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(&mistake)
    }

    /// Lists the legal tokens, the cells of each in order.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(outcomes) = self.outcomes {
            let cell = self.naming_cell(outcomes);
            let mut marks = outcomes.map(|outcome| outcome[cell].to_string()).to_vec();
            marks.sort();
            marks.dedup();
            return marks;
        }
        let free: Vec<_> = (0..9).filter(|&cell| self.classical[cell] == 0).collect();
        let name = |cell: usize| char::from(b'A' + cell as u8);
        let mut pairs = Vec::new();
        for &a in &free {
            for &b in &free {
                if a < b || free.len() == 1 {
                    pairs.push(format!("{}{}", name(a), name(b)));
                }
            }
        }
        pairs
    }

    /// Plays a token, legal or not.
    pub(crate) fn act(&mut self, token: &str) {
        match *token.as_bytes() {
            [a, b] => self.play([a, b].map(|cell| usize::from(cell - b'A'))),
            [mark] => self.measure(mark - b'0'),
            _ => {}
        }
    }

    fn play(&mut self, cells: [usize; 2]) {
        if self.makes(Mistake::StopsAtEightMarks) && self.moves == 8
            || self.makes(Mistake::IgnoresDoubledCell) && cells[0] == cells[1]
        {
            return;
        }
        self.moves += 1;
        let mut pairs = self.spooky.iter().map(|&(_, pair)| pair);
        let is_missed = self.makes(Mistake::MissesCyclesOfTwo)
            && pairs.any(|[a, b]| [[a, b], [b, a]].contains(&cells));
        let closes_cycle = self.are_connected(cells) && !is_missed;
        self.spooky.push((self.moves, cells));
        self.outcomes = closes_cycle.then(|| {
            cells.map(|cell| {
                let mut board = self.classical;
                self.settle(self.moves, cell, &mut board, &mut Vec::new());
                board
            })
        });
    }

    /// Returns `true` if two cells are connected. Each cell is in a group; each spooky mark merges the groups of its
    /// cells.
    fn are_connected(&self, [one, other]: [usize; 2]) -> bool {
        let mut groups = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for &(_, cells) in &self.spooky {
            let [from, to] = cells.map(|cell| groups[cell]);
            groups = groups.map(|group| if group == from { to } else { group });
        }
        groups[one] == groups[other]
    }

    /// Puts a mark into a cell, and every other mark of that cell into its other one.
    fn settle(&self, mark: u8, cell: usize, board: &mut Classical, settled: &mut Vec<u8>) {
        board[cell] = mark;
        settled.push(mark);
        for &(other, [a, b]) in &self.spooky {
            if [a, b].contains(&cell) && !settled.contains(&other) {
                self.settle(other, if a == cell { b } else { a }, board, settled);
            }
        }
    }

    fn measure(&mut self, chosen: u8) {
        let Some(outcomes) = self.outcomes else {
            return;
        };
        let cell = self.naming_cell(outcomes);
        let is_chosen =
            |outcome: &&Classical| outcome[cell] == chosen && !self.makes(Mistake::IgnoresChoice);
        let default = usize::from(self.habit == Habit::TakesSecond);
        let chosen = outcomes.iter().find(is_chosen);
        self.classical = *chosen.unwrap_or(&outcomes[default]);
        self.outcomes = None;
        let classical = self.classical;
        self.spooky.retain(|(mark, _)| !classical.contains(mark));
        if self.makes(Mistake::ForgetsOtherComponents) {
            self.spooky.clear();
        }
    }

    /// Returns the cells of the cycle: the outcomes differ there, except for a doubled cell.
    pub(crate) fn cycle(&self) -> Vec<usize> {
        match (self.outcomes, self.spooky.last()) {
            (Some(_), Some((_, [a, b]))) if a == b => vec![*a],
            (Some([one, other]), _) => (0..9).filter(|&cell| one[cell] != other[cell]).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the cell whose mark names an outcome.
    fn naming_cell(&self, [outcome, _]: [Classical; 2]) -> usize {
        let first = if self.makes(Mistake::FirstCellOfComponent) {
            (0..9).find(|&cell| outcome[cell] != self.classical[cell])
        } else {
            self.cycle().first().copied()
        };
        first.unwrap_or_default()
    }

    pub(crate) fn is_over(&self) -> bool {
        let has_line = [1, 0].iter().any(|&player| !self.lines(player).is_empty());
        has_line || !self.classical.contains(&0)
    }

    /// Returns the highest mark of each line of X, whose marks are odd (1), or of O (0).
    fn lines(&self, player: u8) -> Vec<u8> {
        let is_own = |mark: &u8| *mark != 0 && mark % 2 == player;
        let mut highest = Vec::new();
        for (line, missing_it) in LINES {
            let marks = line
                .bytes()
                .map(|cell| self.classical[usize::from(cell - b'A')]);
            if marks.clone().all(|mark| is_own(&mark)) && !self.makes(missing_it) {
                highest.extend(if self.makes(Mistake::HighestOfAllMarks) {
                    self.classical.into_iter().filter(is_own).max()
                } else if self.makes(Mistake::LowestOfLine) {
                    marks.min()
                } else {
                    marks.max()
                });
            }
        }
        highest
    }

    /// Returns both players' points, as scorers print them.
    pub(crate) fn score(&self) -> String {
        let [x, o] = [1, 0].map(|player| self.lines(player));
        let have_both = !x.is_empty() && !o.is_empty();
        let is_full = !self.classical.contains(&0);
        let first = usize::from(o.iter().min() < x.iter().min());
        let mut points = if have_both {
            [[1.0, 0.5], [0.5, 1.0]][first]
        } else {
            [x.len(), o.len()].map(|lines| lines as f64)
        };
        for mistake in &self.mistakes {
            points = match mistake {
                Mistake::OneToEach if have_both => [1.0, 1.0],
                Mistake::NothingToEither if have_both => [0.0, 0.0],
                Mistake::NothingForLater if have_both => [[1.0, 0.0], [0.0, 1.0]][first],
                Mistake::HalfForEarlier if have_both => [[0.5, 1.0], [1.0, 0.5]][first],
                Mistake::FullPointForX if have_both => [1.0, 0.5],
                Mistake::FullPointForO if have_both => [0.5, 1.0],
                Mistake::TwoLinesAsOne if x.len() == 2 => [1.0, 0.0],
                Mistake::TwoLinesAsThreeHalves if x.len() == 2 => [1.5, 0.0],
                Mistake::TwoLinesByGoff if x.len() == 2 && x != [9, 9] => [1.5, 0.0],
                Mistake::SharesDraws if is_full && points == [0.0, 0.0] => [0.5, 0.5],
                Mistake::SwapsPoints => [points[1], points[0]],
                _ => points,
            }
        }
        let [x, o] = points;
        format!("{x} {o}")
    }
}

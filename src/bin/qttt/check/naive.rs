//! A naive scorer with mistakes that can be switched on.
//!
//! Without a mistake, it is a second implementation of the rules, which tests compare with the first. They include this
//! file, which uses nothing from the crate. Every one of these mistakes is one that people make.

/// A mistake that scorers make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    AllMarks,
    LowestMarks,
    TwoLinesOnce,
    TwoLinesAsGoff,
    NoPairs,
    Component,
    AnyChoice,
    CollapsesAll,
    ForgetsRest,
    StopsAtEight,
    NoDoubledCell,
    NoLine(&'static [u8; 3]),
    WholeEach,
    NoneForBoth,
    NoneForLater,
    HalfForEarlier,
    WholeForO,
    HalfForDraw,
    OFirst,
}

use Mistake::*;

/// Every mistake with its description, which follows "The scorer seems to".
pub(crate) const MISTAKES: [(Mistake, &str); 26] = [
    (
        AllMarks,
        "compare the highest of all the player's marks, not the highest in the line",
    ),
    (
        LowestMarks,
        "compare the lowest numbers of the lines, not the highest",
    ),
    (TwoLinesOnce, "count two lines as one point"),
    (
        TwoLinesAsGoff,
        "count two lines as 1.5 unless mark 9 is in both, as Goff does",
    ),
    (NoPairs, "miss cycles of two cells"),
    (
        Component,
        "name a measurement by the first cell of the component, not of the cycle",
    ),
    (AnyChoice, "ignore which mark was chosen"),
    (CollapsesAll, "collapse marks in other components, too"),
    (ForgetsRest, "forget the marks of other components"),
    (StopsAtEight, "stop at eight marks"),
    (NoDoubledCell, "ignore II 9"),
    (NoLine(b"ABC"), "miss the line ABC"),
    (NoLine(b"DEF"), "miss the line DEF"),
    (NoLine(b"GHI"), "miss the line GHI"),
    (NoLine(b"ADG"), "miss the line ADG"),
    (NoLine(b"BEH"), "miss the line BEH"),
    (NoLine(b"CFI"), "miss the line CFI"),
    (NoLine(b"AEI"), "miss the line AEI"),
    (NoLine(b"CEG"), "miss the line CEG"),
    (WholeEach, "print 1 1 when both have a line"),
    (NoneForBoth, "give nothing to either when both have a line"),
    (
        NoneForLater,
        "give nothing for the line whose highest number is higher",
    ),
    (
        HalfForEarlier,
        "give the half point to the line whose highest number is lower",
    ),
    (WholeForO, "give O the full point when both have a line"),
    (
        HalfForDraw,
        "give ½ to each for a full board without a line",
    ),
    (OFirst, "print O's points first"),
];

/// The reaction of a scorer to a token that it considers illegal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Habit {
    /// It answers `error`.
    #[default]
    Refuses,
    /// It continues. If neither outcome has the chosen mark, it takes the outcome in which the last mark settles in its
    /// own first cell.
    TakesFirst,
    /// It continues, but takes the other outcome.
    TakesSecond,
}

impl Habit {
    pub(crate) const ALL: [Self; 3] = [Self::Refuses, Self::TakesFirst, Self::TakesSecond];
}

/// The marks 1 to 9 in the cells A to I; 0 is none.
type Classical = [u8; 9];

const LINES: [&[u8; 3]; 8] = [
    b"ABC", b"DEF", b"GHI", b"ADG", b"BEH", b"CFI", b"AEI", b"CEG",
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
    pub(crate) mistake: Option<Mistake>,
    pub(crate) habit: Habit,
}

impl Naive {
    pub(crate) fn new(mistake: Mistake, habit: Habit) -> Self {
        Self {
            mistake: Some(mistake),
            habit,
            ..Self::default()
        }
    }

    /// Plays a record with spaces between its tokens, and returns the score.
    pub(crate) fn answer(&self, record: &str) -> String {
        let mut position = self.clone();
        for token in record.split_whitespace() {
            let turned: String = token.chars().rev().collect();
            let is_legal = |legal: &String| legal == token || *legal == turned;
            if self.habit == Habit::Refuses && !position.legal().iter().any(is_legal) {
                return "error".to_string();
            }
            position.act(token);
        }
        position.score()
    }

    fn errs(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// Lists the legal tokens, the cells of each in order.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(outcomes) = self.outcomes {
            let cell = self.naming_cell();
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
        if self.errs(StopsAtEight) && self.moves == 8
            || self.errs(NoDoubledCell) && cells[0] == cells[1]
        {
            return;
        }
        self.moves += 1;
        let mut pairs = self.spooky.iter().map(|&(_, pair)| pair);
        let is_missed = self.errs(NoPairs) && pairs.any(|[a, b]| [[a, b], [b, a]].contains(&cells));
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
        let cell = self.naming_cell();
        let is_chosen = |outcome: &&Classical| outcome[cell] == chosen && !self.errs(AnyChoice);
        let default = usize::from(self.habit == Habit::TakesSecond);
        let chosen = outcomes.iter().find(is_chosen);
        self.classical = *chosen.unwrap_or(&outcomes[default]);
        self.outcomes = None;
        let classical = self.classical;
        self.spooky.retain(|(mark, _)| !classical.contains(mark));
        if self.errs(CollapsesAll) {
            for (mark, [a, b]) in self.spooky.drain(..) {
                let cell = if self.classical[a] == 0 { a } else { b };
                self.classical[cell] = mark;
            }
        }
        if self.errs(ForgetsRest) {
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
    fn naming_cell(&self) -> usize {
        let mut cells = self.cycle();
        if let (true, Some([outcome, _])) = (self.errs(Component), self.outcomes) {
            cells = (0..9)
                .filter(|&cell| outcome[cell] != self.classical[cell])
                .collect();
        }
        cells.first().copied().unwrap_or_default()
    }

    pub(crate) fn is_over(&self) -> bool {
        let has_line = [1, 0].iter().any(|&player| !self.lines(player).is_empty());
        has_line || !self.classical.contains(&0)
    }

    /// Returns the highest mark of each line of X, whose marks are odd (1), or of O (0).
    fn lines(&self, player: u8) -> Vec<u8> {
        let lines = LINES.into_iter().filter(|line| !self.errs(NoLine(line)));
        let lines = lines.map(|line| line.map(|cell| self.classical[usize::from(cell - b'A')]));
        let own = lines.filter(|marks| marks.iter().all(|&mark| mark != 0 && mark % 2 == player));
        let highest = |marks: [u8; 3]| {
            if self.errs(LowestMarks) {
                marks.into_iter().min()
            } else {
                marks.into_iter().max()
            }
        };
        own.filter_map(highest).collect()
    }

    /// Returns both players' points, as scorers print them.
    pub(crate) fn score(&self) -> String {
        let lines = [1, 0].map(|player| self.lines(player).len());
        let mut points = lines.map(|lines| lines as f64);
        if self.errs(TwoLinesOnce) {
            points = points.map(|points| points.min(1.0));
        }
        if self.errs(TwoLinesAsGoff) && self.lines(1).iter().any(|&last| last != 9) {
            points[0] = points[0].min(1.5);
        }
        if self.errs(HalfForDraw) && lines == [0, 0] && !self.classical.contains(&0) {
            points = [0.5; 2];
        }
        if !lines.contains(&0) {
            let [x, o] = [1, 0].map(|player| {
                let own = self.classical.iter().filter(|&&mark| mark % 2 == player);
                if self.errs(AllMarks) {
                    own.copied().max()
                } else {
                    self.lines(player).into_iter().min()
                }
            });
            let later = usize::from(x < o);
            match self.mistake {
                Some(WholeEach) => {}
                Some(NoneForBoth) => points = [0.0; 2],
                Some(NoneForLater) => points[later] = 0.0,
                Some(HalfForEarlier) => points[1 - later] = 0.5,
                Some(WholeForO) => points[0] = 0.5,
                _ => points[later] = 0.5,
            }
        }
        if self.errs(OFirst) {
            points.reverse();
        }
        let [x, o] = points;
        format!("{x} {o}")
    }
}

//! A naive scorer with mistakes that can be switched on.
//!
//! Without a mistake, it is a second implementation of the rules, which tests compare with the first. They include this
//! file, which uses nothing from the crate. People make every one of these mistakes.

use std::fmt;

use clap::ValueEnum;

/// A mistake that people make. Its description follows "The scorer seems to".
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mistake {
    /// compare the highest of all the player's marks, not the highest in the line, which gives the full point to
    /// whoever measured
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
    /// name a measurement by the last cell of the cycle, not the first
    LastCellOfCycle,
    /// ignore which mark was chosen
    IgnoresChoice,
    /// take the outcome that was not chosen
    TakesOtherOutcome,
    /// measure only the cycle, not the pairs attached to it
    KeepsAttachedPairs,
    /// measure only the cycle and the pairs that touch it
    KeepsDistantPairs,
    /// forget the marks of other components
    ForgetsOtherComponents,
    /// stop after eight classical marks
    StopsAtEightMarks,
    /// ignore a move into the last free cell
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
    /// give half a point to each when both have a line
    HalfToEach,
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
    /// stop at the first line
    StopsAtFirstLine,
    /// stop at the first line
    StopsAtLineOfX,
    /// print O's points first
    SwapsPoints,
    /// double the points
    DoublesPoints,
    /// print percentages
    PrintsPercentages,
}

/// Writes the documentation of the mistake, which `clap` collects.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no mistake is hidden");
        write!(f, "{}", value.get_help().expect("it is documented"))
    }
}

/// What a scorer does with an action that it can't follow, which only happens after a mistake. Scorers that make the
/// same mistake differ in this.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Fallback {
    /// It answers `error` if neither outcome has the chosen mark. It never checks moves.
    #[default]
    Fails,
    /// It scores what came before.
    Stops,
    /// It skips the measurement.
    Skips,
    /// It also checks moves, and answers `error`.
    FailsAtMoves,
    /// It also checks moves, and scores what came before.
    StopsAtMoves,
    /// It also checks moves, and skips them.
    SkipsMoves,
    /// It takes the outcome in which the last mark settles in its own first cell.
    TakesFirst,
    /// It takes the outcome in which the last mark settles in its own second cell.
    TakesSecond,
    /// It takes the outcome with the lower mark.
    TakesLower,
    /// It takes the outcome with the higher mark.
    TakesHigher,
}

/// The marks 1 to 9 in the cells A to I; 0 is none.
type Classical = [u8; 9];

/// The lines, in the order of the mistakes of missing them.
const LINES: [&str; 8] = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"];

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
    pub(crate) fallback: Fallback,
}

impl Naive {
    pub(crate) fn new(mistakes: &[Mistake], fallback: Fallback) -> Self {
        Self {
            mistakes: mistakes.to_vec(),
            fallback,
            ..Self::default()
        }
    }

    /// Plays a record with spaces between its tokens and returns the score.
    pub(crate) fn answer(&self, record: &str) -> String {
        use Fallback::*;
        let mut position = self.clone();
        for token in record.split_whitespace() {
            if !position.can_follow(token) {
                match self.fallback {
                    Fails | FailsAtMoves => return "error".to_string(),
                    Stops | StopsAtMoves => break,
                    Skips | SkipsMoves => continue,
                    TakesFirst | TakesSecond | TakesLower | TakesHigher => {}
                }
            }
            position.act(token);
        }
        position.score()
    }

    fn can_follow(&self, token: &str) -> bool {
        use Fallback::*;
        match *token.as_bytes() {
            [mark] => self.chosen(mark - b'0').is_some(),
            [a, b] if matches!(self.fallback, FailsAtMoves | StopsAtMoves | SkipsMoves) => {
                self.is_legal([a, b].map(|cell| usize::from(cell - b'A')))
            }
            _ => true,
        }
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(&mistake)
    }

    /// Returns `true` if a move into these cells is legal.
    pub(crate) fn is_legal(&self, [a, b]: [usize; 2]) -> bool {
        let is_free = |cell: &usize| self.classical[*cell] == 0;
        let is_last = (0..9).filter(is_free).count() == 1;
        let are_free = is_free(&a) && is_free(&b) && (a != b || is_last);
        are_free && self.outcomes.is_none() && !self.is_over()
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
        let closes_cycle = self.around(vec![cells[0]], 9).contains(&cells[1]) && !is_missed;
        self.spooky.push((self.moves, cells));
        self.outcomes = closes_cycle.then(|| {
            cells.map(|cell| {
                let mut board = self.classical;
                self.settle(self.moves, cell, &mut board, &mut Vec::new());
                board
            })
        });
    }

    /// Returns some cells and those that at most `reach` spooky marks connect with them: with 9, all that are
    /// connected.
    fn around(&self, mut cells: Vec<usize>, reach: usize) -> Vec<usize> {
        for _ in 0..reach {
            let pairs = self.spooky.iter().map(|(_, pair)| pair);
            let touching = pairs.filter(|pair| pair.iter().any(|cell| cells.contains(cell)));
            cells = touching.flatten().chain(&cells).copied().collect();
        }
        cells
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
        let chosen = self.chosen(chosen);
        let outcome = outcomes[chosen.unwrap_or_else(|| self.default_outcome(outcomes))];
        let reach = if self.makes(Mistake::KeepsAttachedPairs) {
            0
        } else if self.makes(Mistake::KeepsDistantPairs) {
            1
        } else {
            9
        };
        for cell in self.around(self.cycle(), reach) {
            self.classical[cell] = outcome[cell];
        }
        self.outcomes = None;
        let classical = self.classical;
        self.spooky.retain(|(mark, _)| !classical.contains(mark));
        if self.makes(Mistake::ForgetsOtherComponents) {
            self.spooky.clear();
        }
    }

    /// Returns which outcome a mark chooses, if any.
    fn chosen(&self, mark: u8) -> Option<usize> {
        let outcomes = self.outcomes?;
        if self.makes(Mistake::IgnoresChoice) {
            return Some(self.default_outcome(outcomes));
        }
        let chosen = self
            .named(outcomes)
            .iter()
            .position(|&named| named == mark)?;
        Some(chosen ^ usize::from(self.makes(Mistake::TakesOtherOutcome)))
    }

    fn default_outcome(&self, outcomes: [Classical; 2]) -> usize {
        let [first, second] = self.named(outcomes);
        usize::from(match self.fallback {
            Fallback::TakesSecond => true,
            Fallback::TakesLower => second < first,
            Fallback::TakesHigher => second > first,
            _ => false,
        })
    }

    /// Returns the cells of the cycle: the outcomes differ there, except for a doubled cell.
    pub(crate) fn cycle(&self) -> Vec<usize> {
        match (self.outcomes, self.spooky.last()) {
            (Some(_), Some((_, [a, b]))) if a == b => vec![*a],
            (Some([one, other]), _) => (0..9).filter(|&cell| one[cell] != other[cell]).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the marks that name the outcomes: those in the first cell of the cycle.
    pub(crate) fn named(&self, outcomes: [Classical; 2]) -> [u8; 2] {
        let cell = if self.makes(Mistake::FirstCellOfComponent) {
            (0..9).find(|&cell| outcomes[0][cell] != self.classical[cell])
        } else if self.makes(Mistake::LastCellOfCycle) {
            self.cycle().pop()
        } else {
            self.cycle().first().copied()
        };
        outcomes.map(|outcome| outcome[cell.unwrap_or_default()])
    }

    pub(crate) fn is_over(&self) -> bool {
        let has_line = [1, 0].iter().any(|&player| !self.lines(player).is_empty());
        has_line || !self.classical.contains(&0)
    }

    /// Returns the highest mark of each line of X, whose marks are odd (1), or of O (0), with the line's number.
    fn lines(&self, player: u8) -> Vec<(u8, usize)> {
        let is_own = |mark: &u8| *mark != 0 && mark % 2 == player;
        let mut highest = Vec::new();
        let misses = &Mistake::value_variants()[Mistake::MissesABC as usize..];
        for (number, (line, &missing_it)) in LINES.into_iter().zip(misses).enumerate() {
            let cells = line.bytes().map(|cell| usize::from(cell - b'A'));
            let marks = cells.map(|cell| self.classical[cell]);
            if marks.clone().all(|mark| is_own(&mark)) && !self.makes(missing_it) {
                let compared = if self.makes(Mistake::HighestOfAllMarks) {
                    self.classical.into_iter().filter(is_own).max()
                } else if self.makes(Mistake::LowestOfLine) {
                    marks.min()
                } else {
                    marks.max()
                };
                highest.extend(compared.map(|mark| (mark, number)));
            }
        }
        highest
    }

    /// Returns both players' points, as scorers print them.
    pub(crate) fn score(&self) -> String {
        let [x, o] = [1, 0].map(|player| self.lines(player));
        let have_both = !x.is_empty() && !o.is_empty();
        let has_two = x.len() == 2 && !have_both;
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
                Mistake::HalfToEach if have_both => [0.5, 0.5],
                Mistake::NothingToEither if have_both => [0.0, 0.0],
                Mistake::NothingForLater if have_both => [[1.0, 0.0], [0.0, 1.0]][first],
                Mistake::HalfForEarlier if have_both => [[0.5, 1.0], [1.0, 0.5]][first],
                Mistake::FullPointForX if have_both => [1.0, 0.5],
                Mistake::FullPointForO if have_both => [0.5, 1.0],
                Mistake::TwoLinesAsOne if has_two => [1.0, 0.0],
                Mistake::TwoLinesAsThreeHalves if has_two => [1.5, 0.0],
                Mistake::TwoLinesByGoff if has_two && x[0].0.min(x[1].0) < 9 => [1.5, 0.0],
                Mistake::SharesDraws if is_full && points == [0.0, 0.0] => [0.5, 0.5],
                Mistake::StopsAtFirstLine if have_both && o[0].1 < x[0].1 => [0.0, 1.0],
                Mistake::StopsAtFirstLine | Mistake::StopsAtLineOfX if !x.is_empty() => [1.0, 0.0],
                Mistake::SwapsPoints => [points[1], points[0]],
                Mistake::DoublesPoints => points.map(|points| 2.0 * points),
                Mistake::PrintsPercentages => points.map(|points| 100.0 * points),
                _ => points,
            }
        }
        let [x, o] = points;
        format!("{x} {o}")
    }
}

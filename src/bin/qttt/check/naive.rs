//! A naive scorer with mistakes that can be switched on.
//!
//! Without a mistake, it is a second implementation of the rules, which tests compare with the first. They include this
//! file, which uses nothing from the crate. Every one of these mistakes is one that people make.

/// The mistakes, each by its description, which follows "The scorer seems to". At most one is switched on.
pub(crate) const MISTAKES: [&str; 27] = [
    "compare the highest of all the player's marks, not the highest in the line",
    "compare the lowest numbers of the lines, not the highest",
    "count two lines as one point",
    "count two lines as 1.5",
    "count two lines as 1.5 or 2, as Goff does",
    "miss cycles of two cells",
    "name a measurement by the first cell of the component, not of the cycle",
    "ignore which mark was chosen",
    "forget the marks of other components",
    "stop at eight marks",
    "ignore II 9",
    "miss the line ABC",
    "miss the line DEF",
    "miss the line GHI",
    "miss the line ADG",
    "miss the line BEH",
    "miss the line CFI",
    "miss the line AEI",
    "miss the line CEG",
    "print 1 1 when both have a line",
    "give nothing to either when both have a line",
    "give nothing for the line whose highest number is higher",
    "give the half point to the line whose highest number is lower",
    "give X the full point when both have a line",
    "give O the full point when both have a line",
    "give ½ to each for a full board without a line",
    "print O's points first",
];

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
    /// One of [`MISTAKES`], or empty.
    pub(crate) mistake: &'static str,
    pub(crate) habit: Habit,
}

impl Naive {
    pub(crate) fn new(mistake: &'static str, habit: Habit) -> Self {
        Self {
            mistake,
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

    fn seems_to(&self, mistake: &str) -> bool {
        debug_assert!(MISTAKES.contains(&mistake), "{mistake}");
        self.mistake == mistake
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
        if self.seems_to("stop at eight marks") && self.moves == 8
            || self.seems_to("ignore II 9") && cells[0] == cells[1]
        {
            return;
        }
        self.moves += 1;
        let mut pairs = self.spooky.iter().map(|&(_, pair)| pair);
        let is_missed = self.seems_to("miss cycles of two cells")
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
        let is_chosen = |outcome: &&Classical| {
            outcome[cell] == chosen && !self.seems_to("ignore which mark was chosen")
        };
        let default = usize::from(self.habit == Habit::TakesSecond);
        let chosen = outcomes.iter().find(is_chosen);
        self.classical = *chosen.unwrap_or(&outcomes[default]);
        self.outcomes = None;
        let classical = self.classical;
        self.spooky.retain(|(mark, _)| !classical.contains(mark));
        if self.seems_to("forget the marks of other components") {
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
        let by_component =
            "name a measurement by the first cell of the component, not of the cycle";
        let first = if self.seems_to(by_component) {
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
        let missed = self.mistake.strip_prefix("miss the line ");
        let lines = LINES.into_iter().filter(|line| missed != Some(line));
        let mark_in = |cell: u8| self.classical[usize::from(cell - b'A')];
        let is_own = |mark: &u8| *mark != 0 && mark % 2 == player;
        let lines = lines.map(|line| line.bytes().map(mark_in));
        let own = lines.filter(|marks| marks.clone().all(|mark| is_own(&mark)));
        let highest = own.filter_map(|marks| match self.mistake {
            "compare the highest of all the player's marks, not the highest in the line" => {
                self.classical.into_iter().filter(is_own).max()
            }
            "compare the lowest numbers of the lines, not the highest" => marks.min(),
            _ => marks.max(),
        });
        highest.collect()
    }

    /// Returns both players' points, as scorers print them.
    pub(crate) fn score(&self) -> String {
        let [x, o] = [1, 0].map(|player| self.lines(player));
        if !x.is_empty() && !o.is_empty() {
            // The answers if X's line is the earlier one, and if O's is.
            let answers = match self.mistake {
                "print 1 1 when both have a line" => ["1 1"; 2],
                "give nothing to either when both have a line" => ["0 0"; 2],
                "give nothing for the line whose highest number is higher" => ["1 0", "0 1"],
                "give X the full point when both have a line" => ["1 0.5"; 2],
                "give O the full point when both have a line" => ["0.5 1"; 2],
                "give the half point to the line whose highest number is lower"
                | "print O's points first" => ["0.5 1", "1 0.5"],
                _ => ["1 0.5", "0.5 1"],
            };
            return answers[usize::from(o.iter().min() < x.iter().min())].to_string();
        }
        let score = format!("{} {}", x.len(), o.len());
        let is_full = !self.classical.contains(&0);
        let printed = match (self.mistake, score.as_str()) {
            ("count two lines as one point", "2 0") => "1 0",
            ("count two lines as 1.5", "2 0") => "1.5 0",
            ("count two lines as 1.5 or 2, as Goff does", "2 0") if x != [9, 9] => "1.5 0",
            ("give ½ to each for a full board without a line", "0 0") if is_full => "0.5 0.5",
            ("print O's points first", _) => return format!("{} {}", o.len(), x.len()),
            _ => return score,
        };
        printed.to_string()
    }
}

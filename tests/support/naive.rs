//! A second, naive reading of the rules, to hold the library against: no union-find and no trees. A collapse is found
//! by trying every way to put marks into cells. It is slow, and shares no code with the library.

/// A position. Cells are 0 to 8, marks 1 to 9, and 0 is no mark.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Naive {
    pub(crate) classical: [u8; 9],
    /// Mark and its two cells.
    pub(crate) spooky: Vec<(u8, [usize; 2])>,
    /// What the board can become, where a measurement is due.
    pub(crate) outcomes: Vec<[u8; 9]>,
    pub(crate) moves: u8,
}

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl Naive {
    /// Replays a record; `None` if it is not legal.
    pub(crate) fn replay(record: &str) -> Option<Self> {
        let mut position = Self::default();
        let mut rest = record.to_ascii_uppercase();
        loop {
            rest = rest
                .trim_start_matches([' ', '\t', '\r', '\n', '\x0c'])
                .to_string();
            if rest.is_empty() {
                return Some(position);
            }
            let token = position.legal().into_iter().find(|token| {
                let turned: String = token.chars().rev().collect();
                rest.starts_with(token.as_str()) || rest.starts_with(&turned)
            })?;
            rest = rest.split_off(token.len());
            position.act(&token);
        }
    }

    /// Every legal token, each pair in alphabetical order.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if !self.outcomes.is_empty() {
            let cell = self.first_of_cycle();
            let mut marks: Vec<_> = self.outcomes.iter().map(|o| o[cell].to_string()).collect();
            marks.sort();
            return marks;
        }
        let free: Vec<usize> = (0..9).filter(|&cell| self.classical[cell] == 0).collect();
        let letter = |cell: usize| char::from(b'A' + cell as u8);
        if let [last] = free[..] {
            return vec![format!("{0}{0}", letter(last))];
        }
        let mut pairs = Vec::new();
        for &a in &free {
            for &b in free.iter().filter(|&&b| b > a) {
                pairs.push(format!("{}{}", letter(a), letter(b)));
            }
        }
        pairs
    }

    /// Plays one of the legal tokens.
    pub(crate) fn act(&mut self, token: &str) {
        if let Ok(mark) = token.parse::<u8>() {
            let cell = self.first_of_cycle();
            let chosen = self.outcomes.iter().find(|o| o[cell] == mark);
            self.classical = *chosen.expect("one of the choices");
            self.outcomes.clear();
            let classical = self.classical;
            self.spooky.retain(|(mark, _)| !classical.contains(mark));
        } else {
            let cells: Vec<usize> = token.bytes().map(|c| usize::from(c - b'A')).collect();
            self.moves += 1;
            self.spooky.push((self.moves, [cells[0], cells[1]]));
            self.outcomes = self.collapses_of_last();
        }
    }

    /// The cells in which the two outcomes differ; if there is but one, the doubled cell.
    pub(crate) fn cycle(&self) -> Vec<usize> {
        match self.outcomes[..] {
            [one, other] => (0..9).filter(|&cell| one[cell] != other[cell]).collect(),
            [_] => vec![self.spooky.last().expect("the doubled mark").1[0]],
            _ => Vec::new(),
        }
    }

    fn first_of_cycle(&self) -> usize {
        self.cycle()[0]
    }

    /// Tries every way to put each mark that is tied to the last one, however far, into one of its two cells: a way in
    /// which each of these cells gets exactly one mark is a collapse. A forest has none: it has more cells than marks.
    fn collapses_of_last(&self) -> Vec<[u8; 9]> {
        let mut tied = vec![*self.spooky.last().expect("a mark")];
        while let Some(&next) = self.spooky.iter().find(|mark| {
            !tied.contains(mark)
                && tied
                    .iter()
                    .any(|(_, c)| c.contains(&mark.1[0]) || c.contains(&mark.1[1]))
        }) {
            tied.push(next);
        }
        let in_tied = |cell| tied.iter().any(|(_, cells)| cells.contains(&cell));
        let cells = (0..9).filter(|&cell| in_tied(cell)).count();
        let mut collapses = Vec::new();
        for sides in 0..1_usize << tied.len() {
            let mut board = self.classical;
            for (i, (mark, cells)) in tied.iter().enumerate() {
                board[cells[sides >> i & 1]] = *mark;
            }
            let filled = (0..9)
                .filter(|&cell| in_tied(cell) && board[cell] != 0)
                .count();
            if filled == cells && filled == tied.len() && !collapses.contains(&board) {
                collapses.push(board);
            }
        }
        collapses
    }

    pub(crate) fn is_over(&self) -> bool {
        self.outcomes.is_empty()
            && (self.lowest_line(1).is_some()
                || self.lowest_line(0).is_some()
                || !self.classical.contains(&0))
    }

    /// Whether X (1) or O (0) owns a mark.
    fn is_of(parity: u8, mark: u8) -> bool {
        mark != 0 && mark % 2 == parity
    }

    fn lines(&self, parity: u8) -> Vec<[u8; 3]> {
        LINES
            .iter()
            .map(|line| line.map(|cell| self.classical[cell]))
            .filter(|marks| marks.iter().all(|&mark| Self::is_of(parity, mark)))
            .collect()
    }

    fn lowest_line(&self, parity: u8) -> Option<u8> {
        self.lines(parity)
            .iter()
            .filter_map(|line| line.iter().max().copied())
            .min()
    }

    /// Both players' points, as the command writes them.
    pub(crate) fn score(&self) -> &'static str {
        match (self.lines(1).len(), self.lines(0).len()) {
            (0, 0) => "0 0",
            (1, 0) => "1 0",
            (0, 1) => "0 1",
            (2, 0) => "2 0",
            (1, 1) if self.lowest_line(1) < self.lowest_line(0) => "1 0.5",
            (1, 1) => "0.5 1",
            more => panic!("{more:?} lines: that cannot happen"),
        }
    }
}

//! A naive scorer as an oracle: it implements all rules once more, and uses nothing from the library.
//!
//! It finds the outcomes of a measurement by trying all ways to put the marks of a component into cells.

/// The marks 1 to 9 in the cells A to I; 0 is none.
type Classical = [u8; 9];

const LINES: [&str; 8] = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"];

/// A position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Naive {
    pub(crate) classical: Classical,
    /// Each spooky mark with its two cells, 0 to 8.
    pub(crate) spooky: Vec<(u8, [usize; 2])>,
    pub(crate) moves: u8,
}

impl Naive {
    /// Plays a legal token.
    pub(crate) fn act(&mut self, token: &str) {
        if let [a, b] = *token.as_bytes() {
            self.moves += 1;
            let cells = [a, b].map(|cell| usize::from(cell - b'A'));
            self.spooky.push((self.moves, cells));
        } else {
            let first = self.cycle()[0];
            let is_chosen = |board: &Classical| board[first].to_string() == token;
            let mut outcomes = self.outcomes().into_iter();
            self.classical = outcomes.find(is_chosen).expect("a choice");
            self.spooky
                .retain(|(mark, _)| !self.classical.contains(mark));
        }
    }

    /// Lists the legal tokens, the cells of each in order.
    pub(crate) fn legal(&self) -> Vec<String> {
        if let Some(&first) = self.cycle().first() {
            let outcomes = self.outcomes().into_iter();
            let mut marks: Vec<_> = outcomes.map(|board| board[first].to_string()).collect();
            marks.sort();
            return marks;
        }
        let is_free = |cell: &usize| self.classical[*cell] == 0 && !self.is_over();
        let free: Vec<_> = (0..9).filter(is_free).collect();
        let pairs = free.iter().flat_map(|a| free.iter().map(move |b| [a, b]));
        let pairs = pairs.filter(|[a, b]| a < b || free.len() == 1);
        let letter = |cell: &usize| char::from(b'A' + *cell as u8);
        pairs
            .map(|pair| pair.into_iter().map(letter).collect())
            .collect()
    }

    /// Lists the boards after a measurement: two or, for a doubled cell, one. There are none if no measurement is due.
    fn outcomes(&self) -> Vec<Classical> {
        // The last mark closes the cycle.
        let mut cells = self.spooky.last().map_or(vec![], |(_, pair)| pair.to_vec());
        let mut component = Vec::new();
        for _ in 0..9 {
            let is_near = |pair: &[usize; 2]| pair.iter().any(|cell| cells.contains(cell));
            let pairs = self.spooky.iter();
            component = pairs.filter(|(_, pair)| is_near(pair)).collect();
            cells = component.iter().flat_map(|(_, pair)| *pair).collect();
        }
        let mut boards = Vec::new();
        for way in 0..1_usize << component.len() {
            let mut board = self.classical;
            for (nth, (mark, pair)) in component.iter().enumerate() {
                board[pair[way >> nth & 1]] = *mark;
            }
            // Without a cycle, a cell stays free.
            let is_full = !cells.is_empty() && cells.iter().all(|&cell| board[cell] > 0);
            if is_full && component.iter().all(|(mark, _)| board.contains(mark)) {
                boards.push(board);
            }
        }
        boards.dedup();
        boards
    }

    /// Returns the cells of the cycle: the outcomes differ there, except for a doubled cell.
    pub(crate) fn cycle(&self) -> Vec<usize> {
        match (&self.outcomes()[..], self.spooky.last()) {
            ([one, other], _) => (0..9).filter(|&cell| one[cell] != other[cell]).collect(),
            ([_], Some((_, [doubled, _]))) => vec![*doubled],
            _ => Vec::new(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.score() != "0 0" || !self.classical.contains(&0)
    }

    /// Returns both players' points, as scorers print them. X's marks are odd.
    pub(crate) fn score(&self) -> String {
        let mark_in = |cell: u8| self.classical[usize::from(cell - b'A')];
        let lines = LINES.map(|line| line.bytes().map(mark_in).collect::<Vec<_>>());
        // The highest mark of each line.
        let [x, o] = [1, 0].map(|player| -> Vec<_> {
            let is_own = |line: &&Vec<u8>| line.iter().all(|mark| *mark > 0 && mark % 2 == player);
            let own = lines.iter().filter(is_own);
            own.map(|line| line.iter().max()).collect()
        });
        if x.is_empty() || o.is_empty() {
            return format!("{} {}", x.len(), o.len());
        }
        ["0.5 1", "1 0.5"][usize::from(x.iter().min() < o.iter().min())].to_string()
    }

    /// Replays a record; `None` if it is not legal.
    pub(crate) fn replay(record: &str) -> Option<Self> {
        let mut position = Self::default();
        let mut rest = record.trim_ascii_start().to_ascii_uppercase();
        while !rest.is_empty() {
            let token = position.legal().into_iter().find(|token| {
                let turned: String = token.chars().rev().collect();
                rest.starts_with(token.as_str()) || rest.starts_with(&turned)
            })?;
            rest = rest[token.len()..].trim_ascii_start().to_string();
            position.act(&token);
        }
        Some(position)
    }
}

//! Clauses by plain code: an oracle, which asks the naive scorer and uses nothing from the library.

use std::collections::BTreeSet;
use std::ops::Range;

use super::naive::Naive;

/// A measurement, as plain code sees it.
struct Measured {
    /// The position before it, and the position after it.
    before: Naive,
    after: Naive,
    chosen: u8,
    /// The cycle, in order, and all cells that the measurement fills.
    cycle: Vec<usize>,
    filled: Vec<usize>,
    /// The moves so far, as they are written.
    moves: Vec<Vec<usize>>,
}

/// A record, as plain code sees it.
pub(super) struct History {
    text: String,
    pub(super) end: Naive,
    measured: Vec<Measured>,
    lines: Vec<Line>,
}

/// A complete line.
struct Line {
    /// 1 for X and 0 for O, whose marks are even.
    player: u8,
    cells: [usize; 3],
    /// The marks, in the order of the cells.
    marks: [u8; 3],
}

pub(super) const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl History {
    /// Plays the text of a legal record.
    pub(super) fn of(text: String) -> Self {
        let (mut end, mut measured, mut moves) = (Naive::default(), Vec::new(), Vec::new());
        for token in text.split(' ') {
            let before = end.clone();
            end.act(token);
            let Ok(chosen) = token.parse() else {
                moves.push(token.bytes().map(|cell| usize::from(cell - b'A')).collect());
                continue;
            };
            let is_filled = |&cell: &usize| end.classical[cell] != before.classical[cell];
            measured.push(Measured {
                chosen,
                cycle: before.cycle(),
                filled: (0..9).filter(is_filled).collect(),
                moves: moves.clone(),
                before,
                after: end.clone(),
            });
        }
        let lines = LINES.into_iter().filter_map(|cells| {
            let marks = cells.map(|cell| end.classical[cell]);
            let is_of = |player| marks.iter().all(|mark| *mark > 0 && mark % 2 == player);
            let player = [1, 0].into_iter().find(|&player| is_of(player))?;
            Some(Line {
                player,
                cells,
                marks,
            })
        });
        Self {
            text,
            lines: lines.collect(),
            end,
            measured,
        }
    }

    fn lines_of(&self, player: u8) -> usize {
        let lines = self.lines.iter();
        lines.filter(|line| line.player == player).count()
    }

    fn has_three_of_one_player(&self, cells: &str) -> bool {
        let marks = cells
            .bytes()
            .map(|cell| self.end.classical[usize::from(cell - b'A')]);
        let is_of = |player| marks.clone().all(|mark| mark > 0 && mark % 2 == player);
        is_of(0) || is_of(1)
    }

    /// If both players have a line, compares the line that scores the whole point with the other one.
    fn earlier(&self, is_so: impl Fn(&Line, &Line) -> bool) -> bool {
        match &self.lines[..] {
            [one, other] if one.player != other.player => {
                if one.marks.iter().max() < other.marks.iter().max() {
                    is_so(one, other)
                } else {
                    is_so(other, one)
                }
            }
            _ => false,
        }
    }

    fn most(&self, number: impl Fn(&Measured) -> usize) -> usize {
        self.measured.iter().map(number).max().unwrap_or(0)
    }

    /// Returns whether a clause is so, 0 or 1, or its number.
    pub(super) fn says(&self, clause: &str) -> usize {
        let (x, o) = (self.lines_of(1), self.lines_of(0));
        let free = self.end.classical.iter().filter(|mark| **mark == 0).count();
        let has_line = |numbers: Range<usize>| {
            let mut lines = self.lines.iter();
            lines.any(|line| LINES[numbers.clone()].contains(&line.cells))
        };
        let any = |is_so: fn(&Measured) -> bool| self.measured.iter().any(is_so);
        let is_so = match clause {
            "a player has a line" => x + o > 0,
            "both players have a line" => x > 0 && o > 0,
            "X has two lines" => x == 2,
            "X has two lines, one of them without mark 9" => {
                x == 2 && self.lines.iter().any(|line| !line.marks.contains(&9))
            }
            "there are two lines" => self.lines.len() == 2,
            "O has a line" => o > 0,
            "a player has a column" => has_line(3..6),
            "a player has a diagonal" => has_line(6..8),
            "mark 9 is in a line" => self.lines.iter().any(|line| line.marks.contains(&9)),
            "nobody has a line" => self.lines.is_empty(),
            "the board is full without a line" => free == 0 && self.lines.is_empty(),
            "the game is not over" => !self.end.is_over(),
            "nine moves were made" => self.end.moves == 9,
            "exactly one cell is free" => free == 1,
            "a pair is still spooky" => !self.end.spooky.is_empty(),
            "the letters of a pair are out of order" => {
                let mut moves = self.text.split(' ').filter(|token| token.len() == 2);
                moves.any(|pair| pair[..1] > pair[1..])
            }
            "there are {} or more measurements" => return self.measured.len(),
            "the text has {} or more characters" => return self.text.len(),
            "X has the earlier line and O the later one" => self.earlier(|one, _| one.player == 1),
            "O has the earlier line and X the later one" => self.earlier(|one, _| one.player == 0),
            "the earlier line has the higher lowest mark" => {
                self.earlier(|one, other| one.marks.iter().min() > other.marks.iter().min())
            }
            "the earlier line has the higher sum of marks" => {
                self.earlier(|one, other| one.marks.iter().sum::<u8>() > other.marks.iter().sum())
            }
            "the earlier line has the higher mark in its first cell" => {
                self.earlier(|one, other| one.marks[0] > other.marks[0])
            }
            "the earlier line has the higher mark in its last cell" => {
                self.earlier(|one, other| one.marks[2] > other.marks[2])
            }
            "the earlier line comes first in reading order" => {
                self.earlier(|one, other| one.cells[0] < other.cells[0])
            }
            "X's line comes first in reading order" => self.earlier(|one, other| {
                let [x, o] = if one.player == 1 {
                    [one, other]
                } else {
                    [other, one]
                };
                x.cells[0] < o.cells[0]
            }),
            "the earlier line comes second in reading order" => {
                self.earlier(|one, other| one.cells[0] > other.cells[0])
            }
            "the player with the earlier line made the last move" => {
                self.earlier(|one, _| one.player == self.end.moves % 2)
            }
            "a doubled cell was measured" => any(|this| {
                let last = this.moves.last().expect("a move");
                last[0] == last[1]
            }),
            "a cycle of two cells was measured" => any(|this| this.cycle.len() == 2),
            "a measurement chose the higher mark" => any(|this| this.chosen > this.other()),
            "a measurement chose the lower mark" => any(|this| this.chosen < this.other()),
            "a measurement didn't choose the last mark of the cycle" => {
                any(|this| this.chosen != this.before.moves)
            }
            "a chosen mark went into the first-written cell of its pair" => {
                any(|this| this.goes(this.chosen, 0))
            }
            "a chosen mark went into the second-written cell of its pair" => {
                any(|this| this.goes(this.chosen, 1))
            }
            "the last mark of a cycle went into the first-written cell of its pair" => {
                any(|this| this.goes(this.before.moves, 0))
            }
            "the last mark of a cycle went into the second-written cell of its pair" => {
                any(|this| this.goes(this.before.moves, 1))
            }
            "the last pair of a cycle isn't in its first cell" => {
                any(|this| !this.pair(this.before.moves).contains(&this.cycle[0]))
            }
            "the last pair of a cycle doesn't begin with its first cell" => {
                any(|this| this.pair(this.before.moves)[0] != this.cycle[0])
            }
            "a chosen mark wasn't in the last cell of its cycle" => any(|this| {
                !this
                    .pair(this.chosen)
                    .contains(&this.cycle[this.cycle.len() - 1])
            }),
            "a measured component's first cell isn't on the cycle" => {
                any(|this| !this.cycle.contains(&this.filled[0]))
            }
            "a measurement left a pair spooky" => any(|this| !this.after.spooky.is_empty()),
            "a cycle has {} or more cells" => return self.most(|this| this.cycle.len()),
            "a measured component has {} or more cells" => {
                return self.most(|this| this.filled.len());
            }
            "a chain of {} or more pairs is attached to a cycle" => {
                return self.most(|this| {
                    let distances = this.filled.iter().map(|&cell| this.distance(cell));
                    distances.max().unwrap_or(0)
                });
            }
            _ => panic!("no plain code says: {clause}"),
        };
        is_so.into()
    }

    /// Returns `true` if a clause, with its number, is so.
    pub(super) fn is(&self, clause: &str, all: &BTreeSet<&str>) -> bool {
        if let Some(cells) = clause.strip_suffix(" has three marks of one player") {
            return cells
                .split(" or ")
                .any(|cells| self.has_three_of_one_player(cells));
        }
        if all.contains(clause) {
            return self.says(clause) == 1;
        }
        let digits = clause.find(|c: char| c.is_ascii_digit()).expect(clause);
        let number = clause[digits..].split(' ').next().expect("a number");
        self.says(&clause.replacen(number, "{}", 1)) >= number.parse().expect(number)
    }
}

impl Measured {
    fn pair(&self, mark: u8) -> &[usize] {
        &self.moves[usize::from(mark) - 1]
    }

    /// The mark that would be in the first cell of the cycle after the other choice.
    fn other(&self) -> u8 {
        let choices = self.before.legal();
        let other = choices
            .iter()
            .find(|choice| **choice != self.chosen.to_string());
        other.map_or(self.chosen, |choice| choice.parse().expect("a mark"))
    }

    fn goes(&self, mark: u8, letter: usize) -> bool {
        self.after.classical[self.pair(mark)[letter]] == mark
    }

    /// The number of pairs between the cycle and a cell.
    fn distance(&self, cell: usize) -> usize {
        let mut near = self.cycle.clone();
        (0..)
            .find(|_| {
                let is_near = near.contains(&cell);
                let touching = self.before.spooky.iter().map(|(_, pair)| *pair);
                let touching = touching.filter(|pair| pair.iter().any(|cell| near.contains(cell)));
                near = touching.flatten().chain(near.clone()).collect();
                is_near
            })
            .expect("connected")
    }
}

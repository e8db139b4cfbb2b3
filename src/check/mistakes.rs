//! Scorers that are wrong on purpose, each by one mistake that people make.
//!
//! They share no code with [`Position`](crate::Position): a scorer that is told to make no mistake is a second, naive set of the
//! rules, which the tests hold against the first. Each of the others differs from it in one place.

use crate::{Action, Cell, LINES, Mark, Player};

/// Lists the mistakes: the name of each, a record that a scorer with it gets wrong, and what such a scorer does.
macro_rules! mistakes {
    ($($Name:ident: $record:literal, $does:literal;)+) => {
        /// A mistake that scorers make.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Mistake {
            $($Name),+
        }

        impl Mistake {
            pub(crate) const ALL: &[Self] = &[$(Self::$Name),+];

            /// Returns what a scorer with this mistake does: it completes "The scorer seems to …".
            pub(crate) const fn description(self) -> &'static str {
                match self {
                    $(Self::$Name => $does),+
                }
            }

            /// Returns a record that a scorer with this mistake gets wrong, whatever it is like otherwise.
            pub(crate) const fn record(self) -> &'static str {
                match self {
                    $(Self::$Name => $record),+
                }
            }
        }
    };
}

mistakes! {
    ComparesAllMarks: "DI HI AH EI GH BE EI 4",
        "compare the highest numbers of all the players' marks, not of their lines";
    CountsTwoLinesOnce: "GI DE AF BC CG BH EH AI DI 4",
        "count two lines as one point";
    MissesPairs: "CI AC CF DH CF 3",
        "miss cycles of two cells";
    NamesByComponent: "HI AE EF EF 4 BH HI 1",
        "read a measurement as the mark of the first cell of all that is tied to the cycle, not of the cycle's";
    IgnoresChoices: "EH DH DH 2 BG BG 5",
        "ignore which mark was chosen";
    CollapsesAll: "FH AD CD BC BE CD 6",
        "collapse every mark, not only those tied to the cycle";
    ForgetsTheRest: "AF CG BF AF 1 CG 5",
        "forget the marks that are not tied to the cycle";
    StopsAtEight: "DE GH BH FH CD HI AG BC FI 9",
        "stop at eight marks";
    WholePointEach: "AE CE CD BC AF AC 6",
        "give both players a whole point when both have a line";
    NothingForLater: "AE CE CD BC AF AC 6",
        "give nothing for the later line when both players have one";
    HalfForEarlier: "AE CE CD BC AF AC 6",
        "give the half point to the earlier line";
    PrintsOFirst: "CI AC CF DH CF 3",
        "print O's points first";
    PrintsBareHalf: "AE CE CD BC AF AC 6",
        "print .5 for 0.5";
    PrintsFloats: "CI AC CF DH CF 3",
        "print whole points with a decimal, such as 1.0";
}

use Mistake::*;

impl Mistake {
    /// Returns what a scorer with this mistake answers.
    pub(super) fn answer(self, actions: &[Action], habit: Habit) -> String {
        score(actions, Some(self), habit)
    }
}

/// What a scorer does with an action that it thinks illegal: what others do shows in its answer, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Habit {
    /// It answers `error`.
    Refuses,
    /// It plays on. Of the two outcomes of a measurement, it takes the one in which the new mark settles in its first
    /// cell, unless only the other has the mark that was chosen.
    First,
    /// Likewise, but it is the second cell.
    Second,
}

impl Habit {
    pub(crate) const ALL: [Self; 3] = [Self::Refuses, Self::First, Self::Second];
}

/// Scores a record with a mistake, or none.
fn score(actions: &[Action], mistake: Option<Mistake>, habit: Habit) -> String {
    let mut board = Board {
        mistake,
        ..Board::default()
    };
    for &action in actions {
        if habit == Habit::Refuses && !board.is_legal(action) {
            return "error".to_string();
        }
        match action {
            Action::Move(a, b) => board.play([a, b]),
            Action::Measure(mark) => board.measure(mark, habit),
        }
    }
    board.score()
}

/// What is on the cells.
type Classical = [Option<Mark>; 9];

#[derive(Clone, Default)]
struct Board {
    mistake: Option<Mistake>,
    classical: Classical,
    spooky: Vec<(Mark, [Cell; 2])>,
    moves: u8,
    /// Whether the last mark has closed a cycle.
    is_due: bool,
}

impl Board {
    fn errs(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn play(&mut self, cells: [Cell; 2]) {
        if self.errs(StopsAtEight) && self.moves == 8 {
            return;
        }
        self.moves += 1;
        let Some(mark) = Mark::new(self.moves) else {
            return;
        };
        let is_missed = self.errs(MissesPairs)
            && self
                .spooky
                .iter()
                .any(|(_, [a, b])| [[*a, *b], [*b, *a]].contains(&cells));
        self.is_due = !is_missed && self.are_connected(cells);
        self.spooky.push((mark, cells));
    }

    /// Walks along the marks from one cell to the other.
    fn are_connected(&self, [from, to]: [Cell; 2]) -> bool {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            for (_, [a, b]) in &self.spooky {
                for (here, there) in [(a, b), (b, a)] {
                    if *here == cell && !reached.contains(there) {
                        reached.push(*there);
                    }
                }
            }
            next += 1;
        }
        reached.contains(&to)
    }

    fn measure(&mut self, chosen: Mark, habit: Habit) {
        let Some((outcomes, collapsed)) = self.outcomes() else {
            return;
        };
        let cell = self.first_cell(&outcomes);
        let fits = |outcome: &&Classical| outcome[cell.index()] == Some(chosen);
        let favourite = usize::from(habit == Habit::Second);
        let outcome = match outcomes.iter().find(fits) {
            Some(outcome) if !self.errs(IgnoresChoices) => outcome,
            _ => &outcomes[favourite],
        };
        self.classical = *outcome;
        self.spooky.retain(|(mark, _)| !collapsed.contains(mark));
        self.is_due = false;
        if self.errs(CollapsesAll) {
            for (mark, [a, b]) in self.spooky.drain(..) {
                let cell = match self.classical[a.index()] {
                    None => a,
                    Some(_) => b,
                };
                self.classical[cell.index()] = Some(mark);
            }
        }
        if self.errs(ForgetsTheRest) {
            self.spooky.clear();
        }
    }

    /// Returns what the board becomes if the last mark settles in its first cell, and if it settles in its second, with
    /// the marks that collapse; nothing if no cycle is closed.
    fn outcomes(&self) -> Option<([Classical; 2], Vec<Mark>)> {
        let &(mark, cells) = self.spooky.last().filter(|_| self.is_due)?;
        let mut collapsed = Vec::new();
        let outcomes = cells.map(|cell| {
            let mut outcome = self.classical;
            collapsed.clear();
            self.settle(mark, cell, &mut outcome, &mut collapsed);
            outcome
        });
        Some((outcomes, collapsed))
    }

    /// Settles a mark in a cell, and every mark that shares the cell in its other one.
    fn settle(&self, mark: Mark, cell: Cell, board: &mut Classical, settled: &mut Vec<Mark>) {
        board[cell.index()] = Some(mark);
        settled.push(mark);
        for &(other, [a, b]) in &self.spooky {
            if [a, b].contains(&cell) && !settled.contains(&other) {
                let elsewhere = if a == cell { b } else { a };
                self.settle(other, elsewhere, board, settled);
            }
        }
    }

    /// Returns the cell whose mark names an outcome.
    fn first_cell(&self, [one, other]: &[Classical; 2]) -> Cell {
        let is_on_cycle = |cell: &&Cell| one[cell.index()] != other[cell.index()];
        let is_tied = |cell: &&Cell| one[cell.index()] != self.classical[cell.index()];
        let mut cells = Cell::ALL.iter();
        let found = match self.mistake {
            Some(NamesByComponent) => cells.find(is_tied),
            // The two are the same where the last free cell was doubled.
            _ => cells.find(is_on_cycle).or(Cell::ALL.iter().find(is_tied)),
        };
        *found.unwrap_or(&Cell::A)
    }

    fn is_legal(&self, action: Action) -> bool {
        let free = self.classical.iter().filter(|mark| mark.is_none()).count();
        let is_over = Player::ALL.map(|player| self.lines(player).len()) != [0, 0] || free == 0;
        let is_free = |cell: Cell| self.classical[cell.index()].is_none();
        match action {
            _ if is_over => false,
            Action::Move(a, b) => !self.is_due && is_free(a) && is_free(b) && (a != b || free == 1),
            Action::Measure(mark) => self.outcomes().is_some_and(|(outcomes, _)| {
                let cell = self.first_cell(&outcomes);
                outcomes
                    .iter()
                    .any(|outcome| outcome[cell.index()] == Some(mark))
            }),
        }
    }

    /// Returns the highest mark of each of the player's lines.
    fn lines(&self, player: Player) -> Vec<Mark> {
        let marks_of = |line: &crate::CellSet| -> Option<Vec<Mark>> {
            let marks = line.iter().map(|cell| self.classical[cell.index()]);
            marks
                .map(|mark| mark.filter(|mark| mark.player() == player))
                .collect()
        };
        LINES
            .iter()
            .filter_map(marks_of)
            .filter_map(|marks| marks.into_iter().max())
            .collect()
    }

    fn score(&self) -> String {
        let [x, o] = Player::ALL.map(|player| {
            let lines = self.lines(player);
            let highest = match self.mistake {
                Some(ComparesAllMarks) => {
                    let marks = self.classical.iter().flatten().copied();
                    marks.filter(|mark| mark.player() == player).max()
                }
                _ => lines.iter().copied().min(),
            };
            (lines.len(), highest)
        });
        let [mut x, mut o] = match (x, o) {
            ((0, _), (0, _)) => ["0", "0"],
            ((lines, _), (0, _)) if lines > 1 && !self.errs(CountsTwoLinesOnce) => ["2", "0"],
            (_, (0, _)) => ["1", "0"],
            ((0, _), _) => ["0", "1"],
            ((_, x), (_, o)) => {
                let [mut earlier, mut later] = ["1", "0.5"];
                match self.mistake {
                    Some(WholePointEach) => later = "1",
                    Some(NothingForLater) => later = "0",
                    Some(HalfForEarlier) => (earlier, later) = (later, earlier),
                    _ => {}
                }
                if x < o {
                    [earlier, later]
                } else {
                    [later, earlier]
                }
            }
        };
        if self.errs(PrintsOFirst) {
            (x, o) = (o, x);
        }
        let [x, o] = [x, o].map(|points| match self.mistake {
            Some(PrintsBareHalf) => points.replace("0.5", ".5"),
            Some(PrintsFloats) if !points.contains('.') => format!("{points}.0"),
            _ => points.to_string(),
        });
        format!("{x} {o}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Record,
        generate::{Generator, Strategy},
    };

    /// Random games and parts of games, with their scores.
    fn samples(count: usize) -> impl Iterator<Item = (Record, &'static str)> {
        let mut generator = Generator::new(Strategy::Random, Strategy::Random, 28);
        (0..count).map(move |i| {
            let record = match i % 2 {
                0 => generator.record(),
                _ => generator.partial_record(),
            };
            let score = record.position().score().as_str();
            (record, score)
        })
    }

    #[test]
    fn without_a_mistake_every_score_is_right() {
        for (record, right) in samples(20_000) {
            for habit in Habit::ALL {
                let answer = score(record.actions(), None, habit);
                assert_eq!(answer, right, "{record}, {habit:?}");
            }
        }
    }

    #[test]
    fn each_mistake_makes_its_own_record_wrong() {
        for &mistake in Mistake::ALL {
            let record: Record = mistake.record().parse().expect("legal");
            for habit in Habit::ALL {
                let answer = mistake.answer(record.actions(), habit);
                let right = record.position().score().as_str();
                assert_ne!(answer, right, "{mistake:?}, {habit:?}");
            }
        }
    }

    /// Of those that print otherwise, one is never right.
    #[test]
    fn a_mistake_in_the_rules_leaves_most_scores_right() {
        let samples: Vec<_> = samples(2_000).collect();
        let prints = [PrintsOFirst, PrintsBareHalf, PrintsFloats];
        for &mistake in Mistake::ALL {
            if prints.contains(&mistake) {
                continue;
            }
            for habit in Habit::ALL {
                let is_right = |(record, right): &&(Record, &str)| {
                    mistake.answer(record.actions(), habit) == *right
                };
                let right = samples.iter().filter(is_right).count();
                assert!(2 * right > samples.len(), "{mistake:?}, {habit:?}: {right}");
            }
        }
    }
}

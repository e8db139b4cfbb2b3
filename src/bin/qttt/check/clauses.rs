//! What can be said of records: a specification.
//!
//! Each row of the first three functions has a clause that completes "records in which", and says whether it is so. A
//! number in place of the braces makes it a clause for each number up to the one given. To add a clause, add a row.

use std::collections::BTreeMap;
use std::ops::{BitOrAssign, Index, IndexMut};

use qttt::{Action, Cell, CellSet, LINES, Mark, Player, Position, Record, Step};

use super::answer::Answer;
use super::samples::has_turned_pair;

/// What is so of a record and its last position.
fn describe_end(record: &Record, is: &mut Clauses) {
    let end = record.position();
    let [x, o] = Player::ALL.map(|player| end.cells_of(player).count_lines());
    let has = |lines: &[CellSet]| end.lines().any(|(_, line)| lines.contains(&line));
    let has_nine = |line: CellSet| line.iter().any(|cell| end.classical(cell) == Mark::new(9));
    let measurements = record.actions().len() - usize::from(end.move_count());
    let with_nine = end.lines().filter(|(_, line)| has_nine(*line)).count();
    is["a player has a line"] |= x + o > 0;
    is["both players have a line"] |= x > 0 && o > 0;
    is["X has two lines"] |= x == 2;
    is["X has two lines, one of them without mark 9"] |= x == 2 && with_nine < 2;
    is["there are two lines"] |= x + o == 2;
    is["O has a line"] |= o > 0;
    is["a player has a column"] |= has(&LINES[3..6]);
    is["a player has a diagonal"] |= has(&LINES[6..]);
    is["mark 9 is in a line"] |= with_nine > 0;
    is["nobody has a line"] |= x + o == 0;
    is["the board is full without a line"] |= end.is_over() && x + o == 0;
    is["the game is not over"] |= !end.is_over();
    is["nine moves were made"] |= end.move_count() == 9;
    is["exactly one cell is free"] |= end.free().len() == 1;
    is["a pair is still spooky"] |= end.spooky_marks().count() > 0;
    is["the letters of a pair are out of order"] |= has_turned_pair(record);
    is["there are {} or more measurements"] |= measurements;
    is["the text has {} or more characters"] |= record.to_string().len();
}

/// What is so of the lines if both players have one.
fn describe_two_lines(end: &Position, is: &mut Clauses) {
    // The earlier line scores the whole point.
    let Some(winner) = end.score().winner() else {
        return;
    };
    let line_of = |player| end.cells_of(player).lines().next();
    let (Some(earlier), Some(later)) = (line_of(winner), line_of(winner.opponent())) else {
        return;
    };
    let mark_in = |cell| end.classical(cell).map_or(0, Mark::number);
    let [a, b] = [earlier, later].map(|line| line.iter().map(mark_in).collect::<Vec<_>>());
    let is_first = earlier.first() < later.first();
    let next_player = Player::after_moves(end.move_count().into());
    is["X has the earlier line and O the later one"] |= winner == Player::X;
    is["O has the earlier line and X the later one"] |= winner == Player::O;
    is["the earlier line has the higher lowest mark"] |= a.iter().min() > b.iter().min();
    is["the earlier line has the higher sum of marks"] |= a.iter().sum::<u8>() > b.iter().sum();
    is["the earlier line has the higher mark in its first cell"] |= a[0] > b[0];
    is["the earlier line has the higher mark in its last cell"] |= a[2] > b[2];
    is["the earlier line comes first in reading order"] |= is_first;
    is["the earlier line comes second in reading order"] |= !is_first;
    is["X's line comes first in reading order"] |= is_first == (winner == Player::X);
    is["the player with the earlier line made the last move"] |= winner != next_player;
}

/// What is so of a measurement, given the pairs of all moves before it, as they are written.
fn describe_measurement(step: &Step, pairs: &[[Cell; 2]], is: &mut Clauses) {
    let Step { before, after, .. } = step;
    let (first, chosen) = step.chosen().expect("a measurement");
    let (cycle, component) = (before.cycle(), before.free() - after.free());
    let choices = before.legal_actions();
    let last = Mark::ALL[pairs.len() - 1];
    let pair_of = |mark: Mark| pairs[usize::from(mark.number()) - 1];
    let is_in = |mark, nth: usize| after.classical(pair_of(mark)[nth]) == Some(mark);
    let end = cycle.iter().last().unwrap_or(first);
    is["a doubled cell was measured"] |= cycle.len() == 1;
    is["a cycle of two cells was measured"] |= cycle.len() == 2;
    is["a measurement chose the higher mark"] |= choices[1..].contains(&step.action);
    is["a measurement chose the lower mark"] |= choices.len() > 1 && choices[0] == step.action;
    is["a measurement didn't choose the last mark of the cycle"] |= chosen != last;
    is["a chosen mark went into the first-written cell of its pair"] |= is_in(chosen, 0);
    is["a chosen mark went into the second-written cell of its pair"] |= is_in(chosen, 1);
    is["the last mark of a cycle went into the first-written cell of its pair"] |= is_in(last, 0);
    is["the last mark of a cycle went into the second-written cell of its pair"] |= is_in(last, 1);
    is["the last pair of a cycle isn't in its first cell"] |= !pair_of(last).contains(&first);
    is["the last pair of a cycle doesn't begin with its first cell"] |= pair_of(last)[0] != first;
    is["a chosen mark wasn't in the last cell of its cycle"] |= !pair_of(chosen).contains(&end);
    is["a measured component's first cell isn't on the cycle"] |= component.first() < Some(first);
    is["a measurement left a pair spooky"] |= after.spooky_marks().count() > 0;
    is["a cycle has {} or more cells"] |= cycle.len();
    is["a measured component has {} or more cells"] |= component.len();
    is["a chain of {} or more pairs is attached to a cycle"] |= depth(before, component);
}

/// Returns the number of pairs in the longest chain that is attached to the cycle of a component.
fn depth(position: &Position, component: CellSet) -> usize {
    let (mut near, mut depth) = (position.cycle(), 0);
    while near != component {
        let pairs = position.spooky_marks().map(|spooky| spooky.cells);
        let touching = pairs.filter(|pair| pair.iter().any(|&cell| near.contains(cell)));
        near = touching.flatten().chain(near).collect();
        depth += 1;
    }
    depth
}

/// Whether a clause is so, 0 or 1, or the highest number for which it is so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Extent(pub(super) usize);

/// A clause about measurements is so if it is so of any of them.
impl<T: Into<usize>> BitOrAssign<T> for Extent {
    fn bitor_assign(&mut self, other: T) {
        self.0 = self.0.max(other.into());
    }
}

/// What is so of a record.
#[derive(Default)]
pub(super) struct Clauses(pub(super) BTreeMap<&'static str, Extent>);

/// A clause that is not there is not so.
impl Index<&'static str> for Clauses {
    type Output = Extent;

    fn index(&self, clause: &'static str) -> &Extent {
        self.0.get(clause).unwrap_or(&Extent(0))
    }
}

impl IndexMut<&'static str> for Clauses {
    fn index_mut(&mut self, clause: &'static str) -> &mut Extent {
        self.0.entry(clause).or_default()
    }
}

pub(super) fn clauses_of(record: &Record) -> Clauses {
    let (mut clauses, mut pairs) = (Clauses::default(), Vec::new());
    describe_end(record, &mut clauses);
    describe_two_lines(&record.position(), &mut clauses);
    for step in record.steps() {
        match step.action {
            Action::Move(a, b) => pairs.push([a, b]),
            Action::Measure(_) => describe_measurement(&step, &pairs, &mut clauses),
        }
    }
    clauses
}

/// Lists the clauses that are so of all records of some answers, each with the number of other answers of which it is
/// so, too.
pub(super) fn shared_clauses(some: &[&Answer], others: &[&Answer]) -> Vec<(String, usize)> {
    let Clauses(mut shared) = clauses_of(&some[0].record);
    for clauses in some.iter().map(|answer| clauses_of(&answer.record)) {
        shared.retain(|clause, extent| {
            *extent = clauses[clause].min(*extent);
            *extent > Extent(0)
        });
    }
    let mut counts = vec![0; shared.len()];
    for clauses in others.iter().map(|answer| clauses_of(&answer.record)) {
        for ((clause, extent), count) in shared.iter().zip(&mut counts) {
            *count += usize::from(clauses[clause] >= *extent);
        }
    }
    let text = |(clause, extent): (&str, Extent)| clause.replace("{}", &extent.0.to_string());
    let clauses = shared.into_iter().map(text).zip(counts);
    clauses.chain(shared_threes(some, others)).collect()
}

/// Lists which three cells, or which of two times three, hold marks of one player in all records of some answers, as
/// [`shared_clauses`] does. A scorer with a typo in its table of lines, or with an extra line, is wrong about such
/// records.
fn shared_threes(some: &[&Answer], others: &[&Answer]) -> Vec<(String, usize)> {
    let sets = (0..1 << 9).map(|bits: usize| -> CellSet {
        let cells = Cell::ALL.into_iter();
        cells.filter(|cell| bits >> cell.index() & 1 == 1).collect()
    });
    let threes: Vec<_> = sets.filter(|set| set.len() == 3).collect();
    let own_cells = |end: Position| Player::ALL.map(|player| end.cells_of(player));
    let mut shared = Vec::new();
    for (nth, &one) in threes.iter().enumerate() {
        for &other in &threes[nth..] {
            let is_in = |own: &CellSet| (one - *own).is_empty() || (other - *own).is_empty();
            let is_so = |answer: &&&Answer| own_cells(answer.record.position()).iter().any(is_in);
            if some.iter().all(|answer| is_so(&answer)) {
                let mut letters = vec![one.letters(), other.letters()];
                letters.dedup();
                let clause = format!("{} has three marks of one player", letters.join(" or "));
                shared.push((clause, others.iter().filter(is_so).count()));
            }
        }
    }
    shared
}

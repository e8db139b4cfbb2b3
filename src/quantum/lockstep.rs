//! Sixteen games in lockstep, for speed: a stream of records is scored in less than half the time.
//!
//! A [`Position`](super::Position) follows marks from cell to cell, and most of its time goes into branches that no processor can
//! predict. Here no branch depends on the moves: sixteen games make their first move, then their second, and so on, with
//! the same instructions. The price: mistakes are detected but not explained, and a record must be [plain]; the rest is
//! left to `Position`. The tests compare the two on every record of up to four moves and on random ones.
//! `lockstep/tests/scalar.rs` does the same for one game, with branches: read it first.
//!
//! # Sides
//!
//! Where marks settle can be told without following them. Cut a spooky mark out of its tree, and two trees are left: the
//! *near side*, which has the mark's alphabetically first cell, and the *far side*, which has the other.
//!
//! - **Check.** A move is illegal while a measurement is due, in a taken cell, or in one cell twice unless that is the
//!   last free one.
//! - **Join.** A move joins the trees of its two cells. A side that has one of the cells grows by the other cell's tree.
//! - **Cycle.** If the two cells are in one tree, the move closes a cycle, which runs through all marks that have them on
//!   different sides.
//! - **Measurement.** The chosen mark settles in the first cell of the cycle, which must be its own first cell. So the
//!   *closing mark*, which closed the cycle, settles on its far side, and drives every other mark of the tree away: each
//!   settles in its cell on the side where the closing mark isn't.
//!
//! So a game is known by the sides of its marks and the cells in which closing marks have settled.
//!
//! Take `AB BC CA 1`. Before the third move:
//!
//! | mark | cells | near side | far side |
//! | ---- | ----- | --------- | -------- |
//! | 1    | A B   | A         | B C      |
//! | 2    | B C   | A B       | C        |
//!
//! The third move closes a cycle, through both marks: A is on their near sides and C on their far sides. The first cell
//! of the cycle is A, the first cell of mark 1, which is chosen and settles there. So mark 3 settles in C, on mark 1's far
//! side, and mark 2 on the side where C isn't, in B:
//!
//! | mark | cells | near side | far side | C is  | settles in |
//! | ---- | ----- | --------- | -------- | ----- | ---------- |
//! | 1    | A B   | A         | B C      | far   | A          |
//! | 2    | B C   | A B       | C        | far   | B          |
//! | 3    | A C   | C         | A B      | near  | C          |
//!
//! The last row makes one rule of two. A closing mark settles in its own cell, not across from it; so its second cell
//! alone is kept as its near side, and then it settles across from the side with the cell, like any mark.

mod lanes;
mod plain;
#[cfg(test)]
mod tests;

use super::{cell::CellSet, mark::Player, score::Score};
pub(crate) use lanes::GAMES;
use lanes::{Masks, Numbers, Sets};
use plain::{Move, Moves};

/// What is known about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is valid.
    Score(Score),
    /// It is invalid. `Position` says why.
    Invalid,
    /// It isn't plain. `Position` must replay it.
    Unsure,
}

/// Scores the records at the beginning of sixteen texts, each up to the first newline.
pub(crate) fn verdicts(texts: &[&[u8]; GAMES]) -> [Verdict; GAMES] {
    let moves = Moves::read(texts);
    let end = End::of(&moves);
    let mut verdicts = [Verdict::Unsure; GAMES];
    for (game, verdict) in verdicts.iter_mut().enumerate() {
        *verdict = end.verdict(game, &moves);
    }
    verdicts
}

/// The sides of a mark, as they were when it was last spooky. What the near side leaves of the tree is the far side.
#[derive(Clone, Copy, Default)]
struct Sides {
    tree: Sets,
    /// The near side; of a closing mark, its second cell alone.
    near: Sets,
}

impl Sides {
    /// Returns the cell in which the mark is classical, if closing marks have settled in `closing`.
    #[inline(always)]
    fn settled(&self, played: &Move, closing: Sets) -> Sets {
        let is_near = closing.meets(self.near);
        let cell = (played.second & is_near) | (played.first & !is_near);
        cell & closing.meets(self.tree)
    }

    /// Returns where the near side is within the tree, and the mark's two cells are on different sides, unless it is
    /// doubled.
    fn are_sound(&self, played: &Move) -> Masks {
        let [has_first, has_second] =
            [played.first, played.second].map(|cell| self.near.meets(cell));
        let is_doubled = played.first.equals(played.second);
        !(self.near - self.tree).is_some() & (has_first ^ has_second | is_doubled)
    }
}

/// What is known of sixteen games, but for the sides of their marks: apart from those, it stays in registers.
#[derive(Default)]
struct Games {
    /// The cells of trees that have a cycle or have collapsed.
    taken: Sets,
    /// The cells in which closing marks have settled, and those before the last move.
    closing: Sets,
    closing_before: Sets,
    /// Where a measurement is due.
    is_due: Masks,
    /// Where something was against the rules.
    is_illegal: Masks,
}

impl Games {
    /// Makes the move of mark `new`, and the measurement after it, in every game that goes on.
    #[inline(always)]
    fn step(&mut self, new: usize, sides: &mut [Sides; 9], moves: &[Move; 9]) {
        let played = &moves[new];
        self.check(played);
        let join = Join::new(new, played, sides);
        sides[new] = join.sides();
        let mut cycle = Cycle::of_closing(new, played, &sides[new]);
        for old in 0..new {
            let has_first = sides[old].near.meets(played.first);
            let has_second = sides[old].near.meets(played.second);
            cycle.add(old, &moves[old], &sides[old], has_first ^ has_second);
            join.grow(&mut sides[old], has_first, has_second);
        }
        self.measure(played, &join, &cycle);
        debug_assert!(
            sides.iter().zip(&moves[..=new]).all(|(sides, played)| {
                let is_sound = sides.are_sound(played);
                (is_sound | self.is_illegal).all()
            }),
            "after move {}, some mark's two cells aren't on different sides of its tree",
            new + 1
        );
    }

    /// A move is illegal while a measurement is due, in a taken cell, or in one cell twice unless that is the last free one.
    #[inline(always)]
    fn check(&mut self, played: &Move) {
        let Move { first, second, .. } = *played;
        let is_move = first.is_some();
        let is_doubled = first.equals(second);
        let is_last_free = (self.taken | first).equals(Sets::splat(CellSet::FULL));
        self.is_illegal |= is_move & self.is_due;
        self.is_illegal |= (first | second).meets(self.taken);
        self.is_illegal |= is_move & is_doubled & !is_last_free;
    }

    /// A measurement is legal if the move has closed a cycle, and the first cell of the cycle is the chosen mark's first
    /// cell. The closing mark settles on the far side of the chosen one.
    #[inline(always)]
    fn measure(&mut self, played: &Move, join: &Join, cycle: &Cycle) {
        let is_move = played.first.is_some();
        self.closing_before = (self.closing_before & !is_move) | (self.closing & is_move);
        let is_measured = played.chosen.is(|number| number != 0);
        let is_choice = cycle.chosen_first.equals(cycle.cells.first());
        self.is_illegal |= is_measured & !(join.is_closed & is_choice);
        self.closing |= ((played.first | played.second) - cycle.chosen_near) & is_measured;
        self.is_due = join.is_closed & !is_measured;
        self.taken |= join.tree & join.is_closed;
    }
}

/// The trees of a move's two cells, which become one.
struct Join {
    /// The two cells.
    first: Sets,
    second: Sets,
    /// Where the two trees were one already, so that the move closes a cycle.
    is_closed: Masks,
    tree: Sets,
    /// What the sides of older marks grow by at either cell: the other cell's tree, and nothing if a cycle is closed.
    to_first: Sets,
    to_second: Sets,
}

impl Join {
    /// The tree of a cell is that of any mark whose tree has the cell; without a mark, the cell alone.
    #[inline(always)]
    fn new(new: usize, played: &Move, sides: &[Sides; 9]) -> Self {
        let Move { first, second, .. } = *played;
        let [mut tree_of_first, mut tree_of_second] = [first, second];
        #[expect(
            clippy::needless_range_loop,
            reason = "the compiler would vectorize a loop over a slice across marks, which is slower"
        )]
        for mark in 0..new {
            let tree = sides[mark].tree;
            tree_of_first |= tree & tree.meets(first);
            tree_of_second |= tree & tree.meets(second);
        }
        let is_closed = tree_of_first.meets(second);
        Self {
            first,
            second,
            is_closed,
            tree: tree_of_first | tree_of_second,
            to_first: tree_of_second & !is_closed,
            to_second: tree_of_first & !is_closed,
        }
    }

    /// The sides of the new mark are the two trees.
    #[inline(always)]
    fn sides(&self) -> Sides {
        let closing = self.second - self.first;
        Sides {
            tree: self.tree,
            near: self.to_second | (closing & self.is_closed),
        }
    }

    /// The side of an older mark that has one of the two cells grows by the other cell's tree.
    #[inline(always)]
    fn grow(&self, old: &mut Sides, has_first: Masks, has_second: Masks) {
        old.near = old.near | (self.to_first & has_first) | (self.to_second & has_second);
        old.tree |= self.tree & old.tree.meets(self.first | self.second);
    }
}

/// The cycle, and the chosen mark on it. Meaningless where no cycle is closed.
struct Cycle {
    cells: Sets,
    chosen: Numbers,
    /// The first cell of the chosen mark; none if the mark isn't on the cycle.
    chosen_first: Sets,
    /// The near side of the chosen mark.
    chosen_near: Sets,
}

impl Cycle {
    /// The closing mark is always on the cycle, and may be the chosen one.
    #[inline(always)]
    fn of_closing(new: usize, played: &Move, sides: &Sides) -> Self {
        let mut cycle = Self {
            cells: Sets::EMPTY,
            chosen: played.chosen,
            chosen_first: Sets::EMPTY,
            chosen_near: Sets::EMPTY,
        };
        cycle.add(new, played, sides, Masks::EVERYWHERE);
        cycle
    }

    /// Adds a mark, where it is on the cycle.
    #[inline(always)]
    fn add(&mut self, mark: usize, played: &Move, sides: &Sides, is_on_cycle: Masks) {
        let is_chosen = self.chosen.equals(number(mark));
        self.cells |= (played.first | played.second) & is_on_cycle;
        self.chosen_first |= played.first & is_on_cycle & is_chosen;
        self.chosen_near |= sides.near & is_chosen;
    }
}

/// The number of a mark, which counts from 1.
#[inline(always)]
const fn number(mark: usize) -> Numbers {
    Numbers::splat(mark as u16 + 1)
}

/// How sixteen games have ended.
#[derive(Default)]
struct End {
    /// The cell of each classical mark.
    settled: [Sets; 9],
    /// The classical marks of X and of O.
    classical: [Sets; 2],
    /// Those before the last move.
    classical_before: [Sets; 2],
    /// Where something was against the rules, but for a move after the end.
    is_illegal: Masks,
}

impl End {
    #[inline(always)]
    fn of(moves: &Moves) -> Self {
        let mut sides = [Sides::default(); 9];
        let mut games = Games::default();
        for new in 0..moves.len {
            games.step(new, &mut sides, &moves.nth);
        }
        let mut end = Self {
            is_illegal: games.is_illegal,
            ..Self::default()
        };
        for mark in 0..moves.len {
            let (played, sides) = (&moves.nth[mark], &sides[mark]);
            let settled = sides.settled(played, games.closing);
            end.settled[mark] = settled;
            end.classical[mark % 2] |= settled;
            end.classical_before[mark % 2] |= sides.settled(played, games.closing_before);
        }
        end
    }

    #[inline(always)]
    fn verdict(&self, game: usize, moves: &Moves) -> Verdict {
        let count_lines = |marks: &Sets| marks.0[game].count_lines();
        // A line ends the game, so before the last move there was none.
        let moved_on = self
            .classical_before
            .iter()
            .any(|marks| count_lines(marks) > 0);
        if (self.is_illegal | moves.is_invalid).0[game].is_yes() || moved_on {
            Verdict::Invalid
        } else if moves.is_unsure.0[game].is_yes() {
            Verdict::Unsure
        } else {
            let [x, o] = self.classical.each_ref().map(count_lines);
            Verdict::Score(Score::of_lines(x, o, || self.first_with_line(game)))
        }
    }

    /// Returns who has the line with the lowest maximum subscript.
    fn first_with_line(&self, game: usize) -> Player {
        let mut marks = [CellSet::EMPTY; 2];
        for (mark, settled) in self.settled.iter().enumerate() {
            let player = mark % 2;
            marks[player] |= settled.0[game];
            if marks[player].count_lines() > 0 {
                return Player::ALL[player];
            }
        }
        unreachable!("both have a line")
    }
}

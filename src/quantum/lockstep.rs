//! Sixteen games in step, for speed: scoring a stream of records takes a third of the time that one game after the
//! other would take.
//!
//! A [`Game`](super::Game) follows chains of marks from cell to cell and looks at every step at what comes next, and what
//! costs a processor most is to guess that wrong. Here nothing is followed and nothing looked at: sixteen games make
//! their first move, then their second, and so on, in the same instructions whatever the moves are. The price is that
//! mistakes are noticed, but not explained, and that a record must be [plain]. Everything else is for `Game`. The two are
//! never of different opinions; the tests compare them on every record of up to four moves, and on random ones.
//!
//! What makes it possible is a way to tell where marks settle without following them. Cut a spooky mark out of its tree,
//! and two trees are left, one at each of its cells: its *sides*. When the mark that closes a cycle settles in a cell,
//! every other mark of the tree is driven away from there: it settles in that of its two cells which is on the other
//! side. So all there is to know of a game is the sides of its marks, which only grow, and in which cells the marks that
//! closed a cycle have settled.

mod lanes;
mod plain;
#[cfg(test)]
mod tests;

use super::{cell::CellSet, mark::Player, score::Score};
pub(crate) use lanes::GAMES;
use lanes::Lanes;
use plain::Moves;

/// What is known about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is valid.
    Score(Score),
    /// It is invalid. `Game` says why.
    Invalid,
    /// It isn't plain. `Game` must replay it.
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

/// What is known about the marks.
struct Sides {
    /// The cells of each mark's tree, when it was spooky last.
    tree: [Lanes; 9],
    /// Those on the side of its first cell. Of a mark that closed a cycle, the second cell only: either cell that it can
    /// settle in is across from the other.
    near: [Lanes; 9],
}

/// Sixteen games, but for what is known about their marks: in a value of its own, this stays in registers.
struct Games {
    /// The cells that can take no mark any more.
    taken: Lanes,
    /// The cells in which marks have settled that closed a cycle, and those before the last move.
    closed_in: Lanes,
    closed_before: Lanes,
    /// Where a measurement is due.
    is_due: Lanes,
    /// Not 0 where something was against the rules.
    illegal: Lanes,
}

impl Games {
    const NEW: Self = Self {
        taken: Lanes::ZERO,
        closed_in: Lanes::ZERO,
        closed_before: Lanes::ZERO,
        is_due: Lanes::ZERO,
        illegal: Lanes::ZERO,
    };

    /// Makes the next move in all games that go on, and the measurement after it.
    #[inline(always)]
    fn step(&mut self, new: usize, sides: &mut Sides, moves: &Moves) {
        let [a, b] = [moves.first[new], moves.second[new]];
        let both = a | b;
        let is_move = both.is_some();
        self.closed_before = (self.closed_before - is_move) | (self.closed_in & is_move);

        let is_last_free = (self.taken | a).equals(Lanes::all(CellSet::FULL.bits()));
        self.illegal |= (is_move & self.is_due) | (both & self.taken);
        self.illegal |= (is_move & a.equals(b)) - is_last_free;

        let [mut tree_a, mut tree_b] = [a, b];
        for mark in 0..new {
            let tree = sides.tree[mark];
            tree_a |= tree & tree.meets(a);
            tree_b |= tree & tree.meets(b);
        }
        let joined = tree_a | tree_b;
        let is_closed = tree_a.meets(b);
        let near_new = (tree_a - is_closed) | ((b - a) & is_closed);

        // Of the mark that is chosen: its first cell, if it is on the cycle, and that cell's side.
        let chosen = moves.chosen[new];
        let is_new = chosen.equals(number(new));
        let [mut chosen_first, mut chosen_near] = [a & is_new, near_new & is_new];
        let mut cycle = both;
        let [new_to_a, new_to_b] = [tree_b - is_closed, tree_a - is_closed];
        for mark in 0..new {
            let [tree, near] = [sides.tree[mark], sides.near[mark]];
            let is_chosen = chosen.equals(number(mark));
            // The cycle runs through the marks that have its two ends on different sides.
            let [near_a, near_b] = [near.meets(a), near.meets(b)];
            let is_on_cycle = near_a ^ near_b;
            cycle |= is_on_cycle & (moves.first[mark] | moves.second[mark]);
            chosen_first |= is_on_cycle & is_chosen & moves.first[mark];
            chosen_near |= is_chosen & near;
            // What hangs on the other end of the new mark is on the same side as its near end.
            sides.near[mark] = near | (new_to_a & near_a) | (new_to_b & near_b);
            sides.tree[mark] = tree | (joined & tree.meets(both));
        }
        sides.near[new] = near_new;
        sides.tree[new] = joined;

        // The mark that is chosen settles in the first cell of the cycle, and so in its own first cell. The new mark
        // settles on the other side.
        let is_measured = chosen.is_some();
        self.illegal |= is_measured - (is_closed & chosen_first.equals(cycle.lowest()));
        self.closed_in |= (both - chosen_near) & is_measured;
        self.is_due = is_closed - is_measured;
        self.taken |= joined & is_closed;
    }
}

impl Sides {
    /// Returns the cell in which a mark is classical, if the marks that closed cycles have settled in `closed_in`.
    #[inline(always)]
    fn settled(&self, mark: usize, closed_in: Lanes, moves: &Moves) -> Lanes {
        let is_near = closed_in.meets(self.near[mark]);
        let cell = (moves.second[mark] & is_near) | (moves.first[mark] - is_near);
        cell & closed_in.meets(self.tree[mark])
    }
}

/// The number of a mark, which counts from 1.
#[inline(always)]
const fn number(mark: usize) -> Lanes {
    Lanes::all(mark as u16 + 1)
}

/// How sixteen games have ended.
struct End {
    /// The cell of each classical mark.
    settled: [Lanes; 9],
    /// The classical marks of X and of O.
    classical: [Lanes; 2],
    /// Those before the last move.
    classical_before: [Lanes; 2],
    /// Not 0 where something was against the rules, but for a move after the end.
    illegal: Lanes,
}

impl End {
    #[inline(always)]
    fn of(moves: &Moves) -> Self {
        let mut sides = Sides {
            tree: [Lanes::ZERO; 9],
            near: [Lanes::ZERO; 9],
        };
        let mut games = Games::NEW;
        for new in 0..moves.len {
            games.step(new, &mut sides, moves);
        }
        let mut end = Self {
            settled: [Lanes::ZERO; 9],
            classical: [Lanes::ZERO; 2],
            classical_before: [Lanes::ZERO; 2],
            illegal: games.illegal,
        };
        for mark in 0..moves.len {
            end.settled[mark] = sides.settled(mark, games.closed_in, moves);
            end.classical[mark % 2] |= end.settled[mark];
            end.classical_before[mark % 2] |= sides.settled(mark, games.closed_before, moves);
        }
        end
    }

    #[inline(always)]
    fn verdict(&self, game: usize, moves: &Moves) -> Verdict {
        // A line ends the game, so before the last move there was none.
        let has_line = |marks: &Lanes| cells(*marks, game).count_lines() > 0;
        let moved_on = self.classical_before.iter().any(has_line);
        if self.illegal.0[game] | moves.wrong.0[game] != 0 || moved_on {
            Verdict::Invalid
        } else if moves.odd.0[game] != 0 {
            Verdict::Unsure
        } else {
            let [x, o] = self.classical.map(|marks| cells(marks, game).count_lines());
            Verdict::Score(Score::of_lines(x, o, || self.first_with_line(game)))
        }
    }

    /// Returns who has the line with the lowest maximum subscript.
    fn first_with_line(&self, game: usize) -> Player {
        let mut marks = [CellSet::EMPTY; 2];
        for (mark, settled) in self.settled.iter().enumerate() {
            let player = mark % 2;
            marks[player] |= cells(*settled, game);
            if marks[player].count_lines() > 0 {
                return Player::ALL[player];
            }
        }
        unreachable!("both have a line")
    }
}

#[inline(always)]
fn cells(lanes: Lanes, game: usize) -> CellSet {
    CellSet::from_bits(lanes.0[game])
}

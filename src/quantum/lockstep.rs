//! Scores sixteen records in lockstep, for speed: in less than half the time of one by one.
//!
//! A [`Position`](super::Position) follows marks from cell to cell, and most of its time goes into mispredicted
//! branches. Here no branch depends on the moves: sixteen games make their first move, then their second, and so on,
//! with the same instructions. The price: a mistake is detected but not explained. `Position` replays the records without
//! a score, to explain it, and the tests compare the two.
//!
//! # Sides
//!
//! Where a mark settles can be told without following others. Without the mark, its component is two components: the
//! *near side*, which has the mark's alphabetically first cell, and the *far side*, which has the other.
//!
//! - **Check.** A move is illegal while a measurement is due, in a taken cell, or in one cell twice unless that is the
//!   last free one.
//! - **Join.** A move joins the components of its two cells. A side that has one of the cells grows by the other cell's
//!   component.
//! - **Cycle.** If the two cells are in one component, the move closes a cycle, which runs through all marks that have
//!   them on different sides.
//! - **Measurement.** The chosen mark settles in the first cell of the cycle, which must be its own first cell. So the
//!   *closing mark*, which closed the cycle, settles on its far side, and drives away every other mark of the component:
//!   each settles in its cell on the side where the closing mark isn't.
//!
//! So the sides of the marks, and the cells in which closing marks have settled, are all there is to know of a game.
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
//! The last row makes one rule of two. A closing mark settles in its own cell, not across from it. With its second cell
//! alone as its near side, it settles across from the side with the cell, like any mark.

mod lanes;
mod moves;
#[cfg(test)]
mod tests;

use super::{cell::CellSet, mark::Player, score::Score};
pub(crate) use lanes::GAMES;
use lanes::Lanes;
use moves::{Move, Moves};

/// Scores the records at the beginning of sixteen texts, each up to the first newline.
///
/// There is no score for an invalid record, nor for some valid ones: with a lot of white space, or near the end of the
/// text.
pub(crate) fn scores(texts: &[&[u8]; GAMES]) -> [Option<Score>; GAMES] {
    let moves = moves::read(texts);
    let end = End::of(&moves);
    let mut scores = [None; GAMES];
    for (game, score) in scores.iter_mut().enumerate() {
        *score = end.score(game);
    }
    scores
}

/// Sixteen games.
#[derive(Default)]
struct Games {
    /// The component of each mark, as it was when the mark was last spooky.
    component: [Lanes; 9],
    /// The near side of each mark; of a closing mark, its second cell alone. The rest of the component is the far side.
    near: [Lanes; 9],
    /// The cells of components that have a cycle or have collapsed.
    taken: Lanes,
    /// The cells in which closing marks have settled.
    closing: Lanes,
    /// The component that has collapsed since the last move.
    just_collapsed: Lanes,
    /// The games in which a measurement is due.
    is_due: Lanes,
    /// The games in which something was against the rules.
    is_illegal: Lanes,
}

impl Games {
    /// Makes the move of mark `new`, and the measurement after it, in every game that has them.
    #[inline(always)]
    fn play(&mut self, new: usize, moves: &[Move; 9]) {
        let Move {
            first,
            second,
            chosen,
        } = moves[new];
        let cells = first | second;

        // Check.
        let is_move = cells.is_some();
        let is_doubled = is_move & first.equals(second);
        let is_last_free = (self.taken | first).equals(Lanes::splat(CellSet::FULL.bits()));
        self.is_illegal |=
            (is_move & self.is_due) | cells.meets(self.taken) | (is_doubled - is_last_free);

        // Join.
        let of_first = self.component_of(first, new);
        let of_second = self.component_of(second, new);
        let component = of_first | of_second;
        let is_closed = of_first.meets(second);
        self.component[new] = component;
        self.near[new] = (of_first - is_closed) | ((second - first) & is_closed);
        let [growth_at_first, growth_at_second] = [of_second - is_closed, of_first - is_closed];

        // Cycle. The closing mark is always on it, and may be the chosen one.
        let mut cycle = cells;
        let is_chosen = chosen.equals(number(new));
        let mut chosen_first = first & is_chosen;
        let mut chosen_near = self.near[new] & is_chosen;
        for (old, played) in moves[..new].iter().enumerate() {
            let near = self.near[old];
            let has_first = near.meets(first);
            let has_second = near.meets(second);
            let is_on_cycle = has_first ^ has_second;
            let is_chosen = chosen.equals(number(old));
            cycle |= (played.first | played.second) & is_on_cycle;
            chosen_first |= played.first & is_on_cycle & is_chosen;
            chosen_near |= near & is_chosen;
            self.near[old] |= (growth_at_first & has_first) | (growth_at_second & has_second);
            self.component[old] |= component & self.component[old].meets(cells);
        }

        // Measurement.
        let is_measured = chosen.is_some();
        let is_choice = is_closed & chosen_first.equals(cycle.first());
        self.is_illegal |= is_measured - is_choice;
        self.is_due = is_closed - is_measured;
        self.closing |= (cells - chosen_near) & is_measured;
        self.taken |= component & is_closed;
        self.just_collapsed = (self.just_collapsed - is_move) | (component & is_measured);
    }

    /// Returns the component of a cell, given the number of marks so far: that of any mark whose component has the cell;
    /// without a mark, the cell alone.
    #[inline(always)]
    fn component_of(&self, cell: Lanes, marks: usize) -> Lanes {
        let mut component_of_cell = cell;
        for mark in 0..marks {
            let component = self.component[mark];
            component_of_cell |= component & component.meets(cell);
        }
        component_of_cell
    }

    /// Returns the cell in which a mark is classical, if any.
    #[inline(always)]
    fn settled(&self, mark: usize, played: &Move) -> Lanes {
        let is_near = self.closing.meets(self.near[mark]);
        let cell = (played.second & is_near) | (played.first - is_near);
        cell & self.closing.meets(self.component[mark])
    }
}

/// Returns the number of a mark, which counts from 1.
#[inline(always)]
const fn number(mark: usize) -> Lanes {
    Lanes::splat(mark as u16 + 1)
}

/// How sixteen games have ended.
#[derive(Default)]
struct End {
    /// The cell of each classical mark.
    settled: [Lanes; 9],
    /// The classical marks of X and of O.
    classical: [Lanes; 2],
    /// The cells that became classical after the last move.
    just_collapsed: Lanes,
    /// The games in which something was against the rules, but for a move after the end.
    is_invalid: Lanes,
}

impl End {
    #[inline(always)]
    fn of(moves: &Moves) -> Self {
        let mut games = Games::default();
        for new in 0..moves.len {
            games.play(new, &moves.nth);
        }
        let mut end = Self {
            just_collapsed: games.just_collapsed,
            is_invalid: moves.is_invalid | games.is_illegal,
            ..Self::default()
        };
        for mark in 0..moves.len {
            let settled = games.settled(mark, &moves.nth[mark]);
            end.settled[mark] = settled;
            end.classical[mark % 2] |= settled;
        }
        end
    }

    #[inline(always)]
    fn score(&self, game: usize) -> Option<Score> {
        // A line ends the game, so before the last move there was none.
        let before = self.classical.map(|marks| marks - self.just_collapsed);
        let has_moved_on = before.iter().any(|marks| count_lines(marks.0[game]) > 0);
        if has_moved_on || self.is_invalid.0[game] != 0 {
            return None;
        }
        let [x, o] = self.classical.map(|marks| count_lines(marks.0[game]));
        Some(Score::of_lines(x, o, || self.first_with_line(game)))
    }

    /// Returns the player who has the line with the lowest maximum subscript.
    fn first_with_line(&self, game: usize) -> Player {
        let mut marks = [0; 2];
        for (mark, settled) in self.settled.iter().enumerate() {
            let player = mark % 2;
            marks[player] |= settled.0[game];
            if count_lines(marks[player]) > 0 {
                return Player::ALL[player];
            }
        }
        unreachable!("both have a line")
    }
}

#[inline(always)]
fn count_lines(cells: u16) -> usize {
    CellSet::from_bits(cells).count_lines()
}

//! Scores sixteen records in lockstep, which is faster than playing each on a [`Position`].
//!
//! A `Position` moves marks from cell to cell, and spends most of its time on mispredicted branches. Here no branch
//! depends on the moves: sixteen games make their first move, then their second, and so on, with the same instructions.
//! An error is detected but not explained. The tests compare every score with that of a `Position`.
//!
//! [`Position`]: crate::Position
//!
//! # Sides
//!
//! The cell in which a mark settles follows from sets of cells. Without the mark, its component would be two
//! components: the *near side*, with the mark's alphabetically first cell, and the *far side*, with the other cell.
//!
//! - **Check.** A move is illegal while a measurement is due, in a taken cell, or in one cell twice while another is
//!   free.
//! - **Join.** A move joins the components of its two cells. A side with one of the cells grows by the component of the
//!   other cell.
//! - **Cycle.** If the two cells are in one component, the move closes a cycle. Its marks are those with the two cells
//!   on different sides.
//! - **Measurement.** The chosen mark settles in the first cell of the cycle, which must be its own first cell.
//!   Therefore, the *closing mark*, which closed the cycle, settles on the chosen mark's far side. Every other mark of
//!   the component settles in its cell on the side without the closing mark.
//!
//! Therefore, the state of a game consists of the sides of its marks and the cells in which closing marks have settled.
//!
//! For example, in `AB BC CA 1`, before the third move:
//!
//! | mark | cells | near side | far side |
//! | ---- | ----- | --------- | -------- |
//! | 1    | A B   | A         | B C      |
//! | 2    | B C   | A B       | C        |
//!
//! The third move closes a cycle with both marks: A is on their near sides, C on their far sides. The first cell of the
//! cycle is A, the first cell of mark 1, which is chosen and settles there. Therefore, mark 3 settles in C, on the far
//! side of mark 1, and mark 2 settles in B, on the side without C:
//!
//! | mark | cells | near side | far side | C is  | settles in |
//! | ---- | ----- | --------- | -------- | ----- | ---------- |
//! | 1    | A B   | A         | B C      | far   | A          |
//! | 2    | B C   | A B       | C        | far   | B          |
//! | 3    | A C   | C         | A B      | near  | C          |
//!
//! The last row lets one rule cover all marks. A closing mark settles in one of its two cells. Its near side is defined
//! as its second cell alone, so that it also settles in its cell on the side without the closing cell.

mod lanes;
mod moves;
#[cfg(test)]
mod tests;

use std::array;

use crate::lines::next_line;
use crate::{ByPlayer, CellSet, Game, GameError, Mark, Score};
use lanes::{GAMES, Lanes};
use moves::{Move, Moves};

/// Scores the game on each line of `text`. Calls `each` with every line, in order, and its score or the error in it.
/// The line is passed without its newline (LF or CR LF) and without byte order marks at its start.
///
/// An empty line is the game without moves, and the last line needs no newline. In groups of sixteen, records in
/// letters with at most one space after each token are scored fast. Any other line, and lines near the end of the text,
/// are parsed as a [`Game`].
///
/// ```
/// let mut scores = Vec::new();
/// qttt::score_lines(b"AE BF EI DH AI 1\n\nAB A\n", |line, score| scores.push((line.len(), score.ok())));
/// assert_eq!(scores, [(16, Some(qttt::Score::X)), (0, Some(qttt::Score::Nobody)), (4, None)]);
/// ```
pub fn score_lines<'t>(text: &'t [u8], mut each: impl FnMut(&'t [u8], Result<Score, GameError>)) {
    let mut rest = text;
    while !rest.is_empty() {
        let mut texts = [rest; GAMES];
        let lines: [_; GAMES] = array::from_fn(|line| {
            texts[line] = rest;
            next_line(&mut rest)
        });
        for (line, score) in lines.into_iter().zip(scores(&texts)) {
            let Some(line) = line else { return };
            let replay = || Ok(Game::try_from(line)?.position().score());
            each(line, score.map_or_else(replay, Ok));
        }
    }
}

/// Scores sixteen records, each at the start of a slice and up to the first newline.
///
/// Returns `None` for an invalid record, and for some valid ones: with other separators, or near the end of the text.
fn scores(texts: &[&[u8]; GAMES]) -> [Option<Score>; GAMES] {
    let moves = moves::read(texts);
    let games = Games::after(&moves);
    let mut cells = [Lanes::NONE; 9];
    let mut classical = ByPlayer([Lanes::NONE; 2]);
    for mark in 0..moves.len {
        cells[mark] = games.cell_of(mark, &moves.nth[mark]);
        classical[Mark::ALL[mark].player()] |= cells[mark];
    }
    let before_last_move = classical.0.map(|marks| marks - games.just_collapsed);
    let is_invalid = moves.is_unparsed | games.is_illegal;
    array::from_fn(|game| {
        let count_lines = |marks: Lanes| CellSet::from_bits(marks.0[game]).count_lines();
        // A line ends the game, so a line before the last move is an error.
        let had_line = before_last_move.iter().any(|&marks| count_lines(marks) > 0);
        if had_line || is_invalid.0[game] != 0 {
            return None;
        }
        let [x, o] = classical.0.map(count_lines);
        let cell_of = |mark: Mark| CellSet::from_bits(cells[mark.index()].0[game]);
        Some(Score::of_lines(x, o, cell_of))
    })
}

/// The state of sixteen games.
#[derive(Default)]
struct Games {
    /// The component of each mark, when the mark was last spooky.
    component: [Lanes; 9],
    /// The near side of each mark; for a closing mark, its second cell. The rest of the component is the far side.
    near: [Lanes; 9],
    /// The cells of components with a cycle, collapsed or not.
    taken: Lanes,
    /// The cells in which closing marks have settled.
    closing: Lanes,
    /// The component that has collapsed since the last move.
    just_collapsed: Lanes,
    /// The games in which a measurement is due.
    is_due: Lanes,
    /// The games with an illegal action.
    is_illegal: Lanes,
}

impl Games {
    /// Plays all moves.
    #[inline(always)]
    fn after(moves: &Moves) -> Self {
        let mut games = Self::default();
        for new in 0..moves.len {
            games.play(new, &moves.nth);
        }
        games
    }

    /// Plays the move of mark `new` and the measurement after it, in every game that has one.
    #[inline(always)]
    fn play(&mut self, new: usize, moves: &[Move; 9]) {
        let Move {
            first,
            second,
            chosen,
        } = moves[new];
        let cells = first | second;

        let is_move = cells.is_some();
        let is_doubled = is_move & first.equals(second);
        let is_last_free = (self.taken | first).equals(Lanes::splat(CellSet::FULL.bits()));
        self.is_illegal |=
            (is_move & self.is_due) | cells.meets(self.taken) | (is_doubled - is_last_free);

        let of_first = self.component_of(first, new);
        let of_second = self.component_of(second, new);
        let component = of_first | of_second;
        let is_closed = of_first.meets(second);
        self.component[new] = component;
        self.near[new] = (of_first - is_closed) | ((second - first) & is_closed);
        let [growth_at_first, growth_at_second] = [of_second - is_closed, of_first - is_closed];

        // The closing mark is on the cycle, and can be the chosen one.
        let mut cycle = cells;
        let is_chosen = chosen.equals(number(new));
        let mut chosen_first = first & is_chosen;
        let mut chosen_near = self.near[new] & is_chosen;
        for (old, played) in moves[..new].iter().enumerate() {
            let near = self.near[old];
            let has_first = near.meets(first);
            let has_second = near.meets(second);
            let is_off_cycle = has_first.equals(has_second);
            let is_chosen = chosen.equals(number(old));
            cycle |= (played.first | played.second) - is_off_cycle;
            chosen_first |= (played.first & is_chosen) - is_off_cycle;
            chosen_near |= near & is_chosen;
            self.near[old] |= (growth_at_first & has_first) | (growth_at_second & has_second);
            self.component[old] |= component & self.component[old].meets(cells);
        }

        let is_measured = chosen.is_some();
        let is_choice = is_closed & chosen_first.equals(cycle.first());
        self.is_illegal |= is_measured - is_choice;
        self.is_due = is_closed - is_measured;
        self.closing |= (cells - chosen_near) & is_measured;
        self.taken |= component & is_closed;
        self.just_collapsed = (self.just_collapsed - is_move) | (component & is_measured);
    }

    /// Returns the component of a cell, given the number of marks: the component of any mark with the cell, or the cell
    /// alone.
    #[inline(always)]
    fn component_of(&self, cell: Lanes, marks: usize) -> Lanes {
        let mut component_of_cell = cell;
        for mark in 0..marks {
            let component = self.component[mark];
            component_of_cell |= component & component.meets(cell);
        }
        component_of_cell
    }

    /// Returns the cell in which a mark is classical, or the empty set.
    #[inline(always)]
    fn cell_of(&self, mark: usize, played: &Move) -> Lanes {
        let is_near = self.closing.meets(self.near[mark]);
        let cell = (played.second & is_near) | (played.first - is_near);
        cell & self.closing.meets(self.component[mark])
    }
}

/// Returns the number of a mark, 1 to 9, from its index.
#[inline(always)]
const fn number(mark: usize) -> Lanes {
    Lanes::splat(mark as u16 + 1)
}

//! The last two moves, without a search.
//!
//! After seven moves the free cells are two components, after eight they are one. Each will collapse, and how depends only
//! on the cell in which a new mark settles: mark 8 in one of the components, mark 9 in the other. So a cell of each
//! component, and which of the two gets mark 8, make all the boards that the game can end with.

use crate::{CellSet, Mark, Player, Position, Score, Status};

const MARK_8: Mark = Mark::ALL[7];
const MARK_9: Mark = Mark::ALL[8];

/// Returns the value of a position with at least seven moves.
pub(super) fn value(position: &Position) -> Score {
    match position.status() {
        Status::Over => position.score(),
        Status::Measure { by, choices, .. } => {
            let outcomes = choices.iter().map(|mark| {
                let mut outcome = *position;
                outcome.measure(mark).expect("it is one of the choices");
                value(&outcome)
            });
            match by {
                Player::X => outcomes.max(),
                Player::O => outcomes.min(),
            }
            .expect("there is a choice")
        }
        Status::Move(Player::X) => {
            let free = position.free();
            let ends = free
                .iter()
                .map(|cell| position.score_with(position.collapse_in(cell, MARK_9)));
            TopTwo::among(ends).after_closing(free)
        }
        Status::Move(Player::O) => before_move_8(position),
    }
}

/// O joins the two components, or closes a cycle in one of them. Then X closes one in the component that is left.
fn before_move_8(position: &Position) -> Score {
    let free = position.free();
    let one = free
        .first()
        .map_or(free, |cell| position.component_of(cell));
    let other = free - one;
    // What X gets where mark 8 settles in a cell, and mark 9 in the other component.
    let mut with_mark_8_in = [TopTwo::NONE; 9];
    let mut lowest = Score::XTwice;
    for (component, rest) in [(one, other), (other, one)] {
        let mut lowest_two = [Score::XTwice; 2];
        for cell in component.iter() {
            let settled = position.collapse_in(cell, MARK_8);
            let ends = rest
                .iter()
                .map(|cell| position.score_with(settled.or(position.collapse_in(cell, MARK_9))));
            let best = TopTwo::among(ends);
            with_mark_8_in[cell.index()] = best;
            let value = match position.score_with(settled) {
                Score::Nobody => best.after_closing(rest),
                over => over,
            };
            let [first, second] = lowest_two;
            lowest_two = [first.min(value), second.min(value.max(first))];
        }
        // Of the two cells in which O closes the cycle, X chooses the better.
        if component.len() > 1 {
            lowest = lowest.min(lowest_two[1]);
        }
    }
    for a in one.iter() {
        for b in other.iter() {
            // X closes the cycle: its mark settles in either component, and so drives mark 8 into the other one.
            let joined = with_mark_8_in[a.index()].and(with_mark_8_in[b.index()]);
            lowest = lowest.min(joined.second);
        }
    }
    lowest
}

/// The two best scores for X; the worst possible one if there are fewer.
#[derive(Clone, Copy)]
struct TopTwo {
    first: Score,
    second: Score,
}

impl TopTwo {
    const NONE: Self = Self {
        first: Score::O,
        second: Score::O,
    };

    fn among(ends: impl Iterator<Item = Score>) -> Self {
        ends.fold(Self::NONE, |best, end| {
            best.and(Self {
                first: end,
                ..Self::NONE
            })
        })
    }

    fn and(self, other: Self) -> Self {
        let second = self.second.max(other.second);
        Self {
            first: self.first.max(other.first),
            second: second.max(self.first.min(other.first)),
        }
    }

    /// Returns what X gets by closing a cycle in a component with these scores: O chooses the worse of two, and has no
    /// choice if the component is the last free cell.
    fn after_closing(self, component: CellSet) -> Score {
        if component.len() > 1 {
            self.second
        } else {
            self.first
        }
    }
}

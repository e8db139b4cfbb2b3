//! Values of positions with two moves left or fewer, without a search.
//!
//! After seven moves the free cells form two components, after eight moves one. Each component collapses, with an
//! outcome that depends only on the cell in which a new mark settles: mark 8 in one component, mark 9 in the other. So
//! each possible final board is given by a cell of each component, and by which of the two gets mark 8.

use crate::{CellSet, Mark, Player, Position, Score, Status, quantum::per_cell::PerCell};

const MARK_8: Mark = Mark::ALL[7];
const MARK_9: Mark = Mark::ALL[8];

/// Returns the value of a position with at least seven moves.
pub(super) fn value(position: &Position) -> Score {
    match position.status() {
        Status::Over => position.score(),
        Status::Measure { by, choices, .. } => {
            let outcomes = choices.iter().map(|mark| {
                let mut outcome = *position;
                outcome.measure(mark).expect("a legal choice");
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
            TopTwo::of(ends).after_closing(free)
        }
        Status::Move(Player::O) => before_move_8(position),
    }
}

/// Returns the value before move 8: O joins the two components, or closes a cycle in one of them; then X closes a cycle
/// in the component that is left.
fn before_move_8(position: &Position) -> Score {
    let free = position.free();
    let one = free
        .first()
        .map_or(free, |cell| position.component_of(cell));
    let other = free - one;
    let mut settled_9 = [PerCell::ZERO; 9];
    for cell in free.iter() {
        settled_9[cell.index()] = position.collapse_in(cell, MARK_9);
    }
    // For each cell of mark 8, the best scores with mark 9 in the other component.
    let mut with_mark_8_in = [TopTwo::NONE; 9];
    let mut lowest = Score::XTwice;
    for (component, rest) in [(one, other), (other, one)] {
        let mut lowest_two = [Score::XTwice; 2];
        for cell in component.iter() {
            let settled_8 = position.collapse_in(cell, MARK_8);
            let ends = rest
                .iter()
                .map(|cell| position.score_with(settled_8.or(settled_9[cell.index()])));
            let best = TopTwo::of(ends);
            with_mark_8_in[cell.index()] = best;
            let value = match position.score_with(settled_8) {
                Score::Nobody => best.after_closing(rest),
                over => over,
            };
            let [first, second] = lowest_two;
            lowest_two = [first.min(value), second.min(value.max(first))];
        }
        // X chooses the better of the two cells in which O closes the cycle.
        if component.len() > 1 {
            lowest = lowest.min(lowest_two[1]);
        }
    }
    for a in one.iter() {
        for b in other.iter() {
            // X closes the cycle: mark 9 settles in one component and drives mark 8 into the other.
            let joined = with_mark_8_in[a.index()].and(with_mark_8_in[b.index()]);
            lowest = lowest.min(joined.second);
        }
    }
    lowest
}

/// The two best scores for X. A missing score counts as the worst.
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

    fn of(ends: impl Iterator<Item = Score>) -> Self {
        ends.fold(Self::NONE, |best, end| {
            best.and(Self {
                first: end,
                ..Self::NONE
            })
        })
    }

    /// Returns the two best scores of both.
    fn and(self, other: Self) -> Self {
        let second = self.second.max(other.second);
        Self {
            first: self.first.max(other.first),
            second: second.max(self.first.min(other.first)),
        }
    }

    /// Returns the score after X closes a cycle in a component with these scores: O chooses the worse of the two, or
    /// has no choice if the component is the last free cell.
    fn after_closing(self, component: CellSet) -> Score {
        if component.len() > 1 {
            self.second
        } else {
            self.first
        }
    }
}

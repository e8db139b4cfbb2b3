//! Counts of records, to check the rules against known figures.

use super::{
    action::Action,
    position::{Position, Status},
};

/// How many records there are with a number of moves, every closed cycle measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// All of them; the two cells of a move are counted in one order only.
    pub records: u64,
    /// Those in which the game is over.
    pub over: u64,
}

/// Counts the ways to continue from a position by exactly `moves` moves, 0 to 9, with every closed cycle measured.
///
/// Games that end sooner are not counted.
///
/// ```
/// use qttt::{Position, Perft, perft};
///
/// assert_eq!(perft(&Position::new(), 2), Perft { records: 1_332, over: 0 });
/// ```
#[must_use]
pub fn perft(position: &Position, moves: u8) -> Perft {
    let status = position.status();
    if moves == 0 && !matches!(status, Status::Measure { .. }) {
        return Perft {
            records: 1,
            over: u64::from(status == Status::Over),
        };
    }
    let mut sum = Perft::default();
    for action in position.legal_actions() {
        let next = position.after(action).expect("the action is a legal one");
        let moves_left = moves - u8::from(matches!(action, Action::Move(..)));
        let Perft { records, over } = perft(&next, moves_left);
        sum.records += records;
        sum.over += over;
    }
    sum
}

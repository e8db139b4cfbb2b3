//! Canonical positions: one for each set of equivalent positions.

use super::key::{KEY_MOVES, Keyed};
use crate::{Mark, Player, Position, Status, Symmetry};

/// Returns the canonical form of a position. Positions with the same form have the same value.
///
/// If the next action is a move and at most six have been made, the form ignores the orientation of the board, the
/// order of each player's moves, and which cells each mark connects within a chain of one player's marks. There are
/// 1,006,813 such forms. For other positions it ignores only the orientation of the board.
///
/// The canonical form is a legal position: some game leads to it.
///
/// ```
/// use qttt::{Record, solve};
///
/// let canonical = |record: &str| record.parse::<Record>().map(|record| solve::canonical(&record.position()));
/// assert_eq!(canonical("AB HI BC")?, canonical("CI DG CF")?);
/// assert_ne!(canonical("AB HI BC")?, canonical("AB HI CD")?);
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn canonical(position: &Position) -> Position {
    match position.status() {
        Status::Move(_) if position.move_count() <= KEY_MOVES => {
            let symmetry = Keyed::of(position).canonical_image();
            with_marks_in_order(&position.transform(symmetry))
        }
        _ => {
            let images = Symmetry::ALL.map(|symmetry| position.transform(symmetry));
            let smallest = images.into_iter().min_by_key(Position::to_string);
            smallest.expect("eight images")
        }
    }
}

/// Numbers each player's marks in the order of their cells and connects every cell of a block with its first cell.
fn with_marks_in_order(position: &Position) -> Position {
    let node = Keyed::of(position);
    let (mut classical, mut spooky) = (Vec::new(), Vec::new());
    for player in Player::ALL {
        let mut unused = Mark::ALL.into_iter().filter(|mark| mark.player() == player);
        let mut next = || unused.next().expect("at most five moves of a player");
        for cell in position.cells_of(player) {
            classical.push((next(), cell));
        }
        for cell in position.free() {
            let first = node.block(player, cell).first();
            if let Some(first) = first.filter(|&first| first != cell) {
                spooky.push((next(), [first, cell]));
            }
        }
    }
    Position::with_marks(&classical, spooky).expect("a legal position with the same blocks")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the canonical positions one move later, with every cycle measured, in which the game isn't over.
    fn one_move_later(positions: &HashSet<Position>) -> HashSet<Position> {
        let after = |position: &Position| {
            position
                .legal_actions()
                .into_iter()
                .map(|action| position.after(action))
                .collect()
        };
        let moved = positions
            .iter()
            .flat_map(|position| -> Vec<_> { after(position) });
        let measured = moved
            .flatten()
            .flat_map(|position| match position.status() {
                Status::Measure { .. } => after(&position),
                _ => vec![Ok(position)],
            });
        let goes_on = measured.flatten().filter(|position| !position.is_over());
        goes_on.map(|position| canonical(&position)).collect()
    }

    /// An independent program found the same count, with other canonical forms.
    #[test]
    #[ignore = "takes half a minute"]
    fn there_are_1_006_813_canonical_positions() {
        let mut positions = HashSet::from([Position::new()]);
        let mut count = positions.len();
        for _ in 0..KEY_MOVES {
            positions = one_move_later(&positions);
            count += positions.len();
        }
        assert_eq!(count, 1_006_813);
    }
}

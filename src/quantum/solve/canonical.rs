//! One position for all that perfect play can't tell apart.

use super::key::{ALIKE, Node};
use crate::{
    Mark, Player, Position, Status, Symmetry,
    quantum::position::{Marks, Place},
};

impl Position {
    /// Returns the same position for all that perfect play can't tell apart.
    ///
    /// Where a move is to be made and at most six have been, these are the positions that differ only in how the board
    /// is turned, in the order of each player's moves, or in which cells of one player's chain are tied to which: 1,006,813
    /// in all. Later positions, and those with a measurement due, only lose how the board is turned.
    ///
    /// What is returned is a position that a game can lead to.
    ///
    /// ```
    /// use qttt::Record;
    ///
    /// let canonical = |record: &str| record.parse::<Record>().map(|record| record.position().canonical());
    /// assert_eq!(canonical("AB HI BC")?, canonical("CI DG CF")?);
    /// assert_ne!(canonical("AB HI BC")?, canonical("AB HI CD")?);
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        match self.status() {
            Status::Move(_) if self.moves() <= ALIKE => {
                let least = Node::of(self).least_image();
                self.transform(least).with_marks_in_order()
            }
            _ => {
                let images = Symmetry::ALL.map(|symmetry| self.transform(symmetry));
                let least = images.into_iter().min_by_key(Self::to_string);
                least.expect("there are eight images")
            }
        }
    }

    /// Numbers each player's marks in the order of their cells, and ties every cell of a chain of one player's marks to
    /// the first.
    fn with_marks_in_order(self) -> Self {
        let node = Node::of(&self);
        let mut marks = Marks::default();
        for player in Player::ALL {
            let mut left = Mark::ALL.into_iter().filter(|mark| mark.player() == player);
            let mut put = |place| {
                let mark = left.next().expect("a player makes at most five moves");
                marks.put(mark, place).expect("each mark is put once");
            };
            for cell in self.cells_of(player).iter() {
                put(Place::Classical(cell));
            }
            for cell in self.free().iter() {
                let first = node.block(player, cell).first();
                if let Some(first) = first.filter(|&first| first != cell) {
                    put(Place::Spooky(first, cell));
                }
            }
        }
        marks
            .into_position()
            .expect("the same marks in other cells of their chains")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns what the positions lead to in which one more move has been made, and the next is to be made.
    fn one_move_later(positions: &HashSet<Position>) -> HashSet<Position> {
        let after = |position: &Position| {
            position
                .legal_actions()
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
        goes_on.map(|position| position.canonical()).collect()
    }

    /// Another program counted the same, by normal forms that share nothing with these.
    #[test]
    fn as_many_positions_differ_as_another_program_counted() {
        let mut positions = HashSet::from([Position::new()]);
        for count in [8, 186, 2_372] {
            positions = one_move_later(&positions);
            assert_eq!(positions.len(), count);
            assert!(
                positions
                    .iter()
                    .all(|position| position.canonical() == *position)
            );
        }
    }

    /// `cargo test --release --lib a_million_positions -- --ignored` takes half a minute.
    #[test]
    #[ignore = "takes half a minute"]
    fn a_million_positions_differ() {
        let mut positions = HashSet::from([Position::new()]);
        let mut count = positions.len();
        for _ in 0..ALIKE {
            positions = one_move_later(&positions);
            count += positions.len();
        }
        assert_eq!(count, 1_006_813);
    }
}

//! The proof for 4×4×4, walked through with the player's own moves.

use std::collections::HashMap;

use super::*;

/// Every game that O can play against the strategy, up to symmetry.
struct Walk {
    images: Vec<Vec<u32>>,
    /// Positions of X that were met, by their least image, and the most moves of X that they still take.
    met: HashMap<[u64; 2], u32>,
    by_book: usize,
}

impl Walk {
    /// Tries every reply after a move of X, and returns the most moves of X that it still takes.
    fn after_x(&mut self, position: &Position) -> u32 {
        match position.winner() {
            Some(winner) => {
                assert_eq!(winner, Stone::X, "{position:?}");
                return 0;
            }
            None => assert!(!position.is_full(), "a draw: {position:?}"),
        }
        let replies = empty_cells(position).into_iter().map(|reply| {
            let mut after = position.clone();
            after.play(reply).unwrap();
            self.at_x(&after)
        });
        replies.max().unwrap_or(0)
    }

    fn at_x(&mut self, position: &Position) -> u32 {
        assert_eq!(position.winner(), None, "{position:?}");
        let key = self.least_image(position);
        if let Some(&more) = self.met.get(&key) {
            return more;
        }
        let cell = sure_move(position).unwrap_or_else(|| panic!("no move: {position:?}"));
        self.by_book += usize::from(qubic::book_move(position).as_ref() == Some(&cell));
        let mut after = position.clone();
        after.play(cell).unwrap();
        let more = 1 + self.after_x(&after);
        self.met.insert(key, more);
        more
    }

    fn least_image(&self, position: &Position) -> [u64; 2] {
        let image = |symmetry: &Vec<u32>| {
            let mut stones = [0; 2];
            for (turn, cell) in position.moves().iter().enumerate() {
                stones[turn % 2] |= 1 << symmetry[position.board().index(cell)];
            }
            stones
        };
        self.images.iter().map(image).min().unwrap()
    }
}

/// `cargo test --release --lib x_wins_whatever_o_does -- --ignored --nocapture`
#[test]
#[ignore = "a quarter of an hour on one core"]
fn x_wins_whatever_o_does() {
    let mut walk = Walk {
        images: crate::hypercube::symmetries(wide(3)),
        met: HashMap::new(),
        by_book: 0,
    };
    let mut position = Position::new(wide(3));
    position.play(Cell([2, 2, 2].into())).unwrap();
    let more = walk.after_x(&position);
    println!(
        "{} classes, {} by the book; at most {} plies",
        walk.met.len(),
        walk.by_book,
        2 * more + 1,
    );
}

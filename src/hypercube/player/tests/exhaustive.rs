//! All games of the player on boards whose result is known from theory.

use std::collections::HashSet;

use super::*;

/// Plays the player's games against every reply and checks each end. A position that is an image of an earlier one
/// under a symmetry is skipped.
struct Exhaustive<'c> {
    us: Player,
    symmetries: Vec<Symmetry>,
    seen: HashSet<Vec<u8>>,
    check: &'c dyn Fn(&Position),
}

impl Exhaustive<'_> {
    /// Returns how many games end.
    fn run(&mut self, position: &Position) -> usize {
        if position.is_over() {
            (self.check)(position);
            return 1;
        }
        if position.turn() == self.us {
            return self.run(&after(position, choose(position).unwrap()));
        }
        if !self.seen.insert(self.least_image(position)) {
            return 0;
        }
        let replies = position.free_cells();
        replies.map(|cell| self.run(&after(position, cell))).sum()
    }

    fn least_image(&self, position: &Position) -> Vec<u8> {
        let board = position.board();
        let images = self.symmetries.iter().map(|symmetry| {
            let mut stones = vec![0; board.cells().unwrap() as usize];
            for (cell, stone) in position.moves().iter().zip([1, 2].into_iter().cycle()) {
                stones[symmetry.index(board, cell) as usize] = stone;
            }
            stones
        });
        images.min().unwrap()
    }
}

/// Returns how many games end. Each end passes the check.
fn exhaust(board: Board, us: Player, check: &dyn Fn(&Position)) -> usize {
    let mut exhaustive = Exhaustive {
        us,
        symmetries: Symmetry::all(board).collect(),
        seen: HashSet::new(),
        check,
    };
    exhaustive.run(&Position::new(board))
}

/// Returns how many games end, all won by X.
fn wins_as_x(board: Board) -> usize {
    exhaust(board, Player::X, &|end| {
        assert_eq!(end.winner(), Some(Player::X), "{}", protocol::write(end));
    })
}

#[test]
fn never_loses_on_3x3() {
    for us in Player::ALL {
        let ends = exhaust(Board::new(3, 2).unwrap(), us, &|end| {
            assert_ne!(end.winner(), Some(us.opponent()), "{:?}", end.moves());
        });
        assert!(ends > 10, "as {us}: {ends} games");
    }
}

#[test]
fn wins_as_x_on_width_3() {
    for d in [3, 4, 5] {
        let ends = wins_as_x(Board::new(3, d).unwrap());
        assert!(ends > 10, "3^{d}: {ends} games");
    }
}

/// `cargo test --release wins_4x4x4 -- --ignored`
#[test]
#[ignore = "takes about an hour on one core"]
fn wins_4x4x4_as_x() {
    let ends = wins_as_x(wide(3));
    assert!(ends > 1_000, "{ends} games");
}

//! All games of the engine on boards whose result is known from theory.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::{mem, thread};

use super::*;

/// Plays the engine's games against every reply and checks each end. A position that is an image of an earlier one
/// under a symmetry is skipped.
struct Exhaustive<'c> {
    us: Player,
    /// For each symmetry, the index of the image of each cell.
    symmetries: Vec<Vec<usize>>,
    /// Hashes of 128 bits: that two of a hundred million positions share one has a probability below 10^-22.
    seen: Mutex<HashSet<u128>>,
    check: &'c (dyn Fn(&Position) + Sync),
}

impl Exhaustive<'_> {
    /// Returns how many games end. The first replies are played side by side.
    fn run(&self, position: &Position) -> usize {
        if position.is_over() {
            (self.check)(position);
            return 1;
        }
        if !self.seen.lock().unwrap().insert(self.hash(position)) {
            return 0;
        }
        if position.turn() == Some(self.us) {
            return self.run(&position.after(choose(position).unwrap()).unwrap());
        }
        let replies = self.replies(position).into_iter();
        if position.moves().len() > 1 {
            return replies
                .map(|cell| self.run(&position.after(cell).unwrap()))
                .sum();
        }
        thread::scope(|scope| {
            let play = |cell| scope.spawn(move || self.run(&position.after(cell).unwrap()));
            let games: Vec<_> = replies.map(play).collect();
            games.into_iter().map(|game| game.join().unwrap()).sum()
        })
    }

    /// Returns the replies to try. On width 4, if the engine threatens to complete a line, one reply stands for all that
    /// neither prevent it nor complete a line themselves.
    fn replies(&self, position: &Position) -> Vec<Cell> {
        let counts = LineCounts::of(position);
        let winning = [self.us, self.us.opponent()].map(|player| counts.winning_cell(player));
        let are_all = position.board().width() < 4 || winning[0].is_none();
        let mut is_first = true;
        let is_tried =
            |&cell: &CellId| are_all || winning.contains(&Some(cell)) || mem::take(&mut is_first);
        let tried = counts.free_cells().filter(is_tried);
        tried.map(|cell| counts.table().cell(cell)).collect()
    }

    /// Hashes the smallest image of a position, which is two bits for each of at most 256 cells.
    fn hash(&self, position: &Position) -> u128 {
        let board = position.board();
        let moves = position.moves().iter();
        let cells: Vec<_> = moves.map(|cell| board.index(cell)).collect();
        let images = self.symmetries.iter().map(|image_of| {
            let mut image = [0_u64; 8];
            for (&cell, stone) in cells.iter().zip([1, 2].into_iter().cycle()) {
                let cell = image_of[cell];
                image[cell / 32] |= stone << (2 * (cell % 32));
            }
            image
        });
        let smallest = images.min().unwrap();
        let half = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, smallest).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }
}

/// Returns how many games end. Each end passes the check.
fn exhaust(board: Board, us: Player, check: &(dyn Fn(&Position) + Sync)) -> usize {
    let images = |symmetry: Symmetry| {
        let cells = board
            .cells()
            .map(|cell| symmetry.index(board, &cell) as usize);
        cells.collect()
    };
    let exhaustive = Exhaustive {
        us,
        symmetries: Symmetry::all(board).map(images).collect(),
        seen: Mutex::default(),
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
fn the_engine_never_loses_on_3x3() {
    for us in Player::ALL {
        let ends = exhaust(Board::new(3, 2).unwrap(), us, &|end| {
            assert_ne!(end.winner(), Some(us.opponent()), "{:?}", end.moves());
        });
        assert!(ends > 10, "as {us}: {ends} games");
    }
}

#[test]
fn the_engine_wins_as_x_on_width_3() {
    for d in [3, 4, 5] {
        let ends = wins_as_x(Board::new(3, d).unwrap());
        assert!(ends > 10, "3^{d}: {ends} games");
    }
}

/// `cargo test --release wins_4x4x4 -- --ignored`
#[test]
#[ignore = "takes about ten minutes on two cores"]
fn the_engine_wins_4x4x4_as_x() {
    let ends = wins_as_x(wide(3));
    assert!(ends > 1_000_000, "{ends} games");
}

//! The proof for 4×4×4, walked through with the player's own moves.

use std::collections::HashMap;

use super::*;

/// The cells of X and of O, as bits.
type Stones = [u64; 2];

/// Every game that O can play against the strategy, up to symmetry.
struct Walk {
    lines: Vec<u64>,
    symmetries: Vec<Vec<u32>>,
    /// Positions of X that were met, by their least image, and the most moves of X that they still take.
    met: HashMap<Stones, u32>,
    by_book: usize,
}

impl Walk {
    fn new() -> Self {
        let lines = crate::hypercube::Lines::of(wide(3)).unwrap();
        let mask = |line| {
            lines
                .cells_of(line)
                .iter()
                .fold(0, |all, cell| all | 1 << cell)
        };
        Self {
            lines: (0..lines.len()).map(mask).collect(),
            symmetries: crate::hypercube::symmetries(wide(3)),
            met: HashMap::new(),
            by_book: 0,
        }
    }

    fn has_line(&self, own: u64) -> bool {
        self.lines.iter().any(|line| line & !own == 0)
    }

    /// Tries every reply after a move of X, and returns the most moves of X that it still takes.
    fn after_x(&mut self, [x, o]: Stones) -> u32 {
        if self.has_line(x) {
            return 0;
        }
        assert_ne!(x | o, u64::MAX, "a draw: {x:x} {o:x}");
        let empty = (0..64).filter(|cell| (x | o) >> cell & 1 == 0);
        let replies = empty.map(|cell| {
            let o = o | 1 << cell;
            assert!(!self.has_line(o), "O wins: {x:x} {o:x}");
            let lacks_one = |line: &u64| (line & !x).count_ones() == 1 && line & o == 0;
            // X completes a line that is not blocked.
            match self.lines.iter().any(lacks_one) {
                true => 1,
                false => self.at_x([x, o]),
            }
        });
        replies.max().unwrap_or(0)
    }

    fn at_x(&mut self, stones: Stones) -> u32 {
        let least = self.least_image(stones);
        if let Some(&more) = self.met.get(&least) {
            return more;
        }
        let position = position_of(least);
        let cell = sure_move(&position).unwrap_or_else(|| panic!("no move: {position:?}"));
        self.by_book += usize::from(qubic::move_inside(&position).as_ref() == Some(&cell));
        let more = 1 + self.after_x([least[0] | 1 << wide(3).index(&cell), least[1]]);
        self.met.insert(least, more);
        more
    }

    fn least_image(&self, stones: Stones) -> Stones {
        let carry = |symmetry: &Vec<u32>| {
            stones.map(|own| cells_of(own).fold(0, |all, cell| all | 1 << symmetry[cell]))
        };
        self.symmetries.iter().map(carry).min().unwrap()
    }
}

fn cells_of(own: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |cell| own >> cell & 1 == 1)
}

/// Returns a game that leads to a position. No order of its moves completes a line before the end.
fn position_of([x, o]: Stones) -> Position {
    let mut position = Position::new(wide(3));
    for (x, o) in cells_of(x).zip(cells_of(o)) {
        position.play(wide(3).cell(x)).unwrap();
        position.play(wide(3).cell(o)).unwrap();
    }
    position
}

/// `cargo test --release --lib x_wins_whatever_o_does -- --ignored --nocapture`
#[test]
#[ignore = "five minutes on one core"]
fn x_wins_whatever_o_does() {
    let mut walk = Walk::new();
    let more = walk.after_x([1 << 42, 0]);
    println!(
        "{} classes, {} by the book; at most {} plies",
        walk.met.len(),
        walk.by_book,
        2 * more + 1,
    );
}

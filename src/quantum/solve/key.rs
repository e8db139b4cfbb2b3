//! What tells positions apart: keys of 54 bits, six for each of the nine marks.
//!
//! ```text
//!  code of a mark:  0 not made yet   1 to 36 spooky, in one of the pairs of cells   37 to 45 classical, in a cell
//!
//!  bits:  54 ───────────────────────── 24 ───────────────────── 0
//!          X's marks, five codes         O's marks, four codes
//! ```
//!
//! A key with labels has each player's codes in the order of the moves. A key without has them in the order of their
//! size: it forgets which move made which mark. Both forget how the board is turned: one of its eight images stands for
//! all. It is the one with the least sum of random numbers for its codes, because sums are cheap to keep up to date.

use crate::{Action, Cell, CellSet, Game, Mark, Player, RuleError, Symmetry};

/// A position, but for the symmetries of the board, with or without the numbers of its marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(u64);

const CODES: usize = 46;
/// The codes of pairs, and 0; the last one is a doubled cell's.
pub(super) const PAIR_CODES: usize = 38;
const CODE_BITS: u32 = 6;
const WITHOUT_LABELS: u64 = 1 << 54;
const WITH_LABELS: u64 = 2 << 54;

impl Key {
    /// Returns the key as 56 bits, not all 0.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

/// A game with what its keys are made of.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) game: Game,
    /// The code of each mark, in the order of the moves.
    codes: [u8; 9],
    /// For each image of the board the sum over its codes.
    sums: [u64; 8],
}

impl Position {
    pub(super) fn of(game: &Game) -> Self {
        let mut position = Self {
            game: *game,
            codes: [0; 9],
            sums: [0; 8],
        };
        for mark in Mark::ALL {
            if let Some([a, b]) = game.spooky(mark) {
                position.set_code(mark, code_of_pair(a, b));
            }
        }
        position.set_codes_of_classical_marks(game.free().complement());
        position
    }

    #[inline]
    pub(super) fn act(&mut self, action: Action) -> Result<(), RuleError> {
        let free_before = self.game.free();
        self.game.act(action)?;
        match action {
            Action::Move(a, b) => {
                self.set_code(
                    Mark::ALL[self.game.moves() as usize - 1],
                    code_of_pair(a, b),
                );
            }
            Action::Measure(_) => {
                let settled = free_before.bits() & !self.game.free().bits();
                self.set_codes_of_classical_marks(CellSet::from_bits(settled));
            }
        }
        Ok(())
    }

    fn set_codes_of_classical_marks(&mut self, cells: CellSet) {
        for cell in cells.iter() {
            if let Some(mark) = self.game.classical(cell) {
                self.set_code(mark, code_of_cell(cell));
            }
        }
    }

    #[inline]
    fn set_code(&mut self, mark: Mark, code: u8) {
        let old = std::mem::replace(&mut self.codes[mark.number() as usize - 1], code);
        let numbers = &NUMBERS[usize::from(mark.player() == Player::O)];
        let (old, new) = (&numbers[old as usize], &numbers[code as usize]);
        for image in 0..8 {
            self.sums[image] = self.sums[image]
                .wrapping_sub(old[image])
                .wrapping_add(new[image]);
        }
    }

    /// Returns the key without labels, and the one with.
    #[inline]
    pub(super) fn keys(&self) -> [Key; 2] {
        let mut image = 0;
        for i in 1..8 {
            if self.sums[i] < self.sums[image] {
                image = i;
            }
        }
        let codes = self.codes.map(|code| IMAGES[image][code as usize]);
        let [x1, o2, x3, o4, x5, o6, x7, o8, x9] = codes;
        let (x, o) = ([x1, x3, x5, x7, x9], [o2, o4, o6, o8]);
        [
            Key(WITHOUT_LABELS | pack(&sorted_5(x)) << (4 * CODE_BITS) | pack(&sorted_4(o))),
            Key(WITH_LABELS | pack(&x) << (4 * CODE_BITS) | pack(&o)),
        ]
    }
}

#[inline]
fn pack(codes: &[u8]) -> u64 {
    codes
        .iter()
        .fold(0, |bits, &code| bits << CODE_BITS | u64::from(code))
}

/// Sorts by comparing fixed pairs, which takes no branch.
#[inline]
fn sorted_4(mut codes: [u8; 4]) -> [u8; 4] {
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (codes[i], codes[j]) = (codes[i].min(codes[j]), codes[i].max(codes[j]));
    }
    codes
}

#[inline]
fn sorted_5(mut codes: [u8; 5]) -> [u8; 5] {
    for (i, j) in [
        (0, 1),
        (3, 4),
        (2, 4),
        (2, 3),
        (1, 4),
        (0, 3),
        (0, 2),
        (1, 3),
        (1, 2),
    ] {
        (codes[i], codes[j]) = (codes[i].min(codes[j]), codes[i].max(codes[j]));
    }
    codes
}

const fn code_of_cell(cell: Cell) -> u8 {
    37 + cell.index() as u8
}

/// Pairs are counted by their higher cell. A doubled cell is never looked up: it leaves nothing to search.
pub(super) const fn code_of_pair(a: Cell, b: Cell) -> u8 {
    let (low, high) = if a.index() < b.index() {
        (a, b)
    } else {
        (b, a)
    };
    (high.index() * high.index().saturating_sub(1) / 2 + low.index() + 1) as u8
}

/// For each symmetry of the board the code that each code becomes.
static IMAGES: [[u8; CODES]; 8] = {
    let mut images = [[0; CODES]; 8];
    let mut i = 0;
    while i < 8 {
        let symmetry = Symmetry::ALL[i];
        let mut b = 0;
        while b < 9 {
            let cell = Cell::ALL[b];
            images[i][code_of_cell(cell) as usize] = code_of_cell(symmetry.apply(cell));
            let mut a = 0;
            while a < b {
                let other = Cell::ALL[a];
                images[i][code_of_pair(other, cell) as usize] =
                    code_of_pair(symmetry.apply(other), symmetry.apply(cell));
                a += 1;
            }
            b += 1;
        }
        i += 1;
    }
    images
};

/// For X and O and each code the random numbers of its eight images.
static NUMBERS: [[[u64; 8]; CODES]; 2] = {
    let mut numbers = [[[0; 8]; CODES]; 2];
    let mut player = 0;
    while player < 2 {
        let mut code = 1;
        while code < CODES {
            let mut i = 0;
            while i < 8 {
                numbers[player][code][i] = random(IMAGES[i][code] as u64 * 2 + player as u64);
                i += 1;
            }
            code += 1;
        }
        player += 1;
    }
    numbers
};

/// The mixing steps of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
const fn random(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(record: &str) -> [Key; 2] {
        Position::of(&record.parse().expect("legal")).keys()
    }

    #[test]
    fn keys_forget_how_the_board_is_turned() {
        assert_eq!(keys("AB BE DE AE 4"), keys("CF FE BE CE 4"));
        assert_ne!(keys("AB BE DE AE 4"), keys("AB BE DE AE 1"));
    }

    #[test]
    fn keys_without_labels_forget_the_order_of_each_players_moves() {
        let ([forgets, knows], [forgets_too, knows_too]) = (keys("AB CD EG"), keys("EG CD AB"));
        assert_eq!(forgets, forgets_too);
        assert_ne!(knows, knows_too);
        assert_ne!(keys("AB CD EG")[0], keys("AB EG CD")[0]);
    }

    #[test]
    fn a_position_that_is_played_has_the_keys_of_one_that_is_set_up() {
        let mut game = Game::new();
        let mut position = Position::of(&game);
        crate::replay(&mut game, b"BC BE CF EF 1 AD AG GH DG 6", |action, game| {
            position.act(action).expect("legal");
            assert_eq!(position.keys(), Position::of(game).keys());
        })
        .expect("legal");
    }
}

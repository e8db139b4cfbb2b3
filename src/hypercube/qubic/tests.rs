//! The strategy as a whole. X never loses a game: every reply of O is walked through, or a sample of them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::{HashMap, HashSet};

use super::{
    super::{Board, Cell, Lines, Position, Stone, symmetries},
    Strategy,
    board::{Cells, Place, Stones, cells_of, through},
    book,
    canonical::Symmetries,
    leaves_a_sequence,
    outside::Outside,
    replies::{surviving, wins},
    sub_board::SubBoard,
    threats::{Outcome, Searcher, Sequence},
    winning_move,
};

mod beyond;
mod games;
mod parts;
mod walk;

fn board() -> Board {
    Board::new(4, 3).unwrap()
}

/// Numbers that look random, the same on every machine (Vigna's splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    fn one_of(&mut self, cells: Cells) -> Place {
        let place = self.below(cells.len() as usize);
        cells.into_iter().nth(place).unwrap()
    }
}

fn has_line(own: Cells) -> bool {
    (0..76).any(|line| (cells_of(line) & !own).is_empty())
}

/// Plays moves at random on the empty board, X first, and stops short of a line.
fn random_position(chance: &mut Chance, moves: usize) -> Stones {
    let mut stones = Stones::default();
    for index in 0..moves {
        let mut after = stones;
        let place = chance.one_of(stones.empty());
        match Stone::of_move(index) {
            Stone::X => after.x.play(place),
            Stone::O => after.o.play(place),
        }
        if has_line(after.x.cells) || has_line(after.o.cells) {
            break;
        }
        stones = after;
    }
    stones
}

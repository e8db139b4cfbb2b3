//! A small number for each cell, all nine in one 64-bit integer.
//!
//! A position consists of a few integers, each of which is compared, masked, and copied as a whole: finding the cells
//! of a component takes a few instructions and no loop.

use crate::{Cell, CellSet, Player};

/// A number from 0 to 15 for each cell, four bits each; the lowest four are A's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct PerCell(u64);

/// The lowest bit of each cell.
const ONES: u64 = 0x1_1111_1111;

impl PerCell {
    /// 0 for every cell.
    pub(super) const ZERO: Self = Self(0);

    /// 0 for A, 1 for B, and so on to 8 for I.
    pub(super) const INDICES: Self = Self(0x8_7654_3210);

    pub(super) const fn get(self, cell: Cell) -> u8 {
        (self.0 >> (4 * cell.index()) & 15) as u8
    }

    /// Sets the number of a cell and returns the old one.
    pub(super) const fn exchange(&mut self, cell: Cell, number: u8) -> u8 {
        let old = self.get(cell);
        self.0 ^= ((old ^ number) as u64) << (4 * cell.index());
        old
    }

    /// Returns 1 for each cell whose number is not 0, and 0 for the others.
    const fn ones(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        (pairs | pairs >> 2) & ONES
    }

    /// Returns 1 for each cell whose number is `number`, and 0 for the others.
    const fn ones_where(self, number: u8) -> u64 {
        Self(self.0 ^ (ONES * number as u64)).ones() ^ ONES
    }

    /// Replaces the number `old` with `new` in every cell.
    pub(super) const fn replace(&mut self, old: u8, new: u8) {
        self.0 ^= self.ones_where(old) * (old ^ new) as u64;
    }

    /// Returns the numbers of the cells where `key` is `value`, and 0 for the others.
    pub(super) const fn only_where(self, key: Self, value: u8) -> Self {
        Self(self.0 & (key.ones_where(value) * 15))
    }

    /// Returns the numbers of both. In every cell, one of the two must be 0.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn differences(self, other: Self) -> CellSet {
        gather(Self(self.0 ^ other.0).ones())
    }

    pub(super) const fn cells_where(self, number: u8) -> CellSet {
        gather(self.ones_where(number))
    }

    /// Returns the cells whose number is that of a mark of the player.
    pub(super) const fn cells_of(self, player: Player) -> CellSet {
        match player {
            Player::X => gather(self.0 & ONES),
            Player::O => gather(self.ones() & !self.0),
        }
    }
}

/// Gathers the lowest bits of the nine cells: first in pairs, then in fours, then all.
const fn gather(ones: u64) -> CellSet {
    let pairs = (ones | ones >> 3) & 0x3_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x3_000F_000F;
    let all = fours | fours >> 12;
    CellSet::from_bits((all & 0xFF | all >> 24 & 0x100) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_cell(numbers: [u8; 9]) -> PerCell {
        let mut all = PerCell::default();
        for (cell, number) in Cell::ALL.into_iter().zip(numbers) {
            all.exchange(cell, number);
        }
        all
    }

    #[test]
    fn sets_of_cells_match_a_loop_over_the_cells() {
        // Every combination of odd, even, and zero cells: 3^9.
        for code in 0..3_usize.pow(9) {
            let numbers: [u8; 9] =
                std::array::from_fn(|i| [0, 7, 8][code / 3_usize.pow(i as u32) % 3]);
            let all = per_cell(numbers);
            let collect_cells = |wanted: fn(u8) -> bool| {
                let cells = Cell::ALL.into_iter();
                let cells = cells.filter(|cell| wanted(numbers[cell.index()]));
                cells.fold(CellSet::EMPTY, CellSet::with)
            };
            assert_eq!(all.cells_of(Player::X), collect_cells(|n| n == 7));
            assert_eq!(all.cells_of(Player::O), collect_cells(|n| n == 8));
            assert_eq!(all.cells_where(0), collect_cells(|n| n == 0));
        }
    }

    #[test]
    fn operations_on_some_cells_leave_the_others_unchanged() {
        let mut all = per_cell([3, 5, 3, 0, 8, 5, 1, 3, 0]);
        assert_eq!(
            PerCell::INDICES.only_where(all, 3),
            per_cell([0, 0, 2, 0, 0, 0, 0, 7, 0])
        );
        all.replace(3, 6);
        assert_eq!(all, per_cell([6, 5, 6, 0, 8, 5, 1, 6, 0]));
        assert_eq!(
            all.differences(per_cell([6, 5, 6, 0, 8, 4, 1, 6, 0])),
            CellSet::EMPTY.with(Cell::F)
        );
        assert_eq!(all.differences(all), CellSet::EMPTY);
        assert_eq!(
            [5, 0, 7].map(|n| all.cells_where(n).first()),
            [Some(Cell::B), Some(Cell::D), None]
        );
    }
}

//! Sets of cells of 4×4×4: 64 bits.

use std::ops::{BitAnd, BitOr, Not};

/// A cell, counted as [`Board::index`](crate::hypercube::Board::index) does.
pub(super) type Place = u8;

/// A set of cells. As an iterator it goes through them from the lowest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Cells(pub u64);

impl Cells {
    pub(super) const fn of(place: Place) -> Self {
        Self(1 << place)
    }

    pub(super) fn listed(self) -> Vec<u32> {
        self.map(u32::from).collect()
    }

    pub(super) fn from_list(list: Vec<u32>) -> Self {
        list.into_iter().map(|place| place as Place).collect()
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn contains(self, place: Place) -> bool {
        self.0 >> place & 1 == 1
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Iterator for Cells {
    type Item = Place;
    #[inline]
    fn next(&mut self) -> Option<Place> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as Place);
        self.0 &= self.0.wrapping_sub(1);
        lowest
    }
}

impl FromIterator<Place> for Cells {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places
            .into_iter()
            .fold(Self::default(), |all, place| all | Self::of(place))
    }
}

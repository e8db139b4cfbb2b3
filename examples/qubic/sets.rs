//! Sets of cells of 4×4×4, 64 bits, and of its lines, 76 bits of 128.

use std::ops::{BitAnd, BitOr, Not};

/// A cell, counted as [`Board::index`](qttt::hypercube::Board::index) does.
pub(super) type Place = u8;

/// A set of cells. As an iterator it goes through them from the lowest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Cells(pub u64);

/// A set of lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct LineSet(pub u128);

impl Cells {
    pub(super) const fn of(place: Place) -> Self {
        Self(1 << place)
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn contains(self, place: Place) -> bool {
        self.0 >> place & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn first(self) -> Option<Place> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as Place)
    }

    /// Returns the only cell of the set; none when there are more or none.
    pub(super) fn only(self) -> Option<Place> {
        self.first().filter(|_| self.len() == 1)
    }
}

impl LineSet {
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// Makes a number of bits a set: of numbers below 128, which it goes through from the lowest.
macro_rules! bit_set {
    ($set:ident) => {
        impl BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl Iterator for $set {
            type Item = u8;
            #[inline]
            fn next(&mut self) -> Option<u8> {
                let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as u8);
                self.0 &= self.0.wrapping_sub(1);
                lowest
            }
        }
    };
}

bit_set!(Cells);
bit_set!(LineSet);

impl FromIterator<Place> for Cells {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places
            .into_iter()
            .fold(Self::default(), |all, place| all | Self::of(place))
    }
}

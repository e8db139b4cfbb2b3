//! Vectors of sixteen numbers, one per game.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// The number of games in lockstep: enough to fill the vector registers of today's processors, few enough to stay in
/// them.
pub(super) const GAMES: usize = 16;

/// A number per game: a set of cells as the bits of a [`CellSet`](crate::CellSet), the number of a mark, or a mask,
/// with all bits set for true and none for false.
///
/// Each operation is a loop without branches, which compiles to a few vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Lanes(pub(super) [u16; GAMES]);

impl Lanes {
    /// Zero, the empty set, or false, in every game.
    pub(super) const NONE: Self = Self::splat(0);

    pub(super) const fn splat(value: u16) -> Self {
        Self([value; GAMES])
    }

    #[inline(always)]
    fn zip(mut self, other: Self, operation: impl Fn(u16, u16) -> u16) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = operation(*a, b);
        }
        self
    }

    /// Returns a mask of the games with equal values.
    #[inline(always)]
    pub(super) fn equals(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { !0 } else { 0 })
    }

    /// Returns a mask of the games whose value isn't zero.
    #[inline(always)]
    pub(super) fn is_some(self) -> Self {
        self.zip(self, |a, _| if a == 0 { 0 } else { !0 })
    }

    /// Returns a mask of the games whose two sets have a cell in common.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> Self {
        (self & other).is_some()
    }

    /// Returns the alphabetically first cell of each set, as a set; the empty set if there is none.
    #[inline(always)]
    pub(super) fn first(self) -> Self {
        self.zip(self, |a, _| a & a.wrapping_neg())
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The difference of sets; for masks, "and not".
impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

//! The same small number, or set of cells, of sixteen games side by side.
//!
//! Every operation is a loop over an array of known length without a branch, which the compiler turns into a few vector
//! instructions on any processor that has them.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

/// How many games go in step: enough to fill the vectors of today's processors, few enough for their registers.
pub(crate) const GAMES: usize = 16;

/// Sixteen bits for each game: a set of cells as in [`CellSet`](crate::CellSet), a number, or the answer to a question,
/// all ones for yes and 0 for no. So `set & answer` keeps a set where the answer is yes, `set - answer` where it is no.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [u16; GAMES]);

impl Lanes {
    pub(super) const ZERO: Self = Self::all(0);

    /// Gives every game the same.
    pub(super) const fn all(bits: u16) -> Self {
        Self([bits; GAMES])
    }

    /// Says where two are equal.
    #[inline(always)]
    pub(super) fn equals(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { !0 } else { 0 })
    }

    /// Says where a number is `most` or less.
    #[inline(always)]
    pub(super) fn is_at_most(self, most: u16) -> Self {
        self.zip(self, |a, _| if a <= most { !0 } else { 0 })
    }

    /// Says where there is no bit.
    #[inline(always)]
    pub(super) fn is_zero(self) -> Self {
        self.equals(Self::ZERO)
    }

    /// Says where there is a bit.
    #[inline(always)]
    pub(super) fn is_some(self) -> Self {
        self.meets(self)
    }

    /// Says where two have a bit in common.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> Self {
        self.zip(other, |a, b| if a & b != 0 { !0 } else { 0 })
    }

    /// Keeps the lowest bit of each.
    #[inline(always)]
    pub(super) fn lowest(self) -> Self {
        self.zip(self, |a, _| a & a.wrapping_neg())
    }

    /// Tells whether no game has a bit.
    #[inline(always)]
    pub(super) fn are_all_zero(self) -> bool {
        self.0.iter().fold(0, |bits, lane| bits | lane) == 0
    }

    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u16, u16) -> u16) -> Self {
        let mut result = [0; GAMES];
        for (game, bits) in result.iter_mut().enumerate() {
            *bits = operation(self.0[game], other.0[game]);
        }
        Self(result)
    }
}

macro_rules! operator {
    ($Operator:ident $operator:ident, $bits:expr) => {
        impl $Operator for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $operator(self, other: Self) -> Self {
                self.zip(other, $bits)
            }
        }
    };
}

operator!(BitAnd bitand, |a, b| a & b);
operator!(BitOr bitor, |a, b| a | b);
operator!(BitXor bitxor, |a, b| a ^ b);
operator!(Sub sub, |a, b| a & !b);

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

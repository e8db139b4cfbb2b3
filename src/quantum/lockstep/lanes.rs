//! Sets of cells, numbers and masks of sixteen games side by side.
//!
//! Every operation is a loop without branches over arrays of known length, which the compiler turns into a few vector
//! instructions on any processor that has them.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use crate::CellSet;

/// How many games go in lockstep: enough to fill the vectors of today's processors, few enough for their registers.
pub(crate) const GAMES: usize = 16;

/// A value for each game. Operators work game by game.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lanes<T>(pub(super) [T; GAMES]);

/// A set of cells for each game.
pub(super) type Sets = Lanes<CellSet>;

/// The number of a mark for each game, 0 for none.
pub(super) type Numbers = Lanes<u16>;

/// Yes or no for each game: `value & mask` keeps the value where the mask says yes, and nothing elsewhere.
pub(super) type Masks = Lanes<Mask>;

/// Yes as sixteen ones, no as sixteen zeros: what a vector instruction that compares gives, and as wide as the values
/// that it selects.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Mask(u16);

impl Mask {
    pub(super) const NO: Self = Self(0);
    pub(super) const YES: Self = Self(!0);

    #[inline(always)]
    pub(super) const fn of(answer: bool) -> Self {
        if answer { Self::YES } else { Self::NO }
    }

    #[inline(always)]
    pub(super) fn is_yes(self) -> bool {
        self != Self::NO
    }

    /// Returns the bits where the answer is yes, 0 where it is no.
    #[inline(always)]
    pub(super) const fn select(self, bits: u16) -> u16 {
        bits & self.0
    }
}

impl<T: Copy> Lanes<T> {
    /// Gives every game the same value.
    pub(super) const fn splat(value: T) -> Self {
        Self([value; GAMES])
    }

    #[inline(always)]
    pub(super) fn map<U: Copy + Default>(self, operation: impl Fn(T) -> U) -> Lanes<U> {
        self.zip(self, |value, _| operation(value))
    }

    /// Returns where the answer is yes.
    #[inline(always)]
    pub(super) fn is(self, question: impl Fn(T) -> bool) -> Masks {
        self.map(|value| Mask::of(question(value)))
    }

    /// Returns where the values are equal.
    #[inline(always)]
    pub(super) fn equals(self, other: Self) -> Masks
    where
        T: PartialEq,
    {
        self.zip(other, |a, b| Mask::of(a == b))
    }

    #[inline(always)]
    fn zip<U: Copy, V: Copy + Default>(
        self,
        other: Lanes<U>,
        operation: impl Fn(T, U) -> V,
    ) -> Lanes<V> {
        // `array::from_fn` would do, but is made into fewer vector instructions.
        let mut result = [V::default(); GAMES];
        for (game, value) in result.iter_mut().enumerate() {
            *value = operation(self.0[game], other.0[game]);
        }
        Lanes(result)
    }
}

impl Sets {
    pub(super) const EMPTY: Self = Self::splat(CellSet::EMPTY);

    /// Returns where the sets have a cell in common.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> Masks {
        (self & other).is_some()
    }

    /// Returns where the set has a cell.
    #[inline(always)]
    pub(super) fn is_some(self) -> Masks {
        self.is(|set| !set.is_empty())
    }

    /// Returns the alphabetically first cell of each set, as a set.
    #[inline(always)]
    pub(super) fn first(self) -> Self {
        self.map(|set| CellSet::from_small_bits(set.bits() & set.bits().wrapping_neg()))
    }
}

impl Masks {
    pub(super) const EVERYWHERE: Self = Self::splat(Mask::YES);

    /// Returns `true` if the answer is yes for any game.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0.into_iter().fold(Mask::NO, Mask::bitor).is_yes()
    }

    /// Returns `true` if the answer is yes for every game.
    pub(super) fn all(self) -> bool {
        !(!self).any()
    }
}

macro_rules! mask_operator {
    ($Operator:ident $operator:ident, $bits:expr) => {
        impl $Operator for Mask {
            type Output = Self;

            #[inline(always)]
            fn $operator(self, other: Self) -> Self {
                let bits: fn(u16, u16) -> u16 = $bits;
                Self(bits(self.0, other.0))
            }
        }
    };
}

mask_operator!(BitAnd bitand, |a, b| a & b);
mask_operator!(BitOr bitor, |a, b| a | b);
mask_operator!(BitXor bitxor, |a, b| a ^ b);

impl Not for Mask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAnd<Mask> for CellSet {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, mask: Mask) -> Self {
        Self::from_small_bits(mask.select(self.bits()))
    }
}

impl BitAnd<Mask> for u16 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, mask: Mask) -> Self {
        mask.select(self)
    }
}

/// An operator of lanes is that of their values.
macro_rules! lanes_operator {
    ($Operator:ident $operator:ident) => {
        impl<T, U> $Operator<Lanes<U>> for Lanes<T>
        where
            T: $Operator<U, Output: Copy + Default> + Copy,
            U: Copy,
        {
            type Output = Lanes<T::Output>;

            #[inline(always)]
            fn $operator(self, other: Lanes<U>) -> Self::Output {
                self.zip(other, T::$operator)
            }
        }
    };
}

lanes_operator!(BitAnd bitand);
lanes_operator!(BitOr bitor);
lanes_operator!(BitXor bitxor);
lanes_operator!(Sub sub);

impl<T: BitOr<Output = T> + Copy + Default> BitOrAssign for Lanes<T> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T: BitAnd<Output = T> + Copy + Default> BitAndAssign for Lanes<T> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Not for Masks {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(Mask::not)
    }
}

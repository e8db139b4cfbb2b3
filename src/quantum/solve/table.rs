//! What the search has proven: bounds on the values of positions.

use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;
use crate::Payoff;

/// A transposition table. Threads share it without locks: an entry is one word, so it is read and written whole.
pub(super) struct Table {
    entries: Box<[AtomicU64]>,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Payoff,
    pub(super) high: Payoff,
}

/// The bits below the key hold the bounds, three each.
const BOUNDS_BITS: u32 = 6;

impl Table {
    /// Makes a table of 2 to the power of `bits` entries, 8 bytes each.
    pub(super) fn new(bits: u32) -> Self {
        let empty = || AtomicU64::new(0);
        Self {
            entries: std::iter::repeat_with(empty).take(1 << bits).collect(),
        }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Bounds {
        let entry = self.entry(key).load(Ordering::Relaxed);
        if entry >> BOUNDS_BITS == key.bits() {
            Bounds::unpack(entry)
        } else {
            Bounds::ALL
        }
    }

    /// Remembers whether a value is at least `goal`, in the place of whatever other key stood there.
    #[inline]
    pub(super) fn learn(&self, key: Key, goal: Payoff, holds: bool) {
        let mut bounds = self.get(key);
        if holds {
            bounds.low = bounds.low.max(goal);
        } else {
            bounds.high = bounds.high.min(Payoff::ALL[goal as usize - 1]);
        }
        let entry = key.bits() << BOUNDS_BITS | bounds.pack();
        self.entry(key).store(entry, Ordering::Relaxed);
    }

    #[inline]
    fn entry(&self, key: Key) -> &AtomicU64 {
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let hash = key.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let shift = 64 - self.entries.len().trailing_zeros();
        &self.entries[(hash >> shift) as usize]
    }
}

impl Bounds {
    /// Nothing is known.
    const ALL: Self = Self {
        low: Payoff::MinusOne,
        high: Payoff::Two,
    };

    #[inline]
    const fn pack(self) -> u64 {
        self.low as u64 | (self.high as u64) << 3
    }

    #[inline]
    const fn unpack(bits: u64) -> Self {
        Self {
            low: Payoff::ALL[(bits & 7) as usize],
            high: Payoff::ALL[(bits >> 3 & 7) as usize],
        }
    }
}

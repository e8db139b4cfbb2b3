//! The transposition table: proven bounds on the values of positions.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use super::key::Key;
use crate::Score;

/// A table with room for every position that has a key, so that no entry is ever replaced. Threads share it without locks:
/// an entry is one word, which is read and written whole.
pub(super) struct Table {
    entries: Box<[AtomicU64]>,
}

/// Omits the entries: two million.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

/// Bounds of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

/// More than twice as many entries as there are positions, so that a place is found soon: 16 MiB.
const ENTRIES_BITS: u32 = 21;

/// The bits below the key hold the bounds, three each. No bounds of a value are all zeros, so neither is an entry.
const BOUNDS_BITS: u32 = 6;

impl Default for Table {
    fn default() -> Self {
        let empty = || AtomicU64::new(0);
        let entries = std::iter::repeat_with(empty).take(1 << ENTRIES_BITS);
        Self {
            entries: entries.collect(),
        }
    }
}

impl Table {
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Bounds {
        self.places(key)
            .map(|place| self.entries[place].load(Ordering::Relaxed))
            .take_while(|&entry| entry != 0)
            .find(|&entry| entry >> BOUNDS_BITS == key.bits())
            .map_or(Bounds::ALL, Bounds::unpack)
    }

    /// Stores that a value is at least `goal`, or that it isn't.
    #[inline]
    pub(super) fn store(&self, key: Key, goal: Score, holds: bool) {
        for place in self.places(key) {
            let entry = &self.entries[place];
            let mut old = entry.load(Ordering::Relaxed);
            // Meanwhile another thread may take the place, or tighten the bounds.
            while old == 0 || old >> BOUNDS_BITS == key.bits() {
                let bounds = if old == 0 {
                    Bounds::ALL
                } else {
                    Bounds::unpack(old)
                };
                let new = key.bits() << BOUNDS_BITS | bounds.with(goal, holds).pack();
                match entry.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return,
                    Err(other) => old = other,
                }
            }
        }
    }

    /// Iterates over the places where a key can be, in the order in which they are tried.
    fn places(&self, key: Key) -> impl Iterator<Item = usize> + use<> {
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let hash = key.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let first = (hash >> (64 - ENTRIES_BITS)) as usize;
        let mask = self.entries.len() - 1;
        (0..=mask).map(move |further| (first + further) & mask)
    }
}

impl Bounds {
    /// Every value.
    const ALL: Self = Self {
        low: Score::O,
        high: Score::XTwice,
    };

    fn with(mut self, goal: Score, holds: bool) -> Self {
        if holds {
            self.low = self.low.max(goal);
        } else {
            self.high = self.high.min(Score::ALL[goal as usize - 1]);
        }
        self
    }

    const fn pack(self) -> u64 {
        self.low as u64 | (self.high as u64 + 1) << 3
    }

    const fn unpack(bits: u64) -> Self {
        Self {
            low: Score::ALL[(bits & 7) as usize],
            high: Score::ALL[(bits >> 3 & 7) as usize - 1],
        }
    }
}

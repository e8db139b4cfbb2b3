//! The transposition table: proven bounds on the values of positions.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use super::key::Key;
use crate::Score;

/// A table with a capacity above the number of keys, so no entry is ever replaced. Threads share it without locks: an
/// entry is a 64-bit integer, read and written atomically.
pub(super) struct Table {
    entries: Box<[AtomicU64]>,
}

/// Omits the entries: two million.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

/// Bounds of a value, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

/// More than twice as many entries as keys, so probe sequences are short: 16 MiB.
const ENTRIES_BITS: u32 = 21;

/// The lowest bits of an entry are the bounds, three each; the others are the key. Packed bounds are never 0, so 0 is
/// an empty entry.
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
    /// Returns the bounds proven for a key.
    pub(super) fn probe(&self, key: Key) -> Bounds {
        self.slots(key)
            .map(|slot| self.entries[slot].load(Ordering::Relaxed))
            .take_while(|&entry| entry != 0)
            .find(|&entry| entry >> BOUNDS_BITS == key.bits())
            .map_or(Bounds::ALL, Bounds::unpack)
    }

    /// Stores whether a value is at least `goal`.
    pub(super) fn store(&self, key: Key, goal: Score, holds: bool) {
        for slot in self.slots(key) {
            let entry = &self.entries[slot];
            let mut old = entry.load(Ordering::Relaxed);
            // Another thread can fill the slot or tighten the bounds at the same time.
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

    /// Iterates over the slots of a key in probing order.
    fn slots(&self, key: Key) -> impl Iterator<Item = usize> + use<> {
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let hash = key.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let first = (hash >> (64 - ENTRIES_BITS)) as usize;
        let mask = self.entries.len() - 1;
        (0..=mask).map(move |further| (first + further) & mask)
    }
}

impl Bounds {
    /// The bounds of an unknown value.
    const ALL: Self = Self {
        low: Score::O,
        high: Score::XTwice,
    };

    /// Tightens the bounds by whether the value is at least `goal`.
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

//! The transposition table: what has been proven about the values of positions.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;
use crate::Score;

/// A table with a capacity above the number of keys, so no entry is ever replaced. Threads share it without locks: an
/// entry is a 64-bit integer, read and written atomically.
///
/// The lowest bits of an entry are what is proven: a bit for each goal that the value reaches, then one for each that
/// it misses. A goal is a score other than the lowest. At least one bit is set, so 0 is an empty entry. The other bits
/// are the key.
#[derive(Default)]
pub(super) struct Transpositions {
    /// Allocated when the first position is solved.
    entries: OnceLock<Box<[AtomicU64]>>,
}

/// Omits the entries, because there are two million.
impl fmt::Debug for Transpositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transpositions").finish_non_exhaustive()
    }
}

/// More than twice as many entries as keys, so probe sequences are short: 16 MiB.
const ENTRIES_BITS: u32 = 21;

const GOALS: u32 = Score::ALL.len() as u32 - 1;

impl Transpositions {
    /// Returns whether the value is at least `goal`, or `None` if that isn't known.
    pub(super) fn is_at_least(&self, key: Key, goal: Score) -> Option<bool> {
        let entry = self
            .slots(key)
            .map(|slot| slot.load(Ordering::Relaxed))
            .take_while(|&entry| entry != 0)
            .find(|&entry| is_of(entry, key))?;
        let is_set = |bit: u32| entry >> bit & 1 != 0;
        let reached = is_set(goal as u32 - 1);
        (reached || is_set(goal as u32 - 1 + GOALS)).then_some(reached)
    }

    pub(super) fn store(&self, key: Key, goal: Score, holds: bool) {
        let all = (1 << GOALS) - 1;
        let bits = if holds {
            // A value that reaches this goal also reaches the lower ones.
            all >> (GOALS - goal as u32)
        } else {
            // A value that misses this goal also misses the higher ones.
            (all << (goal as u32 - 1) & all) << GOALS
        };
        let new = key << (2 * GOALS) | bits;
        for entry in self.slots(key) {
            // Another thread can fill the slot at the same time.
            match entry.compare_exchange(0, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return,
                Err(old) if is_of(old, key) => {
                    entry.fetch_or(bits, Ordering::Relaxed);
                    return;
                }
                Err(_) => {}
            }
        }
    }

    /// Iterates over the slots of a key in probing order.
    fn slots(&self, key: Key) -> impl Iterator<Item = &AtomicU64> {
        let empty = || (0..1 << ENTRIES_BITS).map(|_| AtomicU64::new(0)).collect();
        let entries = self.entries.get_or_init(empty);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let first = (hash >> (64 - ENTRIES_BITS)) as usize;
        entries[first..].iter().chain(&entries[..first])
    }
}

const fn is_of(entry: u64, key: Key) -> bool {
    entry >> (2 * GOALS) == key
}

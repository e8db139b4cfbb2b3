//! A flag that stops work.

use std::sync::atomic::{AtomicBool, Ordering};

/// Stops work. It is checked regularly while a program runs.
#[derive(Default, Debug)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Stops the work: running programs are killed, and no others are started.
    pub fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if [`now`](Self::now) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

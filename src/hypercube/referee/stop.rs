//! A way to end the games from outside.

use std::sync::atomic::{AtomicBool, Ordering};

/// Says that the games are to end. Whoever waits for a player looks at it again and again.
#[derive(Default, Debug)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Ends the games: programs that run are killed, and no further ones are started.
    pub fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Tells whether [`now`](Self::now) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

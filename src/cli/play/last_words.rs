//! What is still to be done when a signal ends a game: the terminal is left as it was found, and the record printed.

use std::{
    io::{self, IsTerminal},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::Context;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::getpgrp,
    termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};
use signal_hook::{iterator::Signals, low_level::emulate_default_handler};

use crate::cli::signals;

/// Words that are printed when a signal ends the process.
pub(super) struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// Begins to wait for a signal.
    pub(super) fn prepare() -> anyhow::Result<Self> {
        let words = Arc::new(Mutex::new(String::new()));
        let mut signals = Signals::new(signals::ending()).context("cannot catch interruptions")?;
        let terminal = tcgetattr(io::stdin()).ok();
        let spoken = Self(Arc::clone(&words));
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                spoken.say(terminal.as_ref());
                // It would fail for a signal that can't be caught, and none of them came.
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(Self(words))
    }

    pub(super) fn set(&self, words: String) {
        *self.lock() = words;
    }

    fn say(&self, terminal: Option<&Termios>) {
        const END_OF_BRACKETED_PASTE: &str = "\x1b[?2004l";
        let mut text = self.lock().clone();
        // In the background the terminal is another's, and to touch it would stop the process.
        let is_in_front = tcgetpgrp(io::stdin()) == Ok(getpgrp());
        if let Some(terminal) = terminal.filter(|_| is_in_front) {
            // A line editor may be reading keys one by one.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
            if io::stdout().is_terminal() {
                text.insert_str(0, END_OF_BRACKETED_PASTE);
            }
        }
        // Not through the lock of standard output, which may be held by a write that waits for a reader.
        let stdout = io::stdout();
        let mut ready = [PollFd::new(&stdout, PollFlags::OUT)];
        if poll(&mut ready, Some(&Timespec::default())) == Ok(1) {
            let _ = rustix::io::write(&stdout, text.as_bytes());
        }
    }

    fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

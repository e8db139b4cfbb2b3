//! What is still to be done when a signal ends a game: the terminal is left as it was found, and the record printed.

use std::{
    io, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::getpgrp,
    termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};
use signal_hook::low_level::emulate_default_handler;

use crate::cli::{output::write, signals};

/// Words that are printed once: when the game ends, or when a signal ends the process. Whoever takes them prints them.
pub(super) struct LastWords(Arc<Mutex<Option<String>>>);

impl LastWords {
    /// Begins to wait for a signal.
    pub(super) fn prepare() -> anyhow::Result<Self> {
        let words = Arc::new(Mutex::new(Some(String::new())));
        let terminal = tcgetattr(io::stdin()).ok();
        let shared = Arc::clone(&words);
        let mut has_waited = false;
        signals::on_ending(move |signal| {
            match lock(&shared).take() {
                Some(words) => print(&words, terminal.as_ref()),
                // The game has ended, and prints them. If nobody reads them, another signal ends the process.
                None if !mem::replace(&mut has_waited, true) => return,
                None => {}
            }
            // It fails only for signals that can't be caught.
            let _ = emulate_default_handler(signal);
        })?;
        Ok(Self(words))
    }

    /// Sets what is printed if a signal comes now.
    pub(super) fn set(&self, new: String) {
        if let Some(words) = &mut *lock(&self.0) {
            *words = new;
        }
    }

    /// Prints the words at the end of a game. Does not return if a signal has come.
    ///
    /// # Errors
    ///
    /// When they can't be printed.
    pub(super) fn say(self, text: &str) -> anyhow::Result<()> {
        while lock(&self.0).take().is_none() {
            // Until the process ends.
            thread::park();
        }
        write(text)
    }
}

fn lock(words: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the terminal, and prints if that doesn't have to wait.
fn print(text: &str, terminal: Option<&Termios>) {
    // In the background the terminal is another's, and to touch it would stop the process.
    let is_in_front = tcgetpgrp(io::stdin()) == Ok(getpgrp());
    if let Some(terminal) = terminal.filter(|_| is_in_front) {
        // A line editor may be reading keys one by one.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
    }
    let stdout = io::stdout();
    let mut ready = [PollFd::new(&stdout, PollFlags::OUT)];
    // Not through the lock of standard output, which may be held by a write that waits for a reader.
    if poll(&mut ready, Some(&Timespec::default())) == Ok(1) {
        let _ = rustix::io::write(&stdout, text.as_bytes());
    }
}

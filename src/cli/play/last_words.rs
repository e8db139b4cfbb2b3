//! What is still to be done when a signal ends a game: the terminal is left as it was found, and the record printed.

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::Context;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::getpgrp,
    termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};
use signal_hook::{flag, iterator::Signals, low_level::emulate_default_handler};

use crate::cli::{output::write, signals};

/// Words that are printed once: when the game ends, or when a signal ends the process. Whoever takes them prints them,
/// and the one whom a signal woke keeps the lock until the process is gone.
pub(super) struct LastWords {
    words: Arc<Mutex<Option<String>>>,
    /// Whether a signal has come. The next one ends the process at once.
    is_ending: Arc<AtomicBool>,
}

impl LastWords {
    /// Begins to wait for a signal.
    pub(super) fn prepare() -> anyhow::Result<Self> {
        const CANNOT_CATCH: &str = "cannot catch interruptions";
        let words = Arc::new(Mutex::new(Some(String::new())));
        let is_ending = Arc::new(AtomicBool::new(false));
        let ending = signals::ending();
        for &signal in &ending {
            flag::register_conditional_default(signal, Arc::clone(&is_ending))
                .and_then(|_| flag::register(signal, Arc::clone(&is_ending)))
                .context(CANNOT_CATCH)?;
        }
        let mut signals = Signals::new(ending).context(CANNOT_CATCH)?;
        let terminal = tcgetattr(io::stdin()).ok();
        let shared = Arc::clone(&words);
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let mut words = lock(&shared);
                if let Some(words) = words.take() {
                    print(&words, terminal.as_ref());
                }
                // It fails only for signals that can't be caught.
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(Self { words, is_ending })
    }

    /// Sets what is printed if a signal comes now.
    pub(super) fn set(&self, words: String) {
        *lock(&self.words) = Some(words);
    }

    /// Prints the words at the end of a game. Does not return if a signal has come.
    ///
    /// # Errors
    ///
    /// When they can't be printed.
    pub(super) fn say(self, text: &str) -> anyhow::Result<()> {
        let mut words = lock(&self.words);
        let printed = write(text);
        *words = None;
        drop(words);
        while self.is_ending.load(Ordering::SeqCst) {
            // Until the process ends.
            thread::park();
        }
        printed
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

//! What is still to be done when a signal ends a game: the terminal is left as it was found, and the record printed.

use std::{
    ffi::c_int,
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Context;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::getpgrp,
    termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};
use signal_hook::{flag, iterator::Signals, low_level::emulate_default_handler};

use crate::cli::{output::write, signals};

/// How often a signal that finds the record half printed looks whether anybody still reads it.
const PATIENCE: Duration = Duration::from_millis(100);

/// Words that are printed once: when the game ends, or when a signal ends the process.
pub(crate) struct LastWords(Arc<Shared>);

struct Shared {
    words: Mutex<Words>,
    /// Notified when the words are printed.
    printed: Condvar,
    /// The signal that has come, set before the interrupted thread goes on; 0 if there was none.
    signal: Arc<AtomicUsize>,
}

/// Whoever claims the words prints them.
enum Words {
    Unclaimed(String),
    Claimed,
    Printed,
}

impl LastWords {
    /// Begins to wait for a signal.
    pub(crate) fn prepare() -> anyhow::Result<Self> {
        let shared = Arc::new(Shared {
            words: Mutex::new(Words::Unclaimed(String::new())),
            printed: Condvar::new(),
            signal: Arc::default(),
        });
        let ending = signals::ending();
        for &signal in &ending {
            flag::register_usize(signal, Arc::clone(&shared.signal), signal as usize)
                .context(CANNOT_CATCH)?;
        }
        let mut signals = Signals::new(ending).context(CANNOT_CATCH)?;
        let terminal = tcgetattr(io::stdin()).ok();
        let watcher = Arc::clone(&shared);
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                watcher.end(signal, terminal.as_ref());
            }
        });
        Ok(Self(shared))
    }

    /// Sets what is printed if a signal comes now.
    pub(crate) fn set(&self, words: String) {
        let mut current = self.0.lock();
        if let Words::Unclaimed(old) = &mut *current {
            *old = words;
        }
    }

    /// Prints the words at the end of a game. Does not return if a signal has come before they are printed.
    ///
    /// # Errors
    ///
    /// When they can't be printed.
    pub(crate) fn say(self, words: &str) -> anyhow::Result<()> {
        let claimed = self.0.claim();
        while claimed.is_none() {
            // The watcher prints them, and ends the process.
            thread::park();
        }
        let printed = write(words);
        *self.0.lock() = Words::Printed;
        self.0.printed.notify_all();
        match self.0.signal.load(Ordering::SeqCst) {
            0 => {}
            signal => die(signal as c_int),
        }
        printed
    }
}

const CANNOT_CATCH: &str = "cannot catch interruptions";

/// Ends the process as the signal would have.
fn die(signal: c_int) {
    // It would fail for a signal that can't be caught, and none of them came.
    let _ = emulate_default_handler(signal);
}

impl Shared {
    /// Returns the words to whoever asks first.
    fn claim(&self) -> Option<String> {
        let mut words = self.lock();
        match std::mem::replace(&mut *words, Words::Claimed) {
            Words::Unclaimed(text) => Some(text),
            other => {
                *words = other;
                None
            }
        }
    }

    /// Ends the process by a signal, once the words are printed.
    fn end(&self, signal: c_int, terminal: Option<&Termios>) {
        match self.claim() {
            Some(words) => print(&words, terminal),
            None => self.wait_until_printed(),
        }
        die(signal);
    }

    /// Waits for the game's own last words, as long as somebody reads them.
    fn wait_until_printed(&self) {
        let mut words = self.lock();
        while !matches!(*words, Words::Printed) {
            let waited = self.printed.wait_timeout(words, PATIENCE);
            let (woken, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() && !is_stdout_ready() {
                return;
            }
            words = woken;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Restores the terminal, and prints if that doesn't have to wait.
fn print(text: &str, terminal: Option<&Termios>) {
    // In the background the terminal is another's, and to touch it would stop the process.
    let is_in_front = tcgetpgrp(io::stdin()) == Ok(getpgrp());
    if let Some(terminal) = terminal.filter(|_| is_in_front) {
        // A line editor may be reading keys one by one.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
    }
    // Not through the lock of standard output, which may be held by a write that waits for a reader.
    if is_stdout_ready() {
        let _ = rustix::io::write(io::stdout(), text.as_bytes());
    }
}

/// Tells whether a short write to standard output would not have to wait.
fn is_stdout_ready() -> bool {
    let stdout = io::stdout();
    let mut ready = [PollFd::new(&stdout, PollFlags::OUT)];
    poll(&mut ready, Some(&Timespec::default())) == Ok(1)
}

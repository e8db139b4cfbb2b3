//! The last output of this process, which is printed even if a signal terminates it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::{io, thread};

use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::{SIGNAL_GAP, catch_termination, termination_signals};
use crate::terminal::output::write;

/// The text to print at the end.
pub(crate) struct LastWords {
    text: Arc<Mutex<String>>,
    /// Whether a signal is terminating this process.
    is_terminating: Arc<AtomicBool>,
}

impl LastWords {
    /// From now on, a signal that terminates this process first calls `wait` and prints the text. The next signal
    /// terminates it, because both may hang.
    pub(crate) fn prepare(wait: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let mut signals = Signals::new(termination_signals())?;
        let last_words = Self {
            text: Arc::default(),
            is_terminating: Arc::default(),
        };
        let is_last_signal: Arc<AtomicBool> = Arc::default();
        catch_termination(&last_words.is_terminating, &is_last_signal)?;
        let text = Arc::clone(&last_words.text);
        thread::Builder::new().spawn(move || {
            let signal = (signals.forever().next()).expect("there is no end of signals");
            thread::sleep(SIGNAL_GAP);
            is_last_signal.store(true, Ordering::SeqCst);
            wait();
            let text = text.lock().expect("no thread panics");
            // Standard output isn't locked, because another thread may hold the lock.
            let _ = rustix::io::write(io::stdout(), text.as_bytes());
            let _ = emulate_default_handler(signal);
        })?;
        Ok(last_words)
    }

    /// Sets the text that a signal would print from now on.
    pub(crate) fn set(&self, text: String) {
        *self.text.lock().expect("no thread panics") = text;
    }

    /// Prints the text at the end. If a signal has come, the process ends, and this doesn't return.
    ///
    /// # Errors
    ///
    /// If it can't be printed.
    pub(crate) fn print(self, text: &str) -> anyhow::Result<()> {
        let mut unprinted = self.text.lock().expect("no thread panics");
        unprinted.clear();
        write(text)?;
        drop(unprinted);
        while self.is_terminating.load(Ordering::SeqCst) {
            thread::park();
        }
        Ok(())
    }
}

//! The last output of this process, which is printed even if a signal terminates it.

use std::sync::{Arc, Mutex};
use std::{io, thread};

use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::{Runner, termination_signals};
use crate::terminal::output::write;

/// The text to print at the end.
pub(crate) struct LastWords {
    text: Arc<Mutex<String>>,
    /// Stopped if a signal is terminating this process, and by nothing else.
    runner: Arc<Runner>,
}

impl LastWords {
    /// From now on, a signal that terminates this process first waits for the runs that it has stopped, and prints the
    /// text. The next signal terminates it, because both may hang.
    pub(crate) fn prepare(runner: Arc<Runner>) -> io::Result<Self> {
        let mut signals = Signals::new(termination_signals())?;
        let last_words = Self {
            text: Arc::default(),
            runner: Arc::clone(&runner),
        };
        let text = Arc::clone(&last_words.text);
        thread::Builder::new().spawn(move || {
            let signal = (signals.forever().next()).expect("there is no end of signals");
            runner.terminate_on_next_signal();
            runner.wait();
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
        while self.runner.is_stopped() {
            thread::park();
        }
        Ok(())
    }
}

//! The record of a game, which is printed when the game ends, even by a signal.

use std::{
    io,
    sync::{Arc, Mutex},
    thread,
};

use signal_hook::{iterator::Signals, low_level::emulate_default_handler};

use crate::{
    commands::{output::write, signals::ending},
    process::Runner,
};

/// The text to print when a game ends.
pub(super) struct LastWords {
    text: Arc<Mutex<String>>,
    /// Runs the players that are commands. A signal stops it.
    runner: Arc<Runner>,
}

impl LastWords {
    /// From now on, a signal that ends this process first ends the commands of a runner and prints the text.
    pub(super) fn prepare(runner: Arc<Runner>) -> io::Result<Self> {
        let mut signals = Signals::new(ending())?;
        let last_words = Self {
            text: Arc::default(),
            runner,
        };
        let (text, runner) = (Arc::clone(&last_words.text), Arc::clone(&last_words.runner));
        thread::spawn(move || {
            let signal = (signals.forever().next()).expect("there is no end of signals");
            runner.let_signals_end(true);
            runner.kill_all();
            let text = text.lock().expect("no thread panics");
            // Without the lock of standard output, which the game may hold.
            let _ = rustix::io::write(io::stdout(), text.as_bytes());
            let _ = emulate_default_handler(signal);
        });
        Ok(last_words)
    }

    /// Sets the text for a signal that comes now.
    pub(super) fn set(&self, text: String) {
        *self.text.lock().expect("no thread panics") = text;
    }

    /// Prints the text at the end of a game. If a signal has come, the process ends, and this doesn't return.
    ///
    /// # Errors
    ///
    /// If it can't be printed.
    pub(super) fn print(self, text: &str) -> anyhow::Result<()> {
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

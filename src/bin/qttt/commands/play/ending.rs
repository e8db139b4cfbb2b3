//! The end of a game. Its record is printed once, whether the game ends by itself or by a signal.

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use anyhow::Context;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag::{register, register_conditional_default},
    iterator::Signals,
    low_level::emulate_default_handler,
};

use crate::commands::output::write;

/// The text to print when the game ends. Whichever thread comes first prints it.
pub(super) struct Ending {
    text: Arc<Mutex<String>>,
    /// Whether a signal has come.
    is_signalled: Arc<AtomicBool>,
}

impl Ending {
    /// Starts a thread that prints the text on SIGINT or SIGTERM, and then lets the signal end the process.
    ///
    /// A second signal ends the process at once, even if nobody reads the output.
    pub(super) fn prepare() -> anyhow::Result<Self> {
        const CANNOT_CATCH: &str = "cannot catch signals";
        let text = Arc::new(Mutex::new(String::new()));
        let is_signalled = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            register_conditional_default(signal, Arc::clone(&is_signalled))
                .context(CANNOT_CATCH)?;
            register(signal, Arc::clone(&is_signalled)).context(CANNOT_CATCH)?;
        }
        let mut signals = Signals::new([SIGINT, SIGTERM]).context(CANNOT_CATCH)?;
        let terminal = tcgetattr(io::stdin()).ok();
        let shared = Arc::clone(&text);
        let (started, is_started) = mpsc::channel();
        thread::spawn(move || {
            let _ = started.send(());
            for signal in signals.forever() {
                let text = lock(&shared);
                if let Some(terminal) = &terminal {
                    // A line editor may be reading single keys.
                    let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
                }
                // Without the lock of standard output, which another thread may hold while it waits for a reader.
                let _ = rustix::io::write(io::stdout(), text.as_bytes());
                let _ = emulate_default_handler(signal);
            }
        });
        // The system may deliver a signal to a thread that is just starting, which would set the flag too late.
        let _ = is_started.recv();
        Ok(Self { text, is_signalled })
    }

    /// Sets the text for a signal that comes now.
    pub(super) fn set(&self, text: String) {
        *lock(&self.text) = text;
    }

    /// Prints the text at the end of a game. If a signal has come, it ends the process, and this doesn't return.
    ///
    /// # Errors
    ///
    /// If it can't be printed.
    pub(super) fn print(self, text: &str) -> anyhow::Result<()> {
        let mut kept = lock(&self.text);
        kept.clear();
        write(text)?;
        drop(kept);
        while self.is_signalled.load(Ordering::SeqCst) {
            thread::park();
        }
        Ok(())
    }
}

fn lock(text: &Mutex<String>) -> MutexGuard<'_, String> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

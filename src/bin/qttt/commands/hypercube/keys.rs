//! The keyboard while a bot thinks.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::Context;
use nix::{
    sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr},
    unistd::{getpid, getsid},
};
use signal_hook::{consts::SIGTSTP, flag, iterator::Signals, low_level::emulate_default_handler};

use crate::commands::signals::{CANNOT_CATCH, is_ignored, is_in_front};

/// Saves the keys that are typed while a bot thinks, so that the next prompt receives them. In the terminal's line
/// mode, the line editor would not get a Ctrl-D.
pub(super) struct Keys {
    /// The modes of the terminal at the start, if there is a terminal.
    modes: Option<Termios>,
    is_at_prompt: Arc<AtomicBool>,
}

impl Keys {
    /// From now on, Ctrl-Z restores the terminal before it stops the process: not every shell does that.
    pub(super) fn new() -> anyhow::Result<Self> {
        let modes = tcgetattr(io::stdin()).ok();
        let is_at_prompt = Arc::new(AtomicBool::new(true));
        // Without a shell, nobody could continue the process.
        let has_shell = getsid(None) != Ok(getpid());
        if let Some(modes) = modes.clone().filter(|_| has_shell && !is_ignored(SIGTSTP)) {
            // At the prompt, the line editor restores the terminal.
            flag::register_conditional_default(SIGTSTP, Arc::clone(&is_at_prompt))
                .context(CANNOT_CATCH)?;
            let mut stops = Signals::new([SIGTSTP]).context(CANNOT_CATCH)?;
            let is_at_prompt = Arc::clone(&is_at_prompt);
            let wait = move || {
                for signal in stops.forever() {
                    if is_at_prompt.load(Ordering::SeqCst) {
                        continue;
                    }
                    set(&modes);
                    // This returns when the process continues. It can't fail.
                    let _ = emulate_default_handler(signal);
                    if !is_at_prompt.load(Ordering::SeqCst) {
                        leave_line_mode(&modes);
                    }
                }
            };
            thread::Builder::new().spawn(wait).context(CANNOT_CATCH)?;
        }
        Ok(Self {
            modes,
            is_at_prompt,
        })
    }

    pub(super) fn saved_during<T>(&self, thinking: impl FnOnce() -> T) -> T {
        let Some(modes) = &self.modes else {
            return thinking();
        };
        self.is_at_prompt.store(false, Ordering::SeqCst);
        leave_line_mode(modes);
        let answer = thinking();
        self.is_at_prompt.store(true, Ordering::SeqCst);
        set(modes);
        answer
    }
}

fn leave_line_mode(modes: &Termios) {
    let mut modes = modes.clone();
    modes.local_flags.remove(LocalFlags::ICANON);
    set(&modes);
}

fn set(modes: &Termios) {
    if is_in_front() {
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
    }
}

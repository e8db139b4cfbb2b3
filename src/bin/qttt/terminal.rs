//! The terminal: output, escapes, progress, signals; and input, under its name in messages.

pub(crate) mod escape;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod plural;
pub(crate) mod progress;
pub(crate) mod signals;

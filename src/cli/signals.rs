//! The signals that end a program.

use std::{ffi::c_int, fs};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// Returns the signals that would end the process now: those of the keyboard, of `kill`, and of a terminal that goes
/// away.
///
/// A signal that was ignored when the process started (`nohup`, or a background job of a script) is to be ignored on.
pub(crate) fn ending() -> Vec<c_int> {
    let ignored = ignored();
    [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
        .into_iter()
        .filter(|&signal| match ignored {
            Some(mask) => mask >> (signal - 1) & 1 == 0,
            // Where the system doesn't tell: most of all, what runs under nohup must not end.
            None => signal != SIGHUP,
        })
        .collect()
}

/// Returns the signals that are ignored, a bit for each, as Linux tells them.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

//! The signals that end a program.

use std::{ffi::c_int, fs};

use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};

/// Signals that end a process unless it does something about them, and that people, terminals and batch systems send.
const ENDING: [c_int; 10] = [
    SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF,
];

/// Returns the signals that would end the process now: those of the keyboard, of `kill`, of a terminal that goes away,
/// and those by which batch systems tell that time is nearly over.
///
/// A signal that was ignored when the process started (`nohup`, or a background job of a script) is to be ignored on.
pub(crate) fn ending() -> Vec<c_int> {
    let ignored = ignored();
    ENDING
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

//! The signals that terminate a process.

use std::ffi::c_int;
use std::sync::Arc;
use std::{fs, io};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{SigId, flag};

/// The signals with which people, terminals, and services terminate a process.
pub(super) const TERMINATION_SIGNALS: [c_int; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// Returns `true` if a signal is ignored, because it was ignored when the process started (`nohup`, or a background job
/// of a script). If so, it must stay ignored.
///
/// Without unsafe code, this can be checked only on Linux. Elsewhere, SIGHUP counts as ignored, because of `nohup`, and
/// no other signal does.
fn is_ignored(signal: c_int) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.map_or(signal == SIGHUP, |mask| mask >> (signal - 1) & 1 == 1)
}

/// Lists the signals that terminate this process: those that are not ignored.
pub(crate) fn termination_signals() -> impl Iterator<Item = c_int> {
    TERMINATION_SIGNALS
        .into_iter()
        .filter(|&signal| !is_ignored(signal))
}

/// Catches a signal and does nothing. If this process ignored it, the commands that it runs would also ignore it.
pub(crate) fn catch_and_ignore(signal: c_int) -> io::Result<SigId> {
    flag::register(signal, Arc::default())
}

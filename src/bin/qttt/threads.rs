//! Threads that share their work.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::anyhow;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack of a thread that does not play games: the default of the standard library.
pub(crate) const STACK: usize = 2 << 20;

/// Returns the number of threads that can run at the same time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Starts threads that share their work.
///
/// # Errors
///
/// If a thread can't be started.
pub(crate) fn start_threads(count: usize, stack: usize) -> anyhow::Result<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(count);
    let threads = builder.stack_size(stack).build();
    threads.map_err(|error| anyhow!("cannot start a thread: {error}"))
}

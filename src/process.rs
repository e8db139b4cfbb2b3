//! Runs commands that can neither block, harm nor outlive their caller.
//!
//! ```text
//!  Pool ─┬─ supervisor ── sh -c … and all that it starts
//!        └─ supervisor ── sh -c …
//! ```
//!
//! A [`Pool`] belongs to the calling process. It has supervisors: processes that each run one command at a time, in its
//! own process group, and then kill whatever is left of it. On Linux that includes processes that have left the group or the session, because the supervisor adopts orphans. When the calling process ends, for whatever reason,
//! its supervisors notice at once and kill what they run. If a command kills its supervisor, the calling process adopts
//! and kills what it ran.
//!
//! The pipes to the command belong to the caller. Orders and reports go over a socket, which a command can't open through
//! `/proc` as it could a pipe.

mod orphans;
mod pool;
mod runner;
mod stop;
mod supervise;

use std::{io, time::Duration};

use rustix::{
    event::{PollFd, Timespec, poll},
    io::Errno,
};

pub use pool::Pool;
pub use runner::Limits;
pub(crate) use runner::{End, Ended, Job};
pub use stop::Stop;
pub use supervise::supervise;

/// How often a wait is interrupted to look around.
const GLANCE: Duration = Duration::from_millis(20);

/// Waits until something is ready or the time is up. Returns `true` if something is ready.
fn wait_for(watched: &mut [PollFd<'_>], at_most: Duration) -> io::Result<bool> {
    let at_most = Timespec::try_from(at_most).map_err(io::Error::other)?;
    match poll(watched, Some(&at_most)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

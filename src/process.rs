//! Runs commands that can neither block, harm nor outlive their caller.
//!
//! ```text
//!  Pool ─┬─ supervisor ── sh -c … and all that it starts
//!        └─ supervisor ── sh -c …
//! ```
//!
//! A [`Pool`] belongs to the calling process. Each of its runners has a supervisor: a process that runs one command at a
//! time, in its own process group, and then kills whatever is left of it. On Linux that includes processes that have left
//! the group or the session, because the supervisor adopts orphans. When the calling process ends, for whatever reason,
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

pub use pool::Pool;
pub use runner::Limits;
pub(crate) use runner::{End, Ended, Job, Runner};
pub use stop::Stop;
pub use supervise::supervise;

//! Commands as processes that can neither hold, harm nor outlive who runs them.
//!
//! ```text
//!  Pool ─┬─ supervisor ── sh -c … and all that it starts
//!        └─ supervisor ── sh -c …
//! ```
//!
//! A [`Pool`] belongs to the process that wants commands run. Each of its runners has a supervisor: a process that runs
//! one command at a time, in a process group of its own, and then kills whatever is left of it. On Linux that includes
//! what has left the group or the session, for the supervisor adopts orphans. When the process of the pool is gone, for
//! whatever reason, its supervisors notice at once, and end what they run. A command that kills or stops its supervisor
//! loses it; the pool then adopts and ends what the supervisor ran.
//!
//! The pipes to the command are the pool's own. A supervisor is only told what to run, over a socket, which unlike a pipe
//! can't be opened by way of `/proc`, and only says how it ended.

mod orphans;
mod pool;
mod runner;
mod stop;
mod supervise;

pub use pool::Pool;
pub use runner::Limits;
pub(crate) use runner::{End, Job, Runner};
pub use stop::Stop;
pub use supervise::supervise;

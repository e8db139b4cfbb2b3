//! The page to play on, over HTTP: requests to library calls. It keeps nothing but what the solver has proven.
//!
//! ```text
//!  connections: who may speak, and for how long
//!    └─→ answers: a request to a response
//!          ├─→ hosts: is it meant for us?
//!          └─→ query: what is asked of /position
//! ```
//!
//! One thread speaks with all clients. Answers, which can take a tenth of a second, are found by other threads, one per core.

mod answers;
mod connections;
mod hosts;
mod query;

pub(crate) use answers::Answers;
pub(crate) use connections::Server;
pub(crate) use hosts::HostName;

//! The conditions of games, and why they may not be played to their ends.

use std::io;

use rustix::{
    io::Errno,
    process::{Resource, getrlimit},
};

use super::{record::ReplayError, record_file::RecordFileError};
use crate::{
    hypercube::position::PositionError,
    process::{Job, Limits, Pool, Stop},
};

/// The conditions that all games are played under.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What a program may use.
    pub limits: Limits,
    /// What runs the programs.
    pub pool: &'a Pool,
    /// Stops the games early.
    pub stop: &'a Stop,
}

impl<'a> Conditions<'a> {
    /// Returns how a command is run under them.
    pub(super) const fn job(&self, command: &'a str) -> Job<'a> {
        Job {
            command,
            limits: self.limits,
            stop: self.stop,
            is_alone: false,
        }
    }
}

/// Why a game was not played to its end. A player's fault is no such reason: it ends the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum RefereeError {
    /// [`Stop::now`] was called.
    #[error("the games were stopped")]
    Stopped,
    /// No process or thread can be started, or a process can't be watched.
    #[error("cannot run a program{}", limit_behind(.0))]
    Run(#[source] io::Error),
    /// The system's limits don't allow so many games at a time.
    #[error("cannot play {jobs} games at a time{}", limit_behind(source))]
    Jobs { jobs: usize, source: io::Error },
    /// An opening breaks the rules.
    #[error("expected an opening by the rules")]
    Opening(#[from] PositionError),
    /// A record breaks the rules.
    #[error("expected the record of a game by the rules")]
    Replay(#[from] ReplayError),
    /// A finished game could not be recorded.
    #[error("a finished game is not recorded")]
    Record(#[source] RecordFileError),
}

/// Names the limit behind an error.
fn limit_behind(error: &io::Error) -> String {
    let limit = |resource| getrlimit(resource).current;
    match Errno::from_io_error(error) {
        Some(Errno::MFILE) => limit(Resource::Nofile).map_or_else(String::new, |files| {
            format!(": the limit is {files} open files (ulimit -n)")
        }),
        // Starting a thread without memory for it fails with AGAIN, too.
        Some(Errno::AGAIN | Errno::NOMEM) => match (limit(Resource::As), limit(Resource::Nproc)) {
            (None, Some(processes)) => {
                format!(": the limit is {processes} processes and threads (ulimit -u)")
            }
            _ => ": there are limits of memory and of processes (ulimit -v, ulimit -u)".to_string(),
        },
        _ => String::new(),
    }
}

//! The tournament's referee: programs as processes, games between them, records of the games, standings.
//!
//! ```text
//!  Player ─→ contest ─→ GameRecord ─→ RecordFile
//!    └─ program, builtin     └─→ Standings ─→ tables
//!  schedule ─→ tournament: many contests at once
//! ```
//!
//! A program is run by `sh -c`, so this needs Unix.

mod boards;
mod builtin;
mod contest;
mod determinism;
mod player;
mod program;
mod record;
mod record_file;
mod schedule;
mod standings;
mod stop;
mod table;
mod tournament;

pub use boards::{BoardsError, parse_boards};
pub use builtin::Builtin;
pub use contest::{RefereeError, Turn, play};
pub use determinism::{Disagreement, check_determinism};
pub use player::{Player, PlayerError, PlayerKind, check_players};
pub use program::Limits;
pub use record::{GameRecord, Reason, ReplayError};
pub use record_file::{
    Place, RecordFile, RecordFileError, RecordedGame, Records, check_agreement, read_records,
};
pub use schedule::{Pairing, Shard, ShardError, schedule};
pub use standings::{Cross, Faults, GameTally, Missing, RoundTally, Row, Standings};
pub use stop::Stop;
pub use tournament::run;

//! The tournament's referee: programs as processes, games between them, records of the games, standings.
//!
//! ```text
//!  Player ─→ contest ─→ GameRecord ─→ RecordFile
//!    │                       └─→ Standings ─→ tables
//!    ├─ builtin
//!    └─ keeper ─→ program, orphans: in a process of its own
//!  schedule ─→ tournament: many contests at once
//! ```
//!
//! Programs are run by `sh -c`, so this needs Unix. A program ends with its move, and with it its process group and, on
//! Linux, every process that it has started. This is no sandbox: programs run as the user who runs the referee, so a
//! malicious one can stop it, or write to its files. Run such a program as another user, or in a container.

mod boards;
mod builtin;
mod contest;
mod determinism;
mod keeper;
mod orphans;
mod player;
mod program;
mod record;
mod record_file;
mod schedule;
mod standings;
mod stop;
mod table;
mod tournament;
mod wire;

pub use boards::{BoardsError, parse_boards};
pub use builtin::Builtin;
pub use contest::{Conditions, RefereeError, Turn, play};
pub use determinism::{Disagreement, check_determinism};
pub use keeper::{Keepers, keep};
pub use player::{Player, PlayerError, PlayerKind, check_players};
pub use program::Limits;
pub use record::{GameRecord, Reason, ReplayError};
pub use record_file::{
    Place, RecordFile, RecordFileError, RecordedGame, Records, check_agreement, read_records,
};
pub use schedule::{Pairing, Shard, ShardError, schedule};
pub use standings::{Cross, Faults, GameTally, Missing, RoundTally, Row, Share, Standings};
pub use stop::Stop;
pub use tournament::run;

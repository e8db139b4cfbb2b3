//! The tournament's referee: programs as processes, games between them, records of the games, standings.
//!
//! ```text
//!  Player ─→ contest ─→ GameRecord ─→ RecordFile
//!    │                       └─→ Standings ─→ tables
//!    ├─ builtin
//!    └─ a program, by `process`
//!  schedule, series ─→ tournament: many contests at once
//!  openings ─┘  └─→ rating
//! ```
//!
//! Programs are run by `sh -c`, so this needs Unix. A program ends with its move, and with it its process group and, on
//! Linux, every process that it has started. This is no sandbox: programs run as the user who runs the referee, so a
//! malicious one can stop it, or write to its files. Run such a program as another user, or in a container.
//!
//! A program loses by fault only when the fault is its own: where another program could run at the same time, it is asked
//! again, with no other one running.

mod ask;
mod boards;
mod builtin;
mod compliance;
mod conditions;
mod contest;
mod determinism;
mod openings;
mod player;
mod random_cells;
mod rating;
mod record;
mod record_file;
mod schedule;
mod series;
mod standings;
mod table;
mod tournament;

pub(crate) use ask::{Reply, ask};
pub use boards::{BoardsError, parse_boards};
pub use builtin::Builtin;
pub(crate) use compliance::{Complaint, check_protocol, questions};
pub use conditions::{Conditions, RefereeError};
pub use contest::play;
pub use determinism::{Disagreement, check_determinism};
pub use openings::OpeningError;
pub use player::{Player, PlayerError, PlayerKind, check_players};
pub use rating::{PairCounts, RatingDifference, Sprt, SprtError, Verdict};
pub use record::{GameRecord, Reason, ReplayError};
pub use record_file::{
    Place, RecordFile, RecordFileError, RecordedGame, Records, check_agreement, read_records,
};
pub use schedule::{Pairing, Shard, ShardError, schedule};
pub use series::{SeriesScore, series};
pub use standings::{Cross, Faults, GameTally, RoundTally, Row, Share, Standings};
pub use tournament::run;

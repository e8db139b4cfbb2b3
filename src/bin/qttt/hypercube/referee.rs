//! The tournament's referee: games between bots, their records, and the standings.
//!
//! ```text
//!  Schedule ─→ Referee::play_all ─→ Referee::play ─→ Referee::ask ─┬─ a bot, by `process`
//!  fixtures       several games        one game         one move   └─ a built-in player
//!                       └─→ GameRecord ─→ RecordFile ─→ Standings
//! ```
//!
//! A game ends by the rules, or by a fault of a player, who then forfeits it. Anything that prevents a game is a
//! [`Stop`](crate::process::Stop). If a bot can't be run, a tournament plays the other games.
//!
//! There is no sandbox: bots run with the permissions of the user.

mod ask;
mod boards;
mod compliance;
mod contest;
mod contestant;
mod play;
mod record;
mod record_file;
mod rounds;
mod schedule;
mod standings;
mod strength;

use std::sync::Arc;
use std::time::Duration;

use crate::process::Runner;

pub(crate) use boards::{Boards, CONTEST_BOARDS};
pub(crate) use compliance::{QUESTIONS, questions};
pub(crate) use contest::{Contest, FILES, GameOptions, about_players};
pub(crate) use contestant::{Contestant, STRONGEST, ask_again, builtins, is_builtin};
pub(crate) use play::Watch;
pub(crate) use record::GameRecord;
pub(crate) use record_file::{check_agreement, read_records};
pub(crate) use schedule::{Openings, Schedule, pairs};
pub(crate) use standings::Standings;

/// The time limit of the contest for each move, in seconds.
pub(crate) const CONTEST_SECONDS: &str = "60";

/// Asks players for moves, all under the same conditions.
pub(crate) struct Referee {
    pub(crate) runner: Arc<Runner>,
    /// How long a bot may take for a move.
    pub(crate) timeout: Duration,
}

//! The tournament's referee: games between bots, their records, and the standings.
//!
//! ```text
//!  rounds, pairs ─→ Referee::play_all ─→ Referee::play ─→ Referee::ask ─┬─ a bot, by `process`
//!   fixtures          several games        one game         one move    └─ a built-in player
//!                           └─→ GameRecord ─→ RecordFile ─→ Standings, MatchScore
//! ```
//!
//! A game ends by the rules, or by a fault of a player, who then forfeits it. Anything that prevents a game
//! is an error.
//!
//! There is no sandbox: bots run with the permissions of the user.

mod boards;
mod compliance;
mod contestant;
mod game;
mod game_json;
mod game_record;
mod match_score;
mod pool;
mod record_file;
mod schedule;
mod sprt;
mod standings;
mod standings_text;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::process::Runner;

pub(crate) use boards::Boards;
pub(crate) use compliance::questions;
pub(crate) use contestant::{Contestant, tell_apart};
pub(crate) use game::Reply;
pub(crate) use game_record::{Forfeit, GameRecord};
pub(crate) use match_score::MatchScore;
pub(crate) use record_file::{RecordFile, RecordedGames, check_agreement, read_records};
pub(crate) use schedule::{Fixture, Openings, Round, Shard, rounds};
pub(crate) use sprt::{Sprt, Trial};
pub(crate) use standings::Standings;

/// Asks players for moves, all under the same conditions.
pub(crate) struct Referee {
    /// Runs the programs.
    runner: Arc<Runner>,
    /// How long a program may take for a move.
    timeout: Duration,
    /// The commands that work: they answered their first question in this run, or have made a move in an earlier run.
    working: Mutex<HashSet<String>>,
    /// The number of games that are played at once.
    jobs: usize,
}

impl Referee {
    pub(crate) fn new(runner: Arc<Runner>, timeout: Duration, jobs: usize) -> Self {
        Self {
            runner,
            timeout,
            working: Mutex::default(),
            jobs,
        }
    }

    /// Stops all games.
    pub(crate) fn stop(&self) {
        self.runner.stop();
    }
}

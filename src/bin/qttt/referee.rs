//! The tournament's referee: games between bots, their records, and the standings. Arrows show who calls whom, and what
//! becomes of a game:
//!
//! ```text
//!  Schedule ─→ Referee::play_all ─→ Referee::play ─→ Referee::ask ─┬─ a bot, by `process`
//!  fixtures       several games        one game         one move   └─ a built-in player
//!                       └─→ GameRecord ─→ RecordFile ─→ Standings
//! ```
//!
//! A game ends by the rules, or by a fault of a player, who then forfeits it. Anything that prevents a game is a
//! [`Stop`]. If a bot can't be run, a tournament plays the other games.
//!
//! There is no sandbox: bots run with the permissions of the user.

mod ask;
mod boards;
mod compliance;
mod contestant;
mod record;
mod record_file;
mod results;
mod schedule;
mod standings;
mod strength;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use rayon::prelude::*;

use crate::process::{Runner, Stop};
use crate::threads::start_threads;

pub(crate) use boards::{Boards, CONTEST_BOARDS, MAX_POSITION, parse_playable};
pub(crate) use compliance::{QUESTIONS, questions};
pub(crate) use contestant::{
    Contestant, STRONGEST, builtins, check_distinct, check_known, command_to_repeat,
    describe_repetition, display_name,
};
pub(crate) use record::{Fault, GameRecord};
pub(crate) use record_file::{FILES, RecordFile, read_records};
pub(crate) use results::Results;
pub(crate) use schedule::{Fixture, Schedule};
pub(crate) use standings::Standings;

/// The time limit of the contest for each move, in seconds.
pub(crate) const CONTEST_SECONDS: &str = "60";

/// Returns help about players.
pub(crate) fn about_players() -> String {
    let builtins = builtins();
    format!(
        "Players: A player is a command for `sh -c` (for example 'python3 bot.py'), or one of {builtins}. {NAMES}\n\n\
         {BOTS}\n\n{FAULTS} {NOT_RUN}\n\nBots run with your permissions, not in a sandbox."
    )
}

const NAMES: &str = "\
NAME=COMMAND gives a player a name of letters and digits in any script, '_', '.', and '-'; without it, the name is \
the whole command. To set an environment variable, write `env A=B bot`, because `A=B bot` means the command `B bot` with \
the name A. In a tournament, two players can't have the same name.";

const BOTS: &str = "\
A bot is started once per move. It reads two lines, the board as n,d and the moves so far as 1,1;0,0, and prints its \
move. Only the first line of its output counts, or all of its output if it exits without printing a newline. After \
its move, a bot has a quarter of a second to exit; then it is killed, along with its process group.";

const FAULTS: &str = "\
A bot forfeits the game if its move is illegal, if its first line is not a move, if it exceeds the time limit, or if it \
crashes (prints nothing, and exits with a nonzero code or is killed by a signal).";

const NOT_RUN: &str = "\
If the shell can't run the command (exit code 126 or 127, and no output), nobody forfeits: a tournament plays the \
other games, and the exit code is 2. Check a bot with `qttt hypercube check` first.";

/// Address space for a thread and its games. A thread that starts with too little memory aborts the process.
const ROOM: usize = 40 << 20;

/// Asks players for moves, all under the same conditions.
pub(crate) struct Referee {
    pub(crate) runner: Arc<Runner>,
    /// How long a bot may take for a move.
    pub(crate) timeout: Duration,
}

impl Referee {
    /// Plays games, up to `jobs` at a time, and calls `finished` with each record, or with what has ended the game
    /// early.
    ///
    /// # Errors
    ///
    /// If a thread can't be started, or `finished` fails. All other games are then abandoned.
    pub(crate) fn play_all<'p>(
        &self,
        fixtures: impl Iterator<Item = Fixture<'p>> + Send,
        jobs: u16,
        finished: impl FnMut(Result<GameRecord, Stop>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let threads = start_threads(jobs.into(), ROOM)?;
        let (records, received) = mpsc::channel();
        threads.in_place_scope(|scope| {
            scope.spawn(|_| {
                let play = |fixture| self.play(&fixture, |_| Ok(()));
                let games = fixtures.par_bridge();
                // When the run has ended, nobody receives the records.
                games.try_for_each_with(records, |records, game| records.send(play(game)).ok());
            });
            let end = received.into_iter().try_for_each(finished);
            // An error ends the run. The games of other jobs could delay it for hours.
            if end.is_err() {
                self.runner.stop();
            }
            end
        })
    }

    /// Plays a game and returns its record. Calls `made` after each move.
    ///
    /// # Errors
    ///
    /// If the game is interrupted, a bot can't be run, or `made` fails.
    pub(crate) fn play(
        &self,
        fixture: &Fixture<'_>,
        made: impl Fn(&GameRecord) -> Result<(), Stop>,
    ) -> Result<GameRecord, Stop> {
        let mut game = GameRecord::new(fixture, self.timeout);
        while let Some(turn) = game.turn() {
            let answer = self.ask(fixture.players[turn], &game.position)?;
            game.add(answer)?;
            if game.forfeit.is_none() {
                made(&game)?;
            }
        }
        Ok(game)
    }
}

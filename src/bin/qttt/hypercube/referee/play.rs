//! Games between two players, several at a time.

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use qttt::hypercube::Position;

use super::Referee;
use super::record::{End, GameRecord};
use super::schedule::Fixture;
use crate::process::Stop;

/// A function to call after each move, with the position and the time of the move.
pub(crate) type Watch<'w> = &'w (dyn Fn(&Position, Duration) -> Result<(), Stop> + Sync);

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
        watch: Watch<'_>,
        finished: impl FnMut(Result<GameRecord, Stop>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        /// Address space for a thread and its games. A thread that starts with too little memory aborts the process.
        const ROOM: usize = 40 << 20;
        let fixtures = Mutex::new(Some(fixtures));
        let next = || fixtures.lock().expect("no thread panics").as_mut()?.next();
        let (results, received) = mpsc::channel();
        thread::scope(|scope| {
            // No game begins until all threads have started.
            let mut waiting = fixtures.lock().expect("no thread panics");
            for _ in 0..jobs {
                let (results, next) = (results.clone(), &next);
                let work = move || {
                    while let Some(fixture) = next() {
                        if results.send(self.play(&fixture, watch)).is_err() {
                            break;
                        }
                    }
                };
                let thread = thread::Builder::new().stack_size(ROOM);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    *waiting = None;
                    return Err(error).context("cannot start a thread")?;
                }
            }
            drop((waiting, results));
            let end = received.into_iter().try_for_each(finished);
            // An error ends the run. The games of other jobs could delay it for hours.
            if end.is_err() {
                self.runner.stop();
            }
            end
        })
    }

    /// Plays a game and returns its record.
    ///
    /// # Errors
    ///
    /// If the game is interrupted, a bot can't be run, or `watch` fails.
    fn play(&self, fixture: &Fixture<'_>, watch: Watch<'_>) -> Result<GameRecord, Stop> {
        let mut position = fixture.start.clone();
        let opening = position.moves().len();
        let mut milliseconds = vec![0.0; opening];
        let end = loop {
            if let Some(end) = End::by_rules(&position) {
                break end;
            }
            let loser = position.turn();
            let answer = self.ask(fixture.players[loser as usize], &position)?;
            // Whole microseconds keep the text short.
            milliseconds.push(answer.time.as_micros() as f64 / 1000.0);
            match answer.played {
                Ok(cell) => position.play(cell).map_err(anyhow::Error::from)?,
                Err(forfeit) => break End::Forfeit { loser, forfeit },
            }
            watch(&position, answer.time)?;
        };
        Ok(GameRecord {
            names: fixture.players.map(|player| player.name.clone()),
            commands: Some(fixture.players.map(|player| player.command.clone())),
            timeout: Some(self.timeout.as_secs_f64()),
            position,
            opening,
            milliseconds,
            end,
        })
    }
}

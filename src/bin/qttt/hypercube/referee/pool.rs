//! Many games, several at a time.

use std::{
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};

use qttt::hypercube::Position;

use super::{Fixture, GameRecord, Referee};

/// A function to call after each move, with the position and the time of the move.
pub(crate) type Watch<'w> = &'w (dyn Fn(&Position, Duration) -> anyhow::Result<()> + Sync);

impl Referee {
    /// Plays games, up to `jobs` at a time, and calls `finished` with each record.
    ///
    /// # Errors
    ///
    /// If the games are interrupted, a bot can't be run, or `watch` or `finished` fails. All other games are then
    /// abandoned.
    pub(crate) fn play_all<'p>(
        &self,
        fixtures: impl Iterator<Item = Fixture<'p>> + Send,
        jobs: u16,
        watch: Watch<'_>,
        mut finished: impl FnMut(GameRecord) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let fixtures = Mutex::new(fixtures);
        let next = || fixtures.lock().expect("no thread panics").next();
        let (results, received) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (results, next) = (results.clone(), &next);
                scope.spawn(move || {
                    while let Some(fixture) = next() {
                        if results.send(self.play(&fixture, watch)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            let end = received
                .into_iter()
                .try_for_each(|result| finished(result?));
            // An error ends the run. The games of other jobs could delay it for hours.
            if end.is_err() {
                self.runner.stop();
            }
            end
        })
    }
}

//! Many games, several at a time.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use super::{Fixture, GameRecord, Player, Referee, RefereeError};

impl Referee {
    /// Plays games between players, `jobs` at a time, and calls `finished` with each record.
    ///
    /// # Errors
    ///
    /// If the games are stopped, a bot can't be run, or `finished` fails. Unfinished games are not recorded.
    pub(crate) fn play_all(
        &self,
        games: &[Fixture],
        players: &[Player],
        jobs: usize,
        mut finished: impl FnMut(GameRecord) -> Result<(), RefereeError>,
    ) -> Result<(), RefereeError> {
        let find = |name: &str| {
            let player = players.iter().find(|player| player.name == name);
            player.expect("the games are between these players")
        };
        let next = AtomicUsize::new(0);
        let (results, received) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs.min(games.len()) {
                let (sender, next) = (results.clone(), &next);
                let work = move || {
                    while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let players = game.players.each_ref().map(|name| find(name));
                        let result = self.play(game, players, |_, _| {});
                        let is_last = result.is_err();
                        if sender.send(result).is_err() || is_last {
                            break;
                        }
                    }
                };
                let spawned = thread::Builder::new().spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    let _ = results.send(Err(error.into()));
                }
            }
            drop(results);
            let mut outcome = Ok(());
            for result in received {
                let recorded = result.and_then(|(game, _)| finished(game));
                if recorded.is_err() {
                    self.runner.stop();
                }
                // The first error is the one that stopped the others.
                outcome = outcome.and(recorded);
            }
            outcome
        })
    }
}

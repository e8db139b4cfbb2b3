//! Many games, several at a time.

use std::{
    ops::ControlFlow,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use super::{Contestant, Fixture, GameRecord, Referee};

impl Referee {
    /// Plays games between players, several at a time, and calls `finished` with each record. If `finished` breaks, no
    /// more games start, and the games in progress are stopped.
    ///
    /// # Errors
    ///
    /// If the games are stopped, a bot can't be run, or `finished` fails. Unfinished games are not recorded.
    pub(crate) fn play_all(
        &self,
        games: &[Fixture],
        players: &[Contestant],
        mut finished: impl FnMut(GameRecord) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let find = |name: &str| {
            let player = players.iter().find(|player| player.name == name);
            player.expect("the games are between these players")
        };
        let next = AtomicUsize::new(0);
        let (results, received) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(games.len()) {
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
                scope.spawn(work);
            }
            drop(results);
            let mut end = None;
            for result in received {
                let recorded = result.and_then(&mut finished);
                if !matches!(recorded, Ok(ControlFlow::Continue(()))) {
                    self.runner.stop();
                    // Whatever follows is a consequence.
                    end.get_or_insert(recorded.map(drop));
                }
            }
            end.unwrap_or(Ok(()))
        })
    }
}

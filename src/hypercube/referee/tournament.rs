//! Many games, several at a time.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{
    conditions::{Conditions, RefereeError},
    contest::play_from,
    player::Player,
    record::GameRecord,
    record_file::RecordFileError,
    schedule::Pairing,
};
use crate::process::Runner;

/// Plays games between players, `jobs` at a time, and hands over each that is finished. Games of unknown players are left
/// out.
///
/// # Errors
///
/// When it is stopped, no program can be run, an opening is illegal, or a game can't be handed over. Unfinished games are
/// lost.
pub fn run(
    games: &[Pairing],
    players: &[Player],
    jobs: usize,
    conditions: &Conditions<'_>,
    mut finished: impl FnMut(GameRecord) -> Result<(), RecordFileError> + Send,
) -> Result<(), RefereeError> {
    let find = |name: &str| players.iter().find(|player| player.name == name);
    let play_one = |game: &Pairing, runner: &mut Runner<'_>| match (find(&game.x), find(&game.o)) {
        (Some(x), Some(o)) => {
            let game = play_from(
                runner,
                game.board,
                &game.opening,
                [x, o],
                conditions,
                |_| {},
            );
            game.map(Some)
        }
        _ => Ok(None),
    };
    let hand_over = |game: Option<GameRecord>| match game {
        Some(game) => finished(game).map_err(RefereeError::Record),
        None => Ok(()),
    };
    in_parallel(games, players, jobs, conditions, play_one, hand_over)
}

/// Works on items, `jobs` at a time, and hands over the results as they come. The first error stops the rest.
pub(super) fn in_parallel<I: Sync, T>(
    items: &[I],
    players: &[Player],
    jobs: usize,
    conditions: &Conditions<'_>,
    work: impl Fn(&I, &mut Runner<'_>) -> Result<T, RefereeError> + Sync,
    hand_over: impl FnMut(T) -> Result<(), RefereeError> + Send,
) -> Result<(), RefereeError> {
    let jobs = jobs.min(items.len());
    let too_many = |source| RefereeError::Jobs { jobs, source };
    let runs_programs = players.iter().any(Player::is_program);
    // Finds out before the first game whether the system allows so many.
    let runners = conditions
        .pool
        .runners(if runs_programs { jobs } else { 0 });
    let mut runners = runners.map_err(too_many)?;
    runners.resize_with(jobs, || conditions.pool.runner());
    let next = AtomicUsize::new(0);
    let hand_over = Mutex::new(hand_over);
    let worker = |runner: &mut Runner<'_>| {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item, runner)?;
            hand_over.lock().unwrap_or_else(PoisonError::into_inner)(result)?;
        }
        Ok(())
    };
    let outcome = Mutex::new(Ok(()));
    let fail = |error| {
        conditions.stop.now();
        let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
        // Keep the error that stopped the others.
        if matches!(*outcome, Ok(()) | Err(RefereeError::Stopped)) {
            *outcome = Err(error);
        }
    };
    let worker = |mut runner: Runner<'_>| worker(&mut runner).unwrap_or_else(fail);
    thread::scope(|scope| {
        for runner in runners {
            let thread = thread::Builder::new().spawn_scoped(scope, || worker(runner));
            if let Err(error) = thread {
                fail(too_many(error));
            }
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

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
    contest::play,
    player::Player,
    record::GameRecord,
    record_file::RecordFileError,
    schedule::Pairing,
};

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
    let games = games.iter();
    let games: Vec<_> = games
        .filter_map(|game| Some((game, [find(&game.x)?, find(&game.o)?])))
        .collect();
    let play = |&(game, players): &(&Pairing, _)| {
        play(game.board, &game.opening, players, conditions, |_, _| {})
    };
    let hand_over = |game| finished(game).map_err(RefereeError::Record);
    in_parallel(&games, players, jobs, conditions, play, hand_over)
}

/// Works on items, `jobs` at a time, and hands over the results as they come. The first error stops the rest.
pub(super) fn in_parallel<I: Sync, T>(
    items: &[I],
    players: &[Player],
    jobs: usize,
    conditions: &Conditions<'_>,
    work: impl Fn(&I) -> Result<T, RefereeError> + Sync,
    hand_over: impl FnMut(T) -> Result<(), RefereeError> + Send,
) -> Result<(), RefereeError> {
    let jobs = jobs.min(items.len());
    let too_many = |source| RefereeError::Jobs { jobs, source };
    if players.iter().any(Player::is_program) {
        // Finds out before the first game whether the system allows so many.
        conditions.pool.prepare(jobs).map_err(too_many)?;
    }
    let next = AtomicUsize::new(0);
    let hand_over = Mutex::new(hand_over);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item)?;
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
    thread::scope(|scope| {
        for _ in 0..jobs {
            let thread = thread::Builder::new().spawn_scoped(scope, || work().unwrap_or_else(fail));
            if let Err(error) = thread {
                fail(too_many(error));
            }
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

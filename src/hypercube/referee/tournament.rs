//! Many games, several at a time.

use std::{
    panic,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{
    contest::{RefereeError, play},
    player::Player,
    program::Limits,
    record::GameRecord,
    record_file::RecordFileError,
    schedule::Pairing,
    stop::Stop,
};

/// Plays games between players, `jobs` at a time, and hands over each that is finished. A game with a name that no
/// player has is left out.
///
/// # Errors
///
/// When it is stopped, no program can be run, or a game can't be handed over. Games that are not finished then are
/// lost.
pub fn run(
    games: &[Pairing],
    players: &[Player],
    limits: &Limits,
    jobs: usize,
    stop: &Stop,
    mut finished: impl FnMut(GameRecord) -> Result<(), RecordFileError> + Send,
) -> Result<(), RefereeError> {
    let find = |name: &str| players.iter().find(|player| player.name == name);
    let play_one = |game: &Pairing| match (find(&game.x), find(&game.o)) {
        (Some(x), Some(o)) => play(game.board, [x, o], limits, stop, |_| {}).map(Some),
        _ => Ok(None),
    };
    let hand_over = |game: Option<GameRecord>| match game {
        Some(game) => finished(game).map_err(RefereeError::Record),
        None => Ok(()),
    };
    in_parallel(games, jobs, stop, play_one, hand_over)
}

/// Does a piece of work for each item, `jobs` at a time, and hands over one result at a time, as they come. The first
/// error stops what runs.
pub(super) fn in_parallel<I: Sync, T>(
    items: &[I],
    jobs: usize,
    stop: &Stop,
    work: impl Fn(&I) -> Result<T, RefereeError> + Sync,
    hand_over: impl FnMut(T) -> Result<(), RefereeError> + Send,
) -> Result<(), RefereeError> {
    let next = AtomicUsize::new(0);
    let hand_over = Mutex::new(hand_over);
    let worker = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item)?;
            hand_over.lock().unwrap_or_else(PoisonError::into_inner)(result)?;
        }
        Ok(())
    };
    let stopping_worker = || worker().inspect_err(|_| stop.now());
    let outcomes: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(items.len()))
            .map(|_| scope.spawn(stopping_worker))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    // The error that stopped the others, rather than that they were stopped.
    let mut outcome = Ok(());
    for error in outcomes.into_iter().filter_map(Result::err) {
        if matches!(outcome, Ok(()) | Err(RefereeError::Stopped)) {
            outcome = Err(error);
        }
    }
    outcome
}

//! Checks that programs are deterministic, as the tournament's rules demand: moves are asked for again.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    ask::{Fault, ask_for},
    conditions::{Conditions, RefereeError},
    player::Player,
    record::GameRecord,
    schedule::Pairing,
    tournament::in_parallel,
};
use crate::hypercube::{
    board::Cell,
    mix::mix,
    position::{Position, Stone},
};

/// One in so many moves of a player in a game is asked for again, and at least one.
const ONE_OF: usize = 20;

/// A move that came out differently when it was asked for again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Disagreement {
    pub name: String,
    #[serde(flatten)]
    pub game: Pairing,
    /// Which move of the game it is, from 1.
    pub ply: usize,
    /// The move in the game.
    pub first: String,
    /// The move it made this time, or why there is none.
    pub then: String,
}

/// Asks again for one in twenty moves of each player in each game, and at least one, and for each move that lost a game by
/// fault.
///
/// `checked` is called after each game.
///
/// # Errors
///
/// When it is stopped, no program can be run, or a record is of no game by the rules.
pub fn check_determinism(
    games: &[GameRecord],
    players: &[Player],
    jobs: usize,
    conditions: &Conditions<'_>,
    mut checked: impl FnMut() + Send,
) -> Result<Vec<Disagreement>, RefereeError> {
    let mut found = Vec::new();
    let check = |game: &GameRecord| check_game(game, players, conditions);
    let collect = |disagreements: Vec<Disagreement>| {
        found.extend(disagreements);
        checked();
        Ok(())
    };
    in_parallel(games, players, jobs, conditions, check, collect)?;
    // They come as the games are finished.
    found.sort_by_cached_key(|found| {
        let Disagreement {
            name, game, ply, ..
        } = found.clone();
        (game.board, name, game.x, game.o, ply)
    });
    Ok(found)
}

fn check_game(
    game: &GameRecord,
    players: &[Player],
    conditions: &Conditions<'_>,
) -> Result<Vec<Disagreement>, RefereeError> {
    let mut found = Vec::new();
    let end = game.replay()?;
    let plies = sample(game, end.moves().len());
    let mut position = Position::new(game.board);
    // Behind the last move there may be the fault that lost the game.
    let moves = end.moves().iter().map(Some).chain([None]);
    for (ply, first) in moves.enumerate() {
        let name = game.name(Stone::of_move(ply));
        let player = players.iter().find(|player| player.name == name);
        if let Some(player) = player.filter(|_| plies.contains(&ply)) {
            let is_same = |then: &Result<Cell, Fault>| match (first, then) {
                (Some(first), Ok(cell)) => first == cell,
                (None, Err(fault)) => game.reason == fault.reason,
                _ => false,
            };
            let then = ask_for(&player.kind, &position, conditions, is_same)?.cell;
            if !is_same(&then) {
                found.push(Disagreement {
                    name: name.to_string(),
                    game: game.pairing(),
                    ply: ply + 1,
                    first: match first {
                        Some(cell) => cell.to_string(),
                        None if game.message.is_empty() => game.reason.to_string(),
                        None => game.message.clone(),
                    },
                    then: then.map_or_else(|fault| fault.message, |cell| cell.to_string()),
                });
            }
        }
        first.map_or(Ok(()), |cell| position.play(cell.clone()))?;
    }
    Ok(found)
}

/// Chooses the plies to ask for again: scattered, but always the same for a game.
fn sample(game: &GameRecord, moves: usize) -> BTreeSet<usize> {
    let mut plies = BTreeSet::new();
    let seed = format!("{} {} {}", game.board, game.x, game.o);
    let mut state = seed
        .bytes()
        .fold(0, |state, byte| mix(state ^ u64::from(byte)));
    for first in [game.opening, game.opening + 1] {
        let own = moves.saturating_sub(first).div_ceil(2);
        for _ in 0..own.div_ceil(ONE_OF) {
            state = mix(state);
            plies.insert(first + 2 * (state % own as u64) as usize);
        }
    }
    if game.reason.is_fault() {
        plies.insert(moves);
    }
    plies
}

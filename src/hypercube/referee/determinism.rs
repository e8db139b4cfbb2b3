//! Whether a program answers the same when it is asked the same again, as the tournament's rules demand.

use std::{collections::BTreeSet, sync::Arc};

use serde::Serialize;

use super::{
    contest::{Conditions, Fault, RefereeError, ask, position_after},
    player::Player,
    record::GameRecord,
    tournament::in_parallel,
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        position::Stone,
    },
    process::Runner,
};

/// Of how many moves of a player in a game one is asked for again; at least one is.
const ONE_OF: usize = 20;

/// A move that was another one when the player was asked again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Disagreement {
    /// The player.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Who moved first in the game.
    pub x: String,
    /// The other player.
    pub o: String,
    /// Which move of the game it is, from 1.
    pub ply: usize,
    /// The move in the game.
    pub first: String,
    /// The move it made this time, or why there is none.
    pub then: String,
}

/// Asks again for a sample of the moves in some games: for each player in each game one in twenty, and at least one; and
/// for each move that lost a game by fault.
///
/// `checked` is told when a game is done.
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
    let check =
        |game: &GameRecord, runner: &mut Runner<'_>| check_game(game, runner, players, conditions);
    let collect = |disagreements: Vec<Disagreement>| {
        found.extend(disagreements);
        checked();
        Ok(())
    };
    in_parallel(games, players, jobs, conditions, check, collect)?;
    let key = |found: &Disagreement| {
        (
            found.name.clone(),
            found.x.clone(),
            found.o.clone(),
            found.ply,
        )
    };
    found.sort_by_key(|found| (found.board.width(), found.board.dimensions(), key(found)));
    Ok(found)
}

fn check_game(
    game: &GameRecord,
    runner: &mut Runner<'_>,
    players: &[Player],
    conditions: &Conditions<'_>,
) -> Result<Vec<Disagreement>, RefereeError> {
    let mut found = Vec::new();
    let end = game.replay().map_err(RefereeError::Replay)?;
    let moves = end.moves();
    for stone in [Stone::X, Stone::O] {
        let name = game.name(stone);
        let Some(player) = players.iter().find(|player| player.name == name) else {
            continue;
        };
        let mut plies = sample(game, stone, moves.len());
        if game.reason.is_fault() && game.winner == Some(stone.other()) {
            plies.insert(moves.len());
        }
        for ply in plies.into_iter().filter(|&ply| ply >= game.opening) {
            let position = Arc::new(position_after(game.board, &moves[..ply])?);
            let before: Vec<_> = moves[..ply].iter().map(Cell::to_string).collect();
            let is_same = |reply: &Result<Cell, Fault>| match (moves.get(ply), reply) {
                (Some(first), Ok(cell)) => first == cell,
                (None, Err(fault)) => game.reason == fault.reason,
                _ => false,
            };
            let before = before.join(";");
            let reply = ask(player, runner, &position, &before, conditions, is_same)?.cell;
            if !is_same(&reply) {
                let fault = || Fault {
                    reason: game.reason,
                    message: game.message.clone(),
                };
                found.push(Disagreement {
                    name: name.to_string(),
                    board: game.board,
                    x: game.x.clone(),
                    o: game.o.clone(),
                    ply: ply + 1,
                    first: describe(moves.get(ply).cloned().ok_or_else(fault)),
                    then: describe(reply),
                });
            }
        }
    }
    Ok(found)
}

fn describe(reply: Result<Cell, Fault>) -> String {
    match reply {
        Ok(cell) => cell.to_string(),
        Err(fault) if fault.message.is_empty() => fault.reason.word().to_string(),
        Err(fault) => fault.message,
    }
}

/// Chooses moves of a player, of those there are: scattered, but the same for the same game everywhere.
fn sample(game: &GameRecord, stone: Stone, moves: usize) -> BTreeSet<usize> {
    let first = usize::from(stone == Stone::O);
    let own = (moves + 1 - first) / 2;
    let mut hash = fnv(&format!("{} {} {} {stone}", game.board, game.x, game.o));
    let mut draw = |_| {
        hash = fnv(&hash.to_string());
        first + 2 * (hash % own as u64) as usize
    };
    (0..own.div_ceil(ONE_OF)).map(&mut draw).collect()
}

/// The hash FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

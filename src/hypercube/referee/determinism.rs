//! Whether a program answers the same when it is asked the same again, as the tournament's rules demand.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    contest::{RefereeError, Seat},
    player::Player,
    program::Limits,
    record::GameRecord,
    stop::Stop,
    tournament::in_parallel,
};
use crate::hypercube::{board::Board, position::Stone, protocol};

/// Of how many moves of a player in a game one is asked for again; at least one is.
const ONE_OF: usize = 20;

/// A move that came out otherwise when the player was asked again.
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
    /// The move that came now, or why there is none.
    pub then: String,
}

/// Asks for a sample of the moves of games again: of every player in each game each twentieth, and at least one.
///
/// `checked` is told when a game is done.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub fn check_determinism(
    games: &[GameRecord],
    players: &[Player],
    limits: &Limits,
    jobs: usize,
    stop: &Stop,
    mut checked: impl FnMut() + Send,
) -> Result<Vec<Disagreement>, RefereeError> {
    let mut found = Vec::new();
    let check = |game: &GameRecord| check_game(game, players, limits, stop);
    let collect = |disagreements: Vec<Disagreement>| {
        found.extend(disagreements);
        checked();
        Ok(())
    };
    in_parallel(games, jobs, stop, check, collect)?;
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
    players: &[Player],
    limits: &Limits,
    stop: &Stop,
) -> Result<Vec<Disagreement>, RefereeError> {
    let mut found = Vec::new();
    let moves: Vec<_> = game.split_moves().collect();
    for stone in [Stone::X, Stone::O] {
        let name = game.name(stone);
        let Some(player) = players.iter().find(|player| player.name == name) else {
            continue;
        };
        let seat = Seat::new(player, game.board);
        for ply in sample(game, stone, moves.len()) {
            let before = moves[..ply].join(";");
            // A record that was tampered with can hold anything.
            let Ok(position) = protocol::read(format!("{}\n{before}\n", game.board).as_bytes())
            else {
                continue;
            };
            let reply = seat.ask(&position, &before, limits, stop)?;
            let then = reply
                .cell
                .map_or_else(|fault| fault.message, |cell| cell.to_string());
            if then != moves[ply] {
                found.push(Disagreement {
                    name: name.to_string(),
                    board: game.board,
                    x: game.x.clone(),
                    o: game.o.clone(),
                    ply: ply + 1,
                    first: moves[ply].to_string(),
                    then,
                });
            }
        }
    }
    Ok(found)
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

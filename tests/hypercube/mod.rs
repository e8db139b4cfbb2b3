//! n^d tic-tac-toe: boards, the engine, and the referee.

mod boards;
mod engine;
mod protocol;
mod show;
mod standings;

// The referee runs bots as processes.
mod compliance;
mod leftovers;
mod play;
mod records;
mod referee;
mod replay;
mod rounds;
#[cfg(target_os = "linux")]
mod soak;
mod tournament;

use std::process::Command;

use crate::support::*;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Position};
use records::{FULL, ROW, lines, record};
use serde_json::Value;
use tournament::{FIRST, tournament};

fn board(n: u32, d: u32) -> Board {
    Board::new(n, d).expect("a board")
}

/// The boards of the contest.
fn tournament_boards() -> impl Iterator<Item = Board> {
    (3..=6).flat_map(|n| (2..=5).map(move |d| board(n, d)))
}

/// Chooses a move by a short search, so that a test can play many games.
fn choose_quickly(position: &Position) -> Option<Cell> {
    qttt::hypercube::engine::choose_within(position, 10_000)
}

/// Plays at most `moves` moves of a game against random ones.
fn play_against_chance(board: Board, us: Player, moves: usize, chance: &mut Chance) -> Position {
    let mut position = Position::new(board);
    while !position.is_over() && position.moves().len() < moves {
        if position.turn() == us {
            let cell = choose_quickly(&position).expect("a move");
            position.play(cell).expect("a legal move");
        } else {
            chance.play_elsewhere(&mut position, &[]);
        }
    }
    position
}

/// The arguments of a match of one game on 3,2.
fn match_of<'a>(x: &'a str, o: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let game = ["hypercube", "match", "--x", x, "--o", o, "3,2"];
    [&game[..], options].concat()
}

/// Returns the record of a game, which a match prints as JSON.
fn game_of(command: &mut Command) -> Value {
    let (_, json, stderr) = answer(command, "");
    serde_json::from_str(&json).expect(&stderr)
}

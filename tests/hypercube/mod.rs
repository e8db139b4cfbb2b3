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
mod terminal;
mod tournament;

use std::process::Command;

use crate::support::*;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Position};
use serde_json::{Value, json};

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
        if position.turn() == Some(us) {
            let cell = choose_quickly(&position).expect("a move");
            position.play(cell).expect("a legal move");
        } else {
            chance.play_elsewhere(&mut position, &[]);
        }
    }
    position
}

/// A record of a game on 3,2.
fn recorded(x: &str, o: &str, moves: &str, winner: Option<&str>, reason: &str) -> Value {
    json!({"board": "3,2", "x": x, "o": o, "winner": winner, "reason": reason, "moves": moves})
}

/// X has a line.
const ROW: &str = "0,0;0,1;1,0;1,1;2,0";

/// Nobody has a line.
const FULL: &str = "0,0;1,0;2,0;1,1;0,1;2,1;1,2;0,2;2,2";

fn lines(games: &[Value]) -> String {
    games.iter().map(|game| format!("{game}\n")).collect()
}

/// A bot that takes the first free cell.
const FIRST: &str = r#"awk 'NR == 1 { split($0, board, ","); n = board[1]; d = board[2] }
NR == 2 {
    count = split($0, moves, ";"); for (i = 1; i <= count; i++) taken[moves[i]] = 1
    for (i = 0; i < n ^ d; i++) {
        cell = i % n; rest = int(i / n)
        for (k = 1; k < d; k++) { cell = cell "," rest % n; rest = int(rest / n) }
        if (!(cell in taken)) { print cell; exit }
    }
}'"#;

/// The arguments of a tournament whose players may forfeit games.
fn tournament<'a>(players: &[&'a str], options: &'a str) -> Vec<&'a str> {
    let start = ["hypercube", "tournament", "--no-trial"];
    [&start, players, &words(options)].concat()
}

/// The arguments of a game on 3,2.
fn game_of<'a>(x: &'a str, o: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let game = ["hypercube", "play", "--x", x, "--o", o, "3,2"];
    [&game[..], options].concat()
}

/// Plays a game that X forfeits to the greedy player. Returns the lines of the moves, and the fault with its move.
#[track_caller]
fn forfeited(game: &mut Command) -> (String, String) {
    let (code, stdout, stderr) = answer(game, "");
    assert_eq!(code, 1, "{game:?}: {stdout}{stderr}");
    let (moves, end) = stdout.split_once("x,y").expect("a drawing");
    let end = end.split_once(" (X) forfeited to builtin:greedy at move ");
    let fault = end.expect(&stdout).1.lines().next().expect("a fault");
    (moves.to_string(), fault.to_string())
}

/// How a bot forfeits that always plays the centre.
const TAKEN: &str = "3 by an illegal move: 1,1 is already taken by X";

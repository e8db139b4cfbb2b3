//! The n^d engine on boards whose lines don't fit in memory.

use super::{choose_quickly, play_against_chance};
use crate::support::chance::Chance;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Line, Position};

fn board(n: u32, d: u32) -> Board {
    let board = Board::new(n, d).expect("a board");
    let fits = board
        .lines()
        .is_some_and(|lines| lines * u64::from(n) <= 1 << 18);
    assert!(!fits, "{board} fits in memory");
    board
}

/// Leaves a gap in lines of many directions, in which each coordinate moves at least once.
fn assert_completes_and_blocks(n: u32, d: u32, rounds: usize) {
    let board = board(n, d);
    let mut chance = Chance::new(u64::from(n));
    for round in 0..rounds {
        let line = chance.line(board, round % d as usize);
        let mut cells: Vec<_> = line.cells().collect();
        let free = [cells.remove(chance.below(n as usize))];
        for player in Player::ALL {
            let theirs = chance.position_with(board, player, &cells, &free);
            let cell = choose_quickly(&theirs).expect("a move");
            assert_eq!(cell, free[0], "blocks {line:?}");
            let mut own = theirs;
            chance.play_elsewhere(&mut own, &free);
            let cell = choose_quickly(&own).expect("a move");
            // On width 3, random stones may leave another gap.
            let may_differ = n == 3;
            assert!(may_differ || cell == free[0], "completes {line:?}");
            own.play(cell).expect("legal");
            assert_eq!(own.winner(), Some(player));
        }
    }
}

#[test]
fn wins_in_one_and_blocks_in_one_in_many_directions() {
    assert_completes_and_blocks(10, 10, 40);
    assert_completes_and_blocks(4, 9, 30);
    assert_completes_and_blocks(101, 3, 10);
    assert_completes_and_blocks(700, 2, 6);
    assert_completes_and_blocks(3, 30, 40);
    assert_completes_and_blocks(5, 20, 30);
}

/// Returns the taken cells and the free cells of two lines that cross. Each line has two free cells: one is the
/// crossing.
fn crossing(chance: &mut Chance, board: Board) -> (Vec<Cell>, Vec<Cell>) {
    let center = board.center();
    let (mut own, mut free) = (Vec::new(), vec![center.clone()]);
    // Each line is moving along one of these axes, and the other line isn't.
    for [moving, still] in [[0, 1], [1, 0]] {
        let mut next = center.clone();
        for (axis, coordinate) in next.0.iter_mut().enumerate() {
            let is_moving = axis == moving || axis != still && chance.below(2) == 1;
            *coordinate += u32::from(is_moving);
        }
        let line = Line::through(board, &center, &next).expect("a line");
        let mut cells: Vec<_> = line.cells().filter(|cell| *cell != center).collect();
        free.push(cells.remove(chance.below(cells.len())));
        own.append(&mut cells);
    }
    (own, free)
}

#[test]
fn makes_and_prevents_double_threats() {
    let mut chance = Chance::new(5);
    for (n, d) in [(10, 10), (5, 20), (101, 3)] {
        for _ in 0..20 {
            let (own, free) = crossing(&mut chance, board(n, d));
            let mut position = chance.position_with(board(n, d), Player::X, &own, &free);
            let mut prevented = position.clone();
            let cell = choose_quickly(&prevented).expect("a move");
            assert!(free.contains(&cell), "{n}^{d}, {free:?}: {cell:?}");
            prevented.play(cell).expect("legal");
            let wins = |cell: &Cell| {
                let mut next = prevented.clone();
                next.play(cell.clone()).is_ok() && next.winner().is_some()
            };
            assert!(!free.iter().any(wins));

            chance.play_elsewhere(&mut position, &free);
            // The player may take the crossing immediately, or after a threat.
            for _ in 0..6 {
                if position.winner().is_none() {
                    let cell = choose_quickly(&position).expect("a move");
                    position.play(cell).expect("legal");
                }
            }
            assert_eq!(position.winner(), Some(Player::X), "{n}^{d}, {free:?}");
        }
    }
}

#[test]
fn the_first_move_is_in_the_middle() {
    for (n, d) in [(10, 10), (3, 30), (3, 1000), (1_000_000, 2), (65_536, 3)] {
        let board = board(n, d);
        assert_eq!(choose_quickly(&Position::new(board)), Some(board.center()));
    }
}

#[test]
fn beats_random_moves_on_boards_of_width_3_and_4() {
    for (n, d, moves) in [(3, 10, 9), (3, 1000, 9), (4, 9, 40), (4, 30, 40)] {
        for us in Player::ALL {
            for seed in 1..=2 {
                let mut chance = Chance::new(seed);
                let position = play_against_chance(board(n, d), us, moves, &mut chance);
                assert_eq!(position.winner(), Some(us), "{n}^{d} as {us}");
            }
        }
    }
}

#[test]
fn plays_a_hundred_legal_moves() {
    for (n, d) in [(65_536, 3), (1_000_000, 2)] {
        for us in Player::ALL {
            let mut chance = Chance::new(7);
            let position = play_against_chance(board(n, d), us, 100, &mut chance);
            assert_eq!(position.moves().len(), 100);
        }
    }
}

/// With so many dimensions, only the lines of each player's last two stones are looked at.
#[test]
fn blocks_a_line_of_the_newest_stones_in_many_dimensions() {
    let dimensions = 20_000;
    let cell = |first: &[u32]| {
        let mut cell = vec![0; dimensions];
        cell[..first.len()].copy_from_slice(first);
        Cell(cell.into())
    };
    let moves: [&[u32]; 5] = [&[0, 1, 2], &[0, 2], &[], &[0, 0, 1], &[1]];
    let moves = moves.map(cell);
    let position = Position::after(board(3, dimensions as u32), &moves).expect("legal");
    assert_eq!(choose_quickly(&position), Some(cell(&[2])));
}

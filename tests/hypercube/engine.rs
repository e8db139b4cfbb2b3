//! The n^d engine: games on boards whose result is known from theory, and single moves.

use std::collections::HashSet;
use std::thread;

use super::{board, choose_quickly, lines_of, play_against_chance, tournament_boards};
use crate::support::chance::Chance;
use crate::support::run;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Position, engine, protocol};

#[test]
fn plays_legal_moves_and_never_loses_to_random_ones() {
    let mut chance = Chance::new(2006);
    for (n, d, games) in [
        (3, 3, 50),
        (4, 2, 30),
        (5, 2, 10),
        (6, 2, 5),
        (4, 3, 4),
        (3, 5, 1),
    ] {
        for us in Player::ALL.repeat(games) {
            let end = play_against_chance(board(n, d), us, usize::MAX, &mut chance);
            // On 3^3 and 3^5, X has a forced win, which random moves may find.
            let lost_in_theory = n == 3 && d > 2 && us == Player::O;
            let is_lost = end.winner() == Some(us.opponent());
            assert!(!is_lost || lost_in_theory, "{}", protocol::write(&end));
        }
    }
}

#[test]
fn wins_in_one_and_blocks_in_one_in_every_direction_on_every_board() {
    let mut chance = Chance::new(7);
    for board in tournament_boards() {
        let lines = lines_of(board);
        // Lines next to each other in the list differ in direction.
        let step = lines.len().div_ceil(60);
        for mut cells in lines.into_iter().step_by(step) {
            let free = [cells.remove(chance.below(cells.len()))];
            let mut position = chance.position_with(board, Player::X, &cells, &free);
            let text = protocol::write(&position);
            assert_eq!(choose_quickly(&position).as_ref(), Some(&free[0]), "{text}");
            chance.play_elsewhere(&mut position, &free);
            let text = protocol::write(&position);
            assert_eq!(choose_quickly(&position).as_ref(), Some(&free[0]), "{text}");
        }
    }
}

#[test]
fn takes_the_first_free_cell_when_no_line_can_be_completed() {
    // Row by row X O X O / X O X O / O X O X / X O, and two free cells.
    let indices = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 11, 10, 12, 13];
    let moves = indices.map(|index| board(4, 2).cell(index).expect("a cell"));
    let position = Position::after(board(4, 2), &moves).expect("legal");
    assert_eq!(engine::choose(&position), board(4, 2).cell(14));
}

#[test]
fn prints_the_move_of_the_library() {
    let mut chance = Chance::new(5);
    for (n, d, moves) in [(3, 2, 2), (5, 3, 60), (5, 3, 64)] {
        let position = opening(board(n, d), moves, &mut chance);
        let text = protocol::write(&position);
        let cell = engine::choose(&position).expect("a move");
        let printed = run(&["hypercube", "move"], text.as_str());
        assert_eq!(printed, (0, format!("{cell}\n"), String::new()), "{text}");
    }
}

/// Plays some pseudorandom moves.
fn opening(board: Board, moves: usize, chance: &mut Chance) -> Position {
    let mut position = Position::new(board);
    while position.moves().len() < moves && position.winner().is_none() {
        let free: Vec<_> = position.free_cells().collect();
        position.play(chance.one_of(&free)).expect("legal");
    }
    position
}

#[test]
fn the_same_position_gives_the_same_move_on_a_busy_machine() {
    let mut chance = Chance::new(31);
    for (n, d, moves, nodes) in [
        (4, 4, 9, 60_000),
        (4, 5, 5, 30_000),
        (5, 3, 8, 60_000),
        (5, 4, 7, 30_000),
        (6, 3, 10, 60_000),
    ] {
        let position = opening(board(n, d), moves, &mut chance);
        let choose = || engine::choose_within(&position, nodes);
        let alone = choose();
        let together = thread::scope(|scope| {
            let threads: Vec<_> = (0..6).map(|_| scope.spawn(choose)).collect();
            let moves = threads.into_iter().map(|thread| thread.join());
            moves.collect::<Result<HashSet<_>, _>>().expect("moves")
        });
        let text = protocol::write(&position);
        assert_eq!(together, HashSet::from([alone]), "{text}");
    }
}

/// On boards of width 4, the cells on most lines have the coordinates 0 and 3, or 1 and 2.
#[test]
fn o_replies_on_one_of_the_best_cells_not_in_line_with_x() {
    let families: [fn(u32) -> bool; 2] = [|x| x == 0 || x == 3, |x| x == 1 || x == 2];
    for (d, opening) in (3..=5).flat_map(|d| (0..4).map(move |x| (d, x))) {
        let coordinate = |axis| if axis == 0 { opening } else { 3 - opening };
        let cell = Cell((0..d).map(coordinate).collect());
        let position = Position::after(board(4, d), &[cell]).expect("legal");
        let reply = choose_quickly(&position).expect("a move");
        let other = families.iter().find(|family| !family(opening));
        let is_in_other = reply.0.iter().all(|&x| other.expect("one")(x));
        assert!(is_in_other, "{d}: {opening} {reply}");
    }
}

#[test]
fn simple_players_return_none_once_the_game_is_over() {
    for choose in [engine::pseudorandom, engine::greedy] {
        let mut position = Position::new(board(3, 2));
        while let Some(cell) = choose(&position) {
            position.play(cell).expect("legal");
        }
        assert!(position.is_over(), "{}", protocol::write(&position));
    }
}

#[test]
fn greedy_completes_a_line_or_blocks_one() {
    for (moves, expected) in [
        ("0,0;0,1;1,0;1,1", "2,0"),
        ("0,0;1,1;1,0", "2,0"),
        ("", "1,1"),
    ] {
        let position = protocol::replay(board(3, 2), moves).expect("legal");
        let cell = engine::greedy(&position).expect("a move");
        assert_eq!(cell.to_string(), expected, "{moves}");
    }
}

#[test]
fn searches_with_any_number_of_nodes() {
    let position = protocol::replay(board(3, 2), "1,1;0,0").expect("legal");
    for nodes in [0, 1, u32::MAX] {
        let cell = engine::choose_within(&position, nodes).expect("a move");
        assert_eq!(position.clone().play(cell), Ok(()), "{nodes} nodes");
    }
}

#[test]
fn plays_on_boards_that_are_wider_than_255() {
    for width in 254..=261 {
        let mut position = Position::new(board(width, 2));
        position.play(Cell([0, 0].into())).expect("legal");
        let cell = choose_quickly(&position).expect("a move");
        position.play(cell).expect("legal");
    }
}

#[test]
fn lines_with_many_stones_do_not_overflow_the_scores() {
    let mut position = Position::new(board(30, 2));
    for x in 0..26 {
        position.play(Cell([x, 0].into())).expect("legal");
        let elsewhere = Cell([x * 7 % 29, 2 + x].into());
        position.play(elsewhere).expect("legal");
    }
    let cell = choose_quickly(&position).expect("a move");
    assert_eq!(position.stone(&cell), None);
}

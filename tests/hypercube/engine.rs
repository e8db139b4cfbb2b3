//! The n^d engine: single moves, and games against random moves, on boards of every size.

use std::collections::HashSet;
use std::thread;

use super::*;
use qttt::hypercube::{Line, engine, protocol};

/// Checks that the engine takes the last free cell of a line, whichever player has the other cells, unless it wins
/// elsewhere.
fn assert_completes_and_blocks(board: Board, mut line: Vec<Cell>, chance: &mut Chance) {
    let free = [line.remove(chance.below(line.len()))];
    for player in Player::ALL {
        let mut position = chance.position_with(board, player, &line, &free);
        let text = protocol::write(&position);
        let mut blocked = position.clone();
        let cell = choose_quickly(&position).expect("a move");
        blocked.play(cell.clone()).expect("legal");
        let is_won = blocked.winner().is_some();
        assert!(cell == free[0] || is_won, "blocks: {cell} in {text}");
        chance.play_elsewhere(&mut position, &free);
        // On a small board, that stone may complete a line.
        if position.is_over() {
            continue;
        }
        let cell = choose_quickly(&position).expect("a move");
        position.play(cell).expect("legal");
        assert_eq!(position.winner(), Some(player), "completes: {text}");
    }
}

/// The lines of the large boards do not fit in memory. On each board, each coordinate moves in at least one of the
/// lines.
#[test]
fn the_engine_wins_in_one_and_blocks_in_one_on_every_board() {
    let mut chance = Chance::new(10);
    let contest = tournament_boards().map(|board| (board, 20));
    let large = [(10, 10), (4, 9), (101, 3), (700, 2), (3, 30), (5, 20)];
    let large = large.map(|(n, d)| (board(n, d), d.max(10) as usize));
    for (board, lines) in contest.chain(large) {
        for nth in 0..lines {
            let line = chance.line(board, nth % board.dimensions() as usize);
            assert_completes_and_blocks(board, line.cells().collect(), &mut chance);
        }
    }
}

#[test]
fn the_engine_takes_the_first_free_cell_when_no_line_can_be_completed() {
    // Row by row X O X O / X O X O / O X O X / X O, and two free cells.
    let indices = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 11, 10, 12, 13];
    let moves = indices.map(|index| board(4, 2).cell(index).expect("a cell"));
    let position = Position::from_moves(board(4, 2), &moves).expect("legal");
    assert_eq!(engine::choose(&position), board(4, 2).cell(14));
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
        let mut position = Position::new(board(n, d));
        (0..moves).for_each(|_| chance.play_elsewhere(&mut position, &[]));
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
        let position = Position::from_moves(board(4, d), &[cell]).expect("legal");
        let reply = choose_quickly(&position).expect("a move");
        let other = families.iter().find(|family| !family(opening));
        let is_in_other = reply.0.iter().all(|&x| other.expect("one")(x));
        assert!(is_in_other, "{d}: {opening} {reply}");
    }
}

#[test]
fn greedy_completes_a_line_or_blocks_one() {
    for (moves, expected) in [
        ("0,0;0,1;1,0;1,1", Some("2,0")),
        ("0,0;1,1;1,0", Some("2,0")),
        ("", Some("1,1")),
        ("0,0;0,1;1,0;1,1;2,0", None),
    ] {
        let position = protocol::replay(board(3, 2), moves).expect("legal");
        let cell = engine::greedy(&position).map(|cell| cell.to_string());
        assert_eq!(cell.as_deref(), expected, "{moves}");
        let is_over = engine::pseudorandom(&position).is_none();
        assert_eq!(is_over, expected.is_none(), "{moves}");
    }
}

#[test]
fn a_search_of_any_number_of_nodes_finds_a_legal_move() {
    let position = protocol::replay(board(3, 2), "1,1;0,0").expect("legal");
    for nodes in [0, 1, u32::MAX] {
        let cell = engine::choose_within(&position, nodes).expect("a move");
        assert_eq!(position.clone().play(cell), Ok(()), "{nodes} nodes");
    }
}

#[test]
fn the_engine_plays_legal_moves_on_wide_boards() {
    let moves = 10;
    for (n, d) in [(255, 2), (256, 2), (257, 2), (65_536, 3), (1_000_000, 2)] {
        for us in Player::ALL {
            let mut chance = Chance::new(7);
            let position = play_against_chance(board(n, d), us, moves, &mut chance);
            assert_eq!(position.moves().len(), moves);
        }
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
fn the_engine_makes_and_prevents_double_threats() {
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
fn the_engine_beats_random_moves_on_boards_of_width_3_and_4() {
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

/// With so many dimensions, only the lines of each player's last two stones are looked at.
#[test]
fn the_engine_blocks_a_line_of_the_newest_stones_in_many_dimensions() {
    let dimensions = 20_000;
    let cell = |first: &[u32]| {
        let mut cell = vec![0; dimensions];
        cell[..first.len()].copy_from_slice(first);
        Cell(cell.into())
    };
    let moves: [&[u32]; 5] = [&[0, 1, 2], &[0, 2], &[], &[0, 0, 1], &[1]];
    let moves = moves.map(cell);
    let position = Position::from_moves(board(3, dimensions as u32), &moves).expect("legal");
    assert_eq!(choose_quickly(&position), Some(cell(&[2])));
}

//! The geometry of sub-boards, smallest images, and the table.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::HashSet;

use super::{Stones, read, smallest_image};
use crate::Player;
use crate::hypercube::sub_board::SubBoard;
use crate::hypercube::testing::{random_position, table_of};
use crate::hypercube::{Board, Cell, Symmetry};

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// Returns all sub-boards that hold the opening and a reply.
fn sub_boards(reply: &Cell) -> Vec<SubBoard> {
    let middle = Cell(vec![2; reply.0.len()].into());
    SubBoard::holding(&[middle, reply.clone()], 3)
}

fn replies(board: Board) -> impl Iterator<Item = Cell> {
    board.cells().filter(move |reply| *reply != board.center())
}

#[test]
fn every_first_reply_shares_a_sub_board_with_the_opening() {
    for board in (3..=6).map(wide) {
        for reply in replies(board) {
            let sub_boards = sub_boards(&reply);
            assert!(!sub_boards.is_empty(), "{reply:?}");
            for sub_board in sub_boards {
                assert!(sub_board.inside(&board.center()).is_some(), "{reply:?}");
                assert!(sub_board.inside(&reply).is_some(), "{reply:?}");
                for inside in wide(3).cells() {
                    let cell = sub_board.cell(&inside);
                    assert!(board.contains(&cell));
                    assert_eq!(sub_board.inside(&cell), Some(inside), "{reply:?}");
                }
            }
        }
    }
}

/// A line is one of the 76 inside, or has at most one cell there. On 4^5 and 4^6, of the replies that are equal up to a
/// permutation of the axes, one is tried.
#[test]
fn a_line_outside_a_sub_board_meets_it_at_most_once() {
    for board in (3..=6).map(wide) {
        let table = table_of(board);
        let replies = replies(board);
        for reply in replies.filter(|reply| board.dimensions() < 5 || reply.0.is_sorted()) {
            let sub_board = &sub_boards(&reply)[0];
            let mut is_inside = vec![false; table.cells().len()];
            for inside in wide(3).cells() {
                is_inside[board.index(&sub_board.cell(&inside))] = true;
            }
            let mut by_cells = [0; 5];
            for line in table.lines() {
                let cells = table.on_line(line).iter();
                by_cells[cells.filter(|cell| is_inside[cell.index()]).count()] += 1;
            }
            assert_eq!(by_cells[2..], [0, 0, 76], "{reply:?}");
        }
    }
}

#[test]
fn a_sub_board_of_all_stones_maps_each_stone_there_and_back() {
    let mut found = 0;
    for seed in 0..200 {
        let position = random_position(wide(5), 2 + seed as usize % 4, seed);
        let mut sub_boards = (4..=6).flat_map(|d| SubBoard::holding(position.moves(), d));
        if let Some(sub_board) = sub_boards.next() {
            let inside = position
                .moves()
                .iter()
                .map(|cell| sub_board.inside(cell).unwrap());
            let back = inside.map(|cell| sub_board.cell(&cell));
            assert!(back.eq(position.moves().iter().cloned()));
            found += 1;
        }
    }
    assert_eq!(found, 200);
}

#[test]
fn all_images_of_a_position_have_the_same_smallest_image() {
    let board = wide(3);
    let mut have_none = 0;
    for moves in 1..30 {
        let position = random_position(board, moves, moves as u64);
        let stones = Player::ALL.map(|player| position.stones_of(player).cloned().collect());
        let Some((smallest, to_smallest)) = smallest_image(board, &stones) else {
            have_none += 1;
            continue;
        };
        for symmetry in Symmetry::all(board) {
            let image = |own: &Vec<Cell>| own.iter().map(|cell| symmetry.image(cell)).collect();
            let (image, _) = smallest_image(board, &stones.each_ref().map(image)).unwrap();
            assert_eq!(image, smallest);
        }
        let back = |own: &Vec<u32>| {
            own.iter()
                .map(|&cell| to_smallest.original(board, cell).unwrap())
                .collect()
        };
        let back: [HashSet<Cell>; 2] = smallest.each_ref().map(back);
        assert_eq!(back, stones.map(HashSet::from_iter));
    }
    assert!(have_none < 10, "{have_none}");
}

/// Iterates over the positions of a board in the table, with X to move, and over X's moves.
pub(in crate::hypercube) fn positions(board: Board) -> impl Iterator<Item = (Stones, u32)> {
    let lines = super::lines(board).unwrap().lines();
    lines.map(move |line| read(board, line).unwrap())
}

fn cells_of(board: Board, stones: &Stones) -> [Vec<Cell>; 2] {
    stones.each_ref().map(|own| {
        let cells = own
            .iter()
            .map(|&cell| board.cell(cell as usize).expect("a cell"));
        cells.collect()
    })
}

/// Some positions of each board are checked: 4^6 has 184,320 symmetries.
#[test]
fn the_table_holds_positions_by_their_smallest_image() {
    for (dimensions, step, min_entries) in
        [(3, 7, 5_000), (4, 100, 1_000), (5, 400, 500), (6, 100, 50)]
    {
        let board = wide(dimensions);
        for (stones, answer) in positions(board).step_by(step) {
            let taken: HashSet<_> = stones.iter().flatten().chain([&answer]).collect();
            assert_eq!(taken.len(), stones.concat().len() + 1);
            let (smallest, _) = smallest_image(board, &cells_of(board, &stones)).unwrap();
            assert_eq!(smallest, stones);
        }
        let mut count = 0;
        for (stones, _) in positions(board) {
            assert!(stones.concat().len() <= super::MAX_STONES);
            count += 1;
        }
        assert!(count > min_entries, "4^{dimensions}: {count}");
    }
}

/// In a table in order, a search that finds some positions finds all.
#[test]
fn the_table_is_in_order_and_its_positions_are_found() {
    for board in (3..=6).map(wide) {
        let mut last = None;
        for (nth, (stones, answer)) in positions(board).enumerate() {
            assert!(last < Some(stones.clone()), "{stones:?}");
            if nth % 17 == 0 {
                assert_eq!(super::answer(board, &stones), Some(answer), "{stones:?}");
                let [x, o] = &stones;
                assert_eq!(super::answer(board, &[o.clone(), x.clone()]), None);
            }
            last = Some(stones);
        }
    }
}

//! The geometry of sub-boards, least images, and the book.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::HashSet;

use super::{
    book,
    least_image::{LeastImage, Stones},
};
use crate::hypercube::{
    Board, Cell, Lines, Stone, Symmetry,
    line_counts::LineCounts,
    sub_board::SubBoard,
    testing::{all_cells, random_position},
    threats::{Found, Limits, Threats},
};

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// Returns all sub-boards that hold the opening and a reply.
fn sub_boards(reply: &Cell) -> Vec<SubBoard> {
    let middle = Cell(vec![2; reply.0.len()].into());
    SubBoard::holding(&[middle, reply.clone()], 3)
}

fn replies(board: Board) -> impl Iterator<Item = Cell> {
    all_cells(board).filter(move |reply| *reply != board.center())
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
                for inside in all_cells(wide(3)) {
                    let cell = sub_board.cell(&inside);
                    assert!(board.contains(&cell));
                    assert_eq!(sub_board.inside(&cell), Some(inside), "{reply:?}");
                }
            }
        }
    }
}

/// A line is one of the 76 inside, or has at most one cell there. On 4^6 one reply is tried of those that are one when
/// the axes are permuted.
#[test]
fn a_line_that_is_not_inside_meets_a_sub_board_at_most_once() {
    for board in (3..=6).map(wide) {
        let lines = Lines::of(board).unwrap();
        let replies = replies(board);
        for reply in replies.filter(|reply| board.dimensions() < 5 || reply.0.is_sorted()) {
            let sub_board = &sub_boards(&reply)[0];
            let mut is_inside = vec![false; lines.board_cells()];
            for inside in all_cells(wide(3)) {
                is_inside[board.index(&sub_board.cell(&inside))] = true;
            }
            let mut by_cells = [0; 5];
            for line in 0..lines.len() {
                let cells = lines.cells_of(line).iter();
                by_cells[cells.filter(|&&cell| is_inside[cell as usize]).count()] += 1;
            }
            assert_eq!(by_cells[2..], [0, 0, 76], "{reply:?}");
        }
    }
}

#[test]
fn the_least_board_that_holds_all_stones_holds_all() {
    let mut found = 0;
    for seed in 0..200 {
        let position = random_position(wide(5), 2 + seed as usize % 4, seed);
        if let Some(sub_board) = super::known::sub_boards(&position).next() {
            let game = sub_board.game(&position).unwrap();
            let back = game.moves().iter().map(|cell| sub_board.cell(cell));
            assert_eq!(back.collect::<Vec<_>>(), position.moves());
            found += 1;
        }
    }
    assert_eq!(found, 200);
}

#[test]
fn all_images_of_a_position_have_the_same_least_image() {
    let board = wide(3);
    for moves in 1..30 {
        let position = random_position(board, moves, moves as u64);
        let stones = [Stone::X, Stone::O].map(|stone| position.cells_of(stone).cloned().collect());
        let least = LeastImage::of(board, &stones).unwrap();
        for symmetry in Symmetry::all(board) {
            let image = |own: &Vec<Cell>| own.iter().map(|cell| symmetry.image(cell)).collect();
            let image = LeastImage::of(board, &stones.each_ref().map(image)).unwrap();
            assert_eq!(image.stones, least.stones);
        }
        let back = |own: &Vec<u32>| {
            own.iter()
                .map(|&cell| least.original(cell).unwrap())
                .collect()
        };
        let back: [HashSet<Cell>; 2] = least.stones.each_ref().map(back);
        assert_eq!(back, stones.map(HashSet::from_iter));
    }
}

fn cells_of(stones: &Stones) -> [Vec<Cell>; 2] {
    stones.each_ref().map(|own| {
        let cells = own.iter().map(|&cell| wide(3).cell(cell as usize));
        cells.collect()
    })
}

#[test]
fn the_books_hold_positions_by_their_least_image() {
    for (entries, more, least_entries) in [(book::ENTRIES, 0, 5_000), (book::PASSES, 1, 100)] {
        let mut count = 0;
        for (stones, cell) in book::read(entries) {
            let [x, o] = &stones;
            assert_eq!(x.len(), o.len() + more);
            let taken: HashSet<_> = x.iter().chain(o).chain([&cell]).collect();
            assert_eq!(taken.len(), x.len() + o.len() + 1);
            let least = LeastImage::of(wide(3), &cells_of(&stones)).unwrap();
            assert_eq!(least.stones, stones);
            assert_eq!(book::find(&stones), Some(cell));
            count += 1;
        }
        assert!(count > least_entries, "{count}");
    }
}

#[test]
fn a_book_is_read_back_as_it_was_written() {
    let written = book::write(book::read(book::ENTRIES));
    assert!(written == book::ENTRIES);
    assert_eq!(book::find(&[vec![0], vec![0]]), None);
}

/// With one stone outside, O has no line of three but inside: a sequence wins. Where there is none, a move is known.
#[test]
fn x_has_a_sequence_or_a_move_if_o_passes_after_a_move_of_the_book() {
    let lines = Lines::of(wide(3)).unwrap();
    let threats = &mut Threats::new(1 << 16);
    let limits = Limits {
        threats: 30,
        nodes: 1_000_000,
    };
    let mut exceptions = HashSet::new();
    for ([mut x, o], cell) in book::read(book::ENTRIES) {
        x.push(cell);
        let mut counts = LineCounts::new(&lines);
        x.iter().for_each(|&cell| counts.place(cell, Stone::X));
        o.iter().for_each(|&cell| counts.place(cell, Stone::O));
        if let Found::Win(_) = threats.find(&mut counts, Stone::X, limits) {
            continue;
        }
        let least = LeastImage::of(wide(3), &cells_of(&[x, o])).unwrap().stones;
        let answer = book::find(&least).unwrap();
        assert!(!least.concat().contains(&answer));
        exceptions.insert(least);
    }
    assert_eq!(exceptions.len(), 32);
}

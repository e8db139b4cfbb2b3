//! The geometry of sub-boards, least images, and the book.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::HashSet;

use super::{
    book,
    canonical::Symmetries,
    cells::{Cells, Place},
    sub_board::SubBoard,
};
use crate::hypercube::{
    Board, Cell, Lines, Stone,
    field::Field,
    symmetries,
    testing::{all_cells, random_position},
    threats::{Found, Limits, Threats},
};

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

fn middle(board: Board) -> Cell {
    Cell(vec![2; board.dimensions() as usize].into())
}

#[test]
fn every_first_reply_shares_a_sub_board_with_the_opening() {
    for board in (3..=6).map(wide) {
        for reply in all_cells(board).filter(|reply| *reply != middle(board)) {
            let sub_board = SubBoard::holding(&reply);
            assert_eq!(sub_board.place(&middle(board)), Some(42), "{reply:?}");
            assert!(sub_board.place(&reply).is_some(), "{reply:?}");
            for place in 0..64 {
                let cell = sub_board.cell(place);
                assert!(board.contains(&cell));
                assert_eq!(sub_board.place(&cell), Some(place), "{reply:?}");
            }
        }
    }
}

#[test]
fn the_sub_board_of_a_board_of_three_dimensions_is_the_whole() {
    let board = wide(3);
    for reply in all_cells(board).filter(|reply| *reply != middle(board)) {
        let sub_board = SubBoard::holding(&reply);
        for cell in all_cells(board) {
            assert_eq!(sub_board.place(&cell), Some(board.index(&cell) as Place));
        }
    }
}

/// A line is one of the 76 inside, or has at most one cell there. On 4^6 one reply is tried of those that are one when
/// the axes are permuted.
#[test]
fn a_line_that_is_not_inside_meets_a_sub_board_at_most_once() {
    for board in (3..=6).map(wide) {
        let lines = Lines::of(board).unwrap();
        let replies = all_cells(board).filter(|reply| *reply != middle(board));
        for reply in replies.filter(|reply| board.dimensions() < 5 || reply.0.is_sorted()) {
            let sub_board = SubBoard::holding(&reply);
            let mut is_inside = vec![false; lines.board_cells()];
            for place in 0..64 {
                is_inside[board.index(&sub_board.cell(place))] = true;
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
fn all_images_of_a_position_have_the_same_least_image() {
    let here = Symmetries::new();
    let whole = SubBoard::holding(&Cell([0, 1, 3].into()));
    for moves in 1..30 {
        let position = random_position(wide(3), moves, moves as u64);
        let [x, o] = [Stone::X, Stone::O].map(|stone| whole.stones(&position, stone));
        let least = here.canonical(x, o);
        for symmetry in symmetries(wide(3)) {
            let carry = |cells: Cells| cells.map(|place| symmetry[place as usize] as Place);
            let image = here.canonical(carry(x).collect(), carry(o).collect());
            assert_eq!((image.x, image.o), (least.x, least.o));
        }
        let back = |image: Cells| image.map(|place| least.original(place).unwrap()).collect();
        assert_eq!((back(least.x), back(least.o)), (x, o));
    }
}

#[test]
fn the_books_hold_positions_by_their_least_image() {
    let here = Symmetries::new();
    for (entries, more, least_entries) in [(book::ENTRIES, 0, 5_000), (book::PASSES, 1, 100)] {
        let mut count = 0;
        for (x, o, place) in book::read(entries) {
            assert_eq!((x & o, x.len()), (Cells::default(), o.len() + more));
            assert!(!(x | o).contains(place));
            let least = here.canonical(x, o);
            assert_eq!((least.x, least.o), (x, o));
            assert_eq!(book::find(x, o), Some(place));
            count += 1;
        }
        assert!(count > least_entries, "{count}");
    }
}

#[test]
fn a_book_is_read_back_as_it_was_written() {
    let written = book::write(book::read(book::ENTRIES));
    assert!(written == book::ENTRIES);
    assert_eq!(book::find(Cells::of(0), Cells::of(0)), None);
}

/// With one stone outside, O has no line of three but inside: a sequence wins. Where there is none, a move is known.
#[test]
fn x_has_a_sequence_or_a_move_if_o_passes_after_a_move_of_the_book() {
    let lines = Lines::of(wide(3)).unwrap();
    let here = Symmetries::new();
    let threats = &mut Threats::new(1 << 16);
    let limits = Limits {
        threats: 30,
        nodes: 1_000_000,
    };
    let mut exceptions = HashSet::new();
    for (x, o, place) in book::read(book::ENTRIES) {
        let x = x | Cells::of(place);
        let mut field = Field::new(&lines);
        x.for_each(|place| field.place(place.into(), Stone::X));
        o.for_each(|place| field.place(place.into(), Stone::O));
        if let Found::Win(_) = threats.find(&mut field, Stone::X, limits) {
            continue;
        }
        let least = here.canonical(x, o);
        let answer = book::find(least.x, least.o).unwrap();
        assert!(!(least.x | least.o).contains(answer));
        exceptions.insert((least.x, least.o));
    }
    assert_eq!(exceptions.len(), 32);
}

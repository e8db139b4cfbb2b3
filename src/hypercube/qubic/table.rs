//! X's moves where no threat sequence wins and nothing is forced, as text. `docs/qubic/check.cpp` checks that X wins by
//! them.
//!
//! Below a line such as `4^3`, each line is a position of that board, by its least image, and X's move. A cell is a
//! digit to base 64 for each three of its coordinates, the first coordinate lowest: `g/0 3` has X in the middle,
//! (2, 2, 2), and O in the corner (0, 0, 0); X plays (3, 0, 0).

use super::least_image::{LeastImage, Stones};
use crate::hypercube::{Board, Cell, sub_board::SubBoard};

/// The table.
pub(super) const MOVES: &str = include_str!("moves.txt");

const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

/// Returns X's move for the stones inside a sub-board, as a cell of the larger board.
pub(super) fn find(sub_board: &SubBoard, stones: &[Vec<Cell>; 2]) -> Option<Cell> {
    let board = sub_board.board();
    let image = LeastImage::of(board, stones)?;
    let position = write(board, &image.stones) + " ";
    let answer = lines(board).find_map(|line| line.strip_prefix(&position))?;
    Some(sub_board.cell(&image.original(number(answer)?)?))
}

/// Iterates over the lines about a board.
pub(super) fn lines(board: Board) -> impl Iterator<Item = &'static str> {
    let heading = format!("4^{}", board.dimensions());
    let lines = MOVES.lines().skip_while(move |&line| line != heading);
    lines.skip(1).take_while(|line| !line.starts_with("4^"))
}

/// Writes a position.
pub(super) fn write(board: Board, stones: &Stones) -> String {
    let digits = |cell: u32| {
        let places = (0..board.dimensions()).step_by(3);
        places.map(move |axis| char::from(DIGITS[(cell >> (2 * axis) & 63) as usize]))
    };
    let [x, o] = stones
        .each_ref()
        .map(|own| own.iter().copied().flat_map(digits));
    x.chain(['/']).chain(o).collect()
}

/// Reads a cell.
pub(super) fn number(digits: &str) -> Option<u32> {
    let mut values = digits
        .bytes()
        .rev()
        .map(|digit| DIGITS.iter().position(|&other| other == digit));
    values.try_fold(0, |number, value| Some(number << 6 | value? as u32))
}

/// Iterates over the positions of a board with X to move, X's opening in the middle, and over X's moves.
#[cfg(test)]
pub(crate) fn positions(board: Board) -> impl Iterator<Item = (Stones, u32)> {
    let width = board.dimensions().div_ceil(3) as usize;
    let numbers = move |text: &str| {
        let cells = text.as_bytes().chunks(width);
        let number = |digits| number(std::str::from_utf8(digits).ok()?);
        cells
            .map(number)
            .collect::<Option<Vec<_>>>()
            .expect("cells")
    };
    lines(board).map(move |line| {
        let (position, answer) = line.split_once(' ').expect("a position and a move");
        let (x, o) = position.split_once('/').expect("stones of X and O");
        ([x, o].map(numbers), number(answer).expect("a cell"))
    })
}

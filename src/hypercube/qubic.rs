//! X's strategy for 4^3, and for 4^d: the moves for positions without a threat sequence.
//!
//! Oren Patashnik proved in 1980 that X wins 4^3. Victor Allis proved it again, with threat sequences and proof-number
//! search. This strategy is of the same kind: X completes a line or blocks one, otherwise follows a threat sequence if
//! there is one, and otherwise plays the move from a table.
//!
//! On a larger board of width 4, X plays by this strategy in the sub-board that contains its opening and O's first
//! reply. A move of O outside is a pass inside, after which X nearly always has a threat sequence. If X has none, the
//! table has a move: inside, or on the smallest sub-board that holds all stones. Therefore, X wins 4^d for every d ≥ 3.
//! `docs/qubic/PROOF.md` is the proof. A program beside it, which shares no code with this crate, checks it from the
//! table.
//!
//! ```text
//!  Position ─→ sub-board ─→ smallest image ─→ table ─→ Cell
//! ```

use super::sub_board::SubBoard;
use super::{Board, Cell, Position, Symmetry};
use crate::Player;

/// X's moves in positions in which no threat sequence wins and nothing is forced, as text. `docs/qubic/check.cpp`
/// checks that X wins by them.
///
/// Below the heading of a board, for example `4^3`, each line is a position of that board, by its smallest image, and
/// X's move. A cell is written as one base-64 digit for every three of its coordinates, with the first coordinate
/// lowest: `g/0 3` has X in the middle, (2, 2, 2), and O in the corner (0, 0, 0); X plays (3, 0, 0). The positions of a
/// board are in the order of the numbers of X's cells, and then of O's.
const MOVES: &str = include_str!("qubic/moves.txt");

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

/// Returns X's move, if it is X's turn, in the sub-board that X plays in, without regard to stones outside.
pub(super) fn move_inside(position: &Position) -> Option<Cell> {
    let sub_board = of_x(position)?;
    find(&sub_board, &sub_board.stones(position))
}

/// The maximum number of stones in a position of the table. Positions with more stones are not looked up, because a
/// lookup takes longer with each stone.
const MAX_STONES: usize = 32;

/// Returns X's move, if it is X's turn and O has played outside that sub-board, on the smallest sub-board that holds
/// all stones.
///
/// The lookups aren't counted as nodes. They compare the position with all images on at most 64 sub-boards, each with
/// up to 184,320 symmetries.
pub(super) fn move_on_whole(position: &Position) -> Option<Cell> {
    let stones = position.moves().len();
    let [x, o] = of_x(position)?.stones(position);
    if x.len() + o.len() == stones || stones > MAX_STONES {
        return None;
    }
    let mut boards = (4..=6).flat_map(|dimensions| SubBoard::holding(position.moves(), dimensions));
    boards.find_map(|sub_board| find(&sub_board, &sub_board.stones(position)))
}

/// Returns the sub-board that X plays in; `None` also if O is to move.
fn of_x(position: &Position) -> Option<SubBoard> {
    let is_x = position.turn() == Some(Player::X);
    is_x.then(|| SubBoard::of(position)).flatten()
}

/// Returns X's move for the stones inside a sub-board, as a cell of the larger board.
fn find(sub_board: &SubBoard, stones: &[Vec<Cell>; 2]) -> Option<Cell> {
    let board = sub_board.board();
    let (image, symmetry) = smallest_image(board, stones)?;
    let answer = answer(board, &image)?;
    Some(sub_board.cell(&symmetry.original(board, answer)?))
}

/// Looks up X's move in a smallest image, by binary search.
fn answer(board: Board, stones: &Stones) -> Option<u32> {
    let lines: Vec<&str> = lines(board)?.lines().collect();
    let position = |line: &&str| read(board, line).map(|(position, _)| position);
    let found = lines.binary_search_by_key(&Some(stones.clone()), position);
    let (_, answer) = read(board, lines[found.ok()?])?;
    Some(answer)
}

/// Returns the lines below the heading of a board, each with its newline.
fn lines(board: Board) -> Option<&'static str> {
    let heading = format!("4^{}\n", board.dimensions());
    let (_, lines) = MOVES.split_once(&heading)?;
    Some(lines.split("4^").next().unwrap_or(lines))
}

/// Reads a position and X's move.
fn read(board: Board, line: &str) -> Option<(Stones, u32)> {
    let digits = board.dimensions().div_ceil(3) as usize;
    let read_cells = |text: &str| {
        let cells = text.as_bytes().chunks(digits);
        cells.map(number).collect::<Option<Vec<_>>>()
    };
    let (position, answer) = line.split_once(' ')?;
    let (x, o) = position.split_once('/')?;
    Some(([read_cells(x)?, read_cells(o)?], number(answer.as_bytes())?))
}

fn number(digits: &[u8]) -> Option<u32> {
    let mut values = digits.iter().rev().map(|&digit| DIGITS.find(digit as char));
    values.try_fold(0, |number, value| Some(number << 6 | value? as u32))
}

/// The indices of X's cells and of O's cells, the lowest first.
pub(super) type Stones = [Vec<u32>; 2];

/// Returns the smallest of the images in which a stone of X (for example its opening) is in the middle, and the
/// symmetry that maps the position to it; `None` without such an image. All images of a position have the same smallest
/// image.
pub(super) fn smallest_image(board: Board, stones: &[Vec<Cell>; 2]) -> Option<(Stones, Symmetry)> {
    let middle = board.index(&board.center()) as u32;
    let [x, _] = stones;
    let opens = |symmetry: &Symmetry| {
        let mut images = x.iter().map(|cell| symmetry.index(board, cell));
        images.any(|image| image == middle)
    };
    let image = |symmetry: Symmetry| {
        let stones = stones.each_ref().map(|own| {
            let cells = own.iter().map(|cell| symmetry.index(board, cell));
            let mut cells: Vec<u32> = cells.collect();
            cells.sort_unstable();
            cells
        });
        (stones, symmetry)
    };
    let images = Symmetry::all(board).filter(opens).map(image);
    images.min_by(|(a, _), (b, _)| a.cmp(b))
}

#[cfg(test)]
pub(super) mod tests;

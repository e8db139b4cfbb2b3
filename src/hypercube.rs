//! n^d tic-tac-toe: the board is a d-dimensional cube of width n.
//!
//! ```text
//!  text ─→ protocol ─→ Position ─┬─→ lines ─→ line_counts ─→ threats ─→ player ─→ Cell ─→ text
//!                         │      └─→ draw: slices as text
//!                         └─ board, line, sub_board: the geometry
//! ```
//!
//! The player searches a table of lines: all open lines if the board fits in memory, or else a selection of them. Line
//! counts hold the number of stones in each. From them the player finds threat sequences.

mod board;
pub mod draw;
mod line;
mod line_counts;
mod lines;
pub mod player;
mod position;
pub mod protocol;
mod qubic;
mod scores;
mod sub_board;
mod symmetry;
#[cfg(test)]
mod testing;
mod threats;

pub use board::{Board, BoardError, Cell};
pub use line::Line;
pub use lines::Lines;
pub use position::{Position, PositionError};

use symmetry::Symmetry;

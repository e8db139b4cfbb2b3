//! The n^d game: tic-tac-toe on a d-dimensional cube of width n. It shares nothing with the quantum game.
//!
//! ```text
//!  text ─→ protocol ─→ Position ─┬─→ lines ─→ line_counts ─→ threats ─→ player ─→ Cell ─→ text
//!                         │      └─→ draw: slices as text
//!                         └─ board, line, sub_board: the geometry
//! ```
//!
//! The player thinks about a table of lines: all that are still open where the board fits in memory, the ones that
//! matter where it doesn't. Line counts say how many stones each holds; by them threat sequences are searched, and
//! quiet moves that win by threatening such sequences.

mod board;
pub mod draw;
mod line;
mod line_counts;
mod lines;
mod mix;
pub mod player;
mod position;
pub mod protocol;
mod qubic;
mod quiet;
#[cfg(feature = "cli")]
pub(crate) mod referee;
mod scores;
mod sub_board;
mod symmetry;
#[cfg(test)]
mod testing;
mod threats;

pub use board::{Board, BoardError, Cell};
pub use line::Line;
pub use lines::Lines;
pub use position::{Position, PositionError, Stone};
pub use symmetry::Symmetry;

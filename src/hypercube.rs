//! The n^d game: tic-tac-toe on a d-dimensional cube of width n. It shares nothing with the quantum game.
//!
//! ```text
//!  text ─→ protocol ─→ Position ─→ player ─→ Cell ─→ text
//!                         └─ board, lines: the geometry
//! ```

mod board;
mod lines;
pub mod player;
mod position;
pub mod protocol;
#[cfg_attr(not(test), allow(dead_code, reason = "the player will ask it"))]
mod qubic;
mod symmetry;

pub use board::{Board, BoardError, Cell};
pub use lines::Lines;
pub use position::{Position, PositionError, Stone};
pub use symmetry::symmetries;

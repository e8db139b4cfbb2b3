//! n^d tic-tac-toe: the board is a d-dimensional cube of width n.
//!
//! Arrows show the way of a position to a move:
//!
//! ```text
//!  text ─→ protocol ─→ Position ─┬─→ table ─→ line_counts ─→ threats, scores ─┬─→ engine ─→ Cell ─→ text
//!                         │      ├─→ qubic: the moves of a proven win ────────┘
//!                         │      └─→ draw: slices as text
//!                         └─ board, line, sub_board, symmetry: the geometry
//! ```
//!
//! ```
//! use qttt::hypercube::{Board, Cell, Position, engine};
//!
//! // X opens in a corner, and a greedy player and the engine finish the game.
//! let mut position = Position::new(Board::new(3, 2)?);
//! position.play(Cell([0, 0].into()))?;
//! while let Some(cell) = [engine::choose, engine::greedy][position.moves().len() % 2](&position) {
//!     position.play(cell)?;
//! }
//! assert!(position.is_over());
//! assert_eq!(position.to_string().lines().next(), Some("3,2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine searches a table of lines: all open lines if the board fits in memory, otherwise a selection of them.
//! Line counts hold the number of stones in each line. From them, the engine finds threat sequences.

mod board;
pub mod draw;
pub mod engine;
mod line;
mod line_counts;
mod position;
pub mod protocol;
mod qubic;
mod scores;
mod sub_board;
mod symmetry;
mod table;
#[cfg(test)]
mod testing;
mod threats;

pub use board::{Board, BoardError, Cell};
pub use line::Line;
pub use position::{Position, RuleError};
pub use protocol::PositionError;

use symmetry::Symmetry;
